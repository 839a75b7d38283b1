"""What holds for every text: exactness, one identity per value, bounds on time and size."""

from __future__ import annotations

import contextlib
import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast_agent.core.errors import Code, InputError
from recast_agent.core.literals import (
    COMMON_CONSTANTS,
    MAX_DIGITS,
    SCALES,
    Field,
    canonical_value,
    find,
    normalise,
    parse_cell,
)
from recast_agent.core.table import CELL

LONG = 200_000
"""Characters."""
FIELDS: tuple[Field, ...] = (
    "cell", "category", "series", "title", "axis", "unit", "question", "choice", "text",
)  # fmt: skip
CELLS = st.from_regex(
    re.compile(r"-?[0-9]{1,9}(\.[0-9]{1,5})?[KMBT]?%?"),
    fullmatch=True,
    alphabet=st.characters(codec="ascii"),
)
NUMBERS = st.decimals(min_value=0, max_value=10**12, places=3).map(lambda d: format(d, "f"))


@given(st.text(max_size=80), st.sampled_from(FIELDS))
def test_any_text_is_read_or_refused(text: str, field: Field) -> None:
    """Offsets are in order, apart, and show what is said to be there."""
    if any(c.isdecimal() and not c.isascii() for c in text):
        with pytest.raises(InputError):
            find(text, field=field)
        return
    found = find(text, field=field)
    ends = [0, *(one.end for one in found)]
    for one, last in zip(found, ends, strict=False):
        assert last <= one.start < one.end <= len(text)
        assert text[one.start : one.end] == one.text
        assert one.value.copy_abs() == one.magnitude.scaleb(one.scale)


@given(NUMBERS)
def test_a_number_in_a_sentence_is_read_exactly(digits: str) -> None:
    (found,) = find(f"it sold {digits} units")
    assert found.magnitude == Decimal(digits)
    assert found.decimals == 3


@given(st.integers(1000, 10**9), st.sampled_from([",", "\u202f", "\u00a0", "'", " "]))
def test_separators_change_nothing_but_the_looks(number: int, separator: str) -> None:
    (found,) = find(f"worth {number:,} units".replace(",", separator))
    assert found.value == number
    assert found.separator == separator


@pytest.mark.parametrize(
    "text", ["30K", "30,000", "30000", "30 thousand", "$30k", "30.0K", "3.0e4", "0.03 million"]
)
def test_one_value_has_one_identity(text: str) -> None:
    (found,) = find(f"worth {text} then")
    assert found.value == 30000


def test_number_words_have_the_identity_of_digits() -> None:
    assert find("thirty thousand")[0].value == find("30,000")[0].value


@given(st.text(alphabet="two and a half million 3 five hundred % thirty-", max_size=40))
def test_normalising_is_idempotent_and_keeps_every_value(text: str) -> None:
    once = normalise(text, field="question")
    assert normalise(once, field="question") == once


@pytest.mark.parametrize(
    ("text", "normalised"),
    [
        ("thirty thousand people", "30 thousand people"),
        ("in forty-five two hundred came", "in 45 two hundred came"),
        ("12 two hundred", "12 two hundred"),
        ("two hundred, five hundred", "200, 500"),
        ("forty-five hundred hundred", "forty-five hundred hundred"),
        ("seven. five", "7. 5"),
    ],
)
def test_digits_never_run_into_their_neighbours(text: str, normalised: str) -> None:
    """A word stays where its digits would be read as another value beside what stands there."""
    assert normalise(text) == normalised
    assert [one.value for one in find(normalised)] == [one.value for one in find(text)]


def test_what_counts_stays_a_word() -> None:
    question = "Do the two bars exceed two million or five percent?"
    assert normalise(question, field="question") == (
        "Do the two bars exceed 2 million or 5 percent?"
    )


@pytest.mark.parametrize("text", ["٤٨ units", "４８ units", "४८"])
def test_digits_of_another_script_are_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        find(text)
    assert caught.value.code is Code.NUMBER_INVALID


def test_too_many_digits_are_refused() -> None:
    assert find("9" * MAX_DIGITS)[0].magnitude == Decimal("9" * MAX_DIGITS)
    for text in ("9" * (MAX_DIGITS + 1), "9" * 400, "0." + "1" * 400):
        with pytest.raises(InputError) as caught:
            find(text)
        assert caught.value.code is Code.NUMBER_INVALID
        assert "999" not in str(caught.value)


@pytest.mark.parametrize("text", ["NaN", "inf", "-inf", "Infinity"])
def test_what_is_no_number_is_none(text: str) -> None:
    assert find(text) == ()
    assert parse_cell(text) is None


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "piece",
    [
        "9",
        ",",
        " ",
        "-",
        "½ ",
        "123,",
        "123 ",
        "1.234.",
        "1.2e",
        "one ",
        "two million and ",
        "a hundred ",
        "2030/31 ",
    ],
)
def test_no_pattern_is_more_than_linear(piece: str) -> None:
    """A long run of it is done within the time limit of the test: linear work takes about a
    second, quadratic work hours."""
    text = piece * (LONG // len(piece))
    for read in (find, parse_cell):
        with contextlib.suppress(InputError):
            read(text)


@pytest.mark.parametrize(
    ("raw", "text", "unit"),
    [
        ("48", "48", ""),
        ("1,234.5", "1234.5", ""),
        ("1 812", "1812", ""),
        ("1\u202f812", "1812", ""),
        ("1.234,5", "1234.5", ""),
        ("$30K", "30K", "$"),
        ("US$30K", "30K", "US$"),
        ("(5.2)", "-5.2", ""),
        ("($5.2)", "-5.2", "$"),
        ("12 %", "12", "%"),
        ("-12%", "-12", "%"),
        ("−3", "-3", ""),
        ("–3", "-3", ""),
        ("-$5", "-5", "$"),
        ("$-5", "-5", "$"),
        ("+5", "5", ""),
        ("1.2bn", "1.2B", ""),
        ("213k", "213K", ""),
        ("5M", "5M", ""),
        ("$5m", "5M", "$"),
        ("£3t", "3T", "£"),
        ("€5 million", "5M", "€"),
        ("3 thousand", "3K", ""),
        ("12 lakh", "1200000", ""),
        ("48.50", "48.50", ""),
        ("48*", "48", ""),
        (".5", "0.5", ""),
        ("007", "7", ""),
        ("1e5", "100000", ""),
        ("4.8e-2", "0.048", ""),
        ("20 €", "20", "€"),
    ],
)
def test_a_human_cell_becomes_canonical(raw: str, text: str, unit: str) -> None:
    cell = parse_cell(raw)
    assert cell is not None
    assert (cell.text, cell.unit) == (text, unit)
    assert CELL.fullmatch(cell.text)


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "-",
        "–",
        "n/a",
        "..",
        "nan",
        "abc",
        "1,2,3",
        "1..2",
        "3,5",
        "12,34",
        "(5",
        "5)",
        "5m",
        "8849 m",
        "120 t",
        "14 t",
        "13 b",
        "15 K",
        "5 T",
        "3 k",
    ],
)
def test_a_missing_or_doubtful_cell_is_none(raw: str) -> None:
    assert parse_cell(raw) is None


@given(CELLS)
def test_a_canonical_cell_is_read_as_itself(cell: str) -> None:
    """Apart from leading zeros, and with the percent sign as its unit."""
    parsed = parse_cell(cell)
    assert parsed is not None
    assert parsed.percent == cell.endswith("%")
    assert canonical_value(parsed.text) == canonical_value(cell)


def test_constants_that_programs_use_are_common() -> None:
    """Those that scale a number back to the form in which it is displayed, too."""
    wanted = ("2", "10", "12", "60", "100", "365", "1000", "0.5")
    assert {Decimal(c) for c in wanted} <= COMMON_CONSTANTS
    assert {Decimal(10) ** power for power in SCALES.values()} <= COMMON_CONSTANTS


@pytest.mark.parametrize("scale", sorted(SCALES))
def test_every_scale_is_read_behind_digits(scale: str) -> None:
    """A word behind a space, a suffix behind the digits."""
    (found,) = find(f"worth 7{' ' if len(scale) > 2 else ''}{scale} then")
    assert found.value == Decimal(7).scaleb(SCALES[scale])


def test_letters_that_grow_in_lower_case_move_no_offset() -> None:
    (found,) = find("İİ bought thirty pears")
    assert found.text == "thirty"
