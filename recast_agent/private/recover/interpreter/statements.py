"""Statements: what runs, and which variables thereby depend on an operand.

Standard library only, no import of this package: the module also runs in the bare child.
"""

from __future__ import annotations

import ast

from .comprehensions import Comprehensions
from .containers import item
from .dependence import rests_wholly
from .frames import Frame, Function
from .functions import truth
from .values import REFUSED, Stop, Traced, count_depends, items_of

NEXT, BREAK, CONTINUE, RETURN = "next", "break", "continue", "return"


class Statements(Comprehensions):
    """Runs one module."""

    def block(self, body: list[ast.stmt], frame: Frame) -> str:
        for node in body:
            self._budget.spend()
            signal = self._method("run", node)(node, frame)
            if signal != NEXT:
                return str(signal)
        return NEXT

    def run_expr(self, node: ast.Expr, frame: Frame) -> str:
        self.evaluate(node.value, frame)
        return NEXT

    def run_pass(self, node: ast.Pass, frame: Frame) -> str:
        return NEXT

    def run_break(self, node: ast.Break, frame: Frame) -> str:
        return BREAK

    def run_continue(self, node: ast.Continue, frame: Frame) -> str:
        return CONTINUE

    def run_return(self, node: ast.Return, frame: Frame) -> str:
        frame.result = Traced(None) if node.value is None else self.evaluate(node.value, frame)
        return RETURN

    def run_functiondef(self, node: ast.FunctionDef, frame: Frame) -> str:
        self._store_name(node.name, Traced(Function(node, frame)), frame)
        return NEXT

    def run_assign(self, node: ast.Assign, frame: Frame) -> str:
        value = self.evaluate(node.value, frame)
        for target in node.targets:
            self.store(target, value, frame)
        return NEXT

    def run_augassign(self, node: ast.AugAssign, frame: Frame) -> str:
        target = node.target
        if isinstance(target, ast.Subscript):
            container, index = (
                self.evaluate(target.value, frame),
                self.evaluate(target.slice, frame),
            )
            old = item(container, index, self._budget)
            new = self._operate(node.op, old, self.evaluate(node.value, frame))
            self._put(container, index, new)
            return NEXT
        if not isinstance(target, ast.Name):
            raise Stop(REFUSED)
        old, value = self._load(target.id, frame), self.evaluate(node.value, frame)
        if isinstance(node.op, ast.Add) and isinstance(old.value, list):
            more = items_of(value)
            self._budget.items(len(old.value) + len(more))
            old.value.extend(more)
            self._store_name(target.id, Traced(old.value, old.depends or value.depends), frame)
        else:
            self._store_name(target.id, self._operate(node.op, old, value), frame)
        return NEXT

    def run_if(self, node: ast.If, frame: Frame) -> str:
        test = self.evaluate(node.test, frame)
        outer = self._control
        depends = rests_wholly(test)
        self._control = outer or depends
        signal = self.block(node.body if truth(test) else node.orelse, frame)
        if depends:
            self._mark(node, frame)
        # past a branch that may leave, everything that still runs was decided here
        self._control = outer or (depends and _may_leave(node))
        return signal

    def run_for(self, node: ast.For, frame: Frame) -> str:
        source = self.evaluate(node.iter, frame)
        items = items_of(source)
        self._budget.items(len(items))
        outer = self._control
        self._control = outer or count_depends(source)
        signal = NEXT
        for value in items:
            self.store(node.target, value, frame)
            signal = self.block(node.body, frame)
            if signal in (BREAK, RETURN):
                break
        return self._leave_loop(node, frame, outer, signal)

    def run_while(self, node: ast.While, frame: Frame) -> str:
        outer = self._control
        signal = NEXT
        while True:
            self._budget.spend()
            test = self.evaluate(node.test, frame)
            self._control = self._control or rests_wholly(test)
            if not truth(test):
                break
            signal = self.block(node.body, frame)
            if signal in (BREAK, RETURN):
                break
        return self._leave_loop(node, frame, outer, signal)

    def _leave_loop(self, node: ast.For | ast.While, frame: Frame, outer: bool, signal: str) -> str:
        decided = self._control and not outer
        if decided:
            self._mark(node, frame)
        self._control = outer or (decided and _returns(node))
        return RETURN if signal == RETURN else NEXT

    def _mark(self, node: ast.stmt, frame: Frame) -> None:
        """What a statement may have assigned depends on whatever decided it, even unassigned."""
        for inner in ast.walk(node):
            self._budget.spend()
            target = inner
            while isinstance(target, ast.Subscript):
                target = target.value
            stored = isinstance(getattr(inner, "ctx", None), ast.Store)
            if stored and isinstance(target, ast.Name) and target.id in frame.names:
                frame.names[target.id] = Traced(frame.names[target.id].value, True)


def _may_leave(node: ast.AST) -> bool:
    return any(isinstance(n, ast.Break | ast.Continue | ast.Return) for n in ast.walk(node))


def _returns(node: ast.AST) -> bool:
    return any(isinstance(n, ast.Return) for n in ast.walk(node))
