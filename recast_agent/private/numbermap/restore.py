"""Operands go back: ``restore(k * h(v)) == k * v`` for sign, display scale and percent.

A spelling that fits two values with different results is an error, never a guess; a spelling that
fits none is one too, however near it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal

from recast_agent.core.errors import Code, Unanswered
from recast_agent.core.literals import SCALES
from recast_agent.private.numbermap.forms import Form, form, forms, powers_of
from recast_agent.private.numbermap.protocol import Assignment, NumberMap

_OPERAND = re.compile(
    r"([-+−]?)\s*([0-9][0-9_,]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE]([-+]?[0-9]{1,2}))?"
    r"\s*([A-Za-z]*|%)"
)
MAX_OPERAND = 60
MAX_SIGNIFICANT = 27
"""Beyond this, decimal arithmetic would round, and a rounded operand is a guess."""


def restore(operand: str, numbers: NumberMap) -> Decimal:
    """The true value of an operand as a solver spelled it (``48``, ``48_000``, ``4.8e4``, ``48K``).

    Raises Unanswered(operand_unknown | operand_ambiguous).
    """
    return restorer(numbers)(operand)


def restorer(numbers: NumberMap) -> Callable[[str], Decimal]:
    """``restore`` for many operands of one map."""
    by_form: dict[Form, list[Assignment]] = {}
    for assignment in numbers.assignments:
        if assignment.surrogate:
            for each in forms(assignment.surrogate, assignment.number):
                by_form.setdefault(each, []).append(assignment)
        else:
            by_form.setdefault(((0,), 0), []).append(assignment)

    def restored(operand: str) -> Decimal:
        value = parsed(operand)
        near = by_form.get(form(value.copy_abs()) if value else ((0,), 0), [])
        found = {true for one in near if (true := _true(value.copy_abs(), one)) is not None}
        if len(found) > 1:
            raise Unanswered(Code.OPERAND_AMBIGUOUS, "an operand fits two values of the evidence")
        if not found:
            raise _unknown()
        (true,) = found
        return true.copy_negate() if value < 0 else true

    return restored


def expected_distance(numbers: NumberMap) -> Decimal:
    """The mean relative distance between originals and replacements of quantities, 0 to 1."""
    distances = [
        abs(a.surrogate - a.number.value) / max(a.surrogate, a.number.value)
        for a in numbers.assignments
        if a.number.kind == "number" and a.surrogate
    ]
    return sum(distances, Decimal(0)) / len(distances) if distances else Decimal(0)


def parsed(operand: str) -> Decimal:
    """An operand as a number, its scale applied. Raises Unanswered(operand_unknown)."""
    text = operand.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1].strip()
    match = _OPERAND.fullmatch(text) if len(text) <= MAX_OPERAND else None
    if match is None:
        raise _unknown()
    sign, digits, power, suffix = match.groups()
    scale = 0 if suffix in ("", "%") else SCALES.get(suffix.lower())
    digits = digits.replace("_", "").replace(",", "")
    if scale is None or len(digits.strip("0.").replace(".", "")) > MAX_SIGNIFICANT:
        raise _unknown()
    value = Decimal(digits).normalize().scaleb(scale + int(power or 0))
    return value.copy_negate() if sign in ("-", "−") else value


def _true(value: Decimal, assignment: Assignment) -> Decimal | None:
    """What ``value`` stands for if it is a spelling of this replacement."""
    surrogate, number = assignment.surrogate, assignment.number
    if not surrogate or not value:
        return number.value if surrogate == value else None
    for power in powers_of(number):
        if surrogate.scaleb(power) == value:
            return Decimal(format(number.value.scaleb(power).normalize(), "f"))
    return None


def _unknown() -> Unanswered:
    return Unanswered(Code.OPERAND_UNKNOWN, "an operand is not in the evidence")
