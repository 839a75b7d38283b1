"""Which spellings of a replacement a solver may use, so that no two of them can be confused.

Two numbers are of one form where they differ by a power of a thousand: ``48`` may stand for
``48K``. A percentage is also held against every other number as its hundredth.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from recast_agent.core.literals import COMMON_CONSTANTS, Role
from recast_agent.private.numbermap.protocol import Assignment

Form = tuple[tuple[int, ...], int]

POWERS = frozenset({0, 3, -3, 6, -6, 9, -9, 12, -12})
"""Display scales, as powers of ten, in which a quantity may be named."""

HUNDREDTH = -2


def form(value: Decimal) -> Form:
    """What a positive number has in common with its thousandfold."""
    _, digits, exponent = value.normalize().as_tuple()
    return digits, int(exponent) % 3


def forms(value: Decimal, role: Role) -> set[Form]:
    """Every form in which a replacement of this role may be named."""
    if role == "percent":
        return {form(value), form(value.scaleb(HUNDREDTH))}
    return {form(value)}


def powers_of(role: Role) -> frozenset[int]:
    """The powers of ten by which an operand of a role may differ from its replacement."""
    if role == "percent":
        return POWERS | {HUNDREDTH}
    return POWERS if role == "quantity" else frozenset({0})


_COMMON = frozenset(form(value) for value in COMMON_CONSTANTS)


class Taken:
    """Replacements that are in use, in every form."""

    def __init__(self, assignments: Iterable[Assignment]) -> None:
        self._forms: set[Form] = set()
        for assignment in assignments:
            self.add(assignment.surrogate, assignment.number.role)

    def free(self, surrogate: Decimal, role: Role) -> bool:
        """Whether a replacement is neither common nor confusable with one in use."""
        wanted = forms(surrogate, role)
        if role in ("quantity", "percent"):
            return not (wanted & self._forms or wanted & _COMMON)
        return surrogate not in COMMON_CONSTANTS and not wanted & self._forms

    def add(self, surrogate: Decimal, role: Role) -> None:
        """Take a replacement."""
        self._forms |= forms(surrogate, role)

    def copy(self) -> Taken:
        """The same, to try further replacements on."""
        other = Taken(())
        other._forms = set(self._forms)
        return other

    def adopt(self, trial: Taken) -> None:
        """Take what a trial has taken."""
        self._forms = trial._forms
