"""Capture of charts: OCR and geometry, each cell held against a second reading."""

from __future__ import annotations

import asyncio
from decimal import Decimal

from recast_agent.core.compare import cell_value, same_label
from recast_agent.core.errors import Code, InputError, Withheld
from recast_agent.core.table import Table
from recast_agent.core.types import ChartReading, Witness
from recast_agent.private.capture.asked import in_chart_colors
from recast_agent.private.capture.protocol import Captured, CaptureRequest
from recast_agent.private.record import Record, Source

Witnesses = tuple[tuple[Witness, ...], ...]


class ChartCapture:
    """Reads a chart image without any model but the embedded OCR.

    A cell's witness is "geometry" where its mark agrees, "second" where only the second reading
    does, "estimate" where it was not printed and both readings of its mark agree within the bound,
    "none" where nothing speaks for it. A cell that either contradicts withholds the chart.
    """

    async def capture(self, request: CaptureRequest) -> Captured:
        """The chart's record. Raises InputError(not_an_image | image_… | unsupported_script),
        Withheld(chart_unreadable)."""
        return await asyncio.to_thread(_capture, request)

    async def second_reading(self, source: Source) -> str:
        """The chart read at another size; where it and the first differ within the bound of an
        estimate, the first's value. Raises as ``capture`` does."""
        return (await asyncio.to_thread(_second_table, source.data)).to_text()


def _capture(request: CaptureRequest) -> Captured:
    from recast_agent.core.perception.read import read_chart, read_chart_again

    first = read_chart(request.source.data)
    table = _table(first)
    witnesses = _supported(first, read_chart_again(request.source.data))
    record = Record(
        id=request.case,
        modality="image",
        context=lift_unit(table).to_text(),
        question=in_chart_colors(request.question, table),
        choices=request.choices,
    )
    return Captured(record, witnesses, first.bound)


def _second_table(data: bytes) -> Table:
    from recast_agent.core.perception.read import read_chart, read_chart_again

    first, second = read_chart(data), read_chart_again(data)
    return lift_unit(_settled(first, second, _table(second)))


def _settled(first: ChartReading, second: ChartReading, table: Table) -> Table:
    """The second reading's table, in the first's values wherever an estimate allows it."""
    if first.table is None or not _alike(first.table, table):
        return table
    cells = tuple(
        tuple(
            held if _within(first, second, i, j) else again
            for j, (held, again) in enumerate(zip(*rows, strict=True))
        )
        for i, rows in enumerate(zip(first.table.cells, table.cells, strict=True))
    )
    return table.model_copy(update={"cells": cells})


def _cell(reading: ChartReading, i: int, j: int) -> str | None:
    return reading.table.cells[i][j] if reading.table else None


def _within(first: ChartReading, second: ChartReading, i: int, j: int) -> bool:
    """Whether a cell is an estimate of one reading that the other's value lies within."""
    one, two = _cell(first, i, j), _cell(second, i, j)
    bounds = [
        Decimal(reading.bound)
        for reading in (first, second)
        if reading.witnesses[i][j] == "estimate"
    ]
    if one is None or two is None or not bounds:
        return False
    return abs(cell_value(one) - cell_value(two)) <= sum(bounds)


def _table(reading: ChartReading) -> Table:
    if reading.table is not None:
        return reading.table
    if "unsupported_script" in reading.faults:
        raise InputError(Code.UNSUPPORTED_SCRIPT, "only charts in Latin script are read so far")
    if "unsupported_chart" in reading.faults:
        kind = reading.faults[-1]
        hint = "this kind of chart is not read: give its data as a table (CSV)"
        raise Withheld(Code.CHART_UNSUPPORTED, hint, where=f"kind:{kind}")
    if "unclear_numbers" in reading.faults:
        hint = "commas and points of its numbers can be read in two ways: give a table (CSV)"
        raise Withheld(Code.CHART_UNREADABLE, hint)
    raise Withheld(
        Code.CHART_UNREADABLE,
        "no chart with printed values could be read: give its data as a table (CSV)",
    )


def _supported(first: ChartReading, second: ChartReading) -> Witnesses:
    """The first reading's witnesses after the second was heard.

    A second reading of another shape says nothing of single cells. Where it reads another label,
    nothing speaks for the cells under it any longer: they may be another's.
    """
    one, two = first.table, second.table
    if one is None or two is None or not _alike(one, two):
        return first.witnesses
    rows = [same_label(*pair) for pair in zip(one.categories, two.categories, strict=True)]
    columns = [same_label(*pair) for pair in zip(one.series, two.series, strict=True)]
    return tuple(
        tuple(
            _doubted(witness)
            if not (rows[i] and columns[j])
            else witness
            if _within(first, second, i, j)
            else _heard(witness, one.cells[i][j], two.cells[i][j])
            for j, witness in enumerate(row)
        )
        for i, row in enumerate(first.witnesses)
    )


def _alike(one: Table, two: Table) -> bool:
    return (len(one.categories), len(one.series)) == (len(two.categories), len(two.series))


def _doubted(witness: Witness) -> Witness:
    return witness if witness == "conflict" else "none"


def _heard(witness: Witness, cell: str | None, again: str | None) -> Witness:
    if witness == "conflict" or cell != again:
        return "conflict"
    # two readings of one picture miss the same faint mark: absence is never confirmed
    return "second" if witness == "none" and cell is not None else witness


def lift_unit(table: Table) -> Table:
    """A percent sign that every cell carries becomes the unit of the table."""
    cells = [c for row in table.cells for c in row if c is not None]
    if not cells or not all(c.endswith("%") for c in cells) or table.unit not in ("", "%"):
        return table
    bare = tuple(tuple(c and c.removesuffix("%") for c in row) for row in table.cells)
    return table.model_copy(update={"unit": "%", "cells": bare})
