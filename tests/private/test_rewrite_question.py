"""Questions: the skeleton and the numbers stay, everything else changes and stays answerable."""

from __future__ import annotations

import pytest

from recast_agent.core.errors import Code, InputError
from tests.private.rewriting import name_of, rewrite, table

COUNTRIES = table(("Iran", "South Korea", "Chile"), value_axis="National debt in million euros")


def test_skeleton_and_numbers_stay_and_labels_are_named() -> None:
    made = rewrite(COUNTRIES, "What was Iran's debt in 2019, more than 3.5% of Korea?")
    iran, korea = name_of(made, "Iran"), name_of(made, "South Korea")
    assert made.record.question.startswith(f"What was {iran}'s ")
    assert made.record.question.endswith(f" in 2019, more than 3.5% of {korea}?")


def test_the_value_axis_and_the_question_speak_of_the_same_things() -> None:
    made = rewrite(COUNTRIES, "What is the highest debt in euros?")
    debt, euros = name_of(made, "debt"), name_of(made, "euros")
    assert made.record.question == f"What is the highest {debt} in {euros}?"
    assert made.record.table().value_axis.endswith(f" {debt} in million {euros}")


def test_inflections_follow_the_source() -> None:
    made = rewrite(COUNTRIES, "How many companies generated debts and which company generates it?")
    one, many = name_of(made, "company"), name_of(made, "companies")
    assert many.startswith(one[:3])
    assert many.endswith("s")
    assert name_of(made, "generated").endswith("ed")
    assert name_of(made, "generates").endswith("s")


@pytest.mark.parametrize(
    ("word", "meant"),
    [("cheapest", "lowest"), ("richest", "highest"), ("loest", "lowest"), ("poorer", "lower")],
)
def test_a_comparison_keeps_its_direction(word: str, meant: str) -> None:
    made = rewrite(COUNTRIES, f"Which is the {word} country of all?")
    assert meant in made.record.question.split()


def test_colours_and_places_stay_only_where_they_are_those_of_the_chart() -> None:
    series = ("Approve", "Disapprove")
    colored = table(("2015", "2016"), series, colors=("blue", "red"), chart_type="grouped")
    made = rewrite(colored, "What is the leftmost value of the blue bars?")
    assert made.record.question == "What is the leftmost value of the blue bars?"
    assert made.record.table().colors == ("blue", "")
    other = rewrite(colored, "What was the green energy policy of the Middle East in 2015?")
    assert not {"green", "middle", "energy", "east"} & set(other.record.question.casefold().split())
    assert other.record.table().colors == ()


def test_units_stay_where_the_question_converts_them() -> None:
    distance = table(("Norway", "Chile"), unit="km")
    made = rewrite(distance, "How many miles is the road of Norway?")
    assert "miles" in made.record.question
    assert made.record.table().unit == "km"
    made = rewrite(distance, "How many km is the road of Norway?")
    assert "km" not in made.record.question.split()
    assert made.record.table().unit != "km"


def test_a_price_loses_its_sign_and_keeps_its_number() -> None:
    made = rewrite(table(("Norway", "Chile"), unit="$"), "Is it above $5 million dollars?")
    unit = made.record.table().unit
    assert made.record.question == f"Is it above 5 million {unit}?"


def test_articles_follow_the_new_word() -> None:
    for seed in range(8):
        made = rewrite(COUNTRIES, "Is there an economy with a debt?", key=bytes([seed]) * 32)
        words = made.record.question.rstrip("?").split()
        for article, word in ((words[2], words[3]), (words[5], words[6])):
            assert article == ("an" if word[0] in "aeio" else "a")


def test_label_choices_are_named_and_numeric_ones_stay() -> None:
    made = rewrite(COUNTRIES, "Which is highest?", choices=("iran", "Chile", "12.5"))
    assert made.record.choices == (name_of(made, "Iran"), name_of(made, "Chile"), "12.5")


def test_acronyms_that_look_like_function_words_change() -> None:
    made = rewrite(COUNTRIES, "Did the US or the WHO pay IT costs in May 2019?")
    assert not {"US", "WHO", "IT", "May"} & set(made.record.question.split())


def test_a_question_of_two_thousand_characters_is_rewritten() -> None:
    question = " ".join(f"what was the {a}{b}zk" for a in "abcdefghk" for b in "aeioukl")[:1990]
    made = rewrite(COUNTRIES, question + " debt?")
    assert len(made.record.question) > 900


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("", Code.QUESTION_EMPTY),
        (" \n", Code.QUESTION_EMPTY),
        ("伊朗的债务是多少?", Code.UNSUPPORTED_SCRIPT),
        ("Каков долг Ирана?", Code.UNSUPPORTED_SCRIPT),
    ],
)
def test_an_empty_question_and_another_script_are_refused(question: str, code: Code) -> None:
    with pytest.raises(InputError) as caught:
        rewrite(COUNTRIES, question)
    assert caught.value.code is code
    assert "Ирана" not in str(caught.value)


def test_a_month_of_the_question_is_that_of_numbered_months() -> None:
    made = rewrite(table(("2020-09", "2020-08", "2020-07")), "How many visits in September 2020?")
    assert "September 2020" in made.record.question


def test_a_name_of_the_question_is_no_common_word_of_a_label() -> None:
    evidence = table(("Caring about people", "Well-qualified to be president", "Dangerous"))
    made = rewrite(evidence, "How many think of President Trump as Dangerous?")
    assert name_of(made, "Dangerous") in made.record.question
    assert name_of(made, "Well-qualified to be president") not in made.record.question
