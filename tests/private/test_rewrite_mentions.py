"""A label is recognised where a question means it, and never where it could mean another."""

from __future__ import annotations

import pytest

from recast_agent.private.rewrite.mentions import TOKEN, Mentions


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


def test_a_skeleton_word_written_like_its_label_is_the_label() -> None:
    assert meant(("Total", "Male"), "difference of Male and Total") == ["Male", "Total"]
