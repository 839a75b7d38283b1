"""How much of a captured table agrees with the gold one."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from recast_agent.core.compare import align, cell_value
from recast_agent.core.table import Table

PRINTED, ESTIMATED = 1e-6, 0.05
"""Relative tolerance for values that stand on a chart, and for values read off its axis."""


@dataclass(frozen=True)
class Agreement:
    """Cells of the gold table: captured rightly, captured wrongly, all that hold a value."""

    right: int
    wrong: int
    total: int

    @property
    def whole(self) -> bool:
        """Every cell was captured rightly."""
        return self.right == self.total

    @classmethod
    def none_of(cls, gold: Table) -> Agreement:
        """Nothing was captured."""
        return cls(0, 0, sum(cell is not None for row in gold.cells for cell in row))


def agreement(gold: Table, seen: Table, relative: float = PRINTED) -> Agreement:
    """Cell by cell after labels are aligned, whichever way round the table was captured."""
    return max(
        (_count(gold, table, relative) for table in (seen, _turned(seen))),
        key=lambda found: (found.right, -found.wrong),
    )


def _count(gold: Table, seen: Table, relative: float) -> Agreement:
    rows, _ = align(gold.categories, seen.categories, "category")
    single = len(gold.series) == len(seen.series) == 1
    columns = {0: 0} if single else align(gold.series, seen.series, "series")[0]
    right = wrong = 0
    for i, k in rows.items():
        for j, m in columns.items():
            wanted, got = gold.cells[i][j], seen.cells[k][m]
            if wanted is None or got is None:
                continue
            if _close(cell_value(wanted), cell_value(got), relative):
                right += 1
            else:
                wrong += 1
    return Agreement(right, wrong, Agreement.none_of(gold).total)


def _close(wanted: Decimal, got: Decimal, relative: float) -> bool:
    return abs(wanted - got) <= max(abs(wanted) * Decimal(str(relative)), Decimal("1e-9"))


def _turned(table: Table) -> Table:
    return table.model_copy(
        update={
            "categories": table.series,
            "series": table.categories,
            "cells": tuple(zip(*table.cells, strict=True)),
        }
    )
