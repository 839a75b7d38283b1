"""Values that nothing prints, estimated from marks on a value axis, with the bound of their error.

They come last: only where no reader of printed values makes a table of the picture.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from recast_agent.core.perception.bars import bar_colors, bar_kind, picture_box
from recast_agent.core.perception.calibrated import PIXELS, Calibrated
from recast_agent.core.perception.canvas import Candidate, Canvas
from recast_agent.core.perception.categories import read_categories
from recast_agent.core.perception.cells import axis_ticks as bar_ticks
from recast_agent.core.perception.cells import place
from recast_agent.core.perception.columns import Plot, Segment, find_plots
from recast_agent.core.perception.crowded import borne_out, hidden_ends
from recast_agent.core.perception.estimated import another_axis, calibrated_on_lines, estimated
from recast_agent.core.perception.labels import Category
from recast_agent.core.perception.layout import middle
from recast_agent.core.perception.linechart import find_line_chart
from recast_agent.core.perception.lineestimates import read_line_estimates, read_small_lines
from recast_agent.core.perception.marks import find_marks
from recast_agent.core.perception.series import category_centers, read_series
from recast_agent.core.perception.thinned import filled, unsure
from recast_agent.core.perception.values import Printed, printed_numbers

_OFFSET = re.compile(r"[×xX*]?1[eE][+\-−]?\d+|[×xX*]10\^?[\-−]?\d*|\+\d[\d.,eE+]*")
"""What an axis multiplies or adds to its numbers."""


def read_estimates(canvas: Canvas) -> Candidate | None:
    """The table of a chart whose values stand on its axis alone, or are printed in part.

    Cells that are estimated have the witness "estimate"; ``bound`` of the candidate says how far
    they may be off. None where no axis is seen, or its numbers do not hold to one line.
    """
    if any(_OFFSET.fullmatch(t.text.replace(" ", "")) for t in canvas.tokens):
        return None  # the numbers of the axis are not the values
    plots = find_plots(find_marks(canvas.rgb))
    bars = next((c for plot in plots if (c := _bars(canvas, plot)) is not None), None)
    line = read_line_estimates(canvas, find_line_chart(canvas))
    if line is None or bars is None:
        return line or bars or read_small_lines(canvas)
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
    axis = calibrated_on_lines(canvas, plot.frame, [n.token for n in ticks])
    if axis is None or not _stands_on(axis, plot):
        return None
    others = [n for n in numbers if n not in ticks]
    if another_axis([n.box for n in others], others):
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
    return estimated(
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


def _stands_on(axis: Calibrated, plot: Plot) -> bool:
    """Whether bars stand on zero, or on a number of an axis that begins elsewhere."""
    if abs(axis.at(plot.foot)) <= float(axis.bound):
        return True
    on_a_number = any(abs(t.position - plot.foot) <= axis.pixels for t in axis.axis.held)
    return on_a_number and not plot.stacked


def _among(plot: Plot, numbers: Sequence[Printed]) -> list[Printed]:
    """The numbers that stand among the bars: they may hide where one ends."""
    a0, v0, a1, v1 = plot.extent
    reach = plot.thickness
    return [
        n
        for n in numbers
        if a0 - reach <= middle(n.box)[0] <= a1 + reach and v0 <= middle(n.box)[1] <= v1 + reach
    ]


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


def _names(categories: Sequence[Category]) -> tuple[str, ...] | None:
    names = filled([c.name for c in categories])
    return names if names and len(set(names)) == len(names) else None
