"""Names of series: swatches with text beside them, or headers above the first stack."""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.literals import parse_cell
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.layout import is_furniture, middle, rows, tall
from recast_agent.core.perception.marks import Box, Color
from recast_agent.core.perception.values import read_boxes
from recast_agent.core.types import Token


@dataclass(frozen=True)
class Entry:
    """One series: its name, the fill that means it, the tokens of the name."""

    name: str
    color: Color
    tokens: tuple[Token, ...]


@dataclass(frozen=True)
class _Swatch:
    color: Color
    start: float
    end: float


def read_legend(canvas: Canvas, colors: list[Color], beside: Box | None = None) -> list[Entry]:
    """Entries in reading order: a compact swatch of one of ``colors`` left of a text that stands
    outside the box ``beside``; each colour at most once. Names that OCR ran together are taken
    apart.
    """
    found: list[tuple[Token, Color, Box | None]] = []
    for token in (t for line in rows(canvas.tokens) for t in line):
        x, y = middle(token.box)
        inside = beside and beside[0] < x < beside[2] and beside[1] < y < beside[3]
        if inside or token.vertical or is_furniture(token) or parse_cell(token.text):
            continue
        swatches = _swatches(canvas, token, colors)
        ends = [*(s.start for s in swatches[1:]), token.box[2]][: len(swatches)]
        for swatch, end in zip(swatches, ends, strict=True):
            plain = len(swatches) == 1 and swatch.end <= token.box[0] + 2
            box = (swatch.end + 2, token.box[1], end - 1, token.box[3])
            named = end - max(swatch.end, token.box[0]) >= 0.6 * tall(token)
            if named and all(swatch.color != color for _, color, _ in found):
                found.append((token, swatch.color, None if plain else box))
    cut = [box for _, _, box in found if box is not None]
    texts = iter(read_boxes(canvas, cut))
    names = [token.text if box is None else next(texts)[0] for token, _, box in found]
    return [
        Entry(_named(name), color, (token,))
        for name, (token, color, _) in zip(names, found, strict=True)
    ]


def _named(text: str) -> str:
    """A name without what the swatch before it was read as."""
    return re.sub(r"^[^\w(\"'$€£%<>≥≤+-]+", "", text)


def _swatches(canvas: Canvas, token: Token, colors: list[Color]) -> list[_Swatch]:
    """Compact blobs of the colours on a token's line, from just left of it to its end."""
    size = tall(token)
    x0, x1 = max(0, round(token.box[0] - 2.6 * size)), round(token.box[2])
    y0 = max(0, round(middle(token.box)[1] - 1.3 * size))
    window = canvas.rgb[y0 : round(middle(token.box)[1] + 1.3 * size), x0:x1].astype(int)
    if window.size == 0:
        return []
    center = middle(token.box)[1] - y0
    found = [
        _Swatch(color, x0 + start, x0 + end)
        for color in colors
        for start, end in _blobs(np.abs(window - np.array(color)).max(axis=2) <= 20, center, size)
        if x0 + end >= token.box[0] - 1.3 * size
    ]
    found.sort(key=lambda s: s.start)
    before = [s for s in found if s.end <= token.box[0] + 1.3 * size]
    return before[-1:] + [s for s in found if s not in before] if before else []


def _blobs(hits: NDArray[np.bool_], center: float, size: float) -> list[tuple[float, float]]:
    """Start and end of each solid piece, about as large as a letter, on the line of the text."""
    import cv2

    count, _, stats, _ = cv2.connectedComponentsWithStats(hits.astype(np.uint8), connectivity=4)
    found = []
    for x, y, w, h, area in stats[1:count].tolist():
        sized = 0.28 * size <= min(w, h) and max(w, h) <= 2.2 * size
        level = abs(y + h / 2 - center) <= 0.3 * size
        if sized and level and area >= 0.6 * w * h:
            found.append((float(x), float(x + w)))
    return found
