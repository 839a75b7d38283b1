"""Years of the default policy: another era, consecutive runs kept, other gaps at random."""

from __future__ import annotations

import itertools
import random
from decimal import Decimal

from recast_agent.core.errors import Code, Withheld
from recast_agent.private.numbermap.protocol import Assignment, Number

FIRST, LAST = 1905, 2095
GAP = (2, 9)


def extend_years(
    prior: tuple[Assignment, ...],
    fresh: list[Number],
    numbers: tuple[Number, ...],
    rng: random.Random,
) -> list[Assignment]:
    """Replacements of the new years; they keep the order of all years, old and new."""
    held = {int(a.number.value): int(a.surrogate) for a in prior if a.number.kind == "year"}
    new = sorted({int(n.value) for n in fresh if n.kind == "year"})
    if not new:
        return []
    mapped = {year: _insert(year, held, rng) for year in new} if held else _timeline(new, rng)
    by_year = {int(n.value): n for n in numbers if n.kind == "year"}
    return [Assignment(number=by_year[y], surrogate=Decimal(mapped[y])) for y in new]


def _timeline(years: list[int], rng: random.Random) -> dict[int, int]:
    """Fresh years: the start is drawn without a look at the source, then moved off its years."""
    offsets = [0]
    for before, after in itertools.pairwise(years):
        offsets.append(offsets[-1] + (1 if after == before + 1 else rng.randint(*GAP)))
    room = LAST - FIRST - offsets[-1]
    if room < 1:
        raise Withheld(Code.NUMBERS_NO_ROOM, "the years span too long a time")
    own = set(years)
    starts = [
        start
        for start in range(FIRST, FIRST + room)
        if not own & {start + offset for offset in offsets}
    ]
    if not starts:
        raise Withheld(Code.NUMBERS_NO_ROOM, "the years leave no other era")
    start = rng.choice(starts)
    return {year: start + offset for year, offset in zip(years, offsets, strict=True)}


def _insert(year: int, held: dict[int, int], rng: random.Random) -> int:
    """A new year among assigned ones: beside its neighbour where it is consecutive."""
    below = max((y for y in held if y < year), default=None)
    above = min((y for y in held if y > year), default=None)
    low = held[below] if below is not None else held[above or year] - GAP[1] - 1
    high = held[above] if above is not None else low + GAP[1] + 1
    if below == year - 1:
        choices = [low + 1]
    elif above == year + 1:
        choices = [high - 1]
    else:
        choices = list(range(low + 1, high))
    free = [y for y in choices if low < y < high and y != year]
    if not free:
        raise Withheld(Code.NUMBERS_NO_ROOM, "no room for another year: ask about the others")
    held[year] = rng.choice(free)
    return held[year]
