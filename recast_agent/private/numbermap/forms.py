"""Which spellings of a replacement a solver may use, so that no two of them can be confused."""

from __future__ import annotations

from decimal import Decimal

from recast_agent.core.literals import COMMON_CONSTANTS, Role
from recast_agent.private.numbermap.protocol import Assignment, Number

POWERS = (0, 3, -3, 6, -6, 9, -9, 12, -12)
"""Display scales, as powers of ten, in which a quantity may be named."""


def powers_of(role: Role) -> tuple[int, ...]:
    """The powers of ten by which an operand of a role may differ from its replacement."""
    if role == "percent":
        return (*POWERS, -2)
    return POWERS if role == "quantity" else (0,)


class Taken:
    """Replacements that are in use, in every spelling."""

    def __init__(self, assignments: tuple[Assignment, ...]) -> None:
        self._forms: set[Decimal] = set()
        for assignment in assignments:
            self.add(assignment.surrogate, assignment.number.role)

    def free(self, surrogate: Decimal, role: Role) -> bool:
        """Whether a replacement is neither common nor confusable with one in use."""
        small = surrogate == surrogate.to_integral_value() and surrogate <= 12
        if small or surrogate in COMMON_CONSTANTS:
            return False
        return not (_forms(surrogate, role) & self._forms)

    def add(self, surrogate: Decimal, role: Role) -> None:
        """Take a replacement."""
        self._forms |= _forms(surrogate, role)

    def update(self, other: Taken) -> None:
        """Take everything that another has taken."""
        self._forms |= other._forms


def _forms(surrogate: Decimal, role: Role) -> set[Decimal]:
    # a percent is also held against every other as its hundredth
    powers = (*POWERS, *(p - 2 for p in POWERS)) if role == "percent" else POWERS
    return {surrogate.scaleb(power).normalize() for power in powers}


def middle_first(numbers: list[Number]) -> list[Number]:
    """Sorted numbers in the order in which drawing between neighbours leaves most room."""
    if not numbers:
        return []
    half = len(numbers) // 2
    return [numbers[half], *middle_first(numbers[:half]), *middle_first(numbers[half + 1 :])]
