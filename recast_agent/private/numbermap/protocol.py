"""The number map and the policies that extend it (paper, sections 3.3 and A.3)."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Protocol

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.literals import Role
from recast_agent.core.model import Model

KINDS: dict[Role, str] = {
    "year": "year",
    "structural": "kept",
    "ordinal": "kept",
    "date": "date",
    "identifier": "identifier",
}

Key = tuple[Decimal, str, int]
"""The identity of a number: its value, its kind, its width."""


class Number(Model):
    """A distinct number of a record: what a policy needs to know to replace it.

    ``value`` is its unsigned magnitude with the scale applied (30000 for ``-30K``); ``decimals``
    what every mention of it can show after scaling (-3 for ``30K``). ``group`` names what belongs
    together (``cells:<series>``, ``categories``, ``question``). The same value in another
    ``kind`` is another number: a year is no quantity, and a rank is kept. ``floor`` is the least
    replacement that can show the thousands separators of every mention, ``ceiling`` what it must
    stay below (100 for a percentage within 100, 29 for a day, 60 for a minute). ``width`` counts
    the digits of a number that is written with leading zeros, and is 0 for others. ``scales`` are
    powers of ten, beside those of a thousand, by which an operand may differ from the replacement
    (-5 where ``2 lakh`` shows it).
    ``joined`` is true where a separator alone parts it from a number before it (``12,15``).
    """

    value: Decimal
    decimals: int = 0
    role: Role
    group: str = ""
    floor: Decimal = Decimal(0)
    ceiling: Decimal | None = None
    width: int = 0
    scales: tuple[int, ...] = ()
    joined: bool = False

    @property
    def measured(self) -> bool:
        """Whether a program may name it in another display scale."""
        return self.role in ("quantity", "percent")

    @property
    def kind(self) -> str:
        """``year``, ``kept``, ``date``, ``identifier`` or ``number``."""
        return KINDS.get(self.role, "number")

    @property
    def key(self) -> Key:
        return self.value, self.kind, self.width

    def __repr__(self) -> str:
        return f"Number(role={self.role!r}, group={self.group!r})"

    __str__ = __repr__


class Assignment(Model):
    """``number.value`` is shown as ``surrogate``, with the same sign and display scale.

    The exponent of ``surrogate`` says how many decimals it shows where the number shows
    ``number.decimals``.
    """

    number: Number
    surrogate: Decimal

    @property
    def finer(self) -> int:
        """How many more decimals the replacement shows than the number."""
        return -int(self.surrogate.as_tuple().exponent) - self.number.decimals

    def __repr__(self) -> str:
        return f"Assignment({self.number!r})"

    __str__ = __repr__


class NumberMap(Model):
    """Assignments in order; extension only appends. Injective with an exact inverse."""

    policy: str
    assignments: tuple[Assignment, ...] = ()

    def __repr__(self) -> str:
        return f"NumberMap(policy={self.policy!r}, {len(self.assignments)} assignments)"

    __str__ = __repr__


@dataclass(frozen=True, repr=False)
class ExtendRequest:
    """``rng`` decides every replacement that is new.

    No request asks for the order of values to be kept: a question that compares them is answered
    by a program over the true ones, and kept ranks link a release to its source (threat 15).
    """

    prior: NumberMap
    numbers: tuple[Number, ...]
    rng: random.Random


def keep(numbers: Iterable[Number], drawn: Sequence[Assignment]) -> list[Assignment]:
    """Numbers that stay as they are, beside what is drawn already.

    Raises Withheld(numbers_no_room) where one of them looks like the replacement of another.
    """
    shown = {a.surrogate for a in drawn if a.surrogate != a.number.value}
    kept = [Assignment(number=number, surrogate=number.value) for number in numbers]
    if any(a.surrogate in shown for a in kept):
        raise Withheld(Code.NUMBERS_NO_ROOM, "a number that stays is taken: ask in other words")
    return kept


class NumberPolicy(Protocol):
    """Extendable and prefix-stable: prior assignments never change.

    Raises Withheld(numbers_no_room) where no injective extension fits.
    """

    name: str

    async def extend(self, request: ExtendRequest) -> NumberMap:
        """The prior map with every new number assigned."""
        ...
