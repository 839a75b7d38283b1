"""The question still asks the same: operators, directions, totals, units, order, months."""

from __future__ import annotations

import pytest

from recast_agent.core.errors import Code, Withheld
from tests.private.rewriting import name_of, rewrite, table


def _words(line: str) -> list[str]:
    return line.split()


GOODS = table(("Norway", "Chile", "Iran"), value_axis="Price")


@pytest.mark.parametrize(
    "operator",
    _words(
        "square doubled thirds negative rounded hundred cumulative range margin growth halved "
        "tripled everything except excluding prior later earlier followed preceding "
        "penultimate odd even positive inverse reciprocal root cubed percentile quartile "
        "earliest latest newest closest nearest furthest weekday variance divisible remainder "
        "respectively excluded"
    ),
)
def test_operators_stay_as_they_are(operator: str) -> None:
    made = rewrite(GOODS, f"What is the {operator} of the wallpaper?")
    assert operator in made.record.question.split()
    assert "wallpaper" not in made.record.question


def test_a_label_that_an_operator_names_is_still_a_label() -> None:
    made = rewrite(table(("Positive", "Negative", "Unclear")), "How many are negative?")
    assert made.record.question == f"How many are {name_of(made, 'Negative')}?"


@pytest.mark.parametrize(
    ("word", "meant"),
    [("cheapest", "lowest"), ("costliest", "highest"), ("tallest", "highest"),
     ("heaviest", "highest"), ("lightest", "lowest"), ("dearer", "higher"), ("hottest", "highest")],
)  # fmt: skip
def test_a_certain_direction_is_kept(word: str, meant: str) -> None:
    assert meant in rewrite(GOODS, f"Which one is the {word} of all?").record.question.split()


@pytest.mark.parametrize(
    "word",
    _words("fastest slowest quickest faster best worst better worse inferior superior safest"),
)
def test_a_direction_that_the_unit_decides_is_withheld_with_a_hint(word: str) -> None:
    with pytest.raises(Withheld, match="higher or lower") as caught:
        rewrite(GOODS, f"Which one is the {word} of all?")
    assert caught.value.code is Code.REWRITE_INVALID
    assert word not in str(caught.value)


@pytest.mark.parametrize(
    "label", ["Patients (forty-eight beds)", "Forty-eight beds", "Two hundred or more"]
)
def test_a_number_in_words_in_a_label_is_withheld(label: str) -> None:
    """A part of it would stay where the other is renamed: "Pendant-eight bracelets"."""
    with pytest.raises(Withheld, match="in digits") as caught:
        rewrite(table(("Moose", "Crane"), (label,)), "Which one is higher?")
    assert caught.value.code is Code.REWRITE_INVALID


BEASTS = table(("Moose", "Crane"), ("Weight (kg)", "Height (m)", "Price"))


@pytest.mark.parametrize(
    "question",
    [
        "Which animal is the heaviest?",
        "What is the price of the oldest animal?",
        "Which one is cheaper, the moose or the crane?",
        "Which animal is most expensive?",
        "Which is the longest of all?",
    ],
)
def test_an_adjective_that_alone_names_a_column_of_several_is_withheld(question: str) -> None:
    """Its direction would survive, and which column it means would not."""
    with pytest.raises(Withheld, match="name the column") as caught:
        rewrite(BEASTS, question)
    assert caught.value.code is Code.REWRITE_INVALID


@pytest.mark.parametrize(
    ("columns", "more", "question", "kept"),
    [
        (BEASTS.series, {}, "Which animal has the heaviest weight?", "highest"),
        (BEASTS.series, {}, "Where is the price cheapest?", "lowest"),
        (BEASTS.series, {}, "Which animal has the largest height?", "largest"),
        (("2015", "2016"), {}, "Which was the cheapest in 2016?", "lowest"),
        (("Men", "Women"), {"unit": "$"}, "Which was the cheapest?", "lowest"),
        (("65 and older", "Women"), {}, "Which has most 65 and older?", "older"),
    ],
)
def test_an_adjective_stays_where_its_column_is_certain(
    columns: tuple[str, ...], more: dict[str, str], question: str, kept: str
) -> None:
    made = rewrite(table(("Moose", "Crane"), columns, **more), question)
    assert kept in made.record.question


@pytest.mark.parametrize("total", ["Total", "Grand total", "Average", "All", "Overall", "None"])
def test_a_total_keeps_its_name(total: str) -> None:
    made = rewrite(table(("Norway", "Chile", total)), "Which country has the highest value?")
    assert total in made.record.table().categories


def test_a_total_with_a_unit_keeps_its_word_and_loses_its_currency() -> None:
    series = ("Total (USD)", "Profit (EUR)")
    made = rewrite(table(("Norway", "Chile"), series), "What is the total of Norway?")
    assert name_of(made, "Total (USD)").startswith("Total (")
    assert made.record.question == f"What is the total of {name_of(made, 'Norway')}?"
    assert "USD" not in made.record.context


def test_a_label_is_named_without_its_unit() -> None:
    made = rewrite(table(("Time A (h)", "Time B (h)")), "How many minutes is time A?")
    assert made.record.question == f"How many minutes is {name_of(made, 'Time A')}?"
    assert name_of(made, "Time A (h)") == f"{name_of(made, 'Time A')} (h)"


def test_a_step_of_a_scale_is_no_total() -> None:
    made = rewrite(table(("Good", "Average", "Poor")), "Which one is highest?")
    assert "Average" not in made.record.table().categories


@pytest.mark.parametrize(
    ("series", "units"),
    [
        (("Revenue (million USD)", "Cost (thousand USD)"), ("million", "thousand")),
        (("Turnout (%)", "Swing (pp)"), ("%", "pp")),
        (("Time A (min)", "Time B (s)"), ("min", "s")),
        (("Revenue (million)", "Guests"), ("million", "")),
        (("Length (km)", "Depth (m)"), ("km", "m")),
    ],
)
def test_scales_and_units_that_differ_stay_in_the_labels(
    series: tuple[str, str], units: tuple[str, str]
) -> None:
    for turned in (False, True):
        given = table(series) if turned else table(("Norway", "Chile"), series)
        made = rewrite(given, "What is the sum for all?")
        for label, unit in zip(series, units, strict=True):
            new = name_of(made, label)
            assert "USD" not in new
            assert unit in new.partition("(")[2].rstrip(")").split() or not unit
            assert new in (*made.record.table().series, *made.record.table().categories)


def test_a_scale_that_cannot_be_read_is_withheld_with_a_hint() -> None:
    with pytest.raises(Withheld, match="brackets"):
        rewrite(table(("Norway", "Chile"), ("Revenue ($000)", "Cost ($)")), "What is the sum?")


@pytest.mark.parametrize(
    "question",
    [
        "What is the value before Iran?",
        "What comes after Iran?",
        "What is the first of the values?",
        "What is the value at the end of the list?",
        "What is the prior value?",
        "What is bar 2?",
        "Which is the penultimate country?",
        "Which country follows Iran?",
        "What is the cumulative value up to Iran?",
        "What is the ratio between the two bars of Iran?",
        "What is the quotient of both?",
    ],
)
def test_the_order_stays_where_the_question_needs_it(question: str) -> None:
    rows = tuple(f"Land{c}" for c in "abcdefgh")
    made = rewrite(table((*rows, "Iran")), question)
    back = [made.dictionary.original(c) for c in made.record.table().categories]
    assert back == [*rows, "Iran"]


def test_a_fraction_or_a_date_needs_no_order() -> None:
    rows = tuple(f"Land{c}" for c in "abcdefgh")
    for question in ("What is a third of the sum?", "What was the sum after 2015?"):
        made = rewrite(table(rows), question)
        assert [made.dictionary.original(c) for c in made.record.table().categories] != [*rows]


@pytest.mark.parametrize(
    ("unit", "asked"),
    [("h", "minutes"), ("min", "seconds"), ("g", "kg"), ("t", "kilograms"), ("m", "km"),
     ("l", "ml"), ("°C", "fahrenheit"), ("years", "months")],
)  # fmt: skip
def test_short_units_stay_where_the_question_converts_them(unit: str, asked: str) -> None:
    made = rewrite(table(("Norway", "Chile"), unit=unit), f"How many {asked} is Norway?")
    assert asked in made.record.question
    assert made.record.table().unit == unit


def test_coins_are_not_converted() -> None:
    with pytest.raises(Withheld, match="currency"):
        rewrite(table(("Norway", "Chile"), unit="$"), "How many cents is Norway?")


@pytest.mark.parametrize("part", ["Q2", "H1", "the second quarter"])
def test_months_stay_where_a_question_names_a_quarter(part: str) -> None:
    months = ("January", "April", "May", "June")
    made = rewrite(table(months), f"What is the sum of {part}?")
    assert made.record.table().categories == months
    assert made.record.question == f"What is the sum of {part}?"
