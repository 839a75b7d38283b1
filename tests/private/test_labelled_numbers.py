"""A number of the question that is a label is that label; what stays replaces nothing."""

from __future__ import annotations

import re
import string
from decimal import Decimal

import pytest

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.literals import find
from recast_agent.core.table import Table
from recast_agent.core.types import ProtectedRecord
from recast_agent.private.numbermap.protocol import (
    Assignment,
    Number,
    NumberMap,
    NumberPolicy,
)
from recast_agent.private.numbermap.records import invert, invert_table, numbers_of, protect
from recast_agent.private.record import Record
from tests.private.numbers import POLICIES, extended
from tests.private.rewriting import record, rewrite, table

policies = pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)


def released(evidence: Table, question: str) -> tuple[ProtectedRecord, Record, NumberMap]:
    made = rewrite(evidence, question)
    numbers = extended(POLICIES[0], made.record, seed=5)
    out = protect(made.record, numbers)
    assert invert(out.question, numbers, field="question") == made.record.question
    assert invert_table(out.table(), numbers).categories == made.record.table().categories
    return out, made.record, numbers


def shown(evidence: Table, question: str) -> tuple[str, dict[str, str]]:
    """The released question, and what each label of the evidence is shown as."""
    out, renamed, numbers = released(evidence, question)
    made = rewrite(evidence, question)
    back = invert_table(out.table(), numbers).categories
    names = {
        made.dictionary.original(b) or b: s
        for b, s in zip(back, out.table().categories, strict=True)
    }
    assert renamed.table().categories == made.record.table().categories
    return out.question, names


@pytest.mark.parametrize(
    "question",
    ["Was 2021 higher than 2020?", "Did 2021 exceed 2020?", "How far was 2021 below 2020?",
     "Was 2021 over 2020?", "Did 2021 reach 2020?", "Did the value of 2021 equal 2020?"],
)  # fmt: skip
@policies
def test_a_year_of_the_labels_is_that_label_behind_every_word(
    question: str, policy: NumberPolicy
) -> None:
    source = record(table(("2020", "2021", "2022")), question)
    numbers = extended(policy, source)
    out = protect(source, numbers)
    first, second, _ = out.table().categories
    asked = question.replace("2021", "\0").replace("2020", first).replace("\0", second)
    assert out.question == asked


@pytest.mark.parametrize(
    "word",
    ["week", "day", "team", "line", "level", "stage", "item", "series", "lane", "rank", "page"],
)
def test_a_place_in_the_question_is_the_label_of_that_number(word: str) -> None:
    evidence = table(("21", "22", "23"), category_axis=word.title(), title=f"{word.title()} 22")
    source = record(evidence, f"How many came in {word} 21, and in {word} 23?")
    out = protect(source, extended(POLICIES[0], source))
    labels = dict(zip(("21", "22", "23"), out.table().categories, strict=True))
    assert out.question == f"How many came in {word} {labels['21']}, and in {word} {labels['23']}?"
    assert out.table().title == f"{word.title()} {labels['22']}"
    assert not {"21", "22", "23"} & set(labels.values())


def test_a_count_stays_a_count_beside_labels_of_its_number() -> None:
    question, names = shown(table(("1", "2", "3")), "Is 3 among the top 2, the 2 highest?")
    assert question == f"Is {names['3']} among the top 2, the 2 highest?"


def test_a_whole_label_is_itself_though_it_looks_like_a_count() -> None:
    evidence = table(("1 year", "3 years", "5 years"))
    question, names = shown(evidence, "Is it more for 3 years than for 5 years?")
    assert question == f"Is it more for {names['3 years']} than for {names['5 years']}?"
    source = record(evidence, "What is it for five years?")
    out = protect(source, extended(POLICIES[0], source))
    assert out.question == f"What is it for {out.table().categories[2]}?"


def test_small_indices_of_a_series_stay_and_greater_ones_change_with_it() -> None:
    question, names = shown(table(("Level 1", "Level 2", "Level 3")), "What is it at level 3?")
    assert set(names.values()) & {"Level 3"} or names["Level 3"] in question.replace("?", "")
    axes = table(("Line 1", "Line 2", "Line 3"))
    assert shown(axes, "What of line 3?") == ("What of line 3?", {n: n for n in axes.categories})
    question, names = shown(table(("Line 11", "Line 12", "Line 13")), "What of line 13?")
    assert question == f"What of {names['Line 13'].replace('Line', 'line')}?"
    assert not set(names) & set(names.values())


@pytest.mark.parametrize(
    "label", ["4711th Supply", "Item 42", "Line 23", "12th", "100th", "Figure 3", "1st Bank"]
)
def test_a_single_number_of_a_label_is_replaced_with_its_ending(label: str) -> None:
    question, names = shown(table((label, "Norway")), f"What is the value of {label}?")
    number = "".join(c for c in label if c.isdigit())
    assert number not in names[label]
    assert question == f"What is the value of {names[label]}?"
    if any(c.isdigit() for c in names[label]) and "th" in names[label].split(" ")[0]:
        last = names[label].split("th")[0]
        assert last[-1] not in "123" or last[-2:] in ("11", "12", "13")


def test_a_number_word_that_is_joined_to_a_number_is_a_name() -> None:
    _, names = shown(table(("7-Eleven", "Norway")), "What is the sum?")
    assert "Eleven" not in names["7-Eleven"]
    assert names["7-Eleven"].split("-")[0].split(" ")[0] != "7"


@pytest.mark.parametrize("label", ["Q1", "H1", "Q1 2021", "1st Bank", "1 star", "C++", "A+", "Q1*"])
def test_a_label_with_digits_or_signs_is_matched_as_a_whole(label: str) -> None:
    other = {"Q1": "Q3", "H1": "H2", "Q1 2021": "Q3 2021", "1 star": "2 stars", "C++": "C",
             "A+": "A-"}.get(label, "Norway")  # fmt: skip
    asked = label.rstrip("*")
    question, names = shown(table((label, other)), f"What is {asked} minus {other}?")
    assert question == f"What is {names[label]} minus {names[other]}?"
    assert names[label] != names[other]


@policies
def test_a_number_that_stays_is_never_the_replacement_of_another(policy: NumberPolicy) -> None:
    held = Assignment(number=Number(value=Decimal(21), role="quantity"), surrogate=Decimal(47))
    prior = NumberMap(policy=policy.name, assignments=(held,))
    many = table(tuple(f"Town {letter}" for letter in string.ascii_uppercase), ("Men", "Women"))
    later = record(many, "Is it the 47th largest?")
    with pytest.raises(Withheld) as caught:
        extended(policy, later, prior=prior)
    assert caught.value.code is Code.NUMBERS_NO_ROOM


def test_a_day_beside_a_renamed_month_is_a_day() -> None:
    question, _ = shown(table(("Norway", "Chile")), "What was it on the 19th of March 2020?")
    assert "19th" not in question


@pytest.mark.parametrize(
    "question",
    [
        "What was it in week 60?",
        "What was it at the 25th anniversary?",
        "What was it in the 21st century?",
        "What was it in season 3?",
        "Is page 44 about Norway?",
        "What did the 3rd player earn?",
        "Is the 25th bar blue?",
    ],
)
def test_a_place_that_points_at_nothing_in_the_evidence_is_replaced(question: str) -> None:
    source = record(table(("Norway", "Chile", "Iran")), question)
    asked = protect(source, extended(POLICIES[0], source)).question
    number = re.compile(r"\d+(?:st|nd|rd|th)?")
    assert number.findall(question) != number.findall(asked)
    assert number.sub("#", question) == number.sub("#", asked)
    (other,) = re.findall(r"\d+", asked)
    assert int(other) > 3  # its replacement points at nothing, either


@pytest.mark.parametrize(
    "question",
    [
        "Which is the 3rd largest?",
        "What is the 2nd most common?",
        "What does the 3rd bar show?",
        "What does bar 2 show?",
        "Which country is 3rd?",
        "What is the 2nd country of the list?",
        "What was it in the 3rd quarter?",
        "What was it in the first or second week?",
    ],
)
def test_a_rank_or_position_within_the_evidence_stays(question: str) -> None:
    source = record(table(("Norway", "Chile", "Iran"), category_axis="Country"), question)
    assert protect(source, extended(POLICIES[0], source)).question == question


@pytest.mark.parametrize("rank", ["7th", "25th"])
def test_a_rank_that_the_evidence_does_not_reach_is_withheld(rank: str) -> None:
    source = record(table(("Norway", "Chile", "Iran"), ("Men", "Women")), f"The {rank} largest?")
    with pytest.raises(Withheld) as caught:
        numbers_of(source)
    assert caught.value.code is Code.REWRITE_INVALID


@pytest.mark.parametrize(
    "listed",
    ["12,15,300,7", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16", "21,2300,5,19", "21 22 23 24"],
)
@pytest.mark.parametrize("place", ["question", "label"])
def test_a_list_of_numbers_has_room_and_stays_a_list(listed: str, place: str) -> None:
    """No replacement looks like the thousands of the one before it."""
    labels = (listed, "Norway") if place == "label" else ("Chile", "Norway")
    asked = f"Is {listed} the list?" if place == "question" else "What is the sum?"
    source = record(table(labels), asked)
    for seed in range(20):
        out = protect(source, extended(POLICIES[0], source, seed=seed))
        shown = out.question if place == "question" else out.table().categories[0]
        assert len(find(shown, field="question")) == len(find(listed, field="question"))


@policies
def test_a_value_written_with_a_separator_is_no_year_of_the_labels(policy: NumberPolicy) -> None:
    """A cell of the same digits is what the question means (found by the long run of laws)."""
    evidence = table(("2031", "2032", "2033"), cells=(("2033",), ("18",), ("9145",)))
    source = record(evidence, "How many exceed 2,033 after 2031?")
    numbers = extended(policy, source, seed=3)
    out = protect(source, numbers)
    asked = [one.value for one in find(out.question, field="question") if not one.word]
    assert asked[0] == Decimal(out.table().cells[0][0] or "")
    assert str(asked[1]) == out.table().categories[0]
