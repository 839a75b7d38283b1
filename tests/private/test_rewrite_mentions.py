"""A label is recognised where a question means it, and never where it could mean another."""

from __future__ import annotations

import pytest

from recast_agent.private.rewrite.mentions import TOKEN, Mentions
from tests.private.rewriting import name_of, rewrite, table


def meant(labels: tuple[str, ...], question: str) -> list[str]:
    mentions = Mentions(labels, [question])
    tokens = list(TOKEN.finditer(question))
    found, index = [], 0
    while index < len(tokens):
        label, length = mentions.at(tokens, index) or ("", 1)
        found += [label] if label else []
        index += length
    return found


@pytest.mark.parametrize(
    ("labels", "question", "expected"),
    [
        (("South Korea", "Turkey"), "lines of Korea and Turkey", ["South Korea", "Turkey"]),
        (("Iran", "Iraq"), "What was Iran's debt?", ["Iran"]),
        (("Dem /lean Dem", "Rep/ lean Rep"), "bars of dem/lean dem?", ["Dem /lean Dem"]),
        (("Casual bag segment", "Travel bag"), "sales of casual bags", ["Casual bag segment"]),
        (("Personal contacts", "Other"), "value for personal contact", ["Personal contacts"]),
        (("British Telecom", "Vodafone"), "What was BT's income?", ["British Telecom"]),
        (("United States", "Japan"), "in the USA", ["United States"]),
        (("United States", "Japan"), "in the U.S. now", ["United States"]),
        (("Sweden", "Norway"), "Swedish companies", ["Sweden"]),
        (("Republicans (12)", "Democrats (9)"), "the Rep bar", ["Republicans (12)"]),
        (("Domestic market", "Total market"), "in domestic and total market",
         ["Domestic market", "Total market"]),
        (("majorrole", "No role"), "with a major role", ["majorrole"]),
        (("2002 Salt Lake City", "2006 Torino"), "of 2002 Salt Lake City", ["2002 Salt Lake City"]),
        (("Roger Federer", "Rafael Nadal"), "did Federer earn", ["Roger Federer"]),
        (("Top priority", "Important, but lower"), "choosing important", ["Important, but lower"]),
    ],
)  # fmt: skip
def test_labels_are_found_in_full_in_part_inflected_and_abbreviated(
    labels: tuple[str, ...], question: str, expected: list[str]
) -> None:
    assert meant(labels, question) == expected


@pytest.mark.parametrize(
    ("labels", "question"),
    [
        (("South Korea", "North Korea"), "value of Korea"),
        (("Paid days considered fair", "Allotted paid days"), "how many paid days"),
        (("Saudi Kingdom", "South Korea"), "value of SK"),
        (("Total", "Other"), "the total of all"),
        (("Average", "Most"), "Average of the bars"),
        (("I don't expect a response", "Within an hour"), "your response time"),
        (("Austria", "Norway"), "Australian exports"),
        (("Aeroflot", "S7"), "what's s"),
        (("Democrats", "Democratic Republic"), "the Dem bar"),
        (("Howard", "Washington"), "How much was it? Was it more?"),
    ],
)
def test_words_that_fit_two_labels_or_the_skeleton_mean_none(
    labels: tuple[str, ...], question: str
) -> None:
    assert meant(labels, question) == []


@pytest.mark.parametrize(
    ("labels", "question"),
    [
        (("Ohio", "West Virginia", "Texas"), "rate of Virginia"),
        (("South Sudan", "Chad"), "rate of Sudan"),
        (("Northern Ireland", "Wales"), "rate of Ireland"),
        (("New Jersey", "Ohio"), "rate of Jersey"),
        (("North Carolina", "Ohio"), "rate of Carolina"),
        (("Papua New Guinea", "Chad"), "rate of Guinea"),
        (("Equatorial Guinea", "Chad"), "rate of Guinea"),
        (("Democratic Republic of Congo", "Chad"), "rate of Congo"),
        (("New York", "Texas"), "rate of New people"),
        (("Non-smokers", "All"), "rate of smokers"),
        (("Niger", "Chad"), "the Nigerian rate"),
        (("Nigeria", "Chad"), "rate of Niger"),
        (("Dominica", "Chad"), "the Dominican rate"),
        (("Romania", "Chad"), "the Roman rate"),
    ],
)
def test_a_part_of_a_label_that_names_something_else_is_not_the_label(
    labels: tuple[str, ...], question: str
) -> None:
    assert meant(labels, question) == []


@pytest.mark.parametrize(
    ("labels", "question", "name"),
    [
        (("Mexico", "Texas"), "What is New Mexico's rate?", "New Mexico"),
        (("Mexico", "Texas"), "the rate of Mexico City", "Mexico City"),
        (("Guinea", "Chad"), "the rate of Papua New Guinea", "Papua New Guinea"),
        (("Guinea", "Chad"), "the rate of Guinea-Bissau", "Guinea-Bissau"),
        (("Ireland", "Chad"), "the rate of Northern Ireland", "Northern Ireland"),
        (("Congo", "Chad"), "the Republic of Congo", "Republic of Congo"),
        (("Virginia", "Chad"), "the rate of West Virginia", "West Virginia"),
    ],
)
def test_a_name_that_holds_a_label_is_another_name(
    labels: tuple[str, ...], question: str, name: str
) -> None:
    mentions = Mentions(labels, [question])
    tokens = list(TOKEN.finditer(question))
    found = {
        question[tokens[n].start() : tokens[n + length - 1].end()].removesuffix("'s")
        for n in range(len(tokens))
        if (length := mentions.other(tokens, n))
    }
    assert name in found
    made = rewrite(table(labels), question)
    assert not {name_of(made, label) for label in labels} & set(made.record.question.split())


@pytest.mark.parametrize(
    ("labels", "question", "label"),
    [
        (("Oakfield Clinic", "Redhill Clinic"), "rate of Oakfield", "Oakfield Clinic"),
        (("Nigeria", "Chad"), "the Nigerian rate", "Nigeria"),
        (("Mexico", "Texas"), "the Mexican rate", "Mexico"),
        (("Italy", "Spain"), "the Italian rate", "Italy"),
        (("C++", "C", "C#"), "the rate of C#", "C#"),
        (("A", "A+", "A-"), "how many A-?", "A-"),
    ],
)
def test_a_sure_form_of_a_label_is_the_label(
    labels: tuple[str, ...], question: str, label: str
) -> None:
    assert meant(labels, question) == [label]


def test_a_skeleton_word_written_like_its_label_is_the_label() -> None:
    assert meant(("Total", "Male"), "difference of Male and Total") == ["Male", "Total"]
