"""Which numbers a protected record displays, and in which spellings a program may name them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from decimal import Decimal

from recast_agent.core.errors import InputError
from recast_agent.core.literals import SCALES, Field, Literal, find
from recast_agent.core.table import Table
from recast_agent.core.types import FiveFields

_HUNDREDTH = -2
_QUARTER = "quarter or half"

_Counts = Callable[[Literal], bool]


def _any(one: Literal) -> bool:
    return True


def numbers_in(
    text: str, *, field: Field = "text", percent: bool = False, counts: _Counts = _any
) -> set[Decimal]:
    """The magnitudes of the numbers of a text that ``counts`` takes: as displayed, with their scale
    applied, and as a fraction where they are a percentage (``percent``: all of them are)."""
    found: set[Decimal] = set()
    try:
        literals = find(text, field=field)
    except InputError:
        return found
    for one in filter(counts, literals):
        found |= {one.magnitude, abs(one.value)}
        if percent or one.role == "percent":
            found.add(one.magnitude.scaleb(_HUNDREDTH))
    return found


def displayed_numbers(record: FiveFields) -> set[Decimal]:
    """Every magnitude that a record shows anywhere, in every spelling: ``48K`` as 48 and 48000,
    ``48%`` as 48 and 0.48, cells also in the scale or percent of their axis."""
    try:
        return _of_table(record, record.table(), _any)
    except InputError:
        return _asked(record, _any) | numbers_in(record.context)


def operand_numbers(record: FiveFields) -> set[Decimal]:
    """The displayed numbers that a program may mark as operands. The number of a quarter or a half
    (Q1) is no quantity, nor is that of a name (Section 3) in a table's labels and its question."""
    try:
        return _of_table(record, record.table(), _counts_in_a_table)
    except InputError:
        return _asked(record, _counts) | numbers_in(record.context, counts=_counts)


def _counts(one: Literal) -> bool:
    return one.reason != _QUARTER


def _counts_in_a_table(one: Literal) -> bool:
    return _counts(one) and one.role != "identifier"


def _asked(record: FiveFields, counts: _Counts) -> set[Decimal]:
    found = numbers_in(record.question, field="question", counts=counts)
    return found.union(*(numbers_in(c, field="choice", counts=counts) for c in record.choices))


def _of_table(record: FiveFields, table: Table, counts: _Counts) -> set[Decimal]:
    found = _asked(record, counts)
    fields: tuple[tuple[Field, tuple[str, ...]], ...] = (
        ("title", (table.title,)),
        ("axis", (table.category_axis, table.value_axis)),
        ("unit", (table.unit,)),
        ("category", table.categories),
        ("series", table.series),
    )
    for field, texts in fields:
        found = found.union(*(numbers_in(text, field=field, counts=counts) for text in texts))
    return found | _cells(table)


def axis_scales(table: Table) -> set[int]:
    """The powers of ten in which the axis of a table may state its cells; 0 is one of them."""
    words = re.findall(r"[a-z]+", f"{table.unit} {table.value_axis}".casefold())
    return {0, *(SCALES[word] for word in words if len(word) > 1 and word in SCALES)}


def _cells(table: Table) -> set[Decimal]:
    powers = axis_scales(table)
    shown: set[Decimal] = set()
    for cell in (cell for row in table.cells for cell in row if cell is not None):
        shown |= numbers_in(cell, field="cell", percent=table.unit == "%")
    return {number.scaleb(power) for number in shown for power in powers}


def labels_of(record: FiveFields) -> tuple[str, ...]:
    """The texts of a record that a program may name as a whole."""
    try:
        table = record.table()
    except InputError:
        return record.choices
    heads = (table.title, table.category_axis, table.value_axis, table.unit)
    labels = (*table.categories, *table.series, *record.choices, *table.colors, *heads)
    return tuple(label for label in labels if label)


def names_something(text: str, record: FiveFields) -> bool:
    """Whether a text of a program is a label of a table, or words without a digit that stand
    together in a passage, its question or its choices."""
    name = text.strip().casefold()
    try:
        record.table()
    except InputError:
        fields = (record.context, record.question, *record.choices)
        words = re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
        spelled = bool(name) and not any(c.isdigit() for c in name)
        return spelled and any(words.search(field.casefold()) for field in fields)
    return name in {label.casefold() for label in labels_of(record)}


def is_shown(text: str, shown: Iterable[Decimal]) -> bool:
    """Whether every number in ``text`` is among ``shown``, in some spelling; at least one is."""
    held = set(shown)
    try:
        literals = find(text)
    except InputError:
        return False
    return bool(literals) and all(
        {one.magnitude, abs(one.value), abs(one.value).normalize()} & held for one in literals
    )
