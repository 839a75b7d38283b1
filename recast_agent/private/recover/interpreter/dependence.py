"""Which results of arithmetic depend on an operand.

Standard library only, no import of this package: the module also runs in the bare child.
"""

from __future__ import annotations

import ast

from .values import Traced, is_number


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
