"""Which numbers a protected record displays, and in which spellings a program may name them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from recast_agent.core.errors import InputError
from recast_agent.core.types import FiveFields

_NUMBER = re.compile(
    r"(?<![\d.])(\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    r"(?:\s?(%|percent\b|thousands?\b|millions?\b|billions?\b|trillions?\b|[kKmMbBtT]\b))?",
    re.IGNORECASE,
)
_FACTORS = {
    "k": Decimal(10) ** 3,
    "t": Decimal(10) ** 12,
    "thousand": Decimal(10) ** 3,
    "m": Decimal(10) ** 6,
    "million": Decimal(10) ** 6,
    "b": Decimal(10) ** 9,
    "billion": Decimal(10) ** 9,
    "trillion": Decimal(10) ** 12,
    "%": Decimal("0.01"),
    "percent": Decimal("0.01"),
}


def numbers_in(text: str) -> set[Decimal]:
    """The magnitudes of the numbers of a text: as displayed, and with scale or percent applied."""
    found: set[Decimal] = set()
    for digits, suffix in _NUMBER.findall(text):
        value = Decimal(digits.replace(",", ""))
        found |= {value, value * _factor(suffix)}
    return found


def displayed_numbers(record: FiveFields) -> set[Decimal]:
    """Every magnitude that a record shows anywhere, in every spelling: ``48K`` as 48 and 48000,
    ``48%`` as 48 and 0.48, cells also in the scale or percent of their axis."""
    found = numbers_in(" \n ".join((record.context, record.question, *record.choices)))
    try:
        table = record.table()
    except InputError:
        return found
    shared = {
        _factor(word) for word in re.findall(r"%|[a-z]+", _axis(table.unit, table.value_axis))
    }
    cells = numbers_in(" ".join(cell for row in table.cells for cell in row if cell))
    return found | {cell * factor for cell in cells for factor in shared}


def labels_of(record: FiveFields) -> tuple[str, ...]:
    """The texts of a record that a program may name as a whole."""
    try:
        table = record.table()
    except InputError:
        return record.choices
    heads = (table.title, table.category_axis, table.value_axis, table.unit)
    labels = (*table.categories, *table.series, *record.choices, *table.colors, *heads)
    return tuple(label for label in labels if label)


def is_shown(text: str, shown: Iterable[Decimal]) -> bool:
    """Whether every number in ``text`` is among ``shown``, in some spelling; at least one is."""
    held = set(shown)
    parts = [numbers_in(match[0]) for match in _NUMBER.finditer(text)]
    return bool(parts) and all(part & held for part in parts)


def _axis(unit: str, value_axis: str) -> str:
    return f"{unit} {value_axis}".casefold()


def _factor(suffix: str) -> Decimal:
    word = suffix.casefold()
    return _FACTORS.get(word) or _FACTORS.get(word.rstrip("s")) or Decimal(1)
