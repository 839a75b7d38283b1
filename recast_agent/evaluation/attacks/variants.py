"""Designs that were turned down, as policies beside the real ones."""

from __future__ import annotations

import dataclasses

from recast_agent.private.numbermap.protocol import (
    Assignment,
    ExtendRequest,
    Number,
    NumberMap,
    NumberPolicy,
)

PLAUSIBLE = range(1950, 2027)
"""Years in which an attacker looks for a source's years."""


class AvoidsAllOriginals:
    """A policy whose replacements meet no original at all, not only their own."""

    def __init__(self, inner: NumberPolicy) -> None:
        self._inner = inner
        self.name = inner.name

    async def extend(self, request: ExtendRequest) -> NumberMap:
        """The originals are taken before the inner policy draws."""
        blocked = tuple(
            Assignment(number=_kept(number), surrogate=number.value)
            for number in request.numbers
            if number.kind == "number" and number.value
        )
        held = request.prior.assignments
        prior = request.prior.model_copy(update={"assignments": blocked + held})
        made = await self._inner.extend(dataclasses.replace(request, prior=prior))
        return made.model_copy(update={"assignments": made.assignments[len(blocked) :]})


class SharedOffset:
    """A policy that moves all years by one offset, within the plausible years."""

    def __init__(self, inner: NumberPolicy) -> None:
        self._inner = inner
        self.name = inner.name

    async def extend(self, request: ExtendRequest) -> NumberMap:
        """Years first; the inner policy finds them assigned."""
        known = {a.number.key for a in request.prior.assignments}
        years = [n for n in request.numbers if n.kind == "year" and n.key not in known]
        held = request.prior.assignments
        if years:
            values = [int(n.value) for n in years]
            offsets = range(PLAUSIBLE.start - min(values), PLAUSIBLE.stop - max(values))
            offset = request.rng.choice([o for o in offsets if o])
            held += tuple(Assignment(number=n, surrogate=n.value + offset) for n in years)
        prior = request.prior.model_copy(update={"assignments": held})
        return await self._inner.extend(dataclasses.replace(request, prior=prior))


def _kept(number: Number) -> Number:
    return Number(value=number.value, role="structural", group="blocked")
