"""The default policy: replacements that look like what they replace.

Decimals and scale words stay, percents stay within 0-100, counts and ranks are kept by their role
alone, years move to an era drawn independently of the source, days and times of day stay days and
times. Order is promised only for years, for days and times (a night goes over midnight) and for
the bounds in labels (``18-29``, ``30-49``).
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from decimal import Decimal

from recast_agent.core.errors import Code, Withheld
from recast_agent.private.numbermap.clock import draw_dates
from recast_agent.private.numbermap.draw import Bounds, between, draw, draw_in_order
from recast_agent.private.numbermap.forms import Taken
from recast_agent.private.numbermap.protocol import (
    Assignment,
    ExtendRequest,
    Number,
    NumberMap,
    keep,
)
from recast_agent.private.numbermap.years import extend_years

LABELS = ("categories", "series")
WIDER, FINER = 3, 4
"""How many times a range is widened tenfold, and decimals are added, before there is no room."""


class NaturalPolicy:
    """Implements ``NumberPolicy``."""

    name = "natural"

    async def extend(self, request: ExtendRequest) -> NumberMap:
        """The prior map with every new number assigned. Raises Withheld(numbers_no_room)."""
        drawn, rng = list(request.prior.assignments), request.rng
        known = {a.number.key for a in drawn}
        fresh = [n for n in request.numbers if n.key not in known]
        drawn += keep([n for n in fresh if n.kind == "kept"], drawn)
        taken = Taken(drawn)
        drawn += extend_years(drawn, [n for n in fresh if n.kind == "year"], taken, rng)
        drawn += _dates([n for n in fresh if n.kind == "date"], drawn, taken, rng)
        drawn += _codes([n for n in fresh if n.kind == "identifier"], taken, rng)
        for name, members in _groups(fresh):
            if name in LABELS:
                prior = [a for a in drawn if a.number.kind == "number" and a.number.group == name]
                drawn += _ordered(members, prior, taken, rng)
            else:
                for alike in _alike(members):
                    drawn += _unordered(alike, taken, rng)
        return NumberMap(policy=self.name, assignments=tuple(drawn))


def _groups(fresh: list[Number]) -> Iterator[tuple[str, list[Number]]]:
    numbers = [n for n in fresh if n.kind == "number"]
    for name in dict.fromkeys(n.group for n in numbers):
        yield name, [n for n in numbers if n.group == name]


def _alike(members: list[Number]) -> Iterator[list[Number]]:
    """Numbers that share a range: percentages apart, and nothing a thousand times another."""
    for limited in (True, False):
        run: list[Number] = []
        for number in sorted(members, key=lambda n: n.value):
            if (number.ceiling is not None) is not limited:
                continue
            start = next((n.value for n in run if n.value), number.value)
            if number.value > 1000 * start:
                yield run
                run = []
            run.append(number)
        if run:
            yield run


def _dates(
    dates: list[Number], drawn: list[Assignment], taken: Taken, rng: random.Random
) -> list[Assignment]:
    """Days and times that their calendar and clock know; two digits where there is no room."""
    prior = [a for a in drawn if a.number.kind == "date"]
    surrogates = draw_dates(dates, prior, taken, rng)
    if surrogates is not None:
        return _assigned(dates, surrogates)
    top = Decimal(29 if len(dates) < 9 else 100)
    return [_code(number, (Decimal(12), top), taken, rng) for number in dates]


def _codes(codes: list[Number], taken: Taken, rng: random.Random) -> list[Assignment]:
    """Identifiers with as many digits as they had."""
    found = []
    for number in codes:
        digits = number.width or len(str(int(number.value)))
        low, high = 10 ** max(digits - 1, 1), 10 ** max(digits, 2)
        found.append(_code(number, (Decimal(low - 1), Decimal(high)), taken, rng))
    return found


def _code(number: Number, bounds: Bounds, taken: Taken, rng: random.Random) -> Assignment:
    free = {"decimals": 0, "group": "cells", "floor": Decimal(0), "ceiling": None}
    whole = number.model_copy(update=free)
    for room in (bounds, (bounds[0], 100 * bounds[1])):
        surrogate = draw([whole], room, taken, rng)
        if surrogate is not None:
            return Assignment(number=number, surrogate=surrogate[0])
    raise _no_room()


def _unordered(members: list[Number], taken: Taken, rng: random.Random) -> list[Assignment]:
    for finer in range(FINER):
        for wider in range(WIDER):
            surrogates = draw(members, _range(members, rng, wider), taken, rng, finer)
            if surrogates is not None:
                return _assigned(members, surrogates)
    raise _no_room()


def _ordered(
    members: list[Number], prior: list[Assignment], taken: Taken, rng: random.Random
) -> list[Assignment]:
    """Between the neighbours that are already assigned, as far as there are any."""
    placed = sorted((a.number.value, a.surrogate) for a in prior)
    found = []
    members = sorted(members, key=lambda n: n.value)
    low, high = _range(members, rng, 0)
    if placed:
        low = min(low, placed[0][1] / 3)
    for inside, bounds, last in between(placed, members, (low, high)):
        limited, free = _divided(inside)
        if limited:
            limit = min(bounds[1], *(n.ceiling for n in limited if n.ceiling is not None))
            first = _in_gap(limited, (bounds[0], limit), False, taken, rng)
            found += _assigned(limited, first)
            bounds = first[-1], max(bounds[1], first[-1] * 2) if last else bounds[1]
        if free:
            found += _assigned(free, _in_gap(free, bounds, last, taken, rng))
    return found


def _divided(members: list[Number]) -> tuple[list[Number], list[Number]]:
    """Sorted numbers up to the last that has a ceiling, and the others above."""
    ends = [i + 1 for i, number in enumerate(members) if number.ceiling is not None]
    end = ends[-1] if ends else 0
    return members[:end], members[end:]


def _in_gap(
    members: list[Number], bounds: Bounds, last: bool, taken: Taken, rng: random.Random
) -> list[Decimal]:
    """``last`` is true for the gap that is open above, and so may grow wider."""
    for finer in range(FINER):
        for wider in range(WIDER if last else 1):
            room = bounds[0], bounds[1] * 10**wider
            surrogates = draw_in_order(members, room, taken, rng, finer)
            if surrogates is not None:
                return surrogates
    raise _no_room()


def _assigned(members: list[Number], surrogates: list[Decimal]) -> list[Assignment]:
    return [
        Assignment(number=number, surrogate=surrogate)
        for number, surrogate in zip(members, surrogates, strict=True)
    ]


def _range(members: list[Number], rng: random.Random, wider: int) -> Bounds:
    """A range of the group's order of magnitude and roughly of its spread, so that a chart stays
    drawable; where in that order it ends is drawn."""
    values = sorted(number.value for number in members if number.value)
    top, bottom = (values[-1], values[0]) if values else (Decimal(1), Decimal(1))
    coarsest = min(number.decimals for number in members)
    # one digit alone is too common to replace anything: 5M becomes 47M
    order = max(top.adjusted(), 1 - coarsest) if coarsest <= 0 else top.adjusted()
    high = Decimal(rng.uniform(3.5, 9.7)).scaleb(order + wider)
    spread = min(max(float(top / bottom), 3.0), 25.0) * rng.uniform(0.8, 1.25)
    limits = [number.ceiling for number in members if number.ceiling is not None]
    if len(limits) == len(members):
        high = min(high, max(limits)) if wider else min(high, Decimal(rng.uniform(55, 97)))
    low = high / (1000 if wider else Decimal(spread))
    if limits:
        low = min(low, min(limits) / 8)
    floor = max(number.floor for number in members)
    return low, max(high, floor * 5)


def _no_room() -> Withheld:
    return Withheld(Code.NUMBERS_NO_ROOM, "there are too many numbers for distinct replacements")
