"""Lines held against their value axis, in the picture as it is or in a larger one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from recast_agent.core.perception.axes import number
from recast_agent.core.perception.calibrated import Calibrated
from recast_agent.core.perception.canvas import Candidate, Canvas, color_names
from recast_agent.core.perception.enlarged import enlarged, shrunk
from recast_agent.core.perception.estimated import (
    LINED_UP,
    another_axis,
    calibrated_on_lines,
    estimated,
)
from recast_agent.core.perception.layout import Frame, around, middle
from recast_agent.core.perception.lineaxes import axis_ticks, labels_of
from recast_agent.core.perception.linechart import LineChart
from recast_agent.core.perception.lines import printed_points
from recast_agent.core.perception.pointvalues import Place, Value
from recast_agent.core.perception.smalllines import find_small_lines
from recast_agent.core.perception.thinned import unsure
from recast_agent.core.perception.values import Printed, printed_numbers, read_cell


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
    told = _told_in_names(chart, axis)
    names = tuple(told[j][0] if j in told else name for j, name in enumerate(chart.names))
    if len(set(names)) < len(names):
        return None
    printed |= {(value.column, j): value for j, (_, value) in told.items()}
    used = [v.token for v in printed.values()]
    if _in_column([n for n in right if n.token not in used], axis):
        return None
    taken = [*used, *chart.legend, *axis.tokens]
    named = labels_of(canvas, chart, taken)
    if named is None:
        return None
    doubted = unsure(named.names)
    places = [
        [(-1 if i in doubted else k, j) for j in range(len(names))]
        for i, k in enumerate(named.columns)
    ]
    dots = [(d.x, d.y, d.x, d.y) for d in chart.points.values()]
    return estimated(
        canvas,
        kind="line",
        names=named.names,
        series=names,
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


def _told_in_names(chart: LineChart, axis: Calibrated) -> dict[int, tuple[str, Value]]:
    """The lines whose name at the end begins or ends with the value of their last point, as the
    axis bears out: the name alone, and the value.
    """
    found: dict[int, tuple[str, Value]] = {}
    for j, name in enumerate(chart.names):
        last = max((i for i, k in chart.points if k == j), default=None)
        words = name.split()
        if last is None or len(words) < 2:
            continue
        height = axis.at(-chart.points[last, j].y)
        for word, rest in ((words[-1], words[:-1]), (words[0], words[1:])):
            cell = read_cell(word)
            if cell is not None and abs(number(cell.text) - height) <= float(axis.bound):
                token = next(t for t in chart.legend if word in t.text)
                found[j] = (" ".join(rest), Value(cell, token, last))
                break
    return found


def _in_column(numbers: Sequence[Printed], axis: Calibrated) -> bool:
    """Whether two numbers that no point bears out stand in a column, each level with a line of the
    axis's grid: those of another axis, which may show its ends alone.
    """
    places = sorted(t.position for t in axis.axis.held)
    step = min(b - a for a, b in pairwise(places))
    steps = [(middle(n.box)[1] - places[0]) / step for n in numbers]
    level = [
        n
        for n, at in zip(numbers, steps, strict=True)
        if abs(at - round(at)) * step <= 2 * axis.pixels
    ]
    return any(
        min(abs(a.box[0] - b.box[0]), abs(a.box[2] - b.box[2])) <= LINED_UP
        and (number(a.cell.text) - number(b.cell.text)) * (a.box[1] - b.box[1]) > 0
        for a, b in combinations(level, 2)
    )


def _point(
    chart: LineChart, axis: Calibrated, printed: dict[Place, Value], spot: Place
) -> str | None:
    if spot in printed:
        return printed[spot].cell.text + "%" * axis.percent
    dot = chart.points.get(spot)
    return axis.cell(axis.at(-dot.y)) if dot is not None and axis.reaches(-dot.y) else None
