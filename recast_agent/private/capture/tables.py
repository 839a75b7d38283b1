"""Capture of tables: CSV, JSON records, Markdown."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from recast_agent.core.errors import Code, InputError
from recast_agent.core.table import Table
from recast_agent.core.types import Witness
from recast_agent.private.capture import grid, reread
from recast_agent.private.capture.encoding import decode
from recast_agent.private.capture.layout import NumberReader, table_of
from recast_agent.private.capture.numbers import read_number
from recast_agent.private.capture.protocol import Captured, CaptureRequest
from recast_agent.private.record import Record, Source

_Parsers = Mapping[str, Callable[[str, int], grid.Grid]]
_FIRST: _Parsers = {
    "csv": grid.csv_grid,
    "json": grid.json_grid,
    "markdown": grid.markdown_grid,
}
_SECOND: _Parsers = {
    "csv": reread.csv_grid,
    "json": reread.json_grid,
    "markdown": reread.markdown_grid,
}


class TableCapture:
    """Reads a table as it is written; nothing is estimated, so every cell is exact.

    A cell's witness is "second" where the second reading found the same cell, else "conflict".
    """

    def __init__(self, max_rows: int = 1_000) -> None:
        self._max_rows = max_rows

    async def capture(self, request: CaptureRequest) -> Captured:
        """The table's record. Raises InputError(table_… | number_invalid | unsupported_script |
        chart_unsupported)."""
        return await asyncio.to_thread(self._capture, request)

    async def second_reading(self, source: Source) -> str:
        """The table by another parser and another number reader. Raises as ``capture`` does."""
        return (await asyncio.to_thread(self._second, source)).to_text()

    def _capture(self, request: CaptureRequest) -> Captured:
        table = self._read(request.source, _FIRST, read_number)
        record = Record(
            id=request.case,
            modality="image",
            context=table.to_text(),
            question=request.question,
            choices=request.choices,
        )
        return Captured(record, _witnesses(table, self._second(request.source)))

    def _second(self, source: Source) -> Table:
        return self._read(source, _SECOND, reread.read_number)

    def _read(self, source: Source, parsers: _Parsers, read: NumberReader) -> Table:
        text = decode(source.data)
        parse = parsers.get(source.kind)
        if text is None or parse is None:
            raise InputError(Code.UNSUPPORTED_EVIDENCE, "not a table in text")
        return table_of(parse(text, self._max_rows), source, read)


def _witnesses(first: Table, second: Table) -> tuple[tuple[Witness, ...], ...]:
    same = first.model_copy(update={"cells": second.cells}) == second
    return tuple(
        tuple(
            "second" if same and second.cells[r][c] == cell else "conflict"
            for c, cell in enumerate(row)
        )
        for r, row in enumerate(first.cells)
    )
