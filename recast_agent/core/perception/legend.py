"""Names of series: swatches with text beside them, or headers above the first stack."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

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
    found = [
        (area, color)
        for color in colors
        for area in _blobs(np.abs(window - np.array(color)).max(axis=2) <= 20, left - x0, size)
    ]
    return max(found)[1] if found else None


def _blobs(hits: NDArray[np.bool_], edge: float, size: float) -> list[int]:
    """Areas of the solid pieces, about as large as a letter, that end near ``edge``."""
    import cv2

    count, _, stats, _ = cv2.connectedComponentsWithStats(hits.astype(np.uint8), connectivity=4)
    areas = []
    for x, y, w, h, area in stats[1:count].tolist():
        sized = 0.28 * size <= min(w, h) and max(w, h) <= 1.4 * size
        near = edge - 1.3 * size <= x + w <= edge + 0.9 * size
        within = y > 0 and y + h < hits.shape[0]
        if sized and near and within and area >= 0.6 * w * h:
            areas.append(int(area))
    return areas
