"""What an attacker sees: releases of a table under a policy, pinned to the evidence or fresh."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from recast_agent.core.table import Table
from recast_agent.core.types import ProtectedRecord
from recast_agent.private.numbermap.protocol import (
    ExtendRequest,
    Number,
    NumberMap,
    NumberPolicy,
)
from recast_agent.private.numbermap.records import numbers_of, protect
from recast_agent.private.record import Record
from recast_agent.private.rewrite.order import arranged


@dataclass(frozen=True, repr=False)
class Evidence:
    """A table and the question that is asked about it."""

    table: Table
    question: str


@dataclass(frozen=True, repr=False)
class Release:
    """``source`` has its rows and columns where ``table``, the released one, has them. Labels keep
    their words: these attacks are on numbers and structure."""

    source: Table
    table: Table
    record: ProtectedRecord
    numbers: NumberMap


class Requests(Protocol):
    """One map for each request on the same numbers."""

    async def next(self) -> NumberMap: ...


class Fresh:
    """A map of its own for each request, as in the paper."""

    def __init__(self, policy: NumberPolicy, numbers: Sequence[Number], rng: random.Random) -> None:
        self._policy, self._numbers, self._rng = policy, tuple(numbers), rng

    async def next(self) -> NumberMap:
        return await extended(self._policy, self._numbers, self._rng)


class Pinned:
    """The first map, extended by each request, as the vault keeps it."""

    def __init__(self, policy: NumberPolicy, numbers: Sequence[Number], rng: random.Random) -> None:
        self._policy, self._numbers, self._rng = policy, tuple(numbers), rng
        self._held = NumberMap(policy=policy.name)

    async def next(self) -> NumberMap:
        self._held = await extended(self._policy, self._numbers, self._rng, self._held)
        return self._held


async def extended(
    policy: NumberPolicy,
    numbers: Sequence[Number],
    rng: random.Random,
    prior: NumberMap | None = None,
) -> NumberMap:
    """The prior map, or an empty one, with the numbers assigned."""
    prior = prior or NumberMap(policy=policy.name)
    return await policy.extend(ExtendRequest(prior, tuple(numbers), rng))


async def release(
    evidence: Evidence,
    policy: NumberPolicy,
    rng: random.Random,
    *,
    shuffled: bool = True,
) -> Release:
    """One release. ``shuffled``: unordered categories and series are, as the rewriter does."""
    source = evidence.table
    if shuffled:
        source = arranged(source, source, evidence.question, rng)
    record = Record(
        id="0" * 32, modality="image", context=source.to_text(), question=evidence.question
    )
    numbers = await extended(policy, numbers_of(record), rng)
    protected = protect(record, numbers)
    return Release(source, protected.table(), protected, numbers)
