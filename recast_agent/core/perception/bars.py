"""Reader of bar charts with printed values: plain, grouped, stacked, standing or lying."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from recast_agent.core.literals import parse_cell
from recast_agent.core.perception.axes import Scale, Tick, agreed_scale, number, tick_scale, witness
from recast_agent.core.perception.canvas import Candidate, Canvas, color_name
from recast_agent.core.perception.categories import Category, read_categories
from recast_agent.core.perception.columns import Plot, Segment, find_plots
from recast_agent.core.perception.layout import is_furniture, middle, read_heading, tall
from recast_agent.core.perception.legend import read_legend
from recast_agent.core.perception.marks import Box, Color, find_marks, same_color
from recast_agent.core.perception.values import (
    Printed,
    assign_values,
    printed_numbers,
    read_boxes,
    read_cell,
)
from recast_agent.core.table import ChartType, Table
from recast_agent.core.types import Token, Witness


@dataclass(frozen=True)
class _Series:
    """Distinct fills with their names; a single unnamed one where colours tell nothing."""

    names: tuple[str, ...]
    colors: tuple[Color, ...]
    tokens: tuple[Token, ...] = ()

    def index(self, color: Color) -> int | None:
        """Which series a fill belongs to; None for a fill of no series."""
        if len(self.names) == 1:
            return 0
        hits = [k for k, c in enumerate(self.colors) if same_color(c, color)]
        return hits[0] if hits else None


def read_bars(canvas: Canvas) -> Candidate | None:
    """The best explained of the standing and the lying view; None where no bars are seen."""
    marks = find_marks(canvas.rgb)
    plots = find_plots(marks)
    most = max((_area(plot) for plot in plots), default=1.0)
    candidates = [
        replace(c, score=c.score * _area(plot) / most)
        for plot in plots
        if (c := _read(canvas, plot)) is not None
    ]
    return max(candidates, key=lambda c: c.score, default=None)


def _area(plot: Plot) -> float:
    return sum(s.length for s in plot.segments) * plot.thickness


def _read(canvas: Canvas, plot: Plot) -> Candidate | None:
    series = _series(canvas, plot)
    if series is None:
        return None
    numbers = printed_numbers(canvas, plot.frame)
    centers = _centers(plot, series)
    values = assign_values(canvas, plot, numbers)
    if len(values) < 0.5 * len(plot.segments):
        return None
    used = [p.token for p in values.values()]
    categories, axis = read_categories(canvas, plot, centers, [*used, *series.tokens])
    if any(not c.name for c in categories) or _repeated([c.name for c in categories]):
        return None
    grid = _grid(plot, categories, series)
    if grid is None:
        return None
    if len(series.names) == 1:
        values |= _at_zero(plot, grid, categories, [n for n in numbers if n.token not in used])
    scale = _scale(plot, numbers, values)
    values = _reconsidered(canvas, plot, values, scale)
    cells, witnesses = _cells(plot, grid, values, scale, categories, series)
    labels = [t for c in categories for t in c.tokens]
    taken = [*used, *series.tokens, *labels, *axis]
    head = read_heading(canvas, _above(canvas, plot, taken), labels)
    side = _side_title(canvas, plot, [*taken, *head.used])
    kind: ChartType = _kind(plot, series)
    table = Table(
        chart_type=kind,
        title=head.title,
        category_axis=" ".join(t.text for t in axis),
        value_axis=head.value_axis or " ".join(t.text for t in side),
        unit=head.unit or _unit(values),
        categories=tuple(c.name for c in categories),
        series=series.names,
        cells=cells,
        colors=_color_names(plot, grid, series),
    )
    explained = len(values) / len(grid)
    stray = _stray(plot, numbers, [p.token for p in values.values()])
    score = explained * len(values) / (len(values) + stray)
    return Candidate(table, witnesses, (*taken, *head.used, *side), score)


def _kind(plot: Plot, series: _Series) -> ChartType:
    if plot.stacked:
        return "hstacked" if plot.frame.horizontal else "stacked"
    if len(series.names) > 1:
        return "hgrouped" if plot.frame.horizontal else "grouped"
    return "hbar" if plot.frame.horizontal else "bar"


def _series(canvas: Canvas, plot: Plot) -> _Series | None:
    fills = plot.colors
    entries = read_legend(canvas, fills) if len(fills) > 1 else []
    if len(entries) >= 2 and len(entries) == len(fills):
        return _Series(
            tuple(e.name for e in entries),
            tuple(e.color for e in entries),
            tuple(t for e in entries for t in e.tokens),
        )
    if plot.stacked or len(entries) >= 2 or _means_series(plot):
        return None
    return _Series(("",), tuple(fills))


def _means_series(plot: Plot) -> bool:
    """Whether colours alternate as they do in groups: then their names should have been found."""
    if len(plot.colors) < 2 or len(plot.colors) > len(plot.segments) / 2:
        return False
    bars = sorted(plot.segments, key=lambda s: s.center)
    changes = sum(not same_color(a.color, b.color) for a, b in pairwise(bars))
    return changes >= 0.5 * (len(bars) - 1)


def _picture_box(plot: Plot) -> Box:
    a0, v0, a1, v1 = plot.extent
    return (v0, a0, v1, a1) if plot.frame.horizontal else (a0, -v1, a1, -v0)


def _centers(plot: Plot, series: _Series) -> list[float]:
    """Where the categories stand: at the columns, or amid each group of them."""
    places = [c.center for c in plot.columns]
    if plot.stacked or len(series.names) == 1:
        return places
    return [float(np.mean(g)) for g in _groups(plot, series)]


def _groups(plot: Plot, series: _Series) -> list[list[float]]:
    """Each bar says where the middle of its group is, by its rank within the group."""
    bars = sorted(plot.segments, key=lambda s: s.center)
    steps = np.diff([b.center for b in bars])
    step = float(np.min(steps)) if len(steps) else plot.thickness
    ranks = _ranks(bars, series, step)
    half = (len(series.names) - 1) / 2
    votes = sorted(b.center - (ranks[series.index(b.color) or 0] - half) * step for b in bars)
    groups = [[votes[0]]]
    for vote in votes[1:]:
        if vote - groups[-1][-1] <= 0.45 * step:
            groups[-1].append(vote)
        else:
            groups.append([vote])
    return groups


def _ranks(bars: list[Segment], series: _Series, step: float) -> list[int]:
    """The place of each series within a group: in legend order, or against it."""
    forward = 0
    for a, b in pairwise(bars):
        i, j = series.index(a.color), series.index(b.color)
        if i is not None and j is not None and b.center - a.center <= 1.4 * step:
            forward += (j > i) - (j < i)
    order = range(len(series.names))
    return list(order) if forward >= 0 else list(reversed(order))


Grid = dict[tuple[int, int], Segment]


def _grid(plot: Plot, categories: list[Category], series: _Series) -> Grid | None:
    """The segment of each cell; None where two claim one cell or a fill has no name."""
    grid: Grid = {}
    for column in plot.columns:
        for segment in column.segments:
            i = min(
                range(len(categories)), key=lambda k: abs(categories[k].center - segment.center)
            )
            j = series.index(segment.color)
            if j is None or (i, j) in grid:
                return None
            grid[i, j] = segment
    return grid


def _scale(plot: Plot, numbers: list[Printed], values: dict[Segment, Printed]) -> Scale | None:
    lengths = [_length(plot, s, p.cell.text) for s, p in values.items()]
    ticks = [Tick(middle(n.box)[1], number(n.cell.text)) for n in _ticks(plot, numbers)]
    return agreed_scale(
        lengths, [p.cell.text for p in values.values()], tick_scale(ticks, plot.foot)
    )


def _at_zero(
    plot: Plot, grid: Grid, categories: list[Category], numbers: list[Printed]
) -> dict[Segment, Printed]:
    """Values printed at the foot where a bar is too short to be seen; completes ``grid``."""
    found = {}
    for i, category in enumerate(categories):
        if (i, 0) in grid:
            continue
        a, half = category.center, plot.thickness / 2
        segment = Segment((a - half, plot.foot, a + half, plot.foot), plot.colors[0])
        near = [
            n
            for n in numbers
            if abs(middle(n.box)[0] - a) <= half and 0 <= n.box[1] - plot.foot + 4 <= 24
        ]
        if len(near) == 1:
            grid[i, 0] = segment
            found[segment] = near[0]
    return found


def _reconsidered(
    canvas: Canvas, plot: Plot, values: dict[Segment, Printed], scale: Scale | None
) -> dict[Segment, Printed]:
    """Values that their bars contradict, read once more from a cut-out; the bar decides."""
    if scale is None:
        return values
    doubtful = {
        s: p
        for s, p in values.items()
        if not p.closer and witness(scale, _length(plot, s, p.cell.text), p.cell.text) == "conflict"
    }
    texts = read_boxes(canvas, [p.token.box for p in doubtful.values()])
    better = dict(values)
    for (segment, printed), (text, score) in zip(doubtful.items(), texts, strict=True):
        cell = read_cell(text)
        if cell is not None and score >= 0.85:
            told = witness(scale, _length(plot, segment, cell.text), cell.text)
            if told == "geometry":
                better[segment] = replace(printed, cell=cell, closer=True)
    return better


def _length(plot: Plot, segment: Segment, cell: str) -> float:
    """Signed length: a bar below the foot with a printed minus counts downwards."""
    down = segment.box[3] <= plot.foot + 2 and segment.box[1] < plot.foot - 2
    return (
        -segment.length if down and (cell.startswith("-") or not plot.stacked) else segment.length
    )


def _ticks(plot: Plot, numbers: list[Printed]) -> list[Printed]:
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


def _cells(
    plot: Plot,
    grid: Grid,
    values: dict[Segment, Printed],
    scale: Scale | None,
    categories: list[Category],
    series: _Series,
) -> tuple[Cells, Witnesses]:
    """Cells and their witnesses. A bar whose value was not read is a contradiction; where there
    is neither bar nor value nothing is known for sure.
    """
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
                seen.append("conflict" if segment else "none")
            else:
                text = printed.cell.text
                row.append(text + ("%" if percent else ""))
                seen.append(witness(scale, _length(plot, segment, text), text))
        rows.append(tuple(row))
        marks.append(tuple(seen))
    return tuple(rows), tuple(marks)


def _unit(values: dict[Segment, Printed]) -> str:
    """The affix that stands beside the cells: one shared scale gives all of them the same."""
    units = {p.cell.unit for p in values.values()}
    return "" if units == {"%"} else max(units, key=len, default="")


def _above(canvas: Canvas, plot: Plot, taken: list[Token]) -> list[Token]:
    """Text above the chart that starts at its left edge."""
    top = min([_picture_box(plot)[1], *(t.box[1] for t in taken)])
    free = [t for t in canvas.tokens if t not in taken and t.box[3] <= top + 4]
    text = [t for t in free if parse_cell(t.text) is None and not is_furniture(t)]
    edge = min((t.box[0] for t in text), default=0.0)
    return [t for t in text if t.box[0] <= edge + 1.2 * tall(t)]


def _side_title(canvas: Canvas, plot: Plot, taken: list[Token]) -> list[Token]:
    """The title of the value axis: turned, beside standing bars; below the ticks of lying ones."""
    left, _, right, bottom = _picture_box(plot)
    free = [t for t in canvas.tokens if t not in taken and not is_furniture(t)]
    if not plot.frame.horizontal:
        return [t for t in free if t.vertical and t.box[2] <= left][:1]
    middle_x = (left + right) / 2
    under = [
        t
        for t in free
        if t.box[1] >= bottom and parse_cell(t.text) is None and t.box[0] < middle_x + right
    ]
    under = [t for t in under if left <= middle(t.box)[0] <= canvas.width - 60][:1]
    return [t for t in under if t.box[1] - bottom <= 4.5 * tall(t)]


def _stray(plot: Plot, numbers: list[Printed], used: list[Token]) -> int:
    """Numbers among the bars, or where another bar's would stand, that belong to none of them."""
    a0, v0, a1, v1 = plot.extent
    reach = 1.2 * plot.thickness
    ticks = [n.token for n in _ticks(plot, numbers)]
    return sum(
        a0 - reach <= middle(n.box)[0] <= a1 + reach
        and v0 <= middle(n.box)[1] <= v1 + 30
        and n.token not in used
        and n.token not in ticks
        for n in numbers
    )


def _color_names(plot: Plot, grid: Grid, series: _Series) -> tuple[str, ...]:
    if len(series.names) > 1:
        return tuple(color_name(c) for c in series.colors)
    if len(plot.colors) == 1:
        return (color_name(plot.colors[0]),)
    rows = 1 + max(i for i, _ in grid)
    return tuple(color_name(grid[i, 0].color) if (i, 0) in grid else "" for i in range(rows))


def _repeated(names: list[str]) -> bool:
    return len(set(names)) < len(names)
