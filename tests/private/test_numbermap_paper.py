"""The paper's policy as its appendix A.3 describes it."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from recast_agent.core.literals import Role
from recast_agent.private.numbermap.paper import LOWER, UPPER, PaperPolicy
from recast_agent.private.numbermap.protocol import Number
from tests.private.numbers import extended_with

POLICY = PaperPolicy()
SEEDS = st.integers(0, 10**6)
laws = settings(max_examples=60, deadline=None)


def drawn(*values: str, role: Role = "quantity", seed: int = 0) -> dict[Decimal, Decimal]:
    numbers = tuple(
        Number(value=Decimal(v), decimals=len(v.partition(".")[2]), role=role) for v in values
    )
    made = extended_with(POLICY, numbers, seed)
    return {a.number.value: a.surrogate for a in made.assignments}


@laws
@given(
    values=st.lists(
        st.decimals(min_value=16, max_value=10**7, places=2), min_size=1, max_size=30, unique=True
    ),
    seed=SEEDS,
)
def test_order_is_kept_within_each_band(values: list[Decimal], seed: int) -> None:
    """Below 1,263, to 2,100, and above; each replacement lies in the band of its original."""
    made = drawn(*map(str, values), seed=seed)
    bands: tuple[Callable[[Decimal], bool], ...] = (
        lambda v: v < LOWER,
        lambda v: LOWER <= v <= UPPER,
        lambda v: v > UPPER,
    )
    for inside in bands:
        pairs = [(v, s) for v, s in sorted(made.items()) if inside(v)]
        assert all(inside(s) for _, s in pairs)
        assert all(a < b for (_, a), (_, b) in pairwise(pairs))


@laws
@given(values=st.lists(st.integers(16, 10**6), min_size=1, max_size=20, unique=True), seed=SEEDS)
def test_replacements_have_two_decimals_without_trailing_zeros(
    values: list[int], seed: int
) -> None:
    for surrogate in drawn(*map(str, values), seed=seed).values():
        text = format(surrogate, "f")
        assert len(text.partition(".")[2]) <= 2
        assert "." not in text or not text.endswith("0")


def test_integers_to_fifteen_stay_and_nothing_else_does() -> None:
    made = drawn(*map(str, range(20)), "3.5")
    for value, surrogate in made.items():
        small = value <= 15 and value == int(value)
        assert (value == surrogate) == small


@laws
@given(
    start=st.integers(1600, 2020),
    gaps=st.lists(st.integers(1, 30), min_size=1, max_size=5),
    seed=SEEDS,
)
def test_years_of_one_era_share_an_offset(start: int, gaps: list[int], seed: int) -> None:
    years = [start]
    for gap in gaps:
        years.append(years[-1] + gap)
    made = drawn(*map(str, years), role="year", seed=seed)
    offsets = {surrogate - value for value, surrogate in made.items()}
    assert len(offsets) == 1
    assert 5 <= abs(offsets.pop()) <= 40


def test_years_of_two_eras_have_offsets_of_their_own() -> None:
    offsets = {
        tuple(s - v for v, s in sorted(drawn("1850", "2010", role="year", seed=seed).items()))
        for seed in range(20)
    }
    assert any(early != late for early, late in offsets)


def test_nothing_is_confused_with_an_integer_that_may_yet_be_kept() -> None:
    """2000 would be 2 in thousands, where a later question keeps a 2."""
    for seed in range(60):
        years = drawn(*map(str, range(1960, 1990)), role="year", seed=seed)
        values = drawn(*map(str, range(3_000, 3_040)), seed=seed)
        kept = {Decimal(n * 1000) for n in range(1, 16)}
        assert not kept & {*years.values(), *values.values()}


def test_a_year_below_sixteen_does_not_exist_but_a_year_is_never_preserved() -> None:
    made = drawn("2010", role="year")
    assert made[Decimal(2010)] != 2010
