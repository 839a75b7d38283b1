"""Values of a running program: exact, bounded, and followed back to protected operands.

Standard library only, no import of this package: the module also runs in the bare child.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

MAX_STEPS = 200_000
MAX_ITEMS = 20_000
MAX_TEXT = 10_000
MAX_BITS = 4_096
MAX_COMPARE_DEPTH = 40


class Stop(Exception):
    """A program cannot go on. ``code`` is one of ``core.errors``; there is no other content."""

    def __init__(self, code: str = "program_failed") -> None:
        self.code = code
        super().__init__(code)


REFUSED = "program_refused"


class Traced:
    """A value and whether it depends on a protected operand.

    For a container ``depends`` says that its shape or order does; its items say it of themselves.
    """

    __slots__ = ("depends", "value")

    def __init__(self, value: Any, depends: bool = False) -> None:
        self.value, self.depends = value, depends


class Group(dict[Any, Traced]):
    """A set: frozen key to item."""


class Budget:
    """What a program may still spend. One step is about one evaluated node, or eight letters, or
    64 bits, or one item made."""

    def __init__(self, steps: int = MAX_STEPS) -> None:
        self.left = steps

    def spend(self, steps: int = 1) -> None:
        self.left -= steps
        if self.left < 0:
            raise Stop("program_timeout")

    def items(self, count: int) -> None:
        """Before ``count`` items are made."""
        if count > MAX_ITEMS:
            raise Stop(REFUSED)
        self.spend(count)

    def text(self, length: int) -> None:
        """Before a text of ``length`` is made."""
        if length > MAX_TEXT:
            raise Stop(REFUSED)
        self.spend(length // 8)

    def number(self, value: Any) -> Any:
        """``value`` in its simplest exact type; refused where it is too large or no number."""
        if isinstance(value, Fraction):
            bits = value.numerator.bit_length() + value.denominator.bit_length()
            if value.denominator == 1:
                value = value.numerator
        elif isinstance(value, int):
            bits = value.bit_length()
        elif isinstance(value, float) and value - value == 0:  # neither infinite nor NaN
            bits = 64
        else:
            raise Stop
        if bits > MAX_BITS:
            raise Stop(REFUSED)
        self.spend(bits // 64)
        return value


def is_number(value: Any) -> bool:
    return isinstance(value, int | Fraction | float)


def items_of(traced: Traced) -> list[Traced]:
    """What iterating over a container gives; a shape that depends makes every item depend."""
    value = traced.value
    found: Iterable[Traced]
    if isinstance(value, list | tuple):
        found = value
    elif isinstance(value, Group):
        found = value.values()
    elif isinstance(value, dict):
        found = (key for key, _ in value.values())
    elif isinstance(value, str):
        raise Stop(REFUSED)  # the letters of a text could count out any number
    else:
        raise Stop
    return [Traced(i.value, True) if traced.depends else i for i in found]


def count_depends(traced: Traced) -> bool:
    """Whether the number of items counts operands, or rests on them."""
    value = traced.value
    if traced.depends:
        return True
    if isinstance(value, list | tuple):
        return any(map(rests, value))
    if isinstance(value, Group):
        return any(map(rests, value.values()))
    if isinstance(value, dict):
        return any(rests(key) or rests(item) for key, item in value.values())
    return False


def rests(traced: Traced) -> bool:
    """Whether a value or, within one container, any item of it depends on an operand."""
    if traced.depends or not isinstance(traced.value, list | tuple):
        return traced.depends
    return any(item.depends for item in traced.value)


def frozen(traced: Traced, budget: Budget, depth: int = 0) -> Any:
    """A hashable key that is equal exactly where Python's own would be."""
    budget.spend()
    value = traced.value
    if isinstance(value, tuple):
        if depth > MAX_COMPARE_DEPTH:
            raise Stop(REFUSED)
        return tuple(frozen(item, budget, depth + 1) for item in value)
    if value is None or isinstance(value, str) or is_number(value):
        return value
    raise Stop


def same(a: Any, b: Any, budget: Budget, depth: int = 0) -> bool:
    """``a == b`` under the budget."""
    budget.spend()
    if depth > MAX_COMPARE_DEPTH:
        raise Stop(REFUSED)
    if is_number(a) and is_number(b):
        return bool(a == b)
    if type(a) is not type(b):
        return False
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(
            same(x.value, y.value, budget, depth + 1) for x, y in zip(a, b, strict=True)
        )
    if isinstance(a, Group):
        return bool(a.keys() == b.keys())
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(
            same(item.value, b[key][1].value, budget, depth + 1) for key, (_, item) in a.items()
        )
    return bool(a == b)


def less(a: Any, b: Any, budget: Budget, depth: int = 0) -> bool:
    """``a < b`` under the budget, for numbers, texts and sequences of them."""
    budget.spend()
    if is_number(a) and is_number(b):
        return bool(a < b)
    if type(a) is not type(b) or depth > MAX_COMPARE_DEPTH:
        raise Stop
    if isinstance(a, str):
        return bool(a < b)
    if isinstance(a, list | tuple):
        for x, y in zip(a, b, strict=False):
            if not same(x.value, y.value, budget, depth + 1):
                return less(x.value, y.value, budget, depth + 1)
        return len(a) < len(b)
    raise Stop


class Ranked:
    """A sort key that compares with ``less``."""

    __slots__ = ("budget", "value")

    def __init__(self, value: Any, budget: Budget) -> None:
        self.value, self.budget = value, budget

    def __lt__(self, other: Ranked) -> bool:
        return less(self.value, other.value, self.budget)


def add(a: Any, b: Any, budget: Budget) -> Any:
    if isinstance(a, str) and isinstance(b, str):
        budget.text(len(a) + len(b))
        return a + b
    if type(a) is type(b) and isinstance(a, list | tuple):
        budget.items(len(a) + len(b))
        return a + b
    return _numeric(lambda x, y: x + y)(a, b, budget)


def multiply(a: Any, b: Any, budget: Budget) -> Any:
    if isinstance(a, str) or isinstance(b, str):
        raise Stop(REFUSED)  # a text repeated names nothing
    if isinstance(a, int) and isinstance(b, list | tuple):
        a, b = b, a
    if isinstance(a, list | tuple) and isinstance(b, int):
        budget.items(len(a) * max(0, b))
        return a * b
    return _numeric(lambda x, y: x * y)(a, b, budget)


def power(a: Any, b: Any, budget: Budget) -> Any:
    """Exact for whole exponents; a float for others."""
    if not is_number(a) or not is_number(b):
        raise Stop
    if isinstance(b, int) and not isinstance(a, float):
        exact = Fraction(a)
        bits = max(exact.numerator.bit_length(), exact.denominator.bit_length())
        if exact not in (0, 1, -1) and bits * abs(b) > MAX_BITS:
            raise Stop(REFUSED)
        return _numeric(lambda x, y: x**y)(exact, b, budget)
    return _numeric(lambda x, y: float(x) ** float(y))(a, b, budget)


def divide(a: Any, b: Any, budget: Budget) -> Any:
    exact = not (isinstance(a, float) or isinstance(b, float))
    return _numeric(lambda x, y: Fraction(x) / y if exact else x / y)(a, b, budget)


def _numeric(operation: Callable[[Any, Any], Any]) -> Callable[[Any, Any, Budget], Any]:
    def apply(a: Any, b: Any, budget: Budget) -> Any:
        if not is_number(a) or not is_number(b):
            raise Stop
        try:
            return budget.number(operation(a, b))
        except (ArithmeticError, ValueError):
            raise Stop from None

    return apply


ARITHMETIC: dict[str, Callable[[Any, Any, Budget], Any]] = {
    "Add": add,
    "Sub": _numeric(lambda x, y: x - y),
    "Mult": multiply,
    "Div": divide,
    "FloorDiv": _numeric(lambda x, y: x // y),
    "Mod": _numeric(lambda x, y: x % y),
    "Pow": power,
}


def decimal_text(value: int | Fraction | float) -> str:
    """A number in plain decimals: exact where it ends, else 12 significant digits."""
    exact = Fraction(repr(value)) if isinstance(value, float) else Fraction(value)
    if isinstance(value, float) or not _ends(exact.denominator):
        exact = _rounded(exact, 12)
    sign, exact = ("-" if exact < 0 else ""), abs(exact)
    places = 0
    while (exact * 10**places).denominator != 1:
        places += 1
    digits = str((exact * 10**places).numerator).rjust(places + 1, "0")
    return sign + (f"{digits[:-places]}.{digits[-places:]}" if places else digits)


def _ends(denominator: int) -> bool:
    for prime in (2, 5):
        while denominator % prime == 0:
            denominator //= prime
    return denominator == 1


def _rounded(value: Fraction, digits: int) -> Fraction:
    if value == 0:
        return value
    magnitude = len(str(abs(value.numerator))) - len(str(value.denominator))
    magnitude += abs(value) >= Fraction(10) ** magnitude
    return round(value, digits - magnitude)
