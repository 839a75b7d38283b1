"""Years of the default policy: another era, consecutive runs kept, other gaps at random."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from decimal import Decimal

from recast_agent.core.errors import Code, Withheld
from recast_agent.private.numbermap.forms import Taken
from recast_agent.private.numbermap.protocol import Assignment, Number

ERAS = (((1913, 1999), (2013, 2079)), ((1500, 1899),))
"""Target eras, tried in turn. None holds a year in which ``2005-06`` could be a month: a year's
last two digits never look like one."""

GAPS = (9, 5, 3, 2)
"""The widest gap that is drawn between years that are not consecutive, tried in turn."""

_YEAR = Number(value=Decimal(0), role="year")
"""Stands for any year where its replacement is tried."""


def extend_years(
    prior: Sequence[Assignment], fresh: list[Number], taken: Taken, rng: random.Random
) -> list[Assignment]:
    """Replacements of the new years; they keep the order of all years, old and new."""
    held = {int(a.number.value): int(a.surrogate) for a in prior if a.number.kind == "year"}
    numbers = {int(number.value): number for number in fresh}
    new = sorted(numbers)
    if not new:
        return []
    mapped = {year: _inserted(year, held, taken, rng) for year in new} if held else None
    mapped = mapped or _timeline(new, taken, rng)
    for year in new:
        taken.add(Decimal(mapped[year]), numbers[year])
    return [Assignment(number=numbers[year], surrogate=Decimal(mapped[year])) for year in new]


def _timeline(years: list[int], taken: Taken, rng: random.Random) -> dict[int, int]:
    """Fresh years: the start is drawn without a look at the source, then moved off its years."""
    own = set(years)
    for eras, widest in itertools.product(ERAS, GAPS):
        offsets = _offsets(years, widest, rng)
        starts = [s for low, high in eras for s in range(low, high + 1 - offsets[-1])]
        rng.shuffle(starts)
        for start in starts:
            mapped = {year: start + offset for year, offset in zip(years, offsets, strict=True)}
            if all(_free(surrogate, own, taken) for surrogate in mapped.values()):
                return mapped
    raise _no_room()


def _offsets(years: list[int], widest: int, rng: random.Random) -> list[int]:
    """Of each year from the first."""
    offsets = [0]
    for before, after in itertools.pairwise(years):
        gap = 1 if after == before + 1 else rng.randint(2, widest)
        offsets.append(offsets[-1] + gap)
    return offsets


def _inserted(year: int, held: dict[int, int], taken: Taken, rng: random.Random) -> int:
    """A new year among assigned ones: beside its neighbour where it is consecutive."""
    below = max((y for y in held if y < year), default=None)
    above = min((y for y in held if y > year), default=None)
    low = held[below] if below is not None else held[above or year] - GAPS[0] - 1
    high = held[above] if above is not None else low + GAPS[0] + 1
    near = range(low + 1, high)
    if below == year - 1:
        near = range(low + 1, min(low + 2, high))
    elif above == year + 1:
        near = range(max(high - 1, low + 1), high)
    free = [y for y in near if _free(y, {year}, taken)]
    if not free:
        free = [y for y in range(low + 1, high) if _free(y, {year}, taken)]
    if not free:
        raise _no_room()
    held[year] = rng.choice(free)
    return held[year]


def _free(year: int, own: set[int], taken: Taken) -> bool:
    return year not in own and 1500 <= year <= 2199 and taken.free(Decimal(year), _YEAR)


def _no_room() -> Withheld:
    return Withheld(Code.NUMBERS_NO_ROOM, "no room for these years: ask about fewer of them")
