"""Lines held against their value axis, in the picture as it is or in a larger one."""

from __future__ import annotations

from recast_agent.core.perception.axes import number
from recast_agent.core.perception.calibrated import Calibrated
from recast_agent.core.perception.canvas import Candidate, Canvas, color_names
from recast_agent.core.perception.enlarged import enlarged, shrunk
from recast_agent.core.perception.estimated import another_axis, calibrated_on_lines, estimated
from recast_agent.core.perception.layout import Frame, around
from recast_agent.core.perception.lineaxes import axis_ticks, labels_of
from recast_agent.core.perception.linechart import LineChart
from recast_agent.core.perception.lines import printed_points
from recast_agent.core.perception.pointvalues import Place, Value
from recast_agent.core.perception.smalllines import find_small_lines
from recast_agent.core.perception.thinned import unsure
from recast_agent.core.perception.values import printed_numbers


def read_small_lines(canvas: Canvas) -> Candidate | None:
    """The estimates of thin lines, sought in the picture enlarged."""
    large = enlarged(canvas)
    found = read_line_estimates(large, find_small_lines(canvas, large))
    return found and shrunk(found, large, canvas)


def read_line_estimates(canvas: Canvas, chart: LineChart | None) -> Candidate | None:
    """The points of a chart held against its axis; None where there is no axis, or another."""
    if chart is None:
        return None
    axis = calibrated_on_lines(canvas, Frame(False), axis_ticks(canvas, chart))
    if axis is None:
        return None
    others = [n for n in printed_numbers(canvas, Frame(False)) if n.token not in axis.tokens]
    right = [n for n in others if n.box[0] >= chart.centers[-1]]
    if another_axis([n.box for n in right], right):
        return None
    printed = {
        spot: value
        for spot, value in printed_points(canvas, chart).items()
        if abs(axis.at(-chart.points[spot].y) - number(value.cell.text)) <= float(axis.bound)
    }
    used = [v.token for v in printed.values()]
    taken = [*used, *chart.legend, *axis.tokens]
    named = labels_of(canvas, chart, taken)
    if named is None:
        return None
    doubted = unsure(named.names)
    places = [
        [(-1 if i in doubted else k, j) for j in range(len(chart.names))]
        for i, k in enumerate(named.columns)
    ]
    dots = [(d.x, d.y, d.x, d.y) for d in chart.points.values()]
    return estimated(
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
    return axis.cell(axis.at(-dot.y)) if dot is not None and axis.reaches(-dot.y) else None
