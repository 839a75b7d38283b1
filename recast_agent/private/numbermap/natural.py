"""The default policy: replacements that look like what they replace.

Decimals and scale words stay, percents stay within 0-100, counts and ranks are kept by their role
alone, years move to an era drawn independently of the source. Order is promised only where the
question needs it seen, and for the bounds in labels (``18-29``, ``30-49``).
"""

from __future__ import annotations

import bisect
import random
from decimal import Decimal

from recast_agent.core.errors import Code, Withheld
from recast_agent.private.numbermap.forms import Taken, middle_first
from recast_agent.private.numbermap.protocol import Assignment, ExtendRequest, Number, NumberMap
from recast_agent.private.numbermap.years import extend_years

TRIES = 200


class NaturalPolicy:
    """Implements ``NumberPolicy``."""

    name = "natural"

    async def extend(self, request: ExtendRequest) -> NumberMap:
        """The prior map with every new number assigned. Raises Withheld(numbers_no_room)."""
        known = {(a.number.value, a.number.kind) for a in request.prior.assignments}
        fresh = [n for n in request.numbers if (n.value, n.kind) not in known]
        drawn = list(request.prior.assignments)
        drawn += [Assignment(number=n, surrogate=n.value) for n in fresh if n.kind == "kept"]
        drawn += extend_years(tuple(drawn), fresh, request.numbers, request.rng)
        taken = Taken(tuple(drawn))
        for number in fresh:
            if number.kind in ("date", "identifier"):
                drawn.append(_whole(number, taken, request.rng))
        for group in dict.fromkeys(n.group for n in fresh if n.kind == "number"):
            members = [n for n in fresh if n.kind == "number" and n.group == group]
            ordered = request.ordered or group in ("categories", "series")
            drawn += _group(members, drawn, taken, request.rng, ordered)
        return NumberMap(policy=self.name, assignments=tuple(drawn))


def _whole(number: Number, taken: Taken, rng: random.Random) -> Assignment:
    """A day of a month, or an identifier with as many digits."""
    digits = len(str(int(number.value)))
    low, high = (13, 28) if number.kind == "date" else (10 ** (digits - 1), 10**digits - 1)
    for _ in range(TRIES):
        surrogate = Decimal(rng.randint(max(low, 13), max(high, 99)))
        if surrogate != number.value and taken.free(surrogate, number.role):
            taken.add(surrogate, number.role)
            return Assignment(number=number, surrogate=surrogate)
    raise _no_room()


def _group(
    members: list[Number],
    drawn: list[Assignment],
    taken: Taken,
    rng: random.Random,
    ordered: bool,
) -> list[Assignment]:
    """Replacements of one group: in a shared range, wider or finer where there is no room."""
    prior = sorted(
        (a.number.value, a.surrogate)
        for a in drawn
        if a.number.kind == "number" and a.number.group == members[0].group
    )
    for finer in range(4):
        for wider in range(3):
            low, high = _range(members, prior, rng, wider)
            trial = Taken(())
            trial.update(taken)
            found = _draw(members, prior, trial, rng, (low, high), finer, ordered)
            if found is not None:
                taken.update(trial)
                return found
    raise _no_room()


def _range(
    members: list[Number], prior: list[tuple[Decimal, Decimal]], rng: random.Random, wider: int
) -> tuple[float, float]:
    """A range with the order of magnitude and roughly the spread of the group's values."""
    if prior:
        low, high = float(min(s for _, s in prior)), float(max(s for _, s in prior))
        return low / 2, high * (2 + 3 * wider)
    values = sorted(float(n.value) for n in members)
    top = next((v for v in reversed(values) if v > 0), 1.0)
    bottom = next((v for v in values if v > 0), top)
    digits = len(str(int(top))) if top >= 1 else 0
    high = rng.uniform(3.5, 9.7) * 10.0 ** max(digits - 1, 1 if digits else -1) * 10**wider
    spread = min(max(top / bottom, 3.0), 25.0) * rng.uniform(0.8, 1.25)
    if all(n.role == "percent" for n in members):
        high = min(rng.uniform(55, 97), 97.0) if wider == 0 else 99.0
    return high / spread, high


def _draw(
    members: list[Number],
    prior: list[tuple[Decimal, Decimal]],
    taken: Taken,
    rng: random.Random,
    bounds: tuple[float, float],
    finer: int,
    ordered: bool,
) -> list[Assignment] | None:
    placed = list(prior)
    found = []
    # in order, each new value is drawn between its neighbours; the middle goes first for room
    queue = middle_first(sorted(members, key=lambda n: n.value)) if ordered else members
    for number in queue:
        low, high = _between(number.value, placed, bounds) if ordered else bounds
        surrogate = _one(number, taken, rng, low, min(high, _ceiling(number)), finer)
        if surrogate is None:
            return None
        taken.add(surrogate, number.role)
        bisect.insort(placed, (number.value, surrogate))
        found.append(Assignment(number=number, surrogate=surrogate))
    return found


def _ceiling(number: Number) -> float:
    return 99.9 if number.role == "percent" else float("inf")


def _between(
    value: Decimal, placed: list[tuple[Decimal, Decimal]], bounds: tuple[float, float]
) -> tuple[float, float]:
    below = [float(s) for v, s in placed if v < value]
    above = [float(s) for v, s in placed if v > value]
    low = max(below) if below else (min([bounds[0], *above]) if not above else min(above) / 3)
    high = min(above) if above else max(bounds[1], low * 2)
    return (low, high) if below or above else bounds


def _one(
    number: Number, taken: Taken, rng: random.Random, low: float, high: float, finer: int
) -> Decimal | None:
    quantum = Decimal(1).scaleb(-(number.decimals + finer))
    for _ in range(TRIES):
        surrogate = (Decimal(rng.uniform(low, high)) / quantum).to_integral_value() * quantum
        inside = low < float(surrogate) < high and surrogate > 0
        if inside and surrogate != number.value and taken.free(surrogate, number.role):
            return surrogate
    return None


def _no_room() -> Withheld:
    return Withheld(Code.NUMBERS_NO_ROOM, "there are too many numbers for distinct replacements")
