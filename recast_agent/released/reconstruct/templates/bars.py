"""Bars: plain, grouped and stacked, standing and lying. Every bar starts at zero."""

from __future__ import annotations

from recast_agent.released.reconstruct.spec import ChartSpec
from recast_agent.released.reconstruct.templates.categories import (
    column_room,
    draw_column_labels,
    draw_row_labels,
    row_labels,
)
from recast_agent.released.reconstruct.templates.colors import ink_on
from recast_agent.released.reconstruct.templates.common import (
    MARGIN,
    Drawing,
    Line,
    Rect,
    Text,
    finding,
    head,
    line_height,
    numbers,
    text_width,
    wide,
    widest,
)

APART = 1.2
"""Ems between the values of neighbouring bars: closer ones are read as one text."""

GAP = 0.7
"""Ems between a bar's end and its value: text close to an edge is not found."""

BESIDE = 1.5
"""Ems between a category and its bar, so that with a short bar its value is not read into it."""

STRETCH, LONGEST = 4, 2800
"""How often its own length, and to how many pixels, a value axis may be stretched for the sake of
thin segments."""


def _cells(spec: ChartSpec) -> list[str]:
    return [c for row in spec.values for c in row if c is not None]


def vertical(spec: ChartSpec) -> Drawing:
    """Standing bars, one or several side by side per category."""
    size, count, n = spec.layout.font, len(spec.categories), len(spec.series)
    bar = max(24.0, widest(_cells(spec), size) + (APART * size if n > 1 else 8))
    band = max(n * bar + 0.5 * bar, spec.layout.band, column_room(spec, n * bar))
    drawing = Drawing(wide(spec, count * band + 2 * MARGIN), 0)
    band = (drawing.width - 2 * MARGIN) / count
    bar = max(bar, min(0.66 * band / n, 84.0))
    values = numbers(spec)
    flat = [v for row in values for v in row if v is not None]
    high, low = max(0.0, *flat, 0.0), min(0.0, *flat, 0.0)
    top = head(spec, drawing, legend=True) + line_height(size) + GAP * size
    scale = spec.layout.plot / ((high - low) or 1.0)
    zero = round(top + high * scale)
    for i, row in enumerate(values):
        left = MARGIN + (i + 0.5) * band - n * bar / 2
        for j, value in enumerate(row):
            cell = spec.values[i][j]
            if value is None or cell is None:
                continue
            tip = zero - _visible(value * scale)
            x = left + j * bar
            box = (round(x + 1), min(tip, zero), round(x + bar - 1), max(tip, zero))
            drawing.marks.append(Rect(box, spec.color(i, j), f"cell:{i}:{j}"))
            baseline = tip - GAP * size if value >= 0 else tip + (0.76 + GAP) * size
            drawing.texts.append(Text(cell, x + bar / 2, baseline, size, f"cell:{i}:{j}", "center"))
    drawing.marks.append(Line(((MARGIN, zero), (drawing.width - MARGIN, zero)), width=1.2))
    below = top + (high - low) * scale + ((1 + GAP) * size if low < 0 else 0)
    return draw_column_labels(spec, drawing, band, below)


def horizontal(spec: ChartSpec) -> Drawing:
    """Lying bars, one or several below each other per category."""
    size, n = spec.layout.font, len(spec.series)
    labels, column = row_labels(spec)
    bar = size + 5.0
    band = max([n * bar + 10, spec.layout.band, *(len(x) * line_height(size) + 10 for x in labels)])
    values = numbers(spec)
    flat = [v for row in values for v in row if v is not None]
    high, low = max(0.0, *flat, 0.0), min(0.0, *flat, 0.0)
    value_room = widest(_cells(spec), size) + 2 * GAP * size
    rest = 2 * MARGIN + column + BESIDE * size + value_room + (value_room if low < 0 else 0)
    drawing = Drawing(wide(spec, rest + spec.layout.plot), 0)
    top = draw_row_labels(spec, drawing, labels, band, head(spec, drawing, legend=True))
    scale = (drawing.width - rest) / ((high - low) or 1.0)
    left = MARGIN + column + BESIDE * size + (value_room if low < 0 else 0)
    zero = round(left - low * scale)
    for i, row in enumerate(values):
        upper = top + (i + 0.5) * band - n * bar / 2
        for j, value in enumerate(row):
            cell = spec.values[i][j]
            if value is None or cell is None:
                continue
            tip = zero + _visible(value * scale)
            y = upper + j * bar
            box = (min(tip, zero), round(y + 1), max(tip, zero), round(y + bar - 1))
            drawing.marks.append(Rect(box, spec.color(i, j), f"cell:{i}:{j}"))
            baseline, where = y + bar / 2 + 0.36 * size, f"cell:{i}:{j}"
            drawing.texts.append(
                Text(cell, tip + GAP * size, baseline, size, where)
                if value >= 0
                else Text(cell, tip - GAP * size, baseline, size, where, "right")
            )
    bottom = top + len(values) * band
    drawing.marks.append(Line(((zero, top), (zero, bottom)), width=1.2))
    drawing.height = round(bottom + MARGIN)
    return drawing


def _visible(length: float) -> int:
    """The length of a bar in whole pixels; what is not zero is seen."""
    sliver = 2 if length > 0 else -2 if length < 0 else 0
    return sliver if abs(length) < 2 else round(length)


def vertical_stacked(spec: ChartSpec) -> Drawing:
    """Standing stacks, the first series at the bottom; the value inside each segment."""
    size, count = spec.layout.font, len(spec.categories)
    bar = max(44.0, widest(_cells(spec), size) + 14)
    band = max(1.3 * bar, spec.layout.band, column_room(spec, bar))
    drawing = Drawing(wide(spec, count * band + 2 * MARGIN), 0)
    band = (drawing.width - 2 * MARGIN) / count
    bar = max(bar, min(0.6 * band, 110.0))
    top = head(spec, drawing, legend=True)
    length = _stack_length(spec, drawing, [[size + 5.0] * len(spec.series)] * count)
    zero = round(top + length)
    for i, j, start, end in _segments(spec, length):
        x = MARGIN + (i + 0.5) * band
        box = (round(x - bar / 2), round(zero - end), round(x + bar / 2), round(zero - start) - 1)
        _segment(spec, drawing, i, j, box)
    drawing.marks.append(Line(((MARGIN, zero), (drawing.width - MARGIN, zero)), width=1.2))
    return draw_column_labels(spec, drawing, band, zero)


def horizontal_stacked(spec: ChartSpec) -> Drawing:
    """Lying stacks, the first series at the left; the value inside each segment."""
    size = spec.layout.font
    labels, column = row_labels(spec)
    bar = size + 16.0
    band = max([bar + 12, spec.layout.band, *(len(x) * line_height(size) + 10 for x in labels)])
    needs = [[text_width(c or "", size) + 10 for c in row] for row in spec.values]
    probe = Drawing(0, 0)
    rest = 2 * MARGIN + column + BESIDE * size
    drawing = Drawing(
        wide(spec, rest + _stack_length(spec, probe, needs)), 0, findings=probe.findings
    )
    top = draw_row_labels(spec, drawing, labels, band, head(spec, drawing, legend=True))
    left = MARGIN + column + BESIDE * size
    for i, j, start, end in _segments(spec, drawing.width - rest):
        y = top + (i + 0.5) * band
        box = (round(left + start), round(y - bar / 2), round(left + end) - 1, round(y + bar / 2))
        _segment(spec, drawing, i, j, box)
    bottom = top + len(labels) * band
    drawing.marks.append(Line(((left, top), (left, bottom)), width=1.2))
    drawing.height = round(bottom + MARGIN)
    return drawing


def _segment(
    spec: ChartSpec, drawing: Drawing, i: int, j: int, box: tuple[int, int, int, int]
) -> None:
    size, color = spec.layout.font, spec.color(i, j)
    drawing.marks.append(Rect(box, color, f"cell:{i}:{j}"))
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    drawing.texts.append(
        Text(
            spec.values[i][j] or "",
            x,
            y + 0.36 * size,
            size,
            f"cell:{i}:{j}",
            "center",
            color=ink_on(color),
        )
    )


def _stack_length(spec: ChartSpec, drawing: Drawing, needs: list[list[float]]) -> float:
    """The value axis that gives every segment the pixels it needs; reports those too thin for the
    longest axis, and values that no stack can show."""
    values, length = numbers(spec), float(spec.layout.plot)
    limit = min(STRETCH * length, LONGEST)
    most = max(sum(v or 0.0 for v in row) for row in values)
    for i, row in enumerate(values):
        for j, value in enumerate(row):
            if value is None:
                continue
            if value <= 0 or most <= 0:
                drawing.findings.append(finding("chart_unsuitable", f"cell:{i}:{j}"))
                continue
            needed = (needs[i][j] + 1) * most / value
            if needed > limit:
                drawing.findings.append(finding("segment_thin", f"cell:{i}:{j}"))
            length = max(length, min(needed, limit))
    return length


def _segments(spec: ChartSpec, length: float) -> list[tuple[int, int, float, float]]:
    """(category, series, start, end) in pixels from zero."""
    values = [[max(v, 0.0) if v is not None else None for v in row] for row in numbers(spec)]
    most = max(sum(v or 0.0 for v in row) for row in values) or 1.0
    found = []
    for i, row in enumerate(values):
        start = 0.0
        for j, value in enumerate(row):
            if value is not None:
                end = start + value / most * length
                found.append((i, j, start, end))
                start = end
    return found
