"""A reading held against the gold table, cell by cell, with what its witnesses said."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from recast_agent.core.compare import align, cell_value
from recast_agent.core.table import Table
from recast_agent.core.types import Witness

PRINTED, ESTIMATED = 1e-6, 0.05
"""Relative tolerance for values that stand on a chart, and for values read off its axis."""

Witnesses = tuple[tuple[Witness, ...], ...]


@dataclass(frozen=True)
class Perceived:
    """Counts of cells. ``total`` are those of the gold table that hold a value; ``silent`` are
    wrong and not marked, ``marked`` are wrong and marked, as doubtful or as estimates; ``unplaced``
    are unmarked, under a label that the gold table does not have. ``read``: there was a table at
    all. ``estimated`` of the gold cells were estimated from the axis, ``within`` of those lie
    within the bound that was given with them.
    """

    total: int
    right: int = 0
    silent: int = 0
    marked: int = 0
    unplaced: int = 0
    read: bool = False
    estimated: int = 0
    within: int = 0

    @property
    def whole(self) -> bool:
        """Every gold cell was read rightly."""
        return self.right == self.total


def unread(gold: Table) -> Perceived:
    """No table was read."""
    return Perceived(sum(cell is not None for row in gold.cells for cell in row))


def perceived(
    gold: Table, seen: Table, witnesses: Witnesses, relative: float = PRINTED, bound: str = ""
) -> Perceived:
    """What was made of a chart or a told table, whichever way round it was read.

    ``witnesses`` has the shape of the cells of ``seen``; ``relative`` is the tolerance of a value,
    ``bound`` how far an estimate may be off, in units of the values.
    """
    counted = [
        _count(gold, table, marks, relative, bound)
        for shown in (seen, _unscaled(seen))
        for table, marks in ((shown, witnesses), _turned(shown, witnesses))
    ]
    return max(counted, key=lambda one: (one.right, -one.silent - one.marked))


def close(wanted: str, got: str, relative: float) -> bool:
    """Whether two cells hold the same value within a relative tolerance."""
    a, b = cell_value(wanted), cell_value(got)
    return abs(a - b) <= max(abs(a) * Decimal(str(relative)), Decimal("1e-9"))


def _count(
    gold: Table, seen: Table, witnesses: Witnesses, relative: float, bound: str
) -> Perceived:
    rows = {k: i for i, k in align(gold.categories, seen.categories, "category")[0].items()}
    single = len(gold.series) == len(seen.series) == 1
    found = {0: 0} if single else align(gold.series, seen.series, "series")[0]
    columns = {m: j for j, m in found.items()}
    right = silent = marked = unplaced = estimated = within = 0
    for k, row in enumerate(seen.cells):
        for m, got in enumerate(row):
            doubtful = witnesses[k][m] in ("conflict", "estimate")
            if k not in rows or m not in columns:
                unplaced += got is not None and not doubtful
                continue
            wanted = gold.cells[rows[k]][columns[m]]
            if wanted is None and got is None:
                continue
            same = wanted is not None and got is not None and close(wanted, got, relative)
            right += same
            silent += not same and not doubtful
            marked += not same and doubtful
            if wanted is not None and got is not None and witnesses[k][m] == "estimate":
                estimated += 1
                within += abs(cell_value(wanted) - cell_value(got)) <= Decimal(bound or 0)
    return Perceived(unread(gold).total, right, silent, marked, unplaced, True, estimated, within)


def _unscaled(table: Table) -> Table:
    """Without the suffix that every cell carries: a gold table may leave it out."""
    cells = [cell for row in table.cells for cell in row if cell is not None]
    suffixes = {cell[-1] for cell in cells}
    if len(suffixes) != 1 or not (suffix := suffixes.pop()).isalpha():
        return table
    bare = tuple(tuple(cell and cell.removesuffix(suffix) for cell in row) for row in table.cells)
    return table.model_copy(update={"cells": bare})


def _turned(table: Table, witnesses: Witnesses) -> tuple[Table, Witnesses]:
    turned = table.model_copy(
        update={
            "categories": table.series,
            "series": table.categories,
            "cells": tuple(zip(*table.cells, strict=True)),
        }
    )
    return turned, tuple(zip(*witnesses, strict=True))
