"""Intersection of releases (threat 4): an original is what never shows as a replacement.

The attacker collects releases of one evidence and knows the policy's code, so it knows how often a
value would have shown were it no original. What is missing against that expectation is named.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from recast_agent.evaluation.attacks.releases import Evidence, Requests, extended, release
from recast_agent.private.numbermap.protocol import Number, NumberMap, NumberPolicy

CALIBRATION = 150
"""Maps of made-up numbers from which the attacker learns how often a value shows."""

Opened = Callable[[NumberPolicy, Sequence[Number], random.Random], Requests]
Rates = dict[Decimal, float]


@dataclass(frozen=True)
class Exposure:
    """``half`` and ``all``: the requests after which so many originals were named rightly first,
    None where that never happened. ``named``: the share named rightly after ``asked`` requests.
    """

    half: int | None
    all: int | None
    named: float
    asked: int


def whole_numbers(values: Sequence[int], *, percent: bool = False) -> tuple[Number, ...]:
    """Cells of one series."""
    ceiling = Decimal(100) if percent else None
    return tuple(
        Number(
            value=Decimal(value),
            role="percent" if percent else "quantity",
            group="cells:0",
            ceiling=ceiling,
        )
        for value in values
    )


async def learned(
    policy: NumberPolicy, numbers: Sequence[Number], domain: Sequence[int], rng: random.Random
) -> Rates:
    """How often a value replaces one that it is not, by maps of other numbers of the domain."""
    shown: Counter[Decimal] = Counter()
    for _ in range(CALIBRATION):
        made_up = [
            number.model_copy(update={"value": Decimal(value)})
            for number, value in zip(numbers, rng.sample(domain, len(numbers)), strict=True)
        ]
        shown.update(a.surrogate for a in (await extended(policy, made_up, rng)).assignments)
    return {Decimal(v): shown[Decimal(v)] / CALIBRATION / len(numbers) for v in domain}


async def pooled(requests: Requests, originals: set[Decimal], rates: Rates, cap: int) -> Exposure:
    """For one who cannot tell cells apart: values that no cell of any release has shown."""
    by_rate = sorted(rates, key=lambda v: -rates[v])
    shown: set[Decimal] = set()

    def named(numbers: NumberMap) -> int:
        shown.update(a.surrogate for a in numbers.assignments)
        unseen = [value for value in by_rate if value not in shown and rates[value]]
        return len(originals & set(unseen[: len(originals)]))

    return await _collected(requests, named, len(originals), cap)


async def linked(requests: Requests, numbers: int, rates: Rates, cap: int) -> Exposure:
    """For one who knows which cell is which: for each, the value it has never shown."""
    by_rate = sorted((v for v in rates if rates[v]), key=lambda v: -rates[v])
    unseen = [list(by_rate) for _ in range(numbers)]

    def named(made: NumberMap) -> int:
        right = 0
        for assignment, left in zip(made.assignments, unseen, strict=True):
            if assignment.surrogate in left:
                left.remove(assignment.surrogate)
            right += bool(left) and left[0] == assignment.number.value
        return right

    return await _collected(requests, named, numbers, cap)


async def exposures(
    policy: NumberPolicy,
    opened: Opened,
    domain: Sequence[int],
    size: int,
    cap: int,
    rng: random.Random,
) -> tuple[Exposure, Exposure]:
    """What both attackers learn about ``size`` made-up values of a domain."""
    rates = await learned(policy, whole_numbers(domain[:size]), domain, rng)
    # a value that the policy never uses is not missed
    usable = [int(value) for value, rate in rates.items() if rate]
    numbers = whole_numbers(rng.sample(usable if len(usable) >= size else domain, size))
    values = {number.value for number in numbers}
    return (
        await pooled(opened(policy, numbers, rng), values, rates, cap),
        await linked(opened(policy, numbers, rng), size, rates, cap),
    )


async def named_cells(
    evidence: Evidence, policy: NumberPolicy, opened: Opened, cap: int, rng: random.Random
) -> tuple[float, int]:
    """Of the distinct cells of a table of whole numbers below 100, those named cell by cell."""
    made = (await release(evidence, policy, rng)).numbers.assignments
    numbers = [a.number for a in made if a.number.group.startswith("cells")]
    rates = await learned(policy, numbers, range(1, 100), rng)
    found = await linked(opened(policy, numbers, rng), len(numbers), rates, cap)
    return found.named * len(numbers), len(numbers)


async def _collected(
    requests: Requests, named: Callable[[NumberMap], int], numbers: int, cap: int
) -> Exposure:
    half, right = None, 0
    for asked in range(1, cap + 1):
        right = named(await requests.next())
        half = asked if half is None and 2 * right >= numbers else half
        if right == numbers:
            return Exposure(half, asked, 1.0, asked)
    return Exposure(half, None, right / numbers, cap)
