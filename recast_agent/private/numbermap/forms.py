"""Which spellings of a replacement a solver may use, so that no two of them can be confused.

Two numbers are of one form where they differ by a power of a thousand: ``48`` may stand for
``48K``. Where a number may be named in another power of ten as well (a percentage as its hundredth,
a number in lakh by the digits before that word), it is held against every other number in that
form, too.
"""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

from recast_agent.core.literals import COMMON_CONSTANTS
from recast_agent.private.numbermap.protocol import Assignment, Number

Form = tuple[tuple[int, ...], int]

POWERS = frozenset({0, 3, -3, 6, -6, 9, -9, 12, -12})
"""Display scales, as powers of ten, in which a quantity may be named."""

HUNDREDTH = -2
"""A percentage as a fraction."""


def form(value: Decimal) -> Form:
    """What a positive number has in common with its thousandfold."""
    _, digits, exponent = value.normalize().as_tuple()
    return digits, int(exponent) % 3


def forms(value: Decimal, number: Number) -> set[Form]:
    """Every form in which a replacement of a number may be named."""
    found = {form(value)}
    for power in _odd(number):
        found.add(form(value.scaleb(power)))
    return found


def powers_of(number: Number) -> frozenset[int]:
    """The powers of ten by which an operand may differ from the replacement of a number."""
    return POWERS.union(_odd(number)) if number.measured else frozenset({0})


def _odd(number: Number) -> tuple[int, ...]:
    """Powers that are not of a thousand."""
    return (*number.scales, HUNDREDTH) if number.role == "percent" else number.scales


_COMMON = frozenset(form(value) for value in COMMON_CONSTANTS)


class Taken:
    """Replacements that are in use, in every form."""

    def __init__(self, assignments: Iterable[Assignment]) -> None:
        self._forms: set[Form] = set()
        for assignment in assignments:
            self.add(assignment.surrogate, assignment.number)

    def free(self, surrogate: Decimal, number: Number) -> bool:
        """Whether a replacement is neither common nor confusable with one in use."""
        wanted = forms(surrogate, number)
        if number.measured:
            return not (wanted & self._forms or wanted & _COMMON)
        return surrogate not in COMMON_CONSTANTS and not wanted & self._forms

    def unused(self, surrogate: Decimal, number: Number) -> bool:
        """Whether a replacement that may be common (an hour) is not confusable with another."""
        return not forms(surrogate, number) & self._forms

    def add(self, surrogate: Decimal, number: Number) -> None:
        """Take a replacement."""
        self._forms |= forms(surrogate, number)

    def copy(self) -> Taken:
        """The same, to try further replacements on."""
        other = Taken(())
        other._forms = set(self._forms)
        return other

    def adopt(self, trial: Taken) -> None:
        """Take what a trial has taken."""
        self._forms = trial._forms
