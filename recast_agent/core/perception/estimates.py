"""Values that nothing prints, estimated from marks on a value axis, with the bound of their error.

They come last: only where no reader of printed values makes a table of the picture.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from recast_agent.core.perception.axes import Tick, number, tick_axis
from recast_agent.core.perception.bars import bar_colors, bar_kind, picture_box
from recast_agent.core.perception.calibrated import PIXELS, Calibrated, calibrated
from recast_agent.core.perception.canvas import Candidate, Canvas, color_names
from recast_agent.core.perception.categories import Category, read_categories
from recast_agent.core.perception.cells import axis_ticks as bar_ticks
from recast_agent.core.perception.cells import place
from recast_agent.core.perception.columns import Plot, Segment, find_plots
from recast_agent.core.perception.crowded import borne_out, hidden_ends
from recast_agent.core.perception.enlarged import enlarged, shrunk
from recast_agent.core.perception.gridlines import line_offset
from recast_agent.core.perception.heads import tokens_above
from recast_agent.core.perception.layout import Frame, around, middle, read_heading
from recast_agent.core.perception.lineaxes import axis_ticks as line_ticks
from recast_agent.core.perception.lineaxes import years_at
from recast_agent.core.perception.linechart import LineChart, find_line_chart
from recast_agent.core.perception.lines import printed_points
from recast_agent.core.perception.marks import Box, find_marks
from recast_agent.core.perception.pointlabels import point_labels
from recast_agent.core.perception.pointvalues import Place, Value
from recast_agent.core.perception.series import category_centers, read_series
from recast_agent.core.perception.smalllines import find_small_lines
from recast_agent.core.perception.thinned import filled, unsure
from recast_agent.core.perception.values import Printed, printed_numbers
from recast_agent.core.table import ChartType, Table
from recast_agent.core.types import Token, Witness

_OFFSET = re.compile(r"[×xX*]?1[eE][+\-−]?\d+|[×xX*]10\^?[\-−]?\d*|\+\d[\d.,eE+]*")
"""What an axis multiplies or adds to its numbers."""

_LINED_UP = 6
"""Pixels within which the edges of the numbers of an axis lie."""


def read_estimates(canvas: Canvas) -> Candidate | None:
    """The table of a chart whose values stand on its axis alone, or are printed in part.

    Cells that are estimated have the witness "estimate"; ``bound`` of the candidate says how far
    they may be off. None where no axis is seen, or its numbers do not hold to one line.
    """
    if any(_OFFSET.fullmatch(t.text.replace(" ", "")) for t in canvas.tokens):
        return None  # the numbers of the axis are not the values
    plots = find_plots(find_marks(canvas.rgb))
    bars = next((c for plot in plots if (c := _bars(canvas, plot)) is not None), None)
    line = _lines(canvas, find_line_chart(canvas))
    if line is None or bars is None:
        return line or bars or _small_lines(canvas)
    # letters that run into each other look like a short line with dots; a longer one is a line
    # over bars, and nothing says which of them the axis is of
    short = 2 * len(line.table.categories) < len(bars.table.categories)
    return bars if short else None


def _bars(canvas: Canvas, plot: Plot) -> Candidate | None:
    series = read_series(canvas, plot)
    if series is None or len(plot.columns) < 2:
        return None
    numbers = [n for n in printed_numbers(canvas, plot.frame) if n.token not in series.tokens]
    ticks = bar_ticks(plot, numbers)
    axis = _calibrated(canvas, plot.frame, [n.token for n in ticks])
    if axis is None or (plot.stacked and abs(axis.at(plot.foot)) > float(axis.bound)):
        return None
    others = [n for n in numbers if n not in ticks]
    if _another_axis([n.box for n in others], others):
        return None
    among = _among(plot, others)
    printed = _borne_out(canvas, plot, others, axis) if among else {}
    if printed is None:
        return None
    centers = category_centers(plot, series)
    taken = [*axis.tokens, *series.tokens, *(p.token for p in printed.values())]
    categories, title = read_categories(canvas, plot, centers, taken)
    names = _names(categories)
    grid = place(plot, categories, series)
    if names is None or grid is None:
        return None
    unseen = {*_cut_off(plot, axis), *hidden_ends(canvas, plot, taken)}
    doubted = unsure([c.name for c in categories])
    torn = [n.token for n in among if n.token not in taken]
    if len(torn) <= len(plot.segments) - len(printed):  # no more than bars without a value
        taken += torn
    places = [
        [None if i in doubted else grid.get((i, j)) for j in range(len(series.names))]
        for i in range(len(names))
    ]
    return _candidate(
        canvas,
        kind=bar_kind(plot, series),
        names=names,
        series=series.names,
        cells=[[_bar(axis, plot, printed, unseen, s) for s in row] for row in places],
        printed=frozenset(
            (i, j) for i, row in enumerate(places) for j, s in enumerate(row) if s in printed
        ),
        colors=bar_colors(plot, grid, series, len(names)),
        axis=axis,
        taken=[*taken, *(t for c in categories for t in c.tokens), *title],
        labels=[t for c in categories for t in c.tokens],
        title=title,
        box=picture_box(plot),
    )


def _calibrated(canvas: Canvas, frame: Frame, tokens: Sequence[Token]) -> Calibrated | None:
    """The axis of numbers where their lines run, which they may stand on."""
    below = 0.0 if frame.horizontal else line_offset(canvas.rgb, [t.box for t in tokens])
    if below is None:
        return None
    found = calibrated([(t, middle(frame.turn(t.box))[1] - below) for t in tokens])
    return found and replace(found, pixels=PIXELS * canvas.scale)


def _borne_out(
    canvas: Canvas, plot: Plot, numbers: Sequence[Printed], axis: Calibrated
) -> dict[Segment, Printed] | None:
    if plot.stacked:  # the text over the end of a piece hides where the next one begins
        return None
    bound = float(axis.bound)
    return borne_out(
        canvas, plot, numbers, lambda s, value: abs(_length(axis, plot, s) - value) <= bound
    )


def _bar(
    axis: Calibrated,
    plot: Plot,
    printed: Mapping[Segment, Printed],
    unseen: Collection[Segment],
    segment: Segment | None,
) -> str | None:
    """The printed value of a bar, else its estimate; None where its end is not seen."""
    if segment is not None and segment in printed:
        return printed[segment].cell.text + "%" * axis.percent
    if segment is None or segment in unseen:
        return None
    return axis.cell(_length(axis, plot, segment))


def _among(plot: Plot, numbers: Sequence[Printed]) -> list[Printed]:
    """The numbers that stand among the bars: they may hide where one ends."""
    a0, v0, a1, v1 = plot.extent
    reach = plot.thickness
    return [
        n
        for n in numbers
        if a0 - reach <= middle(n.box)[0] <= a1 + reach and v0 <= middle(n.box)[1] <= v1 + reach
    ]


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


def _cut_off(plot: Plot, axis: Calibrated) -> list[Segment]:
    """The bars that reach the last number of the axis: one that the axis cuts off looks so too."""
    last = max(t.position for t in axis.axis.held)
    return [s for s in plot.segments if s.box[3] >= last - PIXELS]


def _length(axis: Calibrated, plot: Plot, segment: Segment) -> float:
    """The value of a bar at its far end, of a piece of a stack between its ends."""
    low, high = segment.box[1], segment.box[3]
    if plot.stacked:
        return (
            axis.at(high) - axis.at(low) if high > plot.foot + 1 else axis.at(low) - axis.at(high)
        )
    return axis.at(high if abs(high - plot.foot) >= abs(low - plot.foot) else low)


def _small_lines(canvas: Canvas) -> Candidate | None:
    large = enlarged(canvas)
    found = _lines(large, find_small_lines(canvas, large))
    return found and shrunk(found, large, canvas)


def _lines(canvas: Canvas, chart: LineChart | None) -> Candidate | None:
    if chart is None:
        return None
    axis = _calibrated(canvas, Frame(False), line_ticks(canvas, chart))
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
    named = years_at(canvas, chart) or point_labels(canvas, chart, taken)
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
    chart: LineChart, axis: Calibrated, printed: dict[Place, Value], spot: Place
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
    axis: Calibrated,
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
