"""Draw distinct, unmistakable replacements from a range: at random, or in the numbers' order."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from itertools import chain

from recast_agent.private.numbermap.forms import Taken, form
from recast_agent.private.numbermap.protocol import Number

Bounds = tuple[Decimal, Decimal]
ATTEMPTS = 6
TRIES = 60


@dataclass(frozen=True, repr=False)
class _Grid:
    """Places for replacements: whole multiples of a step, strictly inside the bounds."""

    bounds: Bounds
    decimals: int
    finer: int

    @property
    def step(self) -> Decimal:
        return Decimal(1).scaleb(-self.decimals)

    @property
    def slots(self) -> range:
        first = int((self.bounds[0] / self.step).to_integral_value(ROUND_FLOOR)) + 1
        last = int((self.bounds[1] / self.step).to_integral_value(ROUND_CEILING)) - 1
        return range(first, max(first, last + 1))

    def value(self, number: Number, slot: int, rng: random.Random) -> Decimal:
        """A slot's value, with decimals of its own where a number shows more than the others."""
        extra = _decimals(number) + self.finer - self.decimals
        return Decimal(slot * 10**extra + rng.randrange(10**extra)).scaleb(-self.decimals - extra)


def draw(
    numbers: Sequence[Number], bounds: Bounds, taken: Taken, rng: random.Random, finer: int = 0
) -> list[Decimal] | None:
    """A replacement inside the bounds for each number, taken; None where they do not all fit.

    ``finer`` adds decimals.
    """
    grid = _grid(numbers, bounds, finer)
    slots = grid.slots
    if len(slots) < len(numbers):
        return None
    trial, found = taken.copy(), []
    for number in numbers:
        tries = (rng.choice(slots) for _ in range(TRIES))
        made = _placed(number, tries, grid, trial, rng)
        if made is None:
            return None
        found.append(made[1])
    taken.adopt(trial)
    return found


def draw_in_order(
    numbers: Sequence[Number], bounds: Bounds, taken: Taken, rng: random.Random, finer: int = 0
) -> list[Decimal] | None:
    """As ``draw``, for numbers sorted by value: the replacements are sorted, too."""
    grid = _grid(numbers, bounds, finer)
    for _ in range(ATTEMPTS):
        trial = taken.copy()
        found = _sorted_draw(numbers, grid, trial, rng)
        if found is not None:
            taken.adopt(trial)
            return found
    return None


def between(
    prior: Iterable[tuple[Decimal, Decimal]], numbers: Sequence[Number], bounds: Bounds
) -> Iterator[tuple[list[Number], Bounds, bool]]:
    """Sorted numbers by the gap between sorted (value, replacement) pairs into which they fall,
    each gap with its own bounds, and whether it is open: no pair stands above it, and it may be
    widened."""
    rest, low = list(numbers), bounds[0]
    for value, surrogate in prior:
        inside = [number for number in rest if number.value < value]
        if inside:
            yield inside, (min(low, surrogate), surrogate), False
        rest, low = rest[len(inside) :], surrogate
    if rest:
        yield rest, (low, max(bounds[1], low * 2)), True


def _grid(numbers: Sequence[Number], bounds: Bounds, finer: int) -> _Grid:
    return _Grid(bounds, min(_decimals(number) for number in numbers) + finer, finer)


def _decimals(number: Number) -> int:
    """Below a hundred there is no room for the coarse steps of a scale (``0%`` and ``0 lakh``)."""
    return number.decimals if number.ceiling is None else max(number.decimals, 0)


def _sorted_draw(
    numbers: Sequence[Number], grid: _Grid, taken: Taken, rng: random.Random
) -> list[Decimal] | None:
    slots, kinds = grid.slots, {(n.role, n.scales): n for n in numbers}.values()
    offered = rng.sample(slots, min(len(slots), 2 * len(numbers) + 20))
    step = grid.step
    usable = [s for s in offered if s > 0 and all(taken.free(s * step, kind) for kind in kinds)]
    if len(usable) < len(numbers):
        return None
    chosen = [*sorted(usable[: len(numbers)]), slots.stop]
    found, last = [], slots.start - 1
    for number, slot, following in zip(numbers, chosen, chosen[1:], strict=False):
        gap = range(last + 1, following)
        others = (rng.choice(gap) for _ in range(TRIES if gap else 0))
        made = _placed(number, chain((slot,), others), grid, taken, rng)
        if made is None:
            return None
        last, value = made
        found.append(value)
    return found


def _placed(
    number: Number, tries: Iterable[int], grid: _Grid, taken: Taken, rng: random.Random
) -> tuple[int, Decimal] | None:
    """The first slot that suits a number, and its replacement there, taken."""
    for slot in tries:
        value = grid.value(number, slot, rng)
        if grid.bounds[0] < value < grid.bounds[1] and _suits(number, value, taken):
            taken.add(value, number)
            return slot, value
    return None


def _suits(number: Number, surrogate: Decimal, taken: Taken) -> bool:
    if surrogate <= 0 or surrogate < number.floor:
        return False
    if number.ceiling is not None and surrogate >= number.ceiling:
        return False
    if number.value and form(surrogate) == form(number.value):
        return False
    if number.joined and len(str(int(surrogate))) % 3 == 0:
        return False  # three digits behind a separator would be thousands of the number before
    if not number.group.startswith("cells") and _yearlike(surrogate):
        return False
    return taken.free(surrogate, number)


def _yearlike(surrogate: Decimal) -> bool:
    # in a label or a sentence it would be read as a year
    return 1500 <= surrogate < 2200 and surrogate == surrogate.to_integral_value()
