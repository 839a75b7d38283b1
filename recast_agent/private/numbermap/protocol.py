"""The number map and the policies that extend it (paper, sections 3.3 and A.3)."""

from __future__ import annotations

import random
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

from recast_agent.core.literals import Role
from recast_agent.core.model import Model


class Number(Model):
    """A distinct number of a record: what a policy needs to know to replace it.

    ``value`` is the exact magnitude as displayed, without sign and without scale (``30`` for
    ``-30K``); ``scale`` is the display scale (``1000``); ``decimals`` the decimals displayed.
    ``group`` names what belongs together (``cells:<series>``, ``categories``, ``question``), so
    that years of one axis share a timeline and bounds of one axis stay in order.
    """

    value: Decimal
    scale: Decimal = Decimal(1)
    decimals: int = 0
    role: Role
    group: str = ""


class Assignment(Model):
    """``number.value`` is shown as ``surrogate`` (same scale, same sign)."""

    number: Number
    surrogate: Decimal


class NumberMap(Model):
    """Assignments in order; extension only appends. Injective with an exact inverse."""

    policy: str
    assignments: tuple[Assignment, ...] = ()

    def __repr__(self) -> str:
        return f"NumberMap(policy={self.policy!r}, {len(self.assignments)} assignments)"

    __str__ = __repr__


@dataclass(frozen=True, repr=False)
class ExtendRequest:
    """``ordered`` is true where the question needs the order of values to be seen."""

    prior: NumberMap
    numbers: tuple[Number, ...]
    rng: random.Random
    ordered: bool = False


class NumberPolicy(Protocol):
    """Extendable and prefix-stable: prior assignments never change.

    Raises Withheld(numbers_no_room) where no injective extension fits.
    """

    name: str

    async def extend(self, request: ExtendRequest) -> NumberMap:
        """The prior map with every new number assigned."""
        ...
