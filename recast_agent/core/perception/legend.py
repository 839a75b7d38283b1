"""Names of series: swatches with text beside them, or headers above the first stack."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from recast_agent.core.literals import parse_cell
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.layout import is_furniture, middle, tall
from recast_agent.core.perception.marks import Box, Color
from recast_agent.core.types import Token


@dataclass(frozen=True)
class Entry:
    """One series: its name, the fill that means it, the tokens of the name."""

    name: str
    color: Color
    tokens: tuple[Token, ...]


def read_legend(canvas: Canvas, colors: list[Color], plot: Box) -> list[Entry]:
    """Entries in reading order: a compact swatch of one of ``colors`` left of a text outside
    ``plot``; each colour at most once.
    """
    entries = []
    for token in canvas.tokens:
        if token.vertical or is_furniture(token) or parse_cell(token.text):
            continue
        x, y = middle(token.box)
        if plot[0] < x < plot[2] and plot[1] < y < plot[3]:
            continue
        color = _swatch(canvas, token, colors)
        if color is not None:
            name = re.sub(r"^[^\w(\"'$€£%<>≥≤+-]+", "", token.text)
            entries.append(Entry(name, color, (token,)))
    entries.sort(key=lambda e: (round(middle(e.tokens[0].box)[1] / 8), e.tokens[0].box[0]))
    unique = {e.color: e for e in reversed(entries)}
    return [e for e in entries if unique[e.color] is e]


def _swatch(canvas: Canvas, token: Token, colors: list[Color]) -> Color | None:
    """The colour of a compact blob that ends just left of (or in) the token's box."""
    size = tall(token)
    left, y = token.box[0], middle(token.box)[1]
    x0, x1 = max(0, round(left - 2.6 * size)), round(left + 0.9 * size)
    y0, y1 = max(0, round(y - 1.3 * size)), round(y + 1.3 * size)
    window = canvas.rgb[y0:y1, x0:x1].astype(int)
    if window.size == 0:
        return None
    found: list[tuple[int, Color]] = []
    for color in colors:
        hits = np.abs(window - np.array(color)).max(axis=2) <= 20
        band = hits[(y1 - y0) // 2 - 1 : (y1 - y0) // 2 + 2]
        columns = band.any(axis=0).nonzero()[0]
        lines = hits.any(axis=1).nonzero()[0]
        if len(columns) < 4 or len(columns) > 1.5 * size or len(columns) < 0.3 * size:
            continue
        spread = columns[-1] - columns[0] + 1
        near = x0 + columns[-1] >= left - 1.3 * size
        compact = spread <= 1.3 * len(columns) and len(lines) <= 1.5 * size
        if near and compact:
            found.append((len(columns), color))
    return max(found)[1] if found else None
