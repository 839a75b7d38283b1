"""A parsed program: its operands, its other literals, and what its answer depends on."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from decimal import Decimal, InvalidOperation
from functools import cached_property

from recast_agent.core.program.dependence import answer_depends
from recast_agent.core.program.syntax import MAX_DIGITS, PROTECTED, ProgramRefused, checked_tree

_PLAIN = re.compile(r"\d+(\.\d*)?|\.\d+")
_INDEX_FUNCTIONS = {"range": 0, "enumerate": 1, "round": 1}
"""Functions whose arguments from this position on count or place, and measure nothing."""


_MOST_PLACES = 60


@dataclass(frozen=True)
class Literal:
    """A literal outside ``protected()``. ``index`` is true where it only counts or places."""

    text: str
    line: int
    index: bool = False


@dataclass(frozen=True)
class Program:
    """A program inside the allow-list.

    ``calls`` are its ``protected(...)`` calls in source order and ``operands`` the numbers they
    mark, as written, in plain decimal notation (``-48``, ``1250.5``, ``48K``).
    """

    source: str
    tree: ast.Module = field(repr=False)
    calls: tuple[ast.Call, ...] = field(repr=False)
    operands: tuple[str, ...]

    @cached_property
    def assigns_answer(self) -> bool:
        return any(
            isinstance(node, ast.Name) and node.id == "answer" and isinstance(node.ctx, ast.Store)
            for node in ast.walk(self.tree)
        )

    @cached_property
    def depends(self) -> bool:
        """False where ``answer`` surely rests on no operand, neither by data nor by control."""
        return answer_depends(self.tree)

    def constants(self) -> tuple[Literal, ...]:
        """Numeric literals outside ``protected()``, signed as written, in source order."""
        marked, index, signed = self._marked(), self._index(), self._signs()
        found = [
            (node, id(node) in index)
            for node in self._literals()
            if not isinstance(node.value, bool | str | None) and id(node) not in marked
        ]
        return tuple(
            Literal(
                signed.get(id(node), "") + _text(node, self.source),
                node.lineno,
                index and _is_place(node.value),
            )
            for node, index in found
        )

    def texts(self) -> tuple[Literal, ...]:
        """String literals outside ``protected()`` that are no bare statement, in source order."""
        skipped = self._marked() | {
            id(node.value) for node in ast.walk(self.tree) if isinstance(node, ast.Expr)
        }
        return tuple(
            Literal(node.value, node.lineno)
            for node in self._literals()
            if isinstance(node.value, str) and id(node) not in skipped
        )

    def _literals(self) -> list[ast.Constant]:
        nodes = [node for node in ast.walk(self.tree) if isinstance(node, ast.Constant)]
        return sorted(nodes, key=lambda node: (node.lineno, node.col_offset))

    def _marked(self) -> set[int]:
        return {id(node) for call in self.calls for node in ast.walk(call)}

    def _signs(self) -> dict[int, str]:
        return {
            id(node.operand): "-"
            for node in ast.walk(self.tree)
            if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
        }

    def _index(self) -> set[int]:
        found: set[int] = set()
        for node in ast.walk(self.tree):
            parts: list[ast.expr] = []
            if isinstance(node, ast.Subscript):
                parts = [node.slice]
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                first = _INDEX_FUNCTIONS.get(node.func.id, len(node.args))
                parts = node.args[first:]
                parts += [k.value for k in node.keywords if k.arg == "ndigits"]
            found |= {id(inner) for part in parts for inner in ast.walk(part)}
        return found


def _is_place(value: object) -> bool:
    """No chart has more places; a larger number could be the answer itself."""
    return isinstance(value, int) and abs(value) <= _MOST_PLACES


def parse(program: str) -> Program:
    """Parse a solver's program. Raises ProgramRefused (code ``program_refused``, with the line)."""
    source = program.replace("\r\n", "\n").replace("\r", "\n")
    tree = checked_tree(source)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and _is_marked(node)]
    calls.sort(key=lambda node: (node.lineno, node.col_offset))
    loads = sum(isinstance(n, ast.Name) and n.id == PROTECTED for n in ast.walk(tree))
    if loads != len(calls):
        raise ProgramRefused("protected without a call", 1)
    operands = tuple(_operand(call.args[0], source) for call in calls)
    return Program(source, tree, tuple(calls), operands)


def _is_marked(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Name) and node.func.id == PROTECTED


def _operand(node: ast.expr, source: str) -> str:
    match node:
        case ast.Constant(value=str(text)):
            return text.strip()
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant() as inner):
            return "-" + _text(inner, source)
        case ast.UnaryOp(operand=ast.Constant() as inner) | (ast.Constant() as inner):
            return _text(inner, source)
    raise ProgramRefused("protected() around anything but one number", node.lineno)


def _text(node: ast.Constant, source: str) -> str:
    """A numeric literal as it is written, in plain decimal notation: trailing zeros stay."""
    line = source.split("\n")[node.lineno - 1].encode()
    written = line[node.col_offset : node.end_col_offset].decode().replace("_", "")
    if not _PLAIN.fullmatch(written):
        try:
            written = format(Decimal(written), "f")
        except InvalidOperation:
            raise ProgramRefused("a number that is not decimal", node.lineno) from None
    if len(written) > MAX_DIGITS + 2:
        raise ProgramRefused("a number of this length", node.lineno)
    return written.rstrip(".") if not written.startswith(".") else "0" + written
