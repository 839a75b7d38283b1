"""``--confirm``: a person sees what was read of a chart, corrects it, and vouches for it."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TypeVar

from recast_agent.cli.person import at_terminal
from recast_agent.core.table import CELL, Table

if TYPE_CHECKING:
    from recast_agent.workflow.confirming import AsRead, Vouched

T = TypeVar("T")

HELP = (
    "Enter: all of it is right. Or correct it: ROW COLUMN VALUE (2 1 48.5; - for no value), "
    "ROW 0 LABEL, 0 COLUMN LABEL. n: stop. > "
)


def confirmed(read: AsRead, *, strict: bool) -> Vouched | None:
    """The table a person vouches for, with the cells that they typed; None where they do not, or
    nobody is at a terminal. ``strict``: no answer may rest on an estimate."""
    if not at_terminal():
        sys.stderr.write("nobody is at a terminal to be asked: not sent\n")
        return None
    from recast_agent.workflow.confirming import Vouched

    table, given = read.table, frozenset[tuple[int, int]]()
    while True:
        _show(table, read, given, strict=strict)
        sys.stderr.write(HELP)
        sys.stderr.flush()
        line = sys.stdin.readline()
        said = line.strip()
        if not line or said.lower() in ("n", "no", "q"):
            return None
        if said.lower() in ("", "y", "yes"):
            return Vouched(table, given)
        try:
            table, cell = corrected(table, said), _cell(said)
        except ValueError:
            sys.stderr.write("that is no correction\n")
        else:
            given |= cell


def _cell(said: str) -> frozenset[tuple[int, int]]:
    """The cell that a correction sets; none where it sets a label."""
    row, column, _ = said.split(maxsplit=2)
    place = (int(row) - 1, int(column) - 1)
    return frozenset() if -1 in place else frozenset([place])


def corrected(table: Table, said: str) -> Table:
    """The table with one cell or label set: ``ROW COLUMN VALUE``, counted from 1; column 0 is the
    label of a row, row 0 that of a column. Raises ValueError."""
    row, column, value = said.split(maxsplit=2)
    i, j = int(row) - 1, int(column) - 1
    if not (-1 <= i < len(table.categories) and -1 <= j < len(table.series)) or i == j == -1:
        raise ValueError("there is no such cell")
    if j < 0:
        return table.model_copy(update={"categories": _set(table.categories, i, value)})
    if i < 0:
        return table.model_copy(update={"series": _set(table.series, j, value)})
    cell = None if value == "-" else value.replace(",", "")
    if cell is not None and not CELL.fullmatch(cell):
        raise ValueError("a cell is a number")
    return table.model_copy(update={"cells": _set(table.cells, i, _set(table.cells[i], j, cell))})


def _set(held: tuple[T, ...], place: int, value: T) -> tuple[T, ...]:
    return (*held[:place], value, *held[place + 1 :])


def _show(table: Table, read: AsRead, given: frozenset[tuple[int, int]], *, strict: bool) -> None:
    from rich.console import Console
    from rich.table import Table as Grid

    estimated = set(read.estimated) - given
    unsure = set(read.doubtful) - given - estimated
    marks = {**dict.fromkeys(estimated, " ≈"), **dict.fromkeys(unsure, " ?")}
    grid = Grid(title=table.title or None, caption=table.unit or None)
    for heading in ("", table.category_axis, *table.series):
        grid.add_column(heading)
    for i, (category, row) in enumerate(zip(table.categories, table.cells, strict=True)):
        shown = [
            f"{'–' if cell is None else cell}{marks.get((i, j), '')}" for j, cell in enumerate(row)
        ]
        grid.add_row(str(i + 1), category, *shown)
    Console(stderr=True, markup=False, highlight=False).print(grid)
    if unsure:
        sys.stderr.write("? marks cells that were read once only, or in two ways\n")
    if estimated:
        within = f", to within {read.bound}" if read.bound else ""
        left = "refused (strict)" if strict else "marked ≈"
        sys.stderr.write(
            f"≈ marks cells estimated from the axis{within}: an answer that rests on one is "
            f"{left}, unless you type its value\n"
        )
