"""Expressions over traced values. A node that has no method here cannot be evaluated.

Standard library only, no import of this package: the module also runs in the bare child.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .containers import contains, cut, item, put
from .dependence import carries, is_loose_truth, rests_wholly
from .frames import Builtin, Frame, Function
from .functions import NAMES, Functions, truth
from .values import (
    ARITHMETIC,
    REFUSED,
    Budget,
    Stop,
    Traced,
    frozen,
    is_number,
    items_of,
    less,
    same,
)

MAX_CALL_DEPTH = 20


class Expressions:
    """Evaluates nodes. ``_control`` is true while an operand decided what runs."""

    def __init__(
        self, operands: dict[int, Fraction], names: dict[str, str], budget: Budget
    ) -> None:
        self._operands, self._names, self._budget = operands, names, budget
        self._functions = Functions(budget, self._apply, frozenset(names.values()))
        self._control = False
        self._calls = 0

    def _method(self, kind: str, node: ast.AST) -> Callable[..., Any]:
        method: Callable[..., Any] | None = getattr(
            self, f"{kind}_{type(node).__name__.lower()}", None
        )
        if method is None:
            raise Stop(REFUSED)
        return method

    def block(self, body: list[ast.stmt], frame: Frame) -> str:
        """Run statements; the interpreter of statements says how."""
        raise NotImplementedError

    # -- expressions ---------------------------------------------------------------------------

    def evaluate(self, node: ast.expr, frame: Frame) -> Traced:
        self._budget.spend()
        found: Traced = self._method("eval", node)(node, frame)
        return found

    def eval_constant(self, node: ast.Constant, frame: Frame) -> Traced:
        value = node.value
        if isinstance(value, str):
            self._budget.text(len(value))
            return Traced(self._names.get(value, value))
        if value is None or isinstance(value, bool):
            return Traced(value)
        if isinstance(value, float) and value - value == 0:
            return Traced(self._budget.number(Fraction(repr(value))))
        if isinstance(value, int):
            return Traced(self._budget.number(value))
        raise Stop(REFUSED)

    def eval_name(self, node: ast.Name, frame: Frame) -> Traced:
        return self._load(node.id, frame)

    def _load(self, name: str, frame: Frame) -> Traced:
        found = frame.find(name)
        if found is not None:
            return found
        if name in NAMES:
            return Traced(Builtin(name))
        raise Stop(REFUSED if "__" in name or name == "protected" else "program_failed")

    def eval_tuple(self, node: ast.Tuple, frame: Frame) -> Traced:
        return Traced(tuple(self._each(node.elts, frame)))

    def eval_list(self, node: ast.List, frame: Frame) -> Traced:
        return Traced(self._each(node.elts, frame))

    def eval_set(self, node: ast.Set, frame: Frame) -> Traced:
        return self._functions.f_set(Traced(self._each(node.elts, frame)))

    def _each(self, nodes: list[ast.expr], frame: Frame) -> list[Traced]:
        return [self.evaluate(node, frame) for node in nodes]

    def eval_dict(self, node: ast.Dict, frame: Frame) -> Traced:
        made: dict[Any, tuple[Traced, Traced]] = {}
        depends = False
        for key_node, value_node in zip(node.keys, node.values, strict=True):
            if key_node is None:
                raise Stop(REFUSED)
            key = self.evaluate(key_node, frame)
            made[frozen(key, self._budget)] = (key, self.evaluate(value_node, frame))
            depends = depends or key.depends
        return Traced(made, depends)

    def eval_boolop(self, node: ast.BoolOp, frame: Frame) -> Traced:
        stops_at = isinstance(node.op, ast.Or)
        depends, value = False, Traced(None)
        for part in node.values:
            value = self.evaluate(part, frame)
            depends = depends or rests_wholly(value)
            if truth(value) == stops_at:
                break
        return Traced(value.value, depends)

    def eval_unaryop(self, node: ast.UnaryOp, frame: Frame) -> Traced:
        value = self.evaluate(node.operand, frame)
        if isinstance(node.op, ast.Not):
            return Traced(not truth(value), rests_wholly(value))
        if not is_number(value.value) or not isinstance(node.op, ast.UAdd | ast.USub):
            raise Stop
        self._check_counted(value)
        number = +value.value if isinstance(node.op, ast.UAdd) else -value.value
        return Traced(number, value.depends)

    def eval_binop(self, node: ast.BinOp, frame: Frame) -> Traced:
        left, right = self.evaluate(node.left, frame), self.evaluate(node.right, frame)
        return self._operate(node.op, left, right)

    def _operate(self, op: ast.operator, left: Traced, right: Traced) -> Traced:
        operation = ARITHMETIC.get(type(op).__name__)
        if operation is None:
            raise Stop(REFUSED)
        self._check_counted(left)
        self._check_counted(right)
        value = operation(left.value, right.value, self._budget)
        return Traced(value, carries(op, left, right))

    def _check_counted(self, value: Traced) -> None:
        """Truth is counted where an operand decided it; comparisons of texts could count to any
        number."""
        if not self._control and is_loose_truth(value):
            raise Stop(REFUSED)

    def eval_compare(self, node: ast.Compare, frame: Frame) -> Traced:
        left, depends = self.evaluate(node.left, frame), False
        for op, right_node in zip(node.ops, node.comparators, strict=True):
            right = self.evaluate(right_node, frame)
            depends = depends or (left is not right and (rests_wholly(left) or rests_wholly(right)))
            if not self._holds(op, left, right):
                return Traced(False, depends)
            left = right
        return Traced(True, depends)

    def _holds(self, op: ast.cmpop, left: Traced, right: Traced) -> bool:
        a, b, budget = left.value, right.value, self._budget
        match op:
            case ast.Eq():
                return same(a, b, budget)
            case ast.NotEq():
                return not same(a, b, budget)
            case ast.Lt():
                return less(a, b, budget)
            case ast.Gt():
                return less(b, a, budget)
            case ast.LtE():
                return not less(b, a, budget)
            case ast.GtE():
                return not less(a, b, budget)
            case ast.In():
                return contains(right, left, budget)
            case ast.NotIn():
                return not contains(right, left, budget)
            case ast.Is() if a is None or b is None:
                return a is b
            case ast.IsNot() if a is None or b is None:
                return a is not b
        raise Stop(REFUSED)

    def eval_ifexp(self, node: ast.IfExp, frame: Frame) -> Traced:
        test = self.evaluate(node.test, frame)
        value = self.evaluate(node.body if truth(test) else node.orelse, frame)
        return Traced(value.value, True) if rests_wholly(test) else value

    def eval_subscript(self, node: ast.Subscript, frame: Frame) -> Traced:
        container = self.evaluate(node.value, frame)
        if isinstance(node.slice, ast.Slice):
            bounds = [
                Traced(None) if part is None else self.evaluate(part, frame)
                for part in (node.slice.lower, node.slice.upper, node.slice.step)
            ]
            return cut(container, bounds, self._budget)
        return item(container, self.evaluate(node.slice, frame), self._budget)

    def eval_lambda(self, node: ast.Lambda, frame: Frame) -> Traced:
        return Traced(Function(node, frame))

    def eval_call(self, node: ast.Call, frame: Frame) -> Traced:
        if not isinstance(node.func, ast.Name):
            raise Stop(REFUSED)
        if node.func.id == "protected":
            if id(node) not in self._operands:
                raise Stop(REFUSED)
            return Traced(self._budget.number(self._operands[id(node)]), True)
        function = self._load(node.func.id, frame)
        args = self._each(node.args, frame)
        options: dict[str, Traced] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                raise Stop(REFUSED)
            options[keyword.arg] = self.evaluate(keyword.value, frame)
        return self._apply(function, args, options)

    def _apply(
        self, function: Traced, args: list[Traced], options: dict[str, Traced] | None = None
    ) -> Traced:
        self._budget.spend()
        target = function.value
        if isinstance(target, Builtin):
            result = self._functions.call(target.name, args, options or {})
        elif isinstance(target, Function) and not options:
            result = self._call(target, args)
        else:
            raise Stop
        return Traced(result.value, True) if function.depends and not result.depends else result

    def _call(self, function: Function, args: list[Traced]) -> Traced:
        node = function.node
        if len(node.args.args) != len(args) or self._calls >= MAX_CALL_DEPTH:
            raise Stop(REFUSED if self._calls >= MAX_CALL_DEPTH else "program_failed")
        frame = Frame(function.frame)
        frame.names = {p.arg: a for p, a in zip(node.args.args, args, strict=True)}
        self._calls += 1
        outer = self._control
        if isinstance(node, ast.Lambda):
            result = self.evaluate(node.body, frame)
        else:
            self.block(node.body, frame)
            decided = self._control and not outer
            result = Traced(frame.result.value, True) if decided else frame.result
        self._control = outer
        self._calls -= 1
        return result

    # -- storing -------------------------------------------------------------------------------

    def store(self, target: ast.expr, value: Traced, frame: Frame) -> None:
        self._budget.spend()
        if isinstance(target, ast.Name):
            self._store_name(target.id, value, frame)
        elif isinstance(target, ast.Tuple | ast.List):
            items = items_of(value)
            if len(items) != len(target.elts):
                raise Stop
            for part, item in zip(target.elts, items, strict=True):
                self.store(part, item, frame)
        elif isinstance(target, ast.Subscript):
            container = self.evaluate(target.value, frame)
            self._put(container, self.evaluate(target.slice, frame), value)
        else:
            raise Stop(REFUSED)

    def _store_name(self, name: str, value: Traced, frame: Frame) -> None:
        if "__" in name or name == "protected":
            raise Stop(REFUSED)
        frame.names[name] = self._controlled(value)

    def _put(self, container: Traced, index: Traced, value: Traced) -> None:
        put(container, index, self._controlled(value), self._budget)

    def _controlled(self, value: Traced) -> Traced:
        return Traced(value.value, True) if self._control and not value.depends else value
