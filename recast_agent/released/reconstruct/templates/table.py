"""A plain ruled grid."""

from __future__ import annotations

from recast_agent.released.reconstruct.spec import ChartSpec
from recast_agent.released.reconstruct.templates.common import (
    MARGIN,
    Align,
    Drawing,
    Line,
    Rect,
    Text,
    head,
    line_height,
    wide,
    widest,
    wrap,
)

PAD = 12
HEADER = "#eef1f5"


def grid(spec: ChartSpec) -> Drawing:
    """Header row, names left aligned, cells right aligned."""
    size = spec.layout.font
    step = line_height(size)
    header = [wrap(spec.category_axis, size, 2 * spec.layout.wrap)]
    header += [wrap(name, size, spec.layout.wrap) for name in spec.series]
    names = [wrap(name, size, 2 * spec.layout.wrap) for name in spec.categories]
    widths = [widest((t for lines in [header[0], *names] for t in lines), size)]
    widths += [
        max(widest(header[j + 1], size), widest((row[j] for row in spec.values), size))
        for j in range(len(spec.series))
    ]
    columns = [max(width, 56.0) + 2 * PAD for width in widths]
    drawing = Drawing(wide(spec, sum(columns) + 2 * MARGIN), 0)
    edges = [float(MARGIN)]
    spare = min((drawing.width - 2 * MARGIN - sum(columns)) / len(columns), 60.0)
    for column in columns:
        edges.append(edges[-1] + column + max(spare, 0.0))
    y = head(spec, drawing, legend=False)
    rows = [max(len(lines) for lines in header) * step + PAD]
    rows += [max(len(lines), 1) * step + PAD for lines in names]
    drawing.marks.append(Rect((edges[0], y, edges[-1], y + rows[0]), HEADER))
    for i, height in enumerate(rows):
        first = header[0] if i == 0 else names[i - 1]
        where = "category_axis" if i == 0 else f"category:{i - 1}"
        _cell(drawing, first, edges[0] + PAD, y, height, size, where, "left")
        for j in range(len(spec.series)):
            text = header[j + 1] if i == 0 else [spec.values[i - 1][j] or ""]
            where = f"series:{j}" if i == 0 else f"cell:{i - 1}:{j}"
            _cell(drawing, text, edges[j + 2] - PAD, y, height, size, where, "right")
        drawing.marks.append(Line(((edges[0], y), (edges[-1], y))))
        y += height
    drawing.marks.append(Line(((edges[0], y), (edges[-1], y))))
    top = y - sum(rows)
    drawing.marks.extend(Line(((x, top), (x, y))) for x in edges)
    drawing.height = round(y + MARGIN)
    return drawing


def _cell(
    drawing: Drawing,
    lines: list[str],
    x: float,
    y: float,
    height: float,
    size: float,
    where: str,
    align: Align,
) -> None:
    step = line_height(size)
    upper = y + (height - len(lines) * step) / 2
    for k, text in enumerate(lines):
        if text:
            baseline = upper + (k + 1) * step - 0.33 * size
            drawing.texts.append(Text(text, x, baseline, size, where, align))
