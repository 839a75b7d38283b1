"""A reading of printed values completed by what the axis tells of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from recast_agent.core.perception.axes import shortened
from recast_agent.core.perception.canvas import Candidate
from recast_agent.core.table import Table

T = TypeVar("T")


def with_printed(found: Candidate, printed: Candidate) -> Candidate:
    """The reading of printed values, its cells that no mark bears out being the estimates; only
    the estimates where the two see different tables.
    """
    own, other = printed.table, found.table
    cells = _as_written(own, other)
    if cells is None or (own.categories, own.series) != (other.categories, other.series):
        return found
    # where values run into each other, one with fewer decimals may have lost some
    short = shortened([c or "" for row in own.cells for c in row])
    width = len(own.series)
    sure = [
        [w == "geometry" and not short[i * width + j] for j, w in enumerate(row)]
        for i, row in enumerate(printed.witnesses)
    ]
    return replace(
        printed,
        table=own.model_copy(update={"cells": _either(sure, own.cells, cells)}),
        witnesses=_either(sure, printed.witnesses, found.witnesses),
        used=(*printed.used, *(t for t in found.used if t not in printed.used)),
        bound=found.bound,
    )


def _as_written(own: Table, other: Table) -> Sequence[Sequence[str | None]] | None:
    """The other's cells with the sign of percent where the own ones have it; None where the two
    are of different units.
    """
    signed = _percent(own)
    if signed == _percent(other):
        return other.cells
    if not signed and own.unit != "%":
        return None
    end = "%" if signed else ""
    return [[None if c is None else c.rstrip("%") + end for c in row] for row in other.cells]


def _percent(table: Table) -> bool:
    return any(cell is not None and cell.endswith("%") for row in table.cells for cell in row)


def _either(
    sure: Sequence[Sequence[bool]], yes: Sequence[Sequence[T]], no: Sequence[Sequence[T]]
) -> tuple[tuple[T, ...], ...]:
    return tuple(
        tuple(a if one else b for one, a, b in zip(*rows, strict=True))
        for rows in zip(sure, yes, no, strict=True)
    )
