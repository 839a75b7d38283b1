"""What the templates share: primitives in pixels (y grows downwards), text metrics, the head."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import Any, Literal

from recast_agent.core.compare import cell_value
from recast_agent.core.types import Finding
from recast_agent.released.reconstruct.spec import ChartSpec

MARGIN = 24
INK, SOFT, RULE = "#1a1a1a", "#4d4d4d", "#8c8c8c"
Box = tuple[float, float, float, float]
Align = Literal["left", "center", "right"]


@dataclass(frozen=True)
class Text:
    """A line of text; ``x`` is its left, centre or right edge by ``align``, ``where`` its place."""

    text: str
    x: float
    baseline: float
    size: float
    where: str
    align: Align = "left"
    bold: bool = False
    color: str = INK
    backing: bool = False

    @property
    def box(self) -> Box:
        """(left, top, right, bottom) of the ink, as measured."""
        width = text_width(self.text, self.size, self.bold)
        left = self.x - {"left": 0.0, "center": 0.5, "right": 1.0}[self.align] * width
        return (
            left,
            self.baseline - 0.76 * self.size,
            left + width,
            self.baseline + 0.24 * self.size,
        )


@dataclass(frozen=True)
class Rect:
    """A filled rectangle; ``where`` is the cell it shows."""

    box: Box
    color: str
    where: str = ""


@dataclass(frozen=True)
class Line:
    """A stroked polyline."""

    points: tuple[tuple[float, float], ...]
    color: str = RULE
    width: float = 1.0


@dataclass(frozen=True)
class Dot:
    """A filled circle."""

    x: float
    y: float
    radius: float
    color: str


@dataclass(frozen=True)
class Wedge:
    """Degrees clockwise from twelve o'clock."""

    x: float
    y: float
    radius: float
    start: float
    end: float
    color: str


@dataclass
class Drawing:
    """Primitives in order of painting, and what the template itself found wrong."""

    width: int
    height: int
    marks: list[Rect | Line | Dot | Wedge] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def finding(code: str, where: str) -> Finding:
    """A layout fault: no text is seen, only a place."""
    return {"code": code, "where": where, "seen": ""}


@functools.cache
def font(bold: bool) -> Any:
    """The font file that ships with matplotlib, whatever the host's configuration says."""
    import matplotlib
    from matplotlib.font_manager import FontProperties

    name = "DejaVuSans-Bold.ttf" if bold else "DejaVuSans.ttf"
    return FontProperties(fname=f"{matplotlib.get_data_path()}/fonts/ttf/{name}")


@functools.cache
def _renderer() -> Any:
    from matplotlib.backends.backend_agg import RendererAgg

    return RendererAgg(8, 8, 72.0)


@functools.lru_cache(maxsize=4096)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width in pixels at ``size`` pixels to the em."""
    prop = font(bold).copy()
    prop.set_size(size)
    width, _, _ = _renderer().get_text_width_height_descent(text, prop, False)
    return float(width)


def widest(texts: Any, size: float) -> float:
    """Width of the widest of some texts; 0 where there is none."""
    return max((text_width(t, size) for t in texts if t), default=0.0)


def wrap(text: str, size: float, room: float, bold: bool = False) -> list[str]:
    """Lines of at most ``room`` pixels; a single word is never broken."""
    lines: list[str] = []
    for word in text.split():
        joined = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(joined, size, bold) <= room:
            lines[-1] = joined
        else:
            lines.append(word)
    return lines


def line_height(size: float) -> float:
    """Distance between the baselines of wrapped lines."""
    return round(1.3 * size)


def two_line_width(text: str, size: float) -> float:
    """The least width in which a title fits on two lines."""
    words = text.split()
    splits = (
        max(
            text_width(" ".join(words[:i]), size, True), text_width(" ".join(words[i:]), size, True)
        )
        for i in range(1, len(words))
    )
    return min(splits, default=text_width(text, size, True))


def numbers(spec: ChartSpec) -> list[list[float | None]]:
    """Rows of floats for geometry alone; what is printed is always the cell's own text."""
    return [[None if c is None else float(cell_value(c)) for c in row] for row in spec.values]


def head(spec: ChartSpec, drawing: Drawing, *, legend: bool) -> float:
    """Draw title, subtitle and legend from the top; returns the y below them."""
    size, room = spec.layout.font, drawing.width - 2 * MARGIN
    y = float(MARGIN)
    title_size = round(1.3 * size)
    for line in wrap(spec.title, title_size, room, bold=True):
        y += line_height(title_size)
        drawing.texts.append(
            Text(line, MARGIN, y - 0.3 * title_size, title_size, "title", bold=True)
        )
    if spec.subtitle:
        y += line_height(size) + 2
        drawing.texts.append(
            Text(spec.subtitle, MARGIN, y - 0.35 * size, size, "subtitle", color=SOFT)
        )
    if legend and len(spec.series) > 1:
        y = _legend(spec, drawing, y + 10)
    return y + 14


def _legend(spec: ChartSpec, drawing: Drawing, y: float) -> float:
    size, x = spec.layout.font, float(MARGIN)
    row = line_height(size) + 6
    for i, (name, color) in enumerate(zip(spec.series, spec.colors, strict=True)):
        width = _legend_entry(name, size)
        if x > MARGIN and x + width > drawing.width - MARGIN:
            x, y = float(MARGIN), y + row
        swatch(drawing, x, y + 3, size, color)
        drawing.texts.append(Text(name, x + size + 7, y + 0.85 * size + 2, size, f"series:{i}"))
        x += width + 26
    return y + row


def _legend_entry(name: str, size: float) -> float:
    return size + 7 + text_width(name, size)


def swatch(drawing: Drawing, x: float, y: float, size: float, color: str) -> None:
    """A square key of a colour."""
    side = size - 2
    drawing.marks.append(Rect((x, y, x + side, y + side), color))


def head_width(spec: ChartSpec) -> float:
    """The least figure width that holds the title on two lines, the subtitle and each legend
    entry."""
    size = spec.layout.font
    return 2 * MARGIN + max(
        two_line_width(spec.title, round(1.3 * size)),
        text_width(spec.subtitle, size),
        max(_legend_entry(name, size) for name in spec.series) if len(spec.series) > 1 else 0,
    )


def wide(spec: ChartSpec, *widths: float) -> int:
    """The figure width: the widest of the parts, at least the layout's own."""
    return round(max(spec.layout.width, head_width(spec) + 4, *widths))
