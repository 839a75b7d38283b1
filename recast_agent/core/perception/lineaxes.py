"""The axes of a line chart: numbers on its left, years below as a ruler of its columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from recast_agent.core.perception.axes import Tick, number, tick_axis, tick_scale
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.layout import middle, rows, tall
from recast_agent.core.perception.linechart import LineChart
from recast_agent.core.perception.marks import Box
from recast_agent.core.perception.pointlabels import PointLabels
from recast_agent.core.perception.values import read_cell
from recast_agent.core.types import Token

_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")

_MARGIN = 0.25
"""How far the box of a text reaches beyond its letters, in heights of the box."""

_ASIDE = 0.2
"""How far beside its year a column of points may stand, in years."""


def axis_ticks(canvas: Canvas, chart: LineChart) -> list[Token]:
    """The numbers of a value axis on the left, which hold to one scale; the value of a point is
    printed around it, so that none ends before the first column.
    """
    beside = [
        (token, Tick(-middle(token.box)[1], number(cell.text)))
        for token in canvas.tokens
        if token.box[2] - _MARGIN * tall(token) < chart.centers[0] - 2
        and (cell := read_cell(token.text)) is not None
    ]
    found: list[Token] = []
    for token, _ in beside:
        column = [(t, k) for t, k in beside if _aligned(t.box, token.box)]
        scale = tick_scale([k for _, k in column], 0.0) if len(column) > len(found) else None
        if scale is not None:
            found = [t for t, _ in column]
    return found


def _aligned(one: Box, other: Box) -> bool:
    """Whether two texts end, or begin, in one column."""
    return min(abs(one[2] - other[2]), abs(one[0] - other[0])) <= 6


def years_at(canvas: Canvas, chart: LineChart) -> PointLabels | None:
    """The year of each column, by a row of years under the points that hold to one line; None where
    there is none, another text stands on it, a column stands between two years, or the years may
    as well stand beside their places.
    """
    below = [t for t in canvas.tokens if not t.vertical and middle(t.box)[1] > chart.bottom]
    row = next((line for line in rows(below) if _YEAR.fullmatch(line[0].text)), [])
    if len(row) < 3 or not all(_YEAR.fullmatch(t.text) for t in row):
        return None
    amid, left, right = (
        _years(chart, [(t.box[0] * (1 - w) + t.box[2] * w, t.text) for t in row])
        for w in (0.5, 0.0, 1.0)
    )
    ends = (row[0].text, row[-1].text)
    if amid is None or ((left or right) and (amid[0], amid[-1]) != ends):
        return None
    return PointLabels(amid, tuple(range(len(amid))), tuple(row), ())


def _years(chart: LineChart, seen: Sequence[tuple[float, str]]) -> tuple[str, ...] | None:
    """The years of the columns by years at places, each another one."""
    axis = tick_axis([Tick(x, float(year)) for x, year in seen])
    if axis is None or len(axis.held) < len(seen):
        return None
    found = [axis.offset + axis.slope * center for center in chart.centers]
    years = [round(year) for year in found]
    exact = all(abs(a - b) <= _ASIDE for a, b in zip(found, years, strict=True))
    return tuple(map(str, years)) if exact and len(set(years)) == len(years) else None
