"""The paper's policy, ``preserve_integers_0_15_semantic_years.v1`` (section 3.3, appendix A.3).

Opt-in: it keeps integers from 0 to 15 clear, and order within each band. Where the paper is
silent, ``docs/decisions`` says what was chosen.
"""

from __future__ import annotations

import random
from decimal import Decimal

from recast_agent.core.errors import Code, Withheld
from recast_agent.private.numbermap.forms import Taken, middle_first
from recast_agent.private.numbermap.protocol import Assignment, ExtendRequest, Number, NumberMap

BOUNDS = (Decimal(1263), Decimal(2100))
ERA = 30
OFFSETS = (5, 40)
CENT = Decimal("0.01")
TRIES = 200


class PaperPolicy:
    """Implements ``NumberPolicy``."""

    name = "paper"

    async def extend(self, request: ExtendRequest) -> NumberMap:
        """The prior map with every new number assigned. Raises Withheld(numbers_no_room)."""
        known = {(a.number.value, a.number.kind) for a in request.prior.assignments}
        fresh = [n for n in request.numbers if (n.value, n.kind) not in known]
        kept = [n for n in fresh if _preserved(n)]
        drawn = [
            *request.prior.assignments,
            *(Assignment(number=n, surrogate=n.value) for n in kept),
        ]
        taken = Taken(tuple(drawn))
        for number in sorted((n for n in fresh if n.kind == "year"), key=lambda n: n.value):
            drawn.append(_year(number, drawn, taken, request.rng))
        for number in middle_first(
            sorted((n for n in fresh if n.kind != "year" and n not in kept), key=lambda n: n.value)
        ):
            drawn.append(_banded(number, drawn, taken, request.rng))
        return NumberMap(policy=self.name, assignments=tuple(drawn))


def _preserved(number: Number) -> bool:
    small = number.value <= 15 and number.value == number.value.to_integral_value()
    return number.kind == "kept" or (number.kind != "year" and small)


def _year(number: Number, drawn: list[Assignment], taken: Taken, rng: random.Random) -> Assignment:
    """The offset of the nearest year of the same era, or a new one."""
    era = [
        (abs(a.number.value - number.value), a.surrogate - a.number.value)
        for a in drawn
        if a.number.kind == "year" and abs(a.number.value - number.value) <= ERA
    ]
    for _ in range(TRIES):
        offset = min(era)[1] if era else Decimal(rng.choice((-1, 1)) * rng.randint(*OFFSETS))
        surrogate = number.value + offset
        if taken.free(surrogate, number.role):
            taken.add(surrogate, number.role)
            return Assignment(number=number, surrogate=surrogate)
        if era:
            break
    raise Withheld(Code.NUMBERS_NO_ROOM, "a year's replacement is taken: protect again")


def _band(value: Decimal) -> int:
    return sum(value >= bound if bound == BOUNDS[0] else value > bound for bound in BOUNDS)


def _banded(
    number: Number, drawn: list[Assignment], taken: Taken, rng: random.Random
) -> Assignment:
    """Two decimals between the neighbours of its band, never past them."""
    band = _band(number.value)
    placed = [
        (a.number.value, a.surrogate)
        for a in drawn
        if a.number.kind != "year" and not _preserved(a.number) and _band(a.number.value) == band
    ]
    ends = ((Decimal(16), BOUNDS[0]), BOUNDS, (BOUNDS[1], max(number.value * 3, Decimal(20_000))))
    low = max((s for v, s in placed if v < number.value), default=ends[band][0])
    high = min(
        (s for v, s in placed if v > number.value),
        default=max(ends[band][1], low * 2 if band == 2 else low),
    )
    for _ in range(TRIES):
        surrogate = Decimal(rng.uniform(float(low), float(high))).quantize(CENT).normalize()
        surrogate = Decimal(format(surrogate, "f"))
        if low < surrogate < high and taken.free(surrogate, number.role):
            taken.add(surrogate, number.role)
            return Assignment(number=number, surrogate=surrogate)
    raise Withheld(Code.NUMBERS_NO_ROOM, "the band holds no further replacement")
