"""Does ``answer`` rest on a protected operand? A conservative analysis that runs nothing.

It says no only where no operand can reach the answer, by data or by control flow. What it
cannot see (``x * 0``, ``x - x``, a branch that is always taken) the interpreter watches while it
runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from recast_agent.core.program.syntax import PROTECTED


def answer_depends(tree: ast.Module) -> bool:
    """True where ``answer`` at the end of the program may depend on a ``protected()`` operand."""
    flow = _Flow()
    flow.block(tree.body, frozenset(), within=False)
    return "answer" in flow.dependent


class _Flow:
    """``dependent`` holds the names whose value rests on an operand at the current point."""

    def __init__(self) -> None:
        self.dependent: set[str] = set()
        self.functions: dict[str, ast.FunctionDef] = {}

    def rests(self, node: ast.AST | None, seen: frozenset[str] = frozenset()) -> bool:
        """Whether anything a node reads, calls included, is an operand or a dependent name."""
        if node is None:
            return False
        for inner in ast.walk(node):
            if not isinstance(inner, ast.Name):
                continue
            if inner.id == PROTECTED or inner.id in self.dependent:
                return True
            body = self.functions.get(inner.id)
            if body is not None and inner.id not in seen and self.rests(body, seen | {inner.id}):
                return True
        return False

    def block(self, body: Iterable[ast.stmt], loop: frozenset[str], *, within: bool) -> None:
        """``within``: under dependent control. ``loop``: names the enclosing loop assigns."""
        for statement in body:
            self.statement(statement, loop, within=within)

    def statement(self, node: ast.stmt, loop: frozenset[str], *, within: bool) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self.assign(target, value, within=within)
            case ast.AugAssign(target=target, value=value):
                if within or self.rests(value):
                    self.dependent |= assigned([node])
            case ast.If(test=test, body=body, orelse=orelse):
                chosen = within or self.rests(test)
                before = set(self.dependent)
                self.block(body, loop, within=chosen)
                after = self.dependent
                self.dependent = before
                self.block(orelse, loop, within=chosen)
                self.dependent |= after
                if chosen:
                    self.dependent |= assigned([node])
                    if any(isinstance(n, ast.Break | ast.Continue) for n in ast.walk(node)):
                        self.dependent |= loop
            case ast.For(iter=source, body=body):
                self.loop(node, source, body, within=within)
            case ast.While(test=source, body=body):
                self.loop(node, source, body, within=within)
            case ast.FunctionDef(name=name):
                self.functions[name] = node

    def loop(
        self, node: ast.For | ast.While, source: ast.expr, body: list[ast.stmt], *, within: bool
    ) -> None:
        names = frozenset(assigned([node]))
        before: set[str] | None = None
        while before != self.dependent:
            before = set(self.dependent)
            chosen = within or self.rests(source)
            if chosen:
                self.dependent |= names
            self.block(body, names, within=chosen)
            self.dependent |= before

    def assign(self, target: ast.expr, value: ast.expr, *, within: bool) -> None:
        match target, value:
            case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
                rests = [within or self.rests(v) for v in values]
                for part, dependent in zip(targets, rests, strict=True):
                    self.bind(part, dependent=dependent)
            case _:
                self.bind(target, dependent=within or self.rests(value))

    def bind(self, target: ast.expr, *, dependent: bool) -> None:
        names = names_of(target)
        if dependent:
            self.dependent |= names
        elif not isinstance(target, ast.Subscript):
            self.dependent -= names


def names_of(target: ast.expr) -> set[str]:
    """The variables that an assignment to ``target`` changes."""
    match target:
        case ast.Name(id=name):
            return {name}
        case ast.Subscript(value=value):
            return names_of(value)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return set().union(*(names_of(part) for part in parts))
    return set()


def assigned(body: Iterable[ast.stmt]) -> set[str]:
    """Every variable that statements may change, nested ones included."""
    found: set[str] = set()
    for statement in body:
        for node in ast.walk(statement):
            match node:
                case ast.Assign(targets=targets):
                    found = found.union(*(names_of(target) for target in targets))
                case ast.AugAssign(target=target) | ast.For(target=target):
                    found |= names_of(target)
    return found
