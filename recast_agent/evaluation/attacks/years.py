"""Years (threat 5): where a source's years began, and which source has such gaps between them.

The attacker knows the policy's code and learns from maps of its own which offsets occur.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from recast_agent.evaluation.attacks.releases import Requests, extended
from recast_agent.evaluation.attacks.variants import PLAUSIBLE
from recast_agent.private.numbermap.protocol import Number, NumberMap, NumberPolicy

DRAWS, RARE = 1_500, 5

Years = tuple[int, ...]
Key = Callable[[Years], Hashable]


def year_numbers(years: Sequence[int]) -> tuple[Number, ...]:
    """The years as labels of categories."""
    return tuple(Number(value=Decimal(y), role="year", group="categories") for y in years)


def shown_years(numbers: NumberMap) -> Years:
    """The years that a release shows, in order."""
    return tuple(sorted(int(a.surrogate) for a in numbers.assignments if a.number.kind == "year"))


def true_years(numbers: NumberMap) -> Years:
    """The years that stand behind them, in order."""
    return tuple(
        sorted(int(a.number.value) for a in numbers.assignments if a.number.kind == "year")
    )


def plausible_starts(length: int) -> range:
    """First years of a run that lies within the plausible years."""
    return range(PLAUSIBLE.start, PLAUSIBLE.stop - length + 1)


async def offsets_of(policy: NumberPolicy, length: int, rng: random.Random) -> frozenset[int]:
    """By how much the policy may move the first year of a run of years, learned from many maps.

    An offset beside rare ones counts as possible: it may not have come up.
    """
    seen: Counter[int] = Counter()
    for _ in range(DRAWS):
        start = rng.choice(plausible_starts(length))
        numbers = await extended(policy, year_numbers(range(start, start + length)), rng)
        seen[shown_years(numbers)[0] - start] += 1
    return frozenset(o for o in range(min(seen) - 5, max(seen) + 6) if _possible(o, seen))


def _possible(offset: int, seen: Counter[int]) -> bool:
    beside = max(seen[offset + d] for d in range(-5, 6))
    return seen[offset] > 0 or 0 < beside < RARE


async def starts_left(
    requests: Requests, length: int, offsets: frozenset[int], steps: Sequence[int]
) -> list[set[int]]:
    """First years of a run of this length that remain after so many requests each.

    A start falls out where a release lies at an offset from it that the policy never uses.
    """
    left, found = set(plausible_starts(length)), []
    for asked in range(1, max(steps) + 1):
        shown = shown_years(await requests.next())[0]
        left = {start for start in left if shown - start in offsets}
        if asked in steps:
            found.append(set(left))
    return found


def gaps(years: Years) -> Years:
    """The distances between years."""
    return tuple(after - before for before, after in itertools.pairwise(years))


def runs(years: Years) -> Hashable:
    """Which years follow each other, the rest of a gap left out."""
    return tuple(gap == 1 for gap in gaps(years))


@dataclass(frozen=True)
class Identified:
    """Tables that hold at least two years; those whose release points at them alone; those whose
    release still fits them; the median number of tables that fit."""

    tables: int
    alone: int
    fitting: int
    median: float


def identified(sources: Sequence[Years], released: Sequence[Years], key: Key) -> Identified:
    """Sources found by a key of their years that a release shows, too."""
    held = [years for years in sources if len(years) > 1]
    sizes = Counter(key(years) for years in held)
    fits = [
        sizes[key(shown)] if key(shown) == key(years) else 0
        for years, shown in zip(sources, released, strict=True)
        if len(years) > 1
    ]
    ordered = sorted(fits)
    return Identified(
        tables=len(held),
        alone=sum(fit == 1 for fit in fits),
        fitting=sum(fit > 0 for fit in fits),
        median=ordered[(len(ordered) - 1) // 2] if ordered else 0,
    )
