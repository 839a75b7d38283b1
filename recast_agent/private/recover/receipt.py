"""How an answer came about: which true values went into it, and how well they are supported."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from recast_agent.core.model import Model
from recast_agent.core.program.displayed import numbers_in
from recast_agent.core.table import Table
from recast_agent.core.types import Witness
from recast_agent.private.recover.answer import foreign_texts
from recast_agent.private.recover.interpreter import decimal_text
from recast_agent.private.recover.protocol import RestoredProgram

_WITNESSED: tuple[Witness, ...] = ("geometry", "second")


class Operand(Model):
    """One restored operand: the cells that show it (``category, series``), and its true value."""

    label: str
    value: str


class Receipt(Model):
    """``restored``: every operand. ``missing``: values that no cell of the source shows (years of
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
    restored: RestoredProgram, source: Table, witnesses: Sequence[Sequence[Witness]]
) -> Receipt:
    """The receipt of a restored program against the source table.

    ``witnesses`` has the shape of ``source.cells``. Where several cells show an operand's value
    all of them are named, and it counts as witnessed if one of them is.
    """
    operands, missing, marked = [], [], []
    for value in dict.fromkeys(restored.operands):
        cells = _cells_of(value, source)
        label = " or ".join(_label(source, row, column) for row, column in cells)
        operands.append(Operand(label=label, value=decimal_text(value)))
        if not cells:
            missing.append(decimal_text(value))
        elif not any(witnesses[row][column] in _WITNESSED for row, column in cells):
            marked.append(label)
    return Receipt(
        restored=tuple(operands),
        missing=tuple(missing),
        invented=tuple(dict.fromkeys(foreign_texts(restored))),
        marked=tuple(marked),
    )


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
