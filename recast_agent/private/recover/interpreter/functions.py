"""The functions a program may call, over traced values.

Standard library only, no import of this package: the module also runs in the bare child.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from .dependence import is_loose_truth, rests_wholly
from .values import (
    ARITHMETIC,
    REFUSED,
    Budget,
    Group,
    Ranked,
    Stop,
    Traced,
    count_depends,
    decimal_text,
    divide,
    frozen,
    is_number,
    items_of,
    less,
    power,
)

Call = Callable[[Traced, list[Traced]], Traced]
"""Calls a function value of the program (a ``key=``)."""

_DIGITS = re.compile(r"[-+]?\d{1,40}(\.\d{1,40})?")


class Functions:
    """One method per allowed function, named ``f_<name>``."""

    def __init__(self, budget: Budget, call: Call, labels: frozenset[str]) -> None:
        self._budget, self._call_value, self._labels = budget, call, labels

    def call(self, name: str, args: list[Traced], options: dict[str, Traced]) -> Traced:
        """Raises Stop for wrong arguments, as Python would raise TypeError."""
        method: Callable[..., Traced] = getattr(self, f"f_{name}")
        try:
            return method(*args, **options)
        except TypeError:
            raise Stop from None

    def _items(self, traced: Traced) -> list[Traced]:
        found = items_of(traced)
        self._budget.items(len(found))
        return found

    def _number(self, traced: Traced) -> Any:
        if not is_number(traced.value):
            raise Stop
        if is_loose_truth(traced):
            raise Stop(REFUSED)
        return traced.value

    def _whole(self, traced: Traced) -> int:
        value = self._number(traced)
        if not isinstance(value, int):
            raise Stop
        return value

    def _shown(self, label: Traced) -> Any:
        """The number that a label of the evidence shows (a year); any other text is the program's
        own, and a number in it would be a constant past the rule on constants."""
        if label.value not in self._labels:
            raise Stop(REFUSED)
        if not _DIGITS.fullmatch(label.value.strip()):
            raise Stop
        return self._budget.number(Fraction(label.value.strip()))

    def _keyed(self, items: list[Traced], key: Traced | None) -> list[Traced]:
        if key is None or key.value is None:
            return items
        return [self._call_value(key, [item]) for item in items]

    # -- numbers -------------------------------------------------------------------------------

    def f_abs(self, x: Traced) -> Traced:
        return Traced(abs(self._number(x)), x.depends)

    def f_bool(self, x: Traced) -> Traced:
        return Traced(truth(x), rests_wholly(x))

    def f_int(self, x: Traced) -> Traced:
        if not isinstance(x.value, str):
            return Traced(math.trunc(self._number(x)), x.depends)
        value = self._shown(x)
        if not isinstance(value, int):
            raise Stop
        return Traced(value, x.depends)

    def f_float(self, x: Traced) -> Traced:
        """The number itself: arithmetic stays exact."""
        return Traced(self._shown(x) if isinstance(x.value, str) else self._number(x), x.depends)

    def f_str(self, x: Traced) -> Traced:
        if isinstance(x.value, str):
            return x
        if isinstance(x.value, bool):
            return Traced(str(x.value), x.depends)
        text = decimal_text(self._number(x))
        self._budget.text(len(text))
        return Traced(text, x.depends)

    def f_pow(self, x: Traced, y: Traced) -> Traced:
        depends = x.depends or y.depends
        if not y.depends and is_number(y.value) and y.value == 0:
            depends = False
        return Traced(power(self._number(x), self._number(y), self._budget), depends)

    def f_round(self, x: Traced, ndigits: Traced | None = None) -> Traced:
        value = self._number(x)
        places = 0 if ndigits is None or ndigits.value is None else self._whole(ndigits)
        if abs(places) > 100:
            raise Stop(REFUSED)
        exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
        return Traced(self._budget.number(round(exact, places)), x.depends)

    def f_sqrt(self, x: Traced) -> Traced:
        value = self._number(x)
        if value < 0:
            raise Stop
        if not isinstance(value, float):
            exact = Fraction(value)
            root = Fraction(math.isqrt(exact.numerator), math.isqrt(exact.denominator))
            if root * root == exact:
                return Traced(self._budget.number(root), x.depends)
        try:
            return Traced(self._budget.number(math.sqrt(value)), x.depends)
        except OverflowError:
            raise Stop from None

    # -- over items ----------------------------------------------------------------------------

    def f_len(self, x: Traced) -> Traced:
        if not isinstance(x.value, list | tuple | dict):
            raise Stop(REFUSED if isinstance(x.value, str) else "program_failed")
        self._budget.spend(len(x.value))
        return Traced(len(x.value), count_depends(x))

    def f_sum(self, x: Traced, start: Traced | None = None) -> Traced:
        items = self._items(x)
        total = Traced(0) if start is None else start
        value, depends = self._number(total), total.depends or x.depends
        for item in items:
            value = ARITHMETIC["Add"](value, self._number(item), self._budget)
            depends = depends or item.depends
        return Traced(value, depends)

    def f_all(self, x: Traced) -> Traced:
        items = self._items(x)
        return Traced(all(map(truth, items)), count_depends(x))

    def f_any(self, x: Traced) -> Traced:
        items = self._items(x)
        return Traced(any(map(truth, items)), count_depends(x))

    def f_max(
        self, *args: Traced, key: Traced | None = None, default: Traced | None = None
    ) -> Traced:
        return self._extreme(args, key, default, lambda a, b: less(b, a, self._budget))

    def f_min(
        self, *args: Traced, key: Traced | None = None, default: Traced | None = None
    ) -> Traced:
        return self._extreme(args, key, default, lambda a, b: less(a, b, self._budget))

    def _extreme(
        self,
        args: tuple[Traced, ...],
        key: Traced | None,
        default: Traced | None,
        before: Callable[[Any, Any], bool],
    ) -> Traced:
        if not args:
            raise Stop
        items = self._items(args[0]) if len(args) == 1 else list(args)
        if not items:
            if default is None:
                raise Stop
            return default
        keys = self._keyed(items, key)
        best = 0
        for index in range(1, len(keys)):
            if before(keys[index].value, keys[best].value):
                best = index
        depends = any(rests_wholly(k) for k in keys) if len(keys) > 1 else False
        return Traced(items[best].value, depends or items[best].depends)

    def f_mean(self, x: Traced) -> Traced:
        total, count = self.f_sum(x), len(items_of(x))
        return Traced(divide(total.value, count, self._budget), total.depends)

    def f_median(self, x: Traced) -> Traced:
        ordered = self.f_sorted(x)
        values = [self._number(item) for item in ordered.value]
        if not values:
            raise Stop
        middle = len(values) // 2
        depends = count_depends(x) or ordered.depends
        if len(values) % 2:
            return Traced(values[middle], depends)
        total = ARITHMETIC["Add"](values[middle - 1], values[middle], self._budget)
        return Traced(divide(total, 2, self._budget), depends)

    def f_mode(self, x: Traced) -> Traced:
        """The most frequent value; of several, the first met."""
        items = self._items(x)
        counts: dict[Any, int] = {}
        first: dict[Any, Traced] = {}
        for item in items:
            key = frozen(item, self._budget)
            counts[key] = counts.get(key, 0) + 1
            first.setdefault(key, item)
        if not counts:
            raise Stop
        return Traced(first[max(counts, key=lambda k: counts[k])].value, count_depends(x))

    # -- containers ----------------------------------------------------------------------------

    def f_list(self, x: Traced | None = None) -> Traced:
        return Traced([] if x is None else self._items(x), bool(x and x.depends))

    def f_tuple(self, x: Traced | None = None) -> Traced:
        return Traced(() if x is None else tuple(self._items(x)), bool(x and x.depends))

    def f_set(self, x: Traced | None = None) -> Traced:
        items = [] if x is None else self._items(x)
        group = Group()
        for item in items:
            group.setdefault(frozen(item, self._budget), item)
        # which items are equal, hence how many there are, rests on their values
        return Traced(group, any(map(rests_wholly, items)))

    def f_dict(self, x: Traced | None = None) -> Traced:
        made: dict[Any, tuple[Traced, Traced]] = {}
        if x is not None and isinstance(x.value, dict) and not isinstance(x.value, Group):
            self._budget.items(len(x.value))
            return Traced(dict(x.value), x.depends)
        depends = bool(x and x.depends)
        for pair in [] if x is None else self._items(x):
            parts = items_of(pair)
            if len(parts) != 2:
                raise Stop
            depends = depends or parts[0].depends
            made[frozen(parts[0], self._budget)] = (parts[0], parts[1])
        return Traced(made, depends)

    def f_sorted(
        self, x: Traced, key: Traced | None = None, reverse: Traced | None = None
    ) -> Traced:
        items = self._items(x)
        keys = self._keyed(items, key)
        backwards = reverse is not None and truth(reverse)
        ranked = [Ranked(k.value, self._budget) for k in keys]
        order = sorted(range(len(items)), key=ranked.__getitem__, reverse=backwards)
        depends = x.depends or any(map(rests_wholly, keys))
        return Traced([items[i] for i in order], depends)

    def f_reversed(self, x: Traced) -> Traced:
        return Traced(self._items(x)[::-1], x.depends)

    def f_range(self, *bounds: Traced) -> Traced:
        numbers = [self._whole(b) for b in bounds]
        if not 1 <= len(numbers) <= 3 or (len(numbers) == 3 and numbers[2] == 0):
            raise Stop
        found = range(*numbers)
        if found and abs(found[-1] - found[0]) // abs(found.step) >= 10**9:
            raise Stop(REFUSED)
        self._budget.items(len(found))
        return Traced([Traced(i) for i in found], any(b.depends for b in bounds))

    def f_enumerate(self, x: Traced, start: Traced | None = None) -> Traced:
        first = 0 if start is None else self._whole(start)
        pairs = [Traced((Traced(i), item)) for i, item in enumerate(self._items(x), first)]
        return Traced(pairs, x.depends)

    def f_zip(self, *columns: Traced, strict: Traced | None = None) -> Traced:
        rows = [self._items(column) for column in columns]
        if strict is not None and truth(strict) and len({len(row) for row in rows}) > 1:
            raise Stop
        pairs = [Traced(row) for row in zip(*rows, strict=False)]
        return Traced(pairs, any(column.depends for column in columns))


def truth(traced: Traced) -> bool:
    return bool(traced.value)


NAMES = frozenset(name[2:] for name in dir(Functions) if name.startswith("f_"))
