"""Days of a month and times of day: which replacements their calendar and clock know.

Hours and days stay in the order of the source within the same half of the clock, so that a program
that adds twelve hours after noon, or twenty-four over midnight, decides as it would on the source.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from decimal import Decimal

from recast_agent.core.literals import Literal
from recast_agent.private.numbermap.forms import Taken
from recast_agent.private.numbermap.protocol import Assignment, Key, Number

_MINUTE = re.compile(r"\d{1,2}:(?:\d\d:)?\Z")
_NOON = 12
_SEGMENTS = ((0, 11), (12, 23), (24, 59))
"""Hours before noon, hours after it, late days."""

_HOUR = 60
_LEAST_MINUTE = 10
"""Less would need a leading zero, and a program can write none."""

_LATEST_DAY = 28
_TRIES = 60


def room(text: str, one: Literal) -> tuple[Decimal, Decimal]:
    """The least replacement of a day, an hour or a minute, and what it must stay below.

    An hour of twelve stays: half a clock reads it as none.
    """
    if one.reason != "time of day":
        return Decimal(1), Decimal(_LATEST_DAY + 1)
    if _MINUTE.search(text[max(0, one.start - 6) : one.start]):
        return Decimal(1), Decimal(_HOUR)
    if one.magnitude == _NOON:
        return Decimal(_NOON), Decimal(_NOON + 1)
    if one.magnitude < _NOON:
        return Decimal(1 if one.magnitude else 0), Decimal(_NOON)
    return Decimal(_NOON), Decimal(24)


def draw_dates(
    numbers: Sequence[Number], prior: Sequence[Assignment], taken: Taken, rng: random.Random
) -> list[Decimal] | None:
    """A replacement for each, taken, minutes in their own order, all else in its own;
    None where they do not all fit."""
    trial, made = taken.copy(), dict[Key, Decimal]()
    minutes = [n for n in numbers if n.ceiling == _HOUR]
    others = [n for n in numbers if n.ceiling != _HOUR]
    groups = [
        ([n for n in others if low <= n.value <= high], range(max(low, 1), high + 1))
        for low, high in _SEGMENTS
    ]
    for members, slots in [*groups, (minutes, range(_LEAST_MINUTE, _HOUR))]:
        members.sort(key=lambda n: (n.value, n.width))
        alike = [a for a in prior if (a.number.ceiling == _HOUR) == (members is minutes)]
        held = [(a.number.value, a.surrogate) for a in alike]
        found = _segment(members, slots, held, trial, rng)
        if found is None:
            return None
        for number, surrogate in zip(members, found, strict=True):
            trial.add(surrogate, number)
            made[number.key] = surrogate
    taken.adopt(trial)
    return [made[n.key] for n in numbers]


def _segment(
    members: Sequence[Number],
    slots: Sequence[int],
    held: Sequence[tuple[Decimal, Decimal]],
    taken: Taken,
    rng: random.Random,
) -> list[Decimal] | None:
    for _ in range(_TRIES if members else 0):
        found: list[Decimal] = []
        for at, number in enumerate(members):
            rest = members[at:]
            last = found[-1] if found else Decimal(0)
            fit = [s for s in map(Decimal, slots) if s > last and _fits(s, rest, held, taken)]
            other = [s for s in fit if s != number.value] or fit
            if not other:
                break
            found.append(rng.choice(other[: max(3, 2 * len(other) // (len(rest) + 1))]))
        else:
            return found
    return None if members else []


def _fits(
    slot: Decimal, rest: Sequence[Number], held: Sequence[tuple[Decimal, Decimal]], taken: Taken
) -> bool:
    """Whether the first number can have this replacement and the greater ones those above it."""
    number = rest[0]
    if slot < number.floor or not taken.unused(slot, number):
        return False
    if any(slot + ahead >= (n.ceiling or _HOUR) for ahead, n in enumerate(rest)):
        return False
    return all((value < number.value) <= (made < slot) for value, made in held) and all(
        (value > number.value) <= (made > slot) for value, made in held
    )
