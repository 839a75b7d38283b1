"""Drafts: a specification from the protected record, deterministic, and its repaired successors.

Whatever a draft is repaired for, its data come from the record again; only the layout is carried
over.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from recast_agent.core.table import ChartType, Table
from recast_agent.core.types import Finding
from recast_agent.released.reconstruct.repair import repaired
from recast_agent.released.reconstruct.spec import ChartSpec, Layout, parse_spec
from recast_agent.released.reconstruct.templates import TEMPLATES
from recast_agent.released.reconstruct.templates.colors import NAMED, hex_of, palette

WIDEST = 2200
"""Pixels up to which standing bars stand: wider, they are drawn lying."""

_LYING: dict[ChartType, ChartType] = {"bar": "hbar", "grouped": "hgrouped", "stacked": "hstacked"}
_POSITION = re.compile(
    r"\b(left|right|top|bottom|upper|lower|above|below|vertical|horizontal)(most|-most)?\b", re.I
)


def draft_spec(table: Table, question: str, form: str) -> ChartSpec:
    """The first draft: the record's own chart type, or a table where ``form`` says so.

    Bars that would stand too wide are laid down, unless the question speaks of positions.
    """
    if form == "table":
        return first_spec(table, "table")
    spec = first_spec(table, table.chart_type)
    lying = _LYING.get(spec.type)
    if lying and not _POSITION.search(question) and TEMPLATES[spec.type](spec).width > WIDEST:
        return spec.model_copy(update={"type": lying})
    return spec


def next_spec(table: Table, previous: dict[str, Any], findings: Iterable[Finding]) -> ChartSpec:
    """The successor of a faulty draft. Raises Withheld(reconstruction_failed) for no ChartSpec."""
    held = parse_spec(previous)
    spec = first_spec(table, held.type)
    return spec.model_copy(update={"layout": repaired(held.layout, findings)})


def first_spec(table: Table, chart_type: ChartType) -> ChartSpec:
    """The record's data in the default layout."""
    return ChartSpec(
        type=chart_type,
        title=table.title,
        value_axis=table.value_axis,
        unit=table.unit,
        category_axis=table.category_axis,
        categories=table.categories,
        series=table.series,
        values=table.cells,
        colors=_colors(table, chart_type),
        layout=Layout(),
    )


def _colors(table: Table, chart_type: ChartType) -> tuple[str, ...]:
    """The named colours where the record names them, the default palette elsewhere."""
    by_category = chart_type == "pie" or (
        len(table.series) == 1 and len(table.colors) == len(table.categories) > 1
    )
    count = len(table.categories) if by_category else len(table.series)
    named = table.colors if len(table.colors) == count else ("",) * count
    wanted = [hex_of(name) for name in named]
    free = [c for c in palette(count + len(NAMED)) if c not in wanted]
    return tuple(free.pop(0) if c is None else c for c in wanted)
