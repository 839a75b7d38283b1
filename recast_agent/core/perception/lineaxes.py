"""The axes of a line chart: numbers on its left, years below as a ruler of its columns."""

from __future__ import annotations

import re
from collections.abc import Sequence

from recast_agent.core.perception.axes import Tick, number, tick_axis, tick_scale
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.layout import middle, rows, tall
from recast_agent.core.perception.linechart import LineChart
from recast_agent.core.perception.marks import Box
from recast_agent.core.perception.pointlabels import PointLabels, point_labels
from recast_agent.core.perception.values import read_cell
from recast_agent.core.types import Token

_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")

_MARGIN = 0.25
"""How far the box of a text reaches beyond its letters, in heights of the box."""

_BESIDE = 0.7
"""How wide half a year is at least, in steps of the columns, where it could stand beside its place
and still at one.
"""

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


def labels_of(canvas: Canvas, chart: LineChart, taken: Sequence[Token]) -> PointLabels | None:
    """What each column is named: the year where it stands on a row of years that hold to one line,
    else the label under it; None where one has none, or years may stand beside their places.
    """
    below = [t for t in canvas.tokens if not t.vertical and middle(t.box)[1] > chart.bottom]
    row = next(iter(rows(t for t in below if _YEAR.fullmatch(t.text))), [])
    years = _years(chart, row) if len(row) >= 3 else None
    if years is None:
        return point_labels(canvas, chart, taken)
    half = max(t.box[2] - t.box[0] for t in row) / 2
    beside = half >= _BESIDE * chart.pitch  # begun at their places, they would be a year off
    if beside and (years[0], years[-1]) != (row[0].text, row[-1].text):
        return None
    return PointLabels(years, tuple(range(len(years))), tuple(row), ())


def _years(chart: LineChart, row: Sequence[Token]) -> tuple[str, ...] | None:
    """The year that each column stands at, another one each; None where one of the row is none
    of the line, or a column stands between two.
    """
    axis = tick_axis([Tick(middle(t.box)[0], float(t.text)) for t in row])
    if axis is None or len(axis.held) < len(row):
        return None
    found = [axis.offset + axis.slope * center for center in chart.centers]
    years = [round(year) for year in found]
    exact = all(abs(a - b) <= _ASIDE for a, b in zip(found, years, strict=True))
    return tuple(map(str, years)) if exact and len(set(years)) == len(years) else None
