"""Comprehensions: what they collect depends on an operand where one decided what is kept.

Standard library only, no import of this package: the module also runs in the bare child.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from .dependence import rests_wholly
from .expressions import Expressions
from .frames import Frame
from .functions import truth
from .values import Traced, count_depends, items_of


class Comprehensions(Expressions):
    """Adds the four comprehensions to the expressions."""

    def eval_listcomp(self, node: ast.ListComp, frame: Frame) -> Traced:
        return self._collect(node.generators, frame, lambda inner: self.evaluate(node.elt, inner))

    def eval_generatorexp(self, node: ast.GeneratorExp, frame: Frame) -> Traced:
        return self._collect(node.generators, frame, lambda inner: self.evaluate(node.elt, inner))

    def eval_setcomp(self, node: ast.SetComp, frame: Frame) -> Traced:
        found = self._collect(node.generators, frame, lambda inner: self.evaluate(node.elt, inner))
        return self._functions.f_set(found)

    def eval_dictcomp(self, node: ast.DictComp, frame: Frame) -> Traced:
        def pair(inner: Frame) -> Traced:
            return Traced((self.evaluate(node.key, inner), self.evaluate(node.value, inner)))

        return self._functions.f_dict(self._collect(node.generators, frame, pair))

    def _collect(
        self, generators: list[ast.comprehension], frame: Frame, make: Callable[[Frame], Traced]
    ) -> Traced:
        found = Traced([])
        self._generate(generators, Frame(frame), make, found)
        return found

    def _generate(
        self,
        generators: list[ast.comprehension],
        frame: Frame,
        make: Callable[[Frame], Traced],
        found: Traced,
    ) -> None:
        if not generators:
            self._budget.items(len(found.value) // 100 + 1)
            found.value.append(make(frame))
            return
        first, rest = generators[0], generators[1:]
        source = self.evaluate(first.iter, frame)
        found.depends = found.depends or count_depends(source)
        for value in items_of(source):
            self.store(first.target, value, frame)
            if self._passes(first.ifs, frame, found):
                self._generate(rest, frame, make, found)

    def _passes(self, tests: list[ast.expr], frame: Frame, found: Traced) -> bool:
        for node in tests:
            test = self.evaluate(node, frame)
            found.depends = found.depends or rests_wholly(test)
            if not truth(test):
                return False
        return True
