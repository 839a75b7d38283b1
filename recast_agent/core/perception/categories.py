"""Category labels: under columns or beside rows."""

from __future__ import annotations

from collections.abc import Sequence

from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.columnlabels import column_labels
from recast_agent.core.perception.columns import Plot
from recast_agent.core.perception.labels import Category
from recast_agent.core.perception.layout import is_furniture
from recast_agent.core.perception.rowlabels import row_labels
from recast_agent.core.types import Token


def read_categories(
    canvas: Canvas, plot: Plot, centers: Sequence[float], taken: Sequence[Token]
) -> tuple[list[Category], tuple[Token, ...]]:
    """A category per centre (and per label that stands on the same grid without a bar), and the
    tokens of the category axis title.
    """
    free = [t for t in canvas.tokens if t not in taken and not is_furniture(t)]
    if plot.frame.horizontal:
        return row_labels(canvas, plot, centers, free)
    return column_labels(canvas, plot, centers, free)
