"""The paper's policy, ``preserve_integers_0_15_semantic_years.v1`` (section 3.3, appendix A.3).

Opt-in: it keeps integers from 0 to 15 clear, and order within each band. Where the paper is
silent, ``docs/decisions`` says what was chosen.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from decimal import Decimal

from recast_agent.core.errors import Code, Withheld
from recast_agent.private.numbermap.draw import Bounds, between, draw_in_order
from recast_agent.private.numbermap.forms import Taken
from recast_agent.private.numbermap.protocol import (
    Assignment,
    ExtendRequest,
    Number,
    NumberMap,
    keep,
)

LOWER, UPPER = Decimal(1263), Decimal(2100)
TARGETS = ((Decimal(16), LOWER), (LOWER, UPPER), (UPPER, Decimal(20_000)))
WIDER = 7
"""How many times the highest band may grow tenfold."""

_SMALL = tuple(
    Assignment(number=Number(value=Decimal(n), role="quantity"), surrogate=Decimal(n))
    for n in range(1, 16)
)
"""Kept whenever they come, so nothing else may be confused with them before they do."""

ERA = 30
OFFSETS = (5, 40)
TRIES = 200


class PaperPolicy:
    """Implements ``NumberPolicy``."""

    name = "paper"

    async def extend(self, request: ExtendRequest) -> NumberMap:
        """The prior map with every new number assigned. Raises Withheld(numbers_no_room)."""
        drawn, rng = list(request.prior.assignments), request.rng
        known = {a.number.key for a in drawn}
        fresh = [n for n in request.numbers if n.key not in known]
        drawn += keep([n for n in fresh if preserved(n)], drawn)
        taken = Taken([*drawn, *_SMALL])
        for era in _eras([n for n in fresh if n.kind == "year"]):
            drawn += _years(era, drawn, taken, rng)
        rest = [n for n in fresh if n.kind != "year" and not preserved(n)]
        for band in range(len(TARGETS)):
            prior = [a for a in drawn if not _apart(a.number) and _band(a.number.value) == band]
            drawn += _banded([n for n in rest if _band(n.value) == band], prior, band, taken, rng)
        return NumberMap(policy=self.name, assignments=tuple(drawn))


def preserved(number: Number) -> bool:
    """Counts, ranks, and any integer from 0 to 15 that is no year."""
    small = number.value <= 15 and number.value == number.value.to_integral_value()
    return number.kind == "kept" or (number.kind != "year" and small)


def _apart(number: Number) -> bool:
    return number.kind == "year" or preserved(number)


def _eras(years: list[Number]) -> list[list[Number]]:
    """Years by era: a gap of more than a generation begins another."""
    eras: list[list[Number]] = []
    for year in sorted(years, key=lambda n: n.value):
        if eras and year.value - eras[-1][-1].value <= ERA:
            eras[-1].append(year)
        else:
            eras.append([year])
    return eras


def _years(
    era: list[Number], drawn: Sequence[Assignment], taken: Taken, rng: random.Random
) -> list[Assignment]:
    """One offset for all: that of the nearest assigned year of the same era, or a new one."""
    near = [
        (abs(a.number.value - year.value), a.surrogate - a.number.value)
        for a in drawn
        for year in era
        if a.number.kind == "year" and abs(a.number.value - year.value) <= ERA
    ]
    offsets = [min(near)[1]] if near else _offsets(rng)
    for offset in offsets:
        pairs = [(year, year.value + offset) for year in era]
        if all(taken.free(s, year) and 1500 <= s <= 2199 for year, s in pairs):
            for year, surrogate in pairs:
                taken.add(surrogate, year)
            return [Assignment(number=year, surrogate=surrogate) for year, surrogate in pairs]
    raise Withheld(Code.NUMBERS_NO_ROOM, "a year's replacement is taken: protect again")


def _offsets(rng: random.Random) -> list[Decimal]:
    offsets = [Decimal(sign * n) for sign in (-1, 1) for n in range(OFFSETS[0], OFFSETS[1] + 1)]
    rng.shuffle(offsets)
    return offsets


def _band(value: Decimal) -> int:
    return 0 if value < LOWER else 1 if value <= UPPER else 2


def _banded(
    numbers: list[Number],
    prior: list[Assignment],
    band: int,
    taken: Taken,
    rng: random.Random,
) -> list[Assignment]:
    """Two decimals, trailing zeros dropped, sorted within the band."""
    cents = sorted(
        (
            n.model_copy(update={"decimals": 2, "floor": Decimal(0), "ceiling": None})
            for n in numbers
        ),
        key=lambda n: n.value,
    )
    by_key = {n.key: n for n in numbers}
    placed = sorted((a.number.value, a.surrogate) for a in prior)
    found = []
    for inside, bounds, last in between(placed, cents, TARGETS[band]):
        surrogates = _in_gap(inside, bounds, band, last, taken, rng)
        found += [
            Assignment(number=by_key[n.key], surrogate=_short(s))
            for n, s in zip(inside, surrogates, strict=True)
        ]
    return found


def _in_gap(
    cents: list[Number], bounds: Bounds, band: int, last: bool, taken: Taken, rng: random.Random
) -> list[Decimal]:
    """Only the highest band has no end of its own, and may grow above all that is placed."""
    low, high = bounds
    highest = band == len(TARGETS) - 1
    for wider in range(WIDER if highest and last else 1):
        limit = high * 10**wider if highest else min(high, TARGETS[band][1])
        surrogates = draw_in_order(cents, (low, limit), taken, rng)
        if surrogates is not None:
            return surrogates
    raise Withheld(Code.NUMBERS_NO_ROOM, "the band holds no further replacement")


def _short(value: Decimal) -> Decimal:
    return Decimal(format(value.normalize(), "f"))
