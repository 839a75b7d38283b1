"""Labels of categories beside rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.columns import Plot
from recast_agent.core.perception.labels import Category, fill, grid_pitch, on_grid
from recast_agent.core.perception.layout import ink, middle, rows, tall
from recast_agent.core.perception.marks import Box
from recast_agent.core.types import Token


def row_labels(
    canvas: Canvas, plot: Plot, centers: Sequence[float], free: list[Token]
) -> tuple[list[Category], tuple[Token, ...]]:
    pitch = grid_pitch(centers, 2.2 * plot.thickness)
    edge = plot.extent[1] + 5
    upright = [t for t in free if not t.vertical]
    found = [Category(c) for c in centers]
    apart = []
    for token in upright:
        y = middle(token.box)[1]
        if token.box[2] > edge + 0.3 * tall(token):
            continue
        nearest = min(found, key=lambda c: abs(c.center - y))
        if abs(nearest.center - y) <= 0.5 * pitch:
            nearest.tokens.append(token)
        else:
            apart.append(token)
    first, last = min(centers), max(centers)
    for token in list(apart):
        y = middle(token.box)[1]
        if first < y < last and on_grid(y, sorted(centers), pitch):
            found.append(Category(y, [token]))
            apart.remove(token)
    fill(canvas, found, lambda c: _row_box(c, found, edge))
    found.sort(key=lambda c: c.center)
    labels = [t for c in found for t in c.tokens]
    if len(centers) < 2:
        pitch = plot.extent[2] - plot.extent[0] + 14
    return found, _axis_above(canvas, upright, labels, first - pitch / 2)


def _row_box(category: Category, found: Sequence[Category], edge: float) -> Box:
    labels = [t for c in found for t in c.tokens]
    left = min((t.box[0] for t in labels), default=2.0) - 3
    size = float(np.median([tall(t) for t in labels])) if labels else 16.0
    return left, category.center - 0.6 * size, edge - 6, category.center + 0.6 * size


def _axis_above(
    canvas: Canvas, free: Sequence[Token], labels: Sequence[Token], top: float
) -> tuple[Token, ...]:
    """The line right above a column of labels (which begins at ``top``), aligned with them."""
    above = [t for t in free if t not in labels and t.box[3] <= top + 6]
    if not above or not labels:
        return ()
    line = rows(above)[-1]
    left, size = min(t.box[0] for t in labels), tall(line[0])
    close = top - max(t.box[3] for t in line) <= 0.36 * size
    aligned = abs(line[0].box[0] - left) <= 0.6 * size
    paler = ink(canvas, line[0]) > float(np.median([ink(canvas, t) for t in labels])) + 28
    unit = line[0].text.startswith("(") and line[-1].text.endswith(")")
    return tuple(line) if close and aligned and paler and not unit else ()
