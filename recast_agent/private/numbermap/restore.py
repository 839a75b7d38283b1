"""Operands go back: ``restore(k * h(v)) == k * v`` for sign, display scale and percent.

A spelling that fits two values with different results is an error, never a guess; a spelling that
fits none is one too, however near it is.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

from recast_agent.core.errors import Code, Unanswered
from recast_agent.core.literals import SCALES
from recast_agent.private.numbermap.forms import powers_of
from recast_agent.private.numbermap.protocol import NumberMap

_OPERAND = re.compile(
    r"([-+]?)\s*([0-9][0-9_,]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]{1,2})?|\.[0-9]+)\s*([A-Za-z]*|%)"
)


def restore(operand: str, numbers: NumberMap) -> Decimal:
    """The true value of an operand as a solver spelled it (``48``, ``48_000``, ``4.8e4``, ``48K``).

    Raises Unanswered(operand_unknown | operand_ambiguous).
    """
    value = _parsed(operand)
    found = {
        assignment.number.value.scaleb(power).normalize()
        for assignment in numbers.assignments
        for power in powers_of(assignment.number.role)
        if assignment.surrogate.scaleb(power) == abs(value)
    }
    if len(found) > 1:
        raise Unanswered(Code.OPERAND_AMBIGUOUS, "an operand fits two values of the evidence")
    if not found:
        raise Unanswered(Code.OPERAND_UNKNOWN, "an operand is not in the evidence")
    (original,) = found
    return -original if value < 0 else original


def expected_distance(numbers: NumberMap) -> Decimal:
    """The mean relative distance between originals and replacements of quantities."""
    distances = [
        abs(a.surrogate - a.number.value) / max(a.surrogate, a.number.value)
        for a in numbers.assignments
        if a.number.kind == "number" and a.surrogate
    ]
    return sum(distances, Decimal(0)) / len(distances) if distances else Decimal(0)


def _parsed(operand: str) -> Decimal:
    match = _OPERAND.fullmatch(operand.strip().strip("'\"").strip())
    suffix = match[3].lower() if match else ""
    if match is None or (suffix and suffix != "%" and suffix not in SCALES):
        raise Unanswered(Code.OPERAND_UNKNOWN, "an operand is not in the evidence")
    try:
        value = Decimal(match[2].replace("_", "").replace(",", ""))
    except InvalidOperation:
        raise Unanswered(Code.OPERAND_UNKNOWN, "an operand is not in the evidence") from None
    value = value.scaleb(SCALES.get(suffix, 0))
    return -value if match[1] == "-" else value
