"""Lines: one per series, a dot and the printed value at each point."""

from __future__ import annotations

import itertools

from recast_agent.released.reconstruct.spec import ChartSpec
from recast_agent.released.reconstruct.templates.categories import column_room, draw_column_labels
from recast_agent.released.reconstruct.templates.colors import darkened
from recast_agent.released.reconstruct.templates.common import (
    INK,
    MARGIN,
    Dot,
    Drawing,
    Line,
    Text,
    finding,
    head,
    line_height,
    numbers,
    wide,
    widest,
)

DOT = 4.5
OFFSET = 8.0
"""Pixels between a dot's centre and the nearer edge of its value."""

Point = tuple[int, float]


def line(spec: ChartSpec) -> Drawing:
    """Lines over evenly spaced categories; the value axis need not start at zero."""
    size, count = spec.layout.font, len(spec.categories)
    cells = [c for row in spec.values for c in row if c is not None]
    room = widest(cells, size) + 16
    band = max(room, spec.layout.band, column_room(spec, room))
    drawing = Drawing(wide(spec, count * band + 2 * MARGIN), 0)
    band = (drawing.width - 2 * MARGIN) / count
    values = numbers(spec)
    flat = [v for row in values for v in row if v is not None]
    high, low = max(flat, default=1.0), min(flat, default=0.0)
    top = head(spec, drawing, legend=True) + line_height(size) + OFFSET
    scale = spec.layout.plot / ((high - low) or 1.0)
    ys = [[None if v is None else round(top + (high - v) * scale) for v in row] for row in values]
    xs = [MARGIN + (i + 0.5) * band for i in range(count)]
    for j in range(len(spec.series)):
        _series(drawing, spec.colors[j], [(x, row[j]) for x, row in zip(xs, ys, strict=True)])
    for i, x in enumerate(xs):
        _values(spec, drawing, i, x, ys)
    bottom = top + spec.layout.plot + line_height(size) + OFFSET
    drawing.marks.insert(0, Line(((MARGIN, bottom), (drawing.width - MARGIN, bottom)), width=1.2))
    return draw_column_labels(spec, drawing, band, bottom)


def _series(drawing: Drawing, color: str, points: list[tuple[float, int | None]]) -> None:
    for held, run in itertools.groupby(points, key=lambda p: p[1] is not None):
        joined = tuple((x, float(y)) for x, y in run if y is not None)
        if held and len(joined) > 1:
            drawing.marks.append(Line(joined, color, 2.4))
    drawing.marks.extend(Dot(x, y, DOT, color) for x, y in points if y is not None)


def _values(
    spec: ChartSpec, drawing: Drawing, i: int, x: float, ys: list[list[int | None]]
) -> None:
    size = spec.layout.font
    points = sorted(
        ((j, float(y)) for j, y in enumerate(ys[i]) if y is not None), key=lambda p: p[1]
    )
    sides = _best_sides(points, [_valley(ys, i, j) for j, _ in points], size)
    if sides is None:
        drawing.findings.append(finding("values_crowded", f"category:{i}"))
        sides = (True,) * len(points)
    for (j, y), above in zip(points, sides, strict=True):
        top, _ = _span(y, above, size)
        color = darkened(spec.colors[j]) if len(spec.series) > 1 else INK
        drawing.texts.append(
            Text(
                spec.values[i][j] or "",
                x,
                top + 0.76 * size,
                size,
                f"cell:{i}:{j}",
                "center",
                color=color,
                backing=True,
            )
        )


def _valley(ys: list[list[int | None]], i: int, j: int) -> bool:
    """Whether the line leaves the point upwards on average, so that below it is free."""
    here = ys[i][j] or 0
    beside = [ys[k][j] for k in (i - 1, i + 1) if 0 <= k < len(ys)]
    slopes = [here - y for y in beside if y is not None]
    return sum(slopes) > 0 and min(slopes) >= 0


def _span(y: float, above: bool, size: float) -> tuple[float, float]:
    """Top and bottom of a value's text."""
    return (y - OFFSET - size, y - OFFSET) if above else (y + OFFSET, y + OFFSET + size)


def _best_sides(points: list[Point], valleys: list[bool], size: float) -> tuple[bool, ...] | None:
    """Above (True) or below for each point from top to bottom, so that no value touches another
    value or a dot, and each is nearest to its own dot (dots in one place share theirs); None where
    there is no such choice."""
    best: tuple[float, tuple[bool, ...]] | None = None
    for sides in itertools.product((True, False), repeat=min(len(points), 10)):
        spans = [_span(y, above, size) for (_, y), above in zip(points, sides, strict=False)]
        if any(b[0] - a[1] < 2 for a, b in itertools.pairwise(spans)):
            continue
        gaps = [
            max(top - y, y - bottom)
            for (top, bottom), (_, own) in zip(spans, points, strict=False)
            for _, y in points
            if y != own
        ]
        if min(gaps, default=99.0) < OFFSET + 1:
            continue
        crossed = sum(above == valley for above, valley in zip(sides, valleys, strict=False))
        cost = crossed + sum(20 / gap for gap in gaps)
        if best is None or cost < best[0]:
            best = (cost, sides)
    return best[1] if best and len(points) <= 10 else None
