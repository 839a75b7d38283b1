"""Which results of arithmetic depend on an operand.

Standard library only, no import of this package: the module also runs in the bare child.
"""

from __future__ import annotations

import ast

from .values import Traced, count_depends, is_number, rests


def rests_wholly(traced: Traced) -> bool:
    """Whether a truth value or an order taken from ``traced`` depends on an operand."""
    return rests(traced) or count_depends(traced)


def is_loose_truth(value: Traced) -> bool:
    """Whether a truth value rests on no operand: as a number it would be made of nothing read."""
    return isinstance(value.value, bool) and not value.depends


def carries(op: ast.operator, left: Traced, right: Traced) -> bool:
    """Whether a result depends on an operand. ``0 * x``, ``x - x``, ``x / x``, ``x % 1`` of one
    variable and ``x ** 0`` do not."""
    if left is right and isinstance(op, ast.Sub | ast.Div | ast.FloorDiv | ast.Mod):
        return False
    if isinstance(op, ast.Mult):
        for a, b in ((left, right), (right, left)):
            if not a.depends and is_number(a.value) and a.value == 0:
                return b.depends and not is_number(b.value)
    if isinstance(op, ast.Pow) and not right.depends and right.value == 0:
        return False
    return left.depends or right.depends
