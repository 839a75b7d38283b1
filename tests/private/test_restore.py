"""Operands go back by one law, ``restore(k * h(v)) == k * v``, or not at all."""

from __future__ import annotations

import time
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast_agent.core.errors import Code, Unanswered
from recast_agent.core.literals import Role
from recast_agent.private.numbermap.choices import fitting_choices, named_choice, outgoing
from recast_agent.private.numbermap.protocol import Assignment, Number, NumberMap
from recast_agent.private.numbermap.restore import expected_distance, restore


def pair(value: str, surrogate: str, role: Role = "quantity") -> Assignment:
    decimals = len(value.partition(".")[2])
    number = Number(value=Decimal(value), decimals=decimals, role=role)
    return Assignment(number=number, surrogate=Decimal(surrogate))


NUMBERS = NumberMap(
    policy="natural",
    assignments=(
        pair("30000", "48000"),
        pair("5.25", "9.10"),
        pair("0", "77"),
        pair("62.5", "33", role="percent"),
        pair("2014", "1987", role="year"),
        pair("3", "3", role="structural"),
    ),
)


@pytest.mark.parametrize(
    ("operand", "true"),
    [
        ("48000", "30000"),
        ("48_000", "30000"),
        ("48,000", "30000"),
        ("48000.0", "30000"),
        ("48000.", "30000"),
        ("4.8e4", "30000"),
        ("4.8E+4", "30000"),
        ("48K", "30000"),
        ('"48K"', "30000"),
        ("'48 thousand'", "30000"),
        ("0.048M", "30000"),
        ("48", "30"),
        ("48.0", "30"),
        ("0.048", "0.03"),
        ("-48000", "-30000"),
        ("−48", "-30"),
        ("+48", "30"),
        ("- 48", "-30"),
        ("9.1", "5.25"),
        ("9.10", "5.25"),
        ("9100", "5250"),
        ("77", "0"),
        ("-77", "0"),
        ("33", "62.5"),
        ("33%", "62.5"),
        ("0.33", "0.625"),
        ("-0.33", "-0.625"),
        (".33", "0.625"),
        ("1987", "2014"),
        ("3", "3"),
    ],
)
def test_a_spelling_of_a_replacement_restores(operand: str, true: str) -> None:
    assert restore(operand, NUMBERS) == Decimal(true)


@pytest.mark.parametrize(
    "operand",
    [
        "48001", "47.999999", "4800", "480", "0.48", "91", "0.091", "3.3", "1.987", "1987K", "3000",
        "48 apples", "48%%", "0x30", "4 8", "1e400", "nan", "inf", "", "-", "48j", "'48", "48K9",
        "48000.0000000000000000000000000000000001", "9" * 400, "٤٨",
    ],
)  # fmt: skip
def test_anything_else_is_unknown_however_near(operand: str) -> None:
    with pytest.raises(Unanswered) as caught:
        restore(operand, NUMBERS)
    assert caught.value.code is Code.OPERAND_UNKNOWN
    assert "48" not in str(caught.value)


@given(
    value=st.decimals(min_value=1, max_value=10**9, places=3),
    surrogate=st.decimals(min_value=1, max_value=10**9, places=3),
    power=st.sampled_from([-12, -9, -6, -3, 0, 3, 6, 9, 12]),
    negative=st.booleans(),
)
def test_restoration_is_equivariant(
    value: Decimal, surrogate: Decimal, power: int, negative: bool
) -> None:
    numbers = NumberMap(policy="natural", assignments=(pair(str(value), str(surrogate)),))
    sign = "-" if negative else ""
    restored = restore(sign + format(surrogate.scaleb(power), "f"), numbers)
    assert restored == (-value if negative else value).scaleb(power)


def test_a_number_is_named_by_the_digits_before_its_scale_word() -> None:
    """``2 lakh`` is shown as ``44 lakh``: 44 and 4,400,000 are meant, and no other power."""
    number = Number(value=Decimal(200_000), decimals=-5, role="quantity", scales=(-5,))
    numbers = NumberMap(
        policy="x", assignments=(Assignment(number=number, surrogate=Decimal("44E+5")),)
    )
    assert [restore(one, numbers) for one in ("44", "4400000", "-44")] == [2, 200_000, -2]
    for operand in ("44K", "440", "0.44"):
        with pytest.raises(Unanswered):
            restore(operand, numbers)
    label = NumberMap(policy="x", assignments=(*numbers.assignments, pair("49", "44")))
    with pytest.raises(Unanswered) as caught:
        restore("44", label)
    assert caught.value.code is Code.OPERAND_AMBIGUOUS


def test_two_readings_with_different_results_are_an_error() -> None:
    """A map that no policy makes: 48 as itself and as 48 thousand."""
    numbers = NumberMap(policy="x", assignments=(pair("30", "48"), pair("7", "48000")))
    for operand in ("48", "48000", "48K"):
        with pytest.raises(Unanswered) as caught:
            restore(operand, numbers)
        assert caught.value.code is Code.OPERAND_AMBIGUOUS
    same = NumberMap(policy="x", assignments=(pair("30", "48"), pair("30000", "48000")))
    assert restore("48", same) == 30


def test_a_percentage_and_its_hundredth_are_told_apart() -> None:
    numbers = NumberMap(
        policy="x", assignments=(pair("62.5", "33", role="percent"), pair("7", "0.33"))
    )
    with pytest.raises(Unanswered) as caught:
        restore("0.33", numbers)
    assert caught.value.code is Code.OPERAND_AMBIGUOUS


def test_a_hostile_operand_costs_nothing() -> None:
    start = time.perf_counter()
    for operand in ("9" * 10**6, "9_" * 10**6, " " * 10**6, "1e" * 10**6):
        with pytest.raises(Unanswered):
            restore(operand, NUMBERS)
    assert time.perf_counter() - start < 2


def test_the_expected_distance_is_relative_and_of_quantities_alone() -> None:
    near = NumberMap(policy="x", assignments=(pair("100", "110"), pair("1999", "1950", "year")))
    far = NumberMap(policy="x", assignments=(pair("100", "1000"),))
    assert round(expected_distance(near), 3) == Decimal("0.091")
    assert expected_distance(far) == Decimal("0.9")
    assert expected_distance(NumberMap(policy="x")) == 0


@pytest.mark.parametrize(
    ("value", "choices", "matched"),
    [
        ("20", ("20", "30"), "20"),
        ("20.4", ("20", "30"), "20"),
        ("20.6", ("20", "30"), None),
        ("20000", ("$20K", "$30K"), "$20K"),
        ("20", ("$20K", "$30K"), "$20K"),
        ("-5.2", ("5.2", "-5.2"), "-5.2"),
        ("0.333", ("0.3", "0.4"), "0.3"),
        ("20", ("20", "20.0"), None),
        ("20", ("Harbor", "Lakeside"), None),
        ("48", ("48%", "52%"), "48%"),
        ("2000000", ("two million", "three million"), "two million"),
        ("23.2", ("23", "23.2", "23.1"), "23.2"),
        ("14", ("14.4", "14", "13.9"), "14"),
    ],
)
def test_a_value_is_matched_with_the_one_choice_it_rounds_to(
    value: str, choices: tuple[str, ...], matched: str | None
) -> None:
    fitting = fitting_choices(Decimal(value), choices)
    assert (fitting[0] if len(fitting) == 1 else None) == matched


@pytest.mark.parametrize("choice", ["Harbor", "Jul 2015", "Q3", "2002 Salt Lake City", "yes"])
def test_a_label_is_no_numeric_choice(choice: str) -> None:
    assert outgoing((choice,)) == (choice,)


@pytest.mark.parametrize(
    "choices", [("12", "15"), ("$30K", "$40K"), ("Harbor", "48%"), ("2014", "2015"), ("three",)]
)
def test_numeric_choices_are_not_offered(choices: tuple[str, ...]) -> None:
    assert outgoing(choices) == ()


@pytest.mark.parametrize(
    ("text", "choices", "named"),
    [
        ("Renal", ("cardiology", "renal"), "renal"),
        ("Renal Unit", ("A) Cardiology", "B)  Renal  unit"), "B)  Renal  unit"),
        ("Renal", ("Renal unit", "Cardiology"), None),
        ("Renal", ("Renal", "A) renal"), "Renal"),
        ("Renal", ("Renal", "renal"), None),
        ("K. pneumoniae", ("S. pneumoniae", "E. coli"), None),
        ("K. pneumoniae", ("A. pneumoniae", "B. anthracis"), None),
        ("K. pneumoniae", ("S. pneumoniae", "K. pneumoniae"), "K. pneumoniae"),
    ],
)
def test_a_text_is_matched_with_the_one_choice_that_it_is(
    text: str, choices: tuple[str, ...], named: str | None
) -> None:
    assert named_choice(text, choices) == named
