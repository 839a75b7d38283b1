"""A table that stands in a passage: taken out to be drawn, and the rest of the passage."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from recast_agent.core.errors import Code, InputError
from recast_agent.core.literals import canonical_value
from recast_agent.core.program.displayed import numbers_in
from recast_agent.core.table import ChartType, Table
from recast_agent.private.capture import grid
from recast_agent.private.capture.layout import table_of
from recast_agent.private.capture.numbers import read_number
from recast_agent.private.capture.sniff import text_kind
from recast_agent.private.record import Source

_ROWS = 1_000
_CAPTION = re.compile(r"[^\n]*:[ \t]*\n")


@dataclass(frozen=True, repr=False)
class Pasted:
    """``beside`` is the passage without the lines of its table."""

    table: Table
    beside: str


@dataclass(frozen=True, repr=False)
class _Block:
    start: int
    end: int
    kind: str


def pasted_table(text: str, chart_type: ChartType) -> Pasted:
    """The one Markdown or CSV table of a passage, as the chart to draw.

    Its numbers are numbers of the passage: where the passage inverts to its source, so does what is
    drawn. Raises InputError(release_unsupported) where there is none that can be drawn, or more
    than one.
    """
    found = [
        (block, table) for block in _blocks(text) if (table := _table(text, block, chart_type))
    ]
    if not found:
        raise _unsupported("no plain table of labels and numbers stands in it to be drawn")
    if len(found) > 1:
        raise _unsupported("one picture shows one table: give each with its own passage")
    block, table = found[0]
    cells = {canonical_value(cell).copy_abs() for row in table.cells for cell in row if cell}
    if not cells <= numbers_in(text):
        raise _unsupported("its numbers run into one another: write the table as Markdown")
    parts = (text[: block.start].rstrip(), text[block.end :].strip("\n").rstrip())
    return Pasted(table, "\n\n".join(filter(None, parts)))


def _blocks(text: str) -> Iterator[_Block]:
    """Stretches that may be tables: runs of Markdown rows, and paragraphs that are CSV."""
    for paragraph in re.finditer(r"(?:[^\n]*\S[^\n]*(?:\n|\Z))+", text):
        start, lines = paragraph.start(), paragraph[0]
        rows = re.search(r"(?:[^\n]*\|[^\n]*(?:\n|\Z)){2,}", lines)
        if rows and grid.is_markdown_table(rows[0]):
            yield _Block(start + rows.start(), start + rows.end(), "markdown")
            continue
        caption = _CAPTION.match(lines)
        start += caption.end() if caption else 0
        if text_kind(text[start : paragraph.end()]) == "csv":
            yield _Block(start, paragraph.end(), "csv")


def _table(text: str, block: _Block, chart_type: ChartType) -> Table | None:
    read = grid.markdown_grid if block.kind == "markdown" else grid.csv_grid
    source = Source(kind="text", data=b"", chart_type=chart_type)
    try:
        return table_of(read(text[block.start : block.end], _ROWS), source, read_number)
    except InputError:
        return None


def _unsupported(hint: str) -> InputError:
    return InputError(
        Code.RELEASE_UNSUPPORTED,
        f"a text leaves as a picture of its table, and the rest as text: {hint}",
    )
