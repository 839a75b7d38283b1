"""The source check (paper, appendix B.4): what the bytes show, inverted, is the source.

The reading goes back through both inverses and is held against an independent second reading of
the source, so that a fault of capture is seen here even where disguise and drawing are faultless.
Titles carry no assignment and are left to the protected-record check.
"""

from __future__ import annotations

from collections.abc import Sequence

from recast_agent.core.compare import align, compare_tables
from recast_agent.core.table import Table
from recast_agent.core.types import AudioReading, ChartReading, Finding, TextReading
from recast_agent.gate import passage, recording
from recast_agent.gate.protocol import CheckRequest, PrivateEntry
from recast_agent.private.numbermap.records import invert_table
from recast_agent.private.rewrite.embedded import holds_table
from recast_agent.private.rewrite.order import keeps_order

_UNASSIGNED = {"title_differs", "axis_differs"}


class SourceCheck:
    """Inverted reading against the captured record and against the second reading of the source.

    Its codes begin with ``source_`` where the reading equals the record, so that drawing again
    cannot mend what it found.
    """

    name = "source"

    async def check(self, request: CheckRequest) -> tuple[Finding, ...]:
        """Empty where every value, label and assignment is the source's."""
        of_table = holds_table(request.private.record)
        found = _of_table(request) if of_table else _of_passage(request)
        if request.record.spoken_question:
            found = (*found, *passage.question_findings(request.record, request.private))
        return found


def _of_passage(request: CheckRequest) -> tuple[Finding, ...]:
    reading, record, private = request.reading, request.record, request.private
    if isinstance(reading, AudioReading):
        return recording.source_findings(record, reading, private)
    if isinstance(reading, TextReading):
        return passage.source_findings(reading, private)
    # its table is drawn: the picture shows the cells that the passage holds, or is drawn again
    drawn = record.drawing()
    shown = _in_terms_of(drawn, reading.table)
    if shown is None or compare_tables(drawn, shown):
        return (_finding("unread", "chart"),)
    return passage.source_findings(TextReading(text=record.context), private)


def _of_table(request: CheckRequest) -> tuple[Finding, ...]:
    record, private = request.record.table(), request.private
    if isinstance(request.reading, AudioReading):
        unlike = recording.differs(request.record, request.reading)
        if unlike:
            return unlike
    shown = _in_terms_of(record, _table(request))
    if shown is None:
        return (_finding("unread", "chart"),)
    restored = _restored(invert_table(shown, private.numbers), private)
    found = _against_record(private.record.table(), restored)
    found += _against_second(private, restored)
    prefix = "source_" if shown.cells == record.cells else ""
    return tuple(_finding(prefix + f["code"], f["where"]) for f in found)


def _table(request: CheckRequest) -> Table | None:
    """The table that the release is read as: seen in a picture, heard row by row, or parsed."""
    reading = request.reading
    if isinstance(reading, AudioReading):
        return recording.told_table(request.record)
    return reading.table if isinstance(reading, ChartReading) else Table.from_text(reading.text)


def _in_terms_of(record: Table, reading: Table | None) -> Table | None:
    """The reading's cells under the record's labels; None where a label was not read."""
    if reading is None:
        return None
    rows, lost_rows = align(record.categories, reading.categories, "category")
    columns, lost_columns = align(record.series, reading.series, "series")
    if lost_rows or lost_columns:
        return None
    cells = tuple(
        tuple(reading.cells[rows[i]][columns[j]] for j in range(len(record.series)))
        for i in range(len(record.categories))
    )
    return record.model_copy(update={"cells": cells})


def _restored(table: Table, private: PrivateEntry) -> Table:
    """Surrogate labels back to originals; a label without an entry was never replaced."""

    def original(label: str) -> str:
        found = private.dictionary.original(label)
        return label if found is None else found

    return table.model_copy(
        update={
            "unit": original(table.unit),
            "categories": tuple(original(c) for c in table.categories),
            "series": tuple(original(s) for s in table.series),
        }
    )


def _against_record(record: Table, restored: Table) -> list[Finding]:
    """The inverse is exact: every label is the record's own, whatever its case.

    Of the colours only those count that the disguise kept, since the question names them.
    """
    found = []
    for what in ("categories", "series"):
        own, back = getattr(record, what), getattr(restored, what)
        if sorted(map(str.casefold, own)) != sorted(map(str.casefold, back)):
            found.append(_finding("inverse_differs", what))
    colors = record.colors if any(restored.colors) else ()
    named = record.model_copy(update={"colors": _those(colors, restored.colors)})
    return found + _assigned(compare_tables(named, restored, ordered=False))


def _those(own: tuple[str, ...], kept: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(color if color in kept else "" for color in own)


def _against_second(private: PrivateEntry, restored: Table) -> list[Finding]:
    """Every assignment is the second reading's, and its order wherever the disguise keeps it."""
    found = _assigned(compare_tables(restored, Table.from_text(private.second), ordered=True))
    rows, columns = keeps_order(private.record.table(), private.record.question)
    free = [what for what, kept in (("category", rows), ("series", columns)) if not kept]
    return [
        f
        for f in found
        if not (f["code"] == "order_differs" and f["where"].partition(":")[0] in free)
    ]


def _assigned(findings: Sequence[Finding]) -> list[Finding]:
    return [f for f in findings if f["code"] not in _UNASSIGNED]


def _finding(code: str, where: str) -> Finding:
    return {"code": code, "where": where, "seen": ""}
