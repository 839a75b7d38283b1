"""The reviewer: what was read back from the pixels, held against the record."""

from __future__ import annotations

from recast_agent.core.compare import compare_tables
from recast_agent.core.table import Table
from recast_agent.core.types import ChartReading, Finding
from recast_agent.released.reconstruct.spec import ChartSpec


def drawn_table(table: Table, spec: ChartSpec) -> Table:
    """What a reading of the chart must show: the record's table as the type it is drawn as."""
    return table.model_copy(update={"chart_type": spec.type})


def review_reading(table: Table, spec: ChartSpec, reading: ChartReading) -> tuple[Finding, ...]:
    """Differences between the record and the reading; ``unread`` where no chart was read."""
    if reading.table is None:
        return ({"code": "unread", "where": "chart", "seen": ""},)
    conflicts = tuple[Finding, ...](
        {"code": "value_differs", "where": f"cell:{i}:{j}", "seen": ""}
        for i, row in enumerate(reading.witnesses)
        for j, witness in enumerate(row)
        if witness == "conflict"
    )
    return compare_tables(drawn_table(table, spec), reading.table) + conflicts
