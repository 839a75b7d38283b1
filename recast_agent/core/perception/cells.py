"""Cells of a bar chart: segments on the grid of categories and series, held against one scale."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from recast_agent.core.perception.axes import (
    Scale,
    Tick,
    agreed_scale,
    number,
    shortened,
    tick_scale,
    witness,
)
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.categories import Category
from recast_agent.core.perception.columns import Plot, Segment
from recast_agent.core.perception.layout import holds, middle
from recast_agent.core.perception.marks import Box
from recast_agent.core.perception.series import Series
from recast_agent.core.perception.values import Printed, read_boxes, read_cell, spacing
from recast_agent.core.types import Token, Witness

Grid = dict[tuple[int, int], Segment]

_SURE = 0.85
"""The least score of a value that is read from a cut-out."""

_BEYOND, _THROUGH, _FAINT = 4, 0.95, 24
"""Pixels by which a line runs on above and below a number, the share of its height that is seen,
and how far it stands out from the paper."""


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
    lengths = [_length(plot, s, p.cell.text) for s, p in values.items()]
    ticks = [Tick(middle(n.box)[1], number(n.cell.text)) for n in _ticks(plot, numbers)]
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
        near = [
            n
            for n in numbers
            if abs(middle(n.box)[0] - a) <= half and 0 <= n.box[1] - plot.foot + 4 <= 24
        ]
        if len(near) == 1:
            grid[i, 0] = segment
            found[segment] = near[0]
    return found


def reconsidered(
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
        if cell is not None and score >= _SURE:
            told = witness(scale, _length(plot, segment, cell.text), cell.text)
            if told == "geometry":
                better[segment] = replace(printed, cell=cell, closer=True)
    return better


def completed(
    canvas: Canvas, plot: Plot, values: dict[Segment, Printed], scale: Scale | None
) -> dict[Segment, Printed]:
    """Values with fewer decimals than the others, read once more with what stands behind them: a
    line drawn across a number ends it for OCR. One that cannot be confirmed is no value.
    """
    short = shortened([p.cell.text for p in values.values()])
    doubtful = [(s, p) for (s, p), few in zip(values.items(), short, strict=True) if few]
    pitch = spacing([c.center for c in plot.columns], 2 * plot.thickness)
    boxes = [_with_rest(plot, segment, printed, pitch) for segment, printed in doubtful]
    better = dict(values)
    texts = read_boxes(without_rules(canvas, boxes), boxes)
    for (segment, printed), (text, score) in zip(doubtful, texts, strict=True):
        cell = read_cell(text) if score >= _SURE else None
        if cell is not None and cell.text.startswith(printed.cell.text):
            told = witness(scale, _length(plot, segment, cell.text), cell.text)
            if told != "conflict" or cell.text == printed.cell.text:
                better[segment] = replace(printed, cell=cell, closer=True)
                continue
        del better[segment]
    return better


def _with_rest(plot: Plot, segment: Segment, printed: Printed, pitch: float) -> Box:
    """The box of a value and as much beside it as a point and two digits take."""
    left, top, right, bottom = printed.token.box
    end = right + 1.4 * (bottom - top)
    if not plot.frame.horizontal:
        end = min(end, segment.center + 0.5 * pitch)
    elif plot.stacked:
        end = min(end, segment.box[3])
    return left, top, max(end, right), bottom


def without_rules(canvas: Canvas, boxes: Sequence[Box]) -> Canvas:
    """The picture without the upright lines that run all through one of the boxes and beyond."""
    rgb = canvas.rgb.copy()
    for left, top, right, bottom in boxes:
        y0, y1 = max(round(top) - _BEYOND, 0), round(bottom) + _BEYOND
        x0, x1 = max(round(left), 0), round(right)
        part = rgb[y0:y1, x0:x1]
        if not part.size:
            continue
        ground = np.median(part.reshape(-1, 3), axis=0).astype(np.uint8)
        inked = np.abs(part.astype(int) - ground).max(axis=2) > _FAINT
        part[:, inked.mean(axis=0) >= _THROUGH] = ground
    return replace(canvas, rgb=rgb)


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
                seen.append(witness(scale, _length(plot, segment, text), text))
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
    a0, v0, a1, v1 = plot.extent
    reach = 1.2 * plot.thickness
    ticks = [n.token for n in _ticks(plot, numbers)]
    return [
        n
        for n in numbers
        if a0 - reach <= middle(n.box)[0] <= a1 + reach
        and v0 <= middle(n.box)[1] <= v1 + 30
        and n.token not in used
        and not any(holds(t.box, middle(n.token.box)) for t in used)
        and n.token not in ticks
    ]
