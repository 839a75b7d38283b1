"""Values that nothing prints, estimated from marks on a value axis, with the bound of their error.

They come last: only where no reader of printed values makes a table of the picture.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal

from recast_agent.core.perception.axes import Axis, Tick, number, tick_axis
from recast_agent.core.perception.bars import bar_colors, bar_kind, picture_box
from recast_agent.core.perception.canvas import Candidate, Canvas, color_names
from recast_agent.core.perception.categories import Category, read_categories
from recast_agent.core.perception.cells import axis_ticks as bar_ticks
from recast_agent.core.perception.cells import place
from recast_agent.core.perception.columns import Plot, Segment, find_plots
from recast_agent.core.perception.heads import tokens_above
from recast_agent.core.perception.layout import Frame, around, middle, read_heading
from recast_agent.core.perception.linechart import LineChart, find_line_chart
from recast_agent.core.perception.lines import axis_ticks as line_ticks
from recast_agent.core.perception.lines import printed_points
from recast_agent.core.perception.marks import Box, find_marks
from recast_agent.core.perception.pointlabels import point_labels
from recast_agent.core.perception.pointvalues import Place, Value
from recast_agent.core.perception.series import category_centers, read_series
from recast_agent.core.perception.thinned import filled
from recast_agent.core.perception.values import Printed, printed_numbers, read_cell
from recast_agent.core.table import ChartType, Table
from recast_agent.core.types import Token, Witness

_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_OFFSET = re.compile(r"[×xX*]?1[eE][+\-−]?\d+|[×xX*]10\^?[\-−]?\d*|\+\d[\d.,eE+]*")
"""What an axis multiplies or adds to its numbers."""

_LINED_UP = 6
"""Pixels within which the edges of the numbers of an axis lie."""

_PIXELS = 2.5
"""How far the end of a mark, and the axis at its height, may be off together, in pixels."""


@dataclass(frozen=True)
class _Calibrated:
    """An axis all of whose numbers hold to one line; ``percent``: they carry the sign."""

    axis: Axis
    percent: bool
    tokens: tuple[Token, ...]

    @property
    def bound(self) -> Decimal:
        """How far an estimate may be off, in units of the values, to two digits, rounded up."""
        error = Decimal(repr(_PIXELS * self.axis.slope))
        step = Decimal(1).scaleb(error.adjusted() - 1)
        return error.quantize(step, rounding=ROUND_CEILING)

    def at(self, position: float) -> float:
        """The value at a position along the axis."""
        return self.axis.offset + self.axis.slope * position

    def cell(self, value: float) -> str:
        """A value as a cell, with no more digits than a pixel tells apart."""
        exponent = math.floor(math.log10(self.axis.slope))
        text = f"{round(value / 10.0**exponent) * 10.0**exponent:.{max(0, -exponent)}f}"
        return (text.removeprefix("-") if float(text) == 0 else text) + "%" * self.percent


def read_estimates(canvas: Canvas) -> Candidate | None:
    """The table of a chart whose values stand on its axis alone, or are printed in part.

    Cells that are estimated have the witness "estimate"; ``bound`` of the candidate says how far
    they may be off. None where no axis is seen, or its numbers do not hold to one line.
    """
    if any(_OFFSET.fullmatch(t.text.replace(" ", "")) for t in canvas.tokens):
        return None  # the numbers of the axis are not the values
    line = _lines(canvas)
    if line is not None:
        return line
    plots = find_plots(find_marks(canvas.rgb))
    return next((c for plot in plots if (c := _bars(canvas, plot)) is not None), None)


def _calibrated(tokens: Sequence[tuple[Token, float]]) -> _Calibrated | None:
    """The axis of numbers at positions: none of them may stand off its line, nor all be years."""
    cells = [(t, p, cell) for t, p in tokens if (cell := read_cell(t.text)) is not None]
    axis = tick_axis([Tick(p, number(c.text)) for _, p, c in cells])
    units = {c.unit for _, _, c in cells}
    if axis is None or len(axis.held) < len(cells) or (len(units) > 1 and units != {"", "%"}):
        return None
    if all(_YEAR.fullmatch(t.text.strip()) for t, _, _ in cells):
        return None
    return _Calibrated(axis, units == {"%"}, tuple(t for t, _, _ in cells))


def _bars(canvas: Canvas, plot: Plot) -> Candidate | None:
    series = read_series(canvas, plot)
    if series is None or len(plot.columns) < 2:
        return None
    numbers = [n for n in printed_numbers(canvas, plot.frame) if n.token not in series.tokens]
    ticks = bar_ticks(plot, numbers)
    axis = _calibrated([(n.token, middle(n.box)[1]) for n in ticks])
    if axis is None or (plot.stacked and abs(axis.at(plot.foot)) > float(axis.bound)):
        return None
    others = [n for n in numbers if n not in ticks]
    if _printed_among(plot, others) or _another_axis([n.box for n in others], others):
        return None
    centers = category_centers(plot, series)
    taken = [*axis.tokens, *series.tokens]
    categories, title = read_categories(canvas, plot, centers, taken)
    names = _names(categories)
    grid = place(plot, categories, series)
    if names is None or grid is None:
        return None
    cut = _cut_off(plot, axis)
    rows = [
        [
            _length(axis, plot, grid[i, j]) if (i, j) in grid and grid[i, j] not in cut else None
            for j in range(len(series.names))
        ]
        for i in range(len(names))
    ]
    return _candidate(
        canvas,
        kind=bar_kind(plot, series),
        names=names,
        series=series.names,
        cells=[[None if v is None else axis.cell(v) for v in row] for row in rows],
        printed=frozenset(),
        colors=bar_colors(plot, grid, series, len(names)),
        axis=axis,
        taken=[*taken, *(t for c in categories for t in c.tokens), *title],
        labels=[t for c in categories for t in c.tokens],
        title=title,
        box=picture_box(plot),
    )


def _printed_among(plot: Plot, numbers: Sequence[Printed]) -> bool:
    """Whether numbers stand among the bars: they may hide where one ends."""
    a0, v0, a1, v1 = plot.extent
    reach = plot.thickness
    return any(
        a0 - reach <= middle(n.box)[0] <= a1 + reach and v0 <= middle(n.box)[1] <= v1 + reach
        for n in numbers
    )


def _another_axis(boxes: Sequence[Box], numbers: Sequence[Printed]) -> bool:
    """Whether numbers beside the axis line up on a scale: marks may belong to that one."""
    for edge in (0, 2):
        for one in boxes:
            line = [
                Tick(middle(box)[1], number(n.cell.text))
                for box, n in zip(boxes, numbers, strict=True)
                if abs(box[edge] - one[edge]) <= _LINED_UP
            ]
            if len(line) >= 3 and tick_axis(line) is not None:
                return True
    return False


def _cut_off(plot: Plot, axis: _Calibrated) -> list[Segment]:
    """The bars that reach the last number of the axis: one that the axis cuts off looks so too."""
    last = max(t.position for t in axis.axis.held)
    return [s for s in plot.segments if s.box[3] >= last - _PIXELS]


def _length(axis: _Calibrated, plot: Plot, segment: Segment) -> float:
    """The value of a bar at its far end, of a piece of a stack between its ends."""
    low, high = segment.box[1], segment.box[3]
    if plot.stacked:
        return (
            axis.at(high) - axis.at(low) if high > plot.foot + 1 else axis.at(low) - axis.at(high)
        )
    return axis.at(high if abs(high - plot.foot) >= abs(low - plot.foot) else low)


def _lines(canvas: Canvas) -> Candidate | None:
    chart = find_line_chart(canvas)
    if chart is None or chart.lost:
        return None
    axis = _calibrated([(t, -middle(t.box)[1]) for t in line_ticks(canvas, chart)])
    if axis is None:
        return None
    others = [n for n in printed_numbers(canvas, Frame(False)) if n.token not in axis.tokens]
    right = [n for n in others if n.box[0] >= chart.centers[-1]]
    if _another_axis([n.box for n in right], right):
        return None
    printed = {
        spot: value
        for spot, value in printed_points(canvas, chart).items()
        if abs(axis.at(-chart.points[spot].y) - number(value.cell.text)) <= float(axis.bound)
    }
    used = [v.token for v in printed.values()]
    taken = [*used, *chart.legend, *axis.tokens]
    named = point_labels(canvas, chart, taken)
    if named is None:
        return None
    places = [[(k, j) for j in range(len(chart.names))] for k in named.columns]
    dots = [(d.x, d.y, d.x, d.y) for d in chart.points.values()]
    return _candidate(
        canvas,
        kind="line",
        names=named.names,
        series=chart.names,
        cells=[[_point(chart, axis, printed, spot) for spot in row] for row in places],
        printed=frozenset(
            (i, j) for i, row in enumerate(places) for j, spot in enumerate(row) if spot in printed
        ),
        colors=color_names([t.color for t in chart.tracks]),
        axis=axis,
        taken=[*taken, *named.tokens, *named.axis],
        labels=named.tokens,
        title=named.axis,
        box=around(dots),
    )


def _point(
    chart: LineChart, axis: _Calibrated, printed: dict[Place, Value], spot: Place
) -> str | None:
    if spot in printed:
        return printed[spot].cell.text + "%" * axis.percent
    dot = chart.points.get(spot)
    return None if dot is None else axis.cell(axis.at(-dot.y))


def _names(categories: Sequence[Category]) -> tuple[str, ...] | None:
    names = filled([c.name for c in categories])
    return names if names and len(set(names)) == len(names) else None


def _candidate(
    canvas: Canvas,
    *,
    kind: ChartType,
    names: tuple[str, ...],
    series: tuple[str, ...],
    cells: list[list[str | None]],
    printed: frozenset[tuple[int, int]],
    colors: tuple[str, ...],
    axis: _Calibrated,
    taken: list[Token],
    labels: Sequence[Token],
    title: Sequence[Token],
    box: Box,
) -> Candidate:
    """The candidate of a table whose cells are estimates but for those printed."""
    top = min([box[1], *(t.box[1] for t in taken)])
    head = read_heading(canvas, tokens_above(canvas, top, taken), labels)
    side = [t for t in canvas.tokens if t.vertical and t.box[2] <= box[0]][:1]
    table = Table(
        chart_type=kind,
        title=head.title,
        category_axis=" ".join(t.text for t in title),
        value_axis=head.value_axis or " ".join(t.text for t in side),
        unit=head.unit,
        categories=names,
        series=series,
        cells=tuple(tuple(row) for row in cells),
        colors=colors,
    )

    def witness(i: int, j: int) -> Witness:
        if cells[i][j] is None:  # a mark that was not seen, or none: the axis cannot tell
            return "conflict"
        return "geometry" if (i, j) in printed else "estimate"

    witnesses = tuple(tuple(witness(i, j) for j in range(len(series))) for i in range(len(names)))
    filled_in = sum(cell is not None for row in cells for cell in row)
    return Candidate(
        table,
        witnesses,
        (*taken, *head.used, *side),
        filled_in / (len(names) * len(series)),
        around([box, *(t.box for t in (*labels, *axis.tokens))]),
        bound=f"{axis.bound:f}",
    )
