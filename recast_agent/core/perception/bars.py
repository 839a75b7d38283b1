"""Reader of bar charts with printed values: plain, grouped, stacked, standing or lying."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from recast_agent.core.literals import parse_cell
from recast_agent.core.perception.canvas import Candidate, Canvas, color_names
from recast_agent.core.perception.categories import read_categories
from recast_agent.core.perception.cells import (
    Grid,
    Witnesses,
    judged,
    place,
    shared_scale,
    shared_unit,
    stray_numbers,
    values_at_zero,
)
from recast_agent.core.perception.columns import Plot, find_plots
from recast_agent.core.perception.foot import further_rows
from recast_agent.core.perception.heads import OVERLAP
from recast_agent.core.perception.labels import parted
from recast_agent.core.perception.layout import around, is_furniture, middle, read_heading, tall
from recast_agent.core.perception.marks import Box, find_marks
from recast_agent.core.perception.second_look import completed, reconsidered, within
from recast_agent.core.perception.series import Series, category_centers, read_series
from recast_agent.core.perception.thinned import filled, unsure
from recast_agent.core.perception.values import (
    assign_values,
    printed_numbers,
)
from recast_agent.core.table import ChartType, Table
from recast_agent.core.types import Token, Witness


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
    series = read_series(canvas, plot)
    if series is None:
        return None
    numbers = [n for n in printed_numbers(canvas, plot.frame) if n.token not in series.tokens]
    centers = category_centers(plot, series)
    values = assign_values(canvas, plot, numbers)
    if len(values) < 0.5 * len(plot.segments):
        return None
    used = [p.token for p in values.values()]
    if len(series.names) == 1:
        free = [n for n in numbers if n.token not in used]
        centers = sorted([*centers, *further_rows(canvas, plot, centers, free)])
    categories, axis = read_categories(canvas, plot, centers, [*used, *series.tokens])
    names = filled([c.name for c in categories])
    if names is None or len(set(names)) < len(names):
        return None
    if not plot.frame.horizontal and parted(categories):
        return None
    grid = place(plot, categories, series)
    if grid is None:
        return None
    if len(series.names) == 1:
        values |= values_at_zero(plot, grid, categories, free)
    used = [p.token for p in values.values()]
    scale = shared_scale(plot, numbers, values)
    values = within(canvas, plot, reconsidered(canvas, plot, values, scale), scale)
    values = completed(canvas, plot, values, scale)
    stray = stray_numbers(plot, numbers, used)
    cells, witnesses = judged(plot, grid, values, scale, categories, series, stray)
    witnesses = _doubted(witnesses, unsure([c.name for c in categories]))
    labels = [t for c in categories for t in c.tokens]
    taken = [*used, *series.tokens, *labels, *axis]
    head = read_heading(canvas, _above(canvas, plot, taken), labels)
    side = _side_title(canvas, plot, [*taken, *head.used])
    kind: ChartType = bar_kind(plot, series)
    table = Table(
        chart_type=kind,
        title=head.title,
        category_axis=" ".join(t.text for t in axis),
        value_axis=head.value_axis or " ".join(t.text for t in side),
        unit=head.unit or shared_unit(values),
        categories=names,
        series=series.names,
        cells=cells,
        colors=bar_colors(plot, grid, series, len(categories)),
    )
    explained = len(values) / len(grid)
    score = explained * len(values) / (len(values) + len(stray))
    area = around([picture_box(plot), *(t.box for t in (*used, *labels))])
    return Candidate(table, witnesses, (*taken, *head.used, *side), score, area)


def bar_kind(plot: Plot, series: Series) -> ChartType:
    if plot.stacked:
        return "hstacked" if plot.frame.horizontal else "stacked"
    if len(series.names) > 1:
        return "hgrouped" if plot.frame.horizontal else "grouped"
    return "hbar" if plot.frame.horizontal else "bar"


def picture_box(plot: Plot) -> Box:
    a0, v0, a1, v1 = plot.extent
    return (v0, a0, v1, a1) if plot.frame.horizontal else (a0, -v1, a1, -v0)


def _above(canvas: Canvas, plot: Plot, taken: list[Token]) -> list[Token]:
    """Text above the chart that starts at its left edge."""
    top = min([picture_box(plot)[1], *(t.box[1] for t in taken)])
    free = [t for t in canvas.tokens if t not in taken and t.box[3] <= top + OVERLAP * tall(t)]
    text = [t for t in free if parse_cell(t.text) is None and not is_furniture(t)]
    edge = min((t.box[0] for t in text), default=0.0)
    return [t for t in text if t.box[0] <= edge + 1.2 * tall(t)]


def _side_title(canvas: Canvas, plot: Plot, taken: list[Token]) -> list[Token]:
    """The title of the value axis: turned, beside standing bars; below the ticks of lying ones."""
    left, _, right, bottom = picture_box(plot)
    free = [t for t in canvas.tokens if t not in taken and not is_furniture(t)]
    if not plot.frame.horizontal:
        return [t for t in free if t.vertical and t.box[2] <= left][:1]
    words = [t for t in free if any(c.isalpha() for c in t.text) and parse_cell(t.text) is None]
    under = [t for t in words if t.box[1] >= bottom]
    near = [t for t in under if t.box[1] - bottom <= 4.5 * tall(t)]
    return [t for t in near if left <= middle(t.box)[0] <= right + 0.5 * (right - left)][:1]


def bar_colors(plot: Plot, grid: Grid, series: Series, rows: int) -> tuple[str, ...]:
    """One name per series; per category where single bars differ."""
    if len(series.names) > 1:
        return color_names(series.colors)
    if len(plot.colors) == 1:
        return color_names(plot.colors)
    held = {i: grid[i, 0].color for i in range(rows) if (i, 0) in grid}
    names = dict(zip(held, color_names(list(held.values())), strict=True))
    return tuple(names.get(i, "") for i in range(rows))


def _doubted(witnesses: Witnesses, rows: Collection[int]) -> Witnesses:
    """The witnesses with every cell of some rows in conflict."""
    doubt: Witness = "conflict"
    return tuple(tuple(doubt if i in rows else w for w in row) for i, row in enumerate(witnesses))
