"""A tree-walking interpreter for restored programs: exact numbers, budgets, traced dependence.

Standard library only, no import of this package: it also runs in the bare child.
"""

from __future__ import annotations

import ast
from fractions import Fraction
from typing import Any

from .frames import Frame
from .functions import NAMES
from .statements import Statements
from .values import REFUSED, Budget, Stop, Traced, count_depends, decimal_text, is_number

__all__ = ["NAMES", "Stop", "decimal_text", "run"]

MAX_SOURCE = 20_000
MAX_BRACKETS = 60
MAX_DEPTH = 150
MAX_ANSWERS = 1_000


def run(program: str, operands: tuple[Fraction, ...], names: dict[str, str]) -> Any:
    """The value of ``answer``: int, Fraction, float, bool, str, or a tuple of those.

    ``operands[i]`` is the i-th ``protected(...)`` call in source order; ``names`` replaces whole
    string literals. Raises Stop(program_refused | program_failed | program_timeout |
    answer_constant); what runs is bounded in steps, items, text, bits and depth.

    An answer counts as resting on an operand by data or by control flow, also where a list of
    operands is only counted. Not counted: ``0 * x``, ``x ** 0``, and ``x - x``, ``x / x`` or a
    comparison of one variable with itself. Not seen: identities across different expressions,
    conditions that always hold, a list of operands made only to be counted.
    """
    tree = _tree(program)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_marked(node)]
    calls.sort(key=lambda node: (node.lineno, node.col_offset))
    if len(calls) != len(operands) or not all(map(_marks_a_number, calls)):
        raise Stop(REFUSED)
    marked = {id(call): operand for call, operand in zip(calls, operands, strict=True)}
    frame = Frame()
    try:
        Statements(marked, names, Budget()).block(tree.body, frame)
    except (RecursionError, MemoryError):
        raise Stop(REFUSED) from None
    return _answer(frame.names.get("answer"))


def _tree(program: str) -> ast.Module:
    if len(program) > MAX_SOURCE:
        raise Stop(REFUSED)
    depth = 0
    for character in program:
        depth += (character in "([{") - (character in ")]}")
        if depth > MAX_BRACKETS:
            raise Stop(REFUSED)
    try:
        tree = ast.parse(program)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Stop(REFUSED) from None
    level: list[ast.AST] = [tree]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in ast.iter_child_nodes(node)]
    if level:
        raise Stop(REFUSED)
    return tree


def _is_marked(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id == "protected"


def _marks_a_number(call: ast.Call) -> bool:
    """Anything but one literal could smuggle a disguised value past the restoring."""
    if len(call.args) != 1 or call.keywords:
        return False
    node = call.args[0]
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.UAdd | ast.USub):
        node = node.operand
    value = node.value if isinstance(node, ast.Constant) else None
    if isinstance(value, str):
        return any(letter.isdigit() for letter in value)
    return isinstance(value, int | float) and not isinstance(value, bool)


def _answer(answer: Traced | None) -> Any:
    if answer is None:
        raise Stop
    parts = answer.value if isinstance(answer.value, list | tuple) else None
    scalars = [answer] if parts is None else parts
    if len(scalars) > MAX_ANSWERS or not all(
        isinstance(part.value, str) or is_number(part.value) for part in scalars
    ):
        raise Stop
    if not count_depends(answer):
        raise Stop("answer_constant")
    return answer.value if parts is None else tuple(part.value for part in parts)
