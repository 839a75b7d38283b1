"""How an answer came about: which true values went into it, and how well they are supported."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from recast_agent.core.errors import InputError
from recast_agent.core.literals import Literal, find
from recast_agent.core.model import Model
from recast_agent.core.program.displayed import numbers_in
from recast_agent.core.table import Table
from recast_agent.core.types import Witness
from recast_agent.private.record import Record
from recast_agent.private.recover.answer import foreign_texts
from recast_agent.private.recover.interpreter import decimal_text
from recast_agent.private.recover.protocol import RestoredProgram

WITNESSED: tuple[Witness, ...] = ("geometry", "second", "person")
"""Witnesses that let a value count under strict settings."""

_WORDS = 4
_REACH = 80
"""How many words, and characters at most, on either side of a number say which one it is."""


class Operand(Model):
    """One restored operand: the cells that show it (``category, series``) or, in a passage, the
    words around it, and its true value; ``within``: how far off an estimated one may be."""

    label: str
    value: str
    within: str = ""


class Receipt(Model):
    """``restored``: every operand. ``missing``: values that the source does not show (years of
    labels, numbers of the question). ``invented``: texts of the program that are no label of the
    evidence. ``marked``: labels of operands without an independent witness. Private.
    """

    restored: tuple[Operand, ...] = ()
    missing: tuple[str, ...] = ()
    invented: tuple[str, ...] = ()
    marked: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return self.model_dump(mode="json")

    def __repr__(self) -> str:
        return f"Receipt({len(self.restored)} operands, {len(self.marked)} marked)"

    __str__ = __repr__


def make_receipt(
    restored: RestoredProgram,
    source: Record,
    witnesses: Sequence[Sequence[Witness]],
    bound: str = "",
) -> Receipt:
    """The receipt of a restored program against its source.

    ``witnesses`` has the shape of a table's cells; for a recording it is one row, a witness for
    each number of the transcript; a passage has none, its numbers stand as they were written.
    Where several places show an operand's value all of them are named, and it counts as witnessed
    if one of them is. ``bound`` is how far an estimate of the source may be off.
    """
    try:
        table = source.table()
    except InputError:
        return _passage_receipt(restored, source.context, witnesses)
    return _table_receipt(restored, table, witnesses, bound)


def _table_receipt(
    restored: RestoredProgram,
    source: Table,
    witnesses: Sequence[Sequence[Witness]],
    bound: str,
) -> Receipt:
    operands, missing, marked = [], [], []
    for value in dict.fromkeys(restored.operands):
        cells = _cells_of(value, source)
        label = " or ".join(_label(source, row, column) for row, column in cells)
        # a table that was handed in as text has none: its numbers are read as they are written
        seen: set[Witness] = {witnesses[i][j] if witnesses else "second" for i, j in cells}
        within = bound if "estimate" in seen and not seen & set(WITNESSED) else ""
        operands.append(Operand(label=label, value=decimal_text(value), within=within))
        if not cells:
            missing.append(decimal_text(value))
        elif not seen & set(WITNESSED):
            marked.append(label)
    return Receipt(
        restored=tuple(operands),
        missing=tuple(missing),
        invented=tuple(dict.fromkeys(foreign_texts(restored))),
        marked=tuple(marked),
    )


def _passage_receipt(
    restored: RestoredProgram, passage: str, witnesses: Sequence[Sequence[Witness]]
) -> Receipt:
    """Each operand with the words around its mentions."""
    operands, missing, marked = [], [], []
    numbers = find(passage)
    held: Sequence[Witness | None] = witnesses[0] if witnesses else [None] * len(numbers)
    for value in dict.fromkeys(restored.operands):
        shown = [(n, w) for n, w in zip(numbers, held, strict=True) if abs(value) in _values(n)]
        label = " or ".join(dict.fromkeys(_around(passage, one) for one, _ in shown))
        operands.append(Operand(label=label, value=decimal_text(value)))
        if not shown:
            missing.append(decimal_text(value))
        elif not any(witness is None or witness in WITNESSED for _, witness in shown):
            marked.append(label)
    return Receipt(
        restored=tuple(operands),
        missing=tuple(missing),
        invented=tuple(dict.fromkeys(foreign_texts(restored))),
        marked=tuple(marked),
    )


def _around(passage: str, one: Literal) -> str:
    """A number of a passage with the words beside it, on its own line."""
    before = passage[max(0, one.start - _REACH) : one.start].rpartition("\n")[2]
    after = passage[one.end : one.end + _REACH].partition("\n")[0]
    left = re.search(rf"(?:\S+\s+){{0,{_WORDS}}}\S*\Z", before)
    right = re.match(rf"\S*(?:\s+\S+){{0,{_WORDS}}}", after)
    return f"{left[0] if left else ''}{one.text}{right[0] if right else ''}"


def _values(one: Literal) -> set[Decimal]:
    """What a mention can stand for as an operand: itself, or its percentage as a fraction."""
    shown = {one.magnitude, abs(one.value)}
    return shown | {number / 100 for number in shown} if one.role == "percent" else shown


def _cells_of(value: Fraction, source: Table) -> list[tuple[int, int]]:
    """Cells that show a magnitude, whatever its sign, in the scale or percent of its display."""
    return [
        (i, j)
        for i, row in enumerate(source.cells)
        for j, cell in enumerate(row)
        if cell is not None and abs(value) in numbers_in(cell) | _percent(cell)
    ]


def _percent(cell: str) -> set[Decimal]:
    return {number / 100 for number in numbers_in(cell)}


def _label(source: Table, row: int, column: int) -> str:
    parts = (source.categories[row], source.series[column])
    return ", ".join(part for part in parts if part)
