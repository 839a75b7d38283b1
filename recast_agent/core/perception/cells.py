"""Cells of a bar chart: segments on the grid of categories and series, held against one scale."""

from __future__ import annotations

from recast_agent.core.perception.axes import (
    Scale,
    Tick,
    agreed_scale,
    number,
    tick_scale,
    witness,
)
from recast_agent.core.perception.columns import Plot, Segment
from recast_agent.core.perception.foot import at_foot
from recast_agent.core.perception.labels import Category
from recast_agent.core.perception.layout import holds, is_slanted, middle
from recast_agent.core.perception.series import Series
from recast_agent.core.perception.values import Printed, spacing
from recast_agent.core.types import Token, Witness

Grid = dict[tuple[int, int], Segment]


def place(plot: Plot, categories: list[Category], series: Series) -> Grid | None:
    """The segment of each cell; None where two claim one cell or a fill has no name."""
    grid: Grid = {}
    for column in plot.columns:
        for segment in column.segments:
            i = _nearest(categories, segment.center)
            j = series.index(segment.color)
            if j is None or (i, j) in grid:
                return None
            grid[i, j] = segment
    return grid


def _nearest(categories: list[Category], a: float) -> int:
    return min(range(len(categories)), key=lambda k: abs(categories[k].center - a))


def shared_scale(
    plot: Plot, numbers: list[Printed], values: dict[Segment, Printed]
) -> Scale | None:
    """The scale that bars, their values and the ticks agree on."""
    lengths = [signed_length(plot, s, p.cell.text) for s, p in values.items()]
    ticks = [
        Tick(middle(n.box)[1], number(n.cell.text))
        for n in axis_ticks(plot, numbers)
        if not is_slanted(n.token)
    ]
    return agreed_scale(
        lengths, [p.cell.text for p in values.values()], tick_scale(ticks, plot.foot)
    )


def values_at_zero(
    plot: Plot, grid: Grid, categories: list[Category], numbers: list[Printed]
) -> dict[Segment, Printed]:
    """Values printed at the foot where a bar is too short to be seen; completes ``grid``."""
    found = {}
    for i, category in enumerate(categories):
        if (i, 0) in grid:
            continue
        a, half = category.center, plot.thickness / 2
        segment = Segment((a - half, plot.foot, a + half, plot.foot), plot.colors[0])
        near = [n for n in numbers if abs(middle(n.box)[0] - a) <= half and at_foot(plot, n)]
        if len(near) == 1:
            grid[i, 0] = segment
            found[segment] = near[0]
    return found


def signed_length(plot: Plot, segment: Segment, cell: str) -> float:
    """Signed length: a bar below the foot with a printed minus counts downwards."""
    down = segment.box[3] <= plot.foot + 2 and segment.box[1] < plot.foot - 2
    return (
        -segment.length if down and (cell.startswith("-") or not plot.stacked) else segment.length
    )


def axis_ticks(plot: Plot, numbers: list[Printed]) -> list[Printed]:
    """Numbers on one line along the values, beside all bars."""
    a0, _, a1, _ = plot.extent
    outside = [n for n in numbers if n.box[2] <= a0 + 4 or n.box[0] >= a1 - 4]
    best: list[Printed] = []
    for one in outside:
        line = [n for n in outside if abs(n.box[2] - one.box[2]) <= 6]
        best = max(best, line, key=len)
    return best


Cells = tuple[tuple[str | None, ...], ...]
Witnesses = tuple[tuple[Witness, ...], ...]


def judged(
    plot: Plot,
    grid: Grid,
    values: dict[Segment, Printed],
    scale: Scale | None,
    categories: list[Category],
    series: Series,
    strays: list[Printed],
) -> tuple[Cells, Witnesses]:
    """Cells and their witnesses. A bar whose value was not read is a contradiction, and so is an
    empty place in a row where a number belongs to no bar; where there is neither bar nor value
    nothing is known for sure.
    """
    doubt = {_nearest(categories, middle(stray.box)[0]) for stray in strays}
    percent = {p.cell.unit for p in values.values()} == {"%"}
    rows: list[tuple[str | None, ...]] = []
    marks: list[tuple[Witness, ...]] = []
    for i in range(len(categories)):
        row: list[str | None] = []
        seen: list[Witness] = []
        for j in range(len(series.names)):
            segment = grid.get((i, j))
            printed = values.get(segment) if segment else None
            if segment is None or printed is None:
                row.append(None)
                seen.append("conflict" if segment or i in doubt else "none")
            else:
                text = printed.cell.text
                row.append(text + ("%" if percent else ""))
                seen.append(witness(scale, signed_length(plot, segment, text), text))
        rows.append(tuple(row))
        marks.append(tuple(seen))
    return tuple(rows), tuple(marks)


def shared_unit(values: dict[Segment, Printed]) -> str:
    """The affix that stands beside the cells: one shared scale gives all of them the same."""
    units = {p.cell.unit for p in values.values()}
    return "" if units == {"%"} else max(units, key=len, default="")


def stray_numbers(plot: Plot, numbers: list[Printed], used: list[Token]) -> list[Printed]:
    """Numbers among the bars, or where another bar's would stand, that belong to none of them; a
    piece of a value is no number.
    """
    _, v0, _, v1 = plot.extent
    ticks = [n.token for n in axis_ticks(plot, numbers)]
    return [
        n
        for n in numbers
        if _has_place(plot, middle(n.box)[0])
        and v0 <= middle(n.box)[1] <= v1 + 30
        and n.token not in used
        and not any(holds(t.box, middle(n.token.box)) for t in used)
        and n.token not in ticks
    ]


def _has_place(plot: Plot, a: float) -> bool:
    """Whether a place along the categories is among the columns, or is that of one more."""
    first, last = plot.columns[0].center, plot.columns[-1].center
    pitch = spacing([c.center for c in plot.columns], 2.2 * plot.thickness)
    slack = min(0.25 * pitch, plot.thickness)
    a0, _, a1, _ = plot.extent
    return a0 <= a <= a1 or min(abs(a - first + pitch), abs(a - last - pitch)) <= slack
