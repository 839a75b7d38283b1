"""Names of series: swatches with text beside them, or headers above the first stack."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.literals import parse_cell
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.layout import is_furniture, middle, rows, tall
from recast_agent.core.perception.marks import Box, Color
from recast_agent.core.perception.values import read_boxes
from recast_agent.core.types import Token

_YEAR = re.compile(r"(?:19|20)\d\d\*{0,3}")


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
    apart. A number is no name, unless it is a year and so are the others.
    """
    named = _entries(canvas, colors, beside, lambda t: parse_cell(t.text) is None)
    if named:
        return named
    years = _entries(canvas, colors, beside, lambda t: bool(_YEAR.fullmatch(t.text)))
    return years if len(years) == len(colors) and _in_line(years) else []


def _in_line(entries: list[Entry]) -> bool:
    """Whether names stand in one column or on one line."""
    lefts, tops = ([e.tokens[0].box[side] for e in entries] for side in (0, 1))
    size = min(tall(e.tokens[0]) for e in entries)
    return min(max(lefts) - min(lefts), max(tops) - min(tops)) <= 0.4 * size


def _entries(
    canvas: Canvas, colors: list[Color], beside: Box | None, may_name: Callable[[Token], bool]
) -> list[Entry]:
    found: list[tuple[Token, Color, Box | None]] = []
    for token in (t for line in rows(canvas.tokens) for t in line):
        x, y = middle(token.box)
        inside = beside and beside[0] < x < beside[2] and beside[1] < y < beside[3]
        if inside or token.vertical or is_furniture(token) or not may_name(token):
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
        Entry(as_name(name), color, (token,))
        for name, (token, color, _) in zip(names, found, strict=True)
    ]


def as_name(text: str) -> str:
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
    # the box of a text takes in the swatch before it now and then
    before = [s for s in found if s.end <= token.box[0] + 1.6 * size]
    return before[-1:] + [s for s in found if s not in before] if before else []


def _blobs(hits: NDArray[np.bool_], center: float, size: float) -> list[tuple[float, float]]:
    """Start and end of each piece on the line of the text that is solid and about as large as a
    letter, or a short stroke with a dot on its middle.
    """
    import cv2

    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        hits.astype(np.uint8), connectivity=4
    )
    found = []
    for x, y, w, h, area in stats[1:count].tolist():
        sized = 0.28 * size <= min(w, h) and max(w, h) <= 2.2 * size
        level = abs(y + h / 2 - center) <= 0.3 * size
        piece = labels[y : y + h, x : x + w] == labels[y + h // 2, x + w // 2]
        if sized and level and (area >= 0.6 * w * h or _is_dotted(piece)):
            found.append((float(x), float(x + w)))
    return found


def _is_dotted(piece: NDArray[np.bool_]) -> bool:
    """Whether a piece is a level stroke with a dot on its middle: the sign of a line."""
    height, width = piece.shape
    if width < 2 * height:
        return False
    middle = piece[:, (width - height) // 2 : (width + height + 1) // 2]
    sides = np.hstack([piece[:, : width // 4], piece[:, -(width // 4) :]])
    return bool(middle.mean() >= 0.6 and sides.any(axis=0).all() and sides.mean() <= 0.5)
