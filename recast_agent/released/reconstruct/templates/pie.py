"""A pie and the list that names its wedges."""

from __future__ import annotations

from recast_agent.released.reconstruct.spec import ChartSpec
from recast_agent.released.reconstruct.templates.common import (
    MARGIN,
    SOFT,
    Drawing,
    Text,
    Wedge,
    finding,
    head,
    line_height,
    numbers,
    swatch,
    wide,
    widest,
    wrap,
)

GAP = 40


def pie(spec: ChartSpec) -> Drawing:
    """Wedges clockwise from twelve o'clock, the list in the same order at the right."""
    size = spec.layout.font
    step, between = line_height(size), round(0.6 * size)
    entries = [
        (i, wrap(f"{name}: {row[0]}", size, 2.6 * spec.layout.wrap))
        for i, (name, row) in enumerate(zip(spec.categories, spec.values, strict=True))
        if row[0] is not None
    ]
    radius = 0.47 * spec.layout.plot
    listed = size + 8 + widest((line for _, lines in entries for line in lines), size)
    drawing = Drawing(wide(spec, 2 * MARGIN + 2 * radius + GAP + listed), 0)
    y = head(spec, drawing, legend=False)
    if spec.category_axis:
        y += step
        drawing.texts.append(
            Text(spec.category_axis, MARGIN, y - 0.35 * size, size, "category_axis", color=SOFT)
        )
        y += 14
    height = sum(len(lines) * step + between for _, lines in entries) - between
    middle = y + max(height / 2, radius)
    _wedges(spec, drawing, MARGIN + radius, middle, radius)
    left, top = MARGIN + 2 * radius + GAP, middle - height / 2
    for i, lines in entries:
        swatch(drawing, left, top + 3, size, spec.color(i, 0))
        for k, text in enumerate(lines):
            baseline = top + k * step + 0.85 * size + 2
            drawing.texts.append(Text(text, left + size + 8, baseline, size, f"category:{i}"))
        top += len(lines) * step + between
    drawing.height = round(middle + max(height / 2, radius) + MARGIN)
    return drawing


def _wedges(spec: ChartSpec, drawing: Drawing, x: float, y: float, radius: float) -> None:
    values = [row[0] for row in numbers(spec)]
    total = sum(v for v in values if v is not None and v > 0)
    start = 0.0
    for i, value in enumerate(values):
        if value is None:
            continue
        if value <= 0 or len(spec.series) > 1:
            drawing.findings.append(finding("chart_unsuitable", f"cell:{i}:0"))
            continue
        end = start + 360 * value / total
        drawing.marks.append(Wedge(x, y, radius, start, end, spec.color(i, 0)))
        start = end
