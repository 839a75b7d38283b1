"""Category labels: under columns, or in a column of their own beside rows."""

from __future__ import annotations

from recast_agent.released.reconstruct.spec import ChartSpec
from recast_agent.released.reconstruct.templates.common import (
    MARGIN,
    SOFT,
    Drawing,
    Text,
    line_height,
    widest,
    wrap,
)

COLUMNS = 1300
"""Pixels that the labels of a vertical chart share before its figure grows."""


def _room(spec: ChartSpec, marks: float) -> float:
    words = widest((w for c in spec.categories for w in c.split()), spec.layout.font)
    return max(marks, words, min(spec.layout.wrap, COLUMNS / len(spec.categories)))


def column_room(spec: ChartSpec, marks: float) -> float:
    """The room of one category of a vertical chart whose marks are ``marks`` pixels wide."""
    return widest((line for x in column_labels(spec, marks) for line in x), spec.layout.font) + 16


def column_labels(spec: ChartSpec, marks: float) -> list[list[str]]:
    """The wrapped labels under the marks."""
    return [wrap(c, spec.layout.font, _room(spec, marks)) for c in spec.categories]


def draw_column_labels(spec: ChartSpec, drawing: Drawing, band: float, y: float) -> Drawing:
    """Draw categories and the axis title below the axis at ``y``; closes the drawing."""
    size = spec.layout.font
    y += 0.7 * size
    step = line_height(size)
    labels = [wrap(c, size, band - 15) for c in spec.categories]
    for i, lines in enumerate(labels):
        x = MARGIN + (i + 0.5) * band
        for k, text in enumerate(lines):
            baseline = y + (k + 1) * step - 0.3 * size
            drawing.texts.append(Text(text, x, baseline, size, f"category:{i}", "center"))
    y += max(len(lines) for lines in labels) * step
    if spec.category_axis:
        y += step + 8
        middle = drawing.width / 2
        drawing.texts.append(
            Text(
                spec.category_axis,
                middle,
                y - 0.3 * size,
                size,
                "category_axis",
                "center",
                color=SOFT,
            )
        )
    drawing.height = round(y + MARGIN)
    return drawing


def row_labels(spec: ChartSpec) -> tuple[list[list[str]], float]:
    """The wrapped labels of a horizontal chart and the width of their column."""
    size = spec.layout.font
    words = widest((w for c in spec.categories for w in c.split()), size)
    labels = [wrap(c, size, max(words, 1.8 * spec.layout.wrap)) for c in spec.categories]
    return labels, widest((line for lines in labels for line in lines), size)


def draw_row_labels(
    spec: ChartSpec, drawing: Drawing, labels: list[list[str]], band: float, y: float
) -> float:
    """Draw the axis title and the column of categories; returns the top of the first row."""
    size = spec.layout.font
    step = line_height(size)
    if spec.category_axis:
        y += step + 0.4 * size
        drawing.texts.append(
            Text(spec.category_axis, MARGIN, y - 0.3 * size, size, "category_axis", color=SOFT)
        )
        y += 6
    else:
        y += step  # a subtitle right above the labels would read as their title
    for i, lines in enumerate(labels):
        upper = y + (i + 0.5) * band - len(lines) * step / 2
        for k, text in enumerate(lines):
            baseline = upper + (k + 1) * step - 0.33 * size
            drawing.texts.append(Text(text, MARGIN, baseline, size, f"category:{i}"))
    return y
