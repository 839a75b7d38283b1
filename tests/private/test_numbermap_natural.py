"""The default policy: what its replacements look like and what they never give away."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.literals import COMMON_CONSTANTS, Role, find
from recast_agent.core.table import Table
from recast_agent.private.numbermap.natural import NaturalPolicy
from recast_agent.private.numbermap.protocol import Assignment, Number, NumberMap
from recast_agent.private.numbermap.records import invert, protect
from recast_agent.private.record import Record
from tests.private.numbers import extended, extended_with

POLICY = NaturalPolicy()
SEEDS = st.integers(0, 10**6)
laws = settings(max_examples=60, deadline=None)
HUNDRED = Decimal(100)


def number(value: str, role: Role = "quantity", group: str = "cells:0") -> Number:
    exact = Decimal(value)
    limited = role == "percent" and exact <= HUNDRED
    return Number(
        value=exact,
        decimals=-int(exact.as_tuple().exponent),
        role=role,
        group=group,
        ceiling=HUNDRED if limited else None,
    )


def drawn(
    *values: str, role: Role = "quantity", group: str = "cells:0", seed: int = 0
) -> tuple[Assignment, ...]:
    numbers = tuple(number(v, role, group) for v in values)
    return extended_with(POLICY, numbers, seed).assignments


def surrogates(assignments: tuple[Assignment, ...]) -> list[Decimal]:
    by_value = sorted(assignments, key=lambda a: a.number.value)
    return [a.surrogate for a in by_value]


VALUES = st.lists(
    st.decimals(min_value=0, max_value=10**6, places=1).map(str),
    min_size=1, max_size=12, unique_by=Decimal,
)  # fmt: skip


@laws
@given(values=VALUES, seed=SEEDS)
def test_a_replacement_is_never_its_own_original_nor_a_common_constant(
    values: list[str], seed: int
) -> None:
    """Not in another display scale either: 48 does not become 48,000, nor anything 60,000."""
    for one in drawn(*values, seed=seed):
        for power in (-3, 0, 3):
            assert one.surrogate.scaleb(power) != one.number.value
            assert one.surrogate.scaleb(power) not in COMMON_CONSTANTS
        assert one.surrogate > 0


@laws
@given(values=VALUES, seed=SEEDS)
def test_decimals_stay_where_there_is_room(values: list[str], seed: int) -> None:
    assert all(one.finer == 0 for one in drawn(*values, seed=seed))


@laws
@given(
    values=st.lists(
        st.integers(0, 1000).map(lambda n: str(Decimal(n) / 10)),
        min_size=1,
        max_size=20,
        unique=True,
    ),
    seed=SEEDS,
)
def test_percentages_stay_within_a_hundred(values: list[str], seed: int) -> None:
    for one in drawn(*values, role="percent", seed=seed):
        assert 0 < one.surrogate < 100


def test_growth_beyond_a_hundred_percent_may_stay_beyond_it() -> None:
    low, high = surrogates(drawn("7.4", "120.1", role="percent"))
    assert low < 100
    assert high > 0


@laws
@given(
    bounds=st.lists(st.integers(0, 120), min_size=2, max_size=12, unique=True),
    seed=SEEDS,
)
def test_bounds_in_labels_keep_their_order(bounds: list[int], seed: int) -> None:
    made = surrogates(drawn(*map(str, bounds), group="categories", seed=seed))
    assert made == sorted(made)


def test_the_order_of_values_is_not_kept() -> None:
    orders = {
        tuple(sorted(range(4), key=surrogates(drawn("20", "40", "60", "80", seed=s)).__getitem__))
        for s in range(60)
    }
    assert len(orders) > 10


def test_a_bar_that_was_visible_stays_visible() -> None:
    """Values within twenty-five times of each other stay within about thirty."""
    for seed in range(100):
        made = surrogates(drawn("12", "48", "150", "300", seed=seed))
        assert made[-1] / min(made) < 35
        assert max(made) / min(made) < 35


@pytest.mark.parametrize("value", ["3", "12", "15", "0", "100", "60"])
def test_a_small_integer_of_a_cell_is_never_kept(value: str) -> None:
    for seed in range(20):
        (one,) = drawn(value, seed=seed)
        assert one.surrogate not in (one.number.value, *map(Decimal, range(13)))


def years(*values: int, seed: int = 0) -> list[int]:
    made = drawn(*map(str, values), role="year", group="categories", seed=seed)
    return [int(s) for s in surrogates(made)]


@laws
@given(
    values=st.lists(st.integers(1950, 2035), min_size=1, max_size=25, unique=True).map(sorted),
    seed=SEEDS,
)
def test_runs_of_years_stay_runs_in_another_time(values: list[int], seed: int) -> None:
    made = years(*values, seed=seed)
    assert not set(made) & set(values)
    assert made == sorted(made)
    assert not set(made) & set(range(2000, 2013))
    for (a, b), (c, d) in zip(pairwise(values), pairwise(made), strict=True):
        assert (d - c == 1) == (b - a == 1)


def test_gaps_of_years_are_random_and_their_start_is_independent_of_the_source() -> None:
    """Many starts, and the average over maps says nothing about the offset."""
    gaps = {tuple(b - a for a, b in pairwise(years(1990, 2000, 2015, seed=s))) for s in range(60)}
    assert len(gaps) > 20
    early = Counter(years(1955, 1956, seed=s)[0] // 40 for s in range(200))
    late = Counter(years(2015, 2016, seed=s)[0] // 40 for s in range(200))
    assert set(early) == set(late)
    assert all(abs(early[era] - late[era]) < 50 for era in early)


def test_a_year_that_comes_later_joins_its_neighbours() -> None:
    record = _record("2014", "2016", "2017")
    prior = extended(POLICY, _record("2014", "2016"))
    grown = {
        int(a.number.value): int(a.surrogate)
        for a in extended(POLICY, record, prior=prior).assignments
        if a.number.kind == "year"
    }
    assert grown[2017] == grown[2016] + 1
    assert grown[2014] < grown[2016]


def _record(*labels: str, question: str = "What is the total?") -> Record:
    table = Table(categories=labels, cells=tuple((str(20 + i),) for i in range(len(labels))))
    return Record(id="x", modality="image", context=table.to_text(), question=question)


def test_a_bound_that_comes_later_is_fitted_between_its_neighbours() -> None:
    prior = extended(POLICY, _record("18-29", "30-49", "65+"))
    for seed in range(20):
        grown = extended(POLICY, _record("18-29", "30-49", "50-64", "65+"), seed, prior=prior)
        made = surrogates(tuple(a for a in grown.assignments if a.number.group == "categories"))
        assert made == sorted(made)


def test_the_roles_of_a_question_are_kept_and_its_measures_are_not() -> None:
    record = _record("Site A", "Site B", question="Do the top 3 exceed 3, by 3%, in the two bars?")
    protected = protect(record, extended(POLICY, record))
    values = [one.value for one in find(protected.question, field="question")]
    assert values[0] == 3
    assert 3 not in values[1:3]
    assert values[1] == values[2]
    assert protected.question.endswith("in the two bars?")
    assert protected.preserved == ("3", "2")


def test_a_day_keeps_a_fitting_ending() -> None:
    record = _record("Site A", question="What was it on the 1st of March 2020?")
    for seed in range(20):
        question = protect(record, extended(POLICY, record, seed)).question
        day = find(question, field="question")[0].text
        teens = day in ("11th", "12th", "13th")
        assert teens or day[-2:] == {"1": "st", "2": "nd", "3": "rd"}.get(day[-3], "th")


def test_codes_keep_their_length() -> None:
    record = _record("Plan 02139", "COVID-19", "ISO 9001")
    table = protect(record, extended(POLICY, record)).table()
    assert [len(label) for label in table.categories] == [10, 8, 8]
    assert table.categories != record.table().categories


def test_a_surrogate_of_a_label_is_never_read_as_a_year() -> None:
    for seed in range(40):
        for one in drawn("1200", "1850", "2500", group="categories", seed=seed):
            assert not (1500 <= one.surrogate < 2200 and one.finer == 0)


def test_many_whole_percentages_get_decimals_rather_than_no_answer() -> None:
    made = drawn(*(str(n) for n in range(101)), role="percent")
    assert len({a.surrogate for a in made}) == 101
    assert all(0 < a.surrogate < 100 for a in made)
    assert {a.finer for a in made} == {1}


def test_a_percentage_that_a_scale_shows_as_well_finds_room() -> None:
    """Nothing is at once below a hundred and shown in hundred thousands: decimals are added."""
    text = "It sold 0 lakh units, 0% more, of 0K; 40 percent of 0.04 thousand."
    record = Record(id="x", modality="text", context=text, question="What is it?")
    for seed in range(20):
        numbers = extended(POLICY, record, seed)
        protected = protect(record, numbers)
        assert all(0 < a.surrogate < 100 for a in numbers.assignments)
        assert invert(protected.context, numbers) == text


def test_no_room_is_a_clear_error() -> None:
    """More years than any era holds."""
    with pytest.raises(Withheld) as caught:
        drawn(*map(str, range(1600, 2160)), role="year")
    assert caught.value.code is Code.NUMBERS_NO_ROOM
    assert "1600" not in str(caught.value)


def test_an_empty_map_is_extended_by_nothing() -> None:
    assert extended_with(POLICY, ()) == NumberMap(policy="natural")


def test_a_percentage_that_is_a_bound_as_well_stays_within_a_hundred_and_in_order() -> None:
    """``0-14`` and ``0%`` are one number, beside labels in the millions."""
    table = Table(categories=("0-14", "15-64", "Over 1,000,000"), cells=(("0%",), ("64%",), ("7",)))
    record = Record(id="x", modality="image", context=table.to_text(), question="What is it?")
    for seed in range(20):
        numbers = extended(POLICY, record, seed)
        made = surrogates(tuple(a for a in numbers.assignments if a.number.group == "categories"))
        assert made == sorted(made)
        assert all(a.surrogate < 100 for a in numbers.assignments if a.number.role == "percent")


@pytest.mark.parametrize("cell", ["5M", "0K", "-3B", "1T"])
def test_a_single_digit_with_a_scale_gets_two_digits(cell: str) -> None:
    table = Table(categories=("a",), cells=((cell,),))
    record = Record(id="x", modality="image", context=table.to_text(), question="What is it?")
    shown = protect(record, extended(POLICY, record)).table().cells[0][0]
    assert shown is not None
    assert len(shown.strip("-")) == 3
    assert shown[-1] == cell[-1]
