"""Where text stands: rows of tokens, the title block, and charts turned so that bars stand up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.marks import Box
from recast_agent.core.types import Token

_FOOT = re.compile(
    r"(?i)^\W*(source|note|©|\(c\)|statista|additional information|show source|collapse stat|"
    r"pew research|our world|cc by|ourworldindata)|statista \d{4}"
)
"""Page furniture of chart publishers."""

_BORDER = 1
"""Pixels from the border of a picture within which a stroke is cut off by it: where one of paper
is left, the stroke ends before it.
"""

_TIP = 0.15
"""The most of its height that a text shows at a border which it only touches, with a serif."""


@dataclass(frozen=True)
class Frame:
    """A turned view: boxes are (a0, v0, a1, v1), ``a`` along the categories, ``v`` along the values
    and growing with them.
    """

    horizontal: bool

    def turn(self, box: Box) -> Box:
        """A picture box (left, top, right, bottom) in this frame."""
        left, top, right, bottom = box
        return (top, left, bottom, right) if self.horizontal else (left, -bottom, right, -top)


def middle(box: Box) -> tuple[float, float]:
    """The centre of a box."""
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def holds(box: Box, place: tuple[float, float]) -> bool:
    """Whether a place lies in a box."""
    return box[0] <= place[0] <= box[2] and box[1] <= place[1] <= box[3]


def tall(token: Token) -> float:
    """The height of the text of an upright token."""
    return token.box[3] - token.box[1]


def is_slanted(token: Token) -> bool:
    """Whether a text runs slanted: its box is high although it is long, as that of a year is."""
    long = len(token.text) >= 5 or sum(c.isdigit() for c in token.text) >= 4
    return token.slanted or (long and tall(token) > 0.75 * (token.box[2] - token.box[0]))


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds all of at least one."""
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def is_furniture(token: Token) -> bool:
    """Whether a token is a publisher's footer, icon or credit."""
    meant = any(c.isalnum() or c in "%$€£¥" for c in token.text)
    return bool(_FOOT.search(token.text)) or not meant


def rows(tokens: Iterable[Token]) -> list[list[Token]]:
    """Tokens that stand on one line, lines from top to bottom, each from left to right."""
    lines: list[list[Token]] = []
    for token in sorted(tokens, key=lambda t: middle(t.box)[1]):
        center = middle(token.box)[1]
        if lines and abs(center - np.mean([middle(t.box)[1] for t in lines[-1]])) < 0.45 * tall(
            token
        ):
            lines[-1].append(token)
        else:
            lines.append([token])
    return [sorted(line, key=lambda t: t.box[0]) for line in lines]


def text_of(tokens: Sequence[Token]) -> str:
    """Tokens read line by line."""
    return " ".join(t.text for line in rows(tokens) for t in line)


def ink(canvas: Canvas, token: Token) -> float:
    """The darkness of a text's strokes, 0 (black) to 255."""
    left, top, right, bottom = (int(v) for v in token.box)
    crop = canvas.rgb[max(top, 0) : bottom + 1, max(left, 0) : right + 1]
    return float(np.percentile(crop.max(axis=2), 2)) if crop.size else 255.0


def letters_of(canvas: Canvas, token: Token) -> tuple[float, float]:
    """Where the letters of a text begin, whatever single stroke stands above, and the line that
    they stand on, whatever hangs below it.
    """
    counts = _inked(canvas, token).sum(axis=1)
    lines = (counts >= 3).nonzero()[0]
    if not len(lines):
        return token.box[1], token.box[3]
    base = (counts >= 0.4 * counts.max()).nonzero()[0][-1]
    top = max(int(token.box[1]), 0)
    return float(top + lines[0]), float(top + base + 1)


def _inked(canvas: Canvas, token: Token) -> NDArray[np.bool_]:
    """Where a token's box differs from its background."""
    left, top, right, bottom = (int(v) for v in token.box)
    crop = canvas.rgb[max(top, 0) : bottom + 1, max(left, 0) : right + 1].astype(int)
    if not crop.size:
        return np.zeros((0, 0), dtype=np.bool_)
    ground = np.median(crop.reshape(-1, 3), axis=0)
    return np.asarray(np.abs(crop - ground).max(axis=2) > 90)


def is_cut(canvas: Canvas, token: Token, area: Box) -> bool:
    """Whether the border of the picture cuts a text off, so that its strokes run up to it. A title,
    outside ``area``, is still read where only its lower edge is gone, or where a tip of its letters
    touches the border: publishers crop their pictures to the text.
    """
    left, top = (max(int(v), 0) for v in token.box[:2])
    inked = _inked(canvas, token)
    beside = (
        inked[:, : max(_BORDER - left, 0)],
        inked[:, max(canvas.width - _BORDER - left, 0) :],
    )
    across = (
        inked[: max(_BORDER - top, 0)],
        inked[max(canvas.height - _BORDER - top, 0) :],
    )
    if holds(area, middle(token.box)):
        return any(bool(strip.any()) for strip in (*beside, *across))
    ends = across if token.vertical else beside
    return any(strip.size and float(strip.sum()) > _TIP * max(strip.shape) for strip in ends)


@dataclass(frozen=True)
class Heading:
    """The text above a chart."""

    title: str = ""
    value_axis: str = ""
    unit: str = ""
    used: tuple[Token, ...] = ()


def read_heading(canvas: Canvas, tokens: Iterable[Token], body: Sequence[Token]) -> Heading:
    """Title and subtitle out of the tokens above a chart.

    ``body`` are tokens of the chart itself: a title is larger than they are, or as dark and not
    paler; a subtitle is what follows in another shade or size.
    """
    lines = rows(t for t in tokens if not t.vertical and not is_furniture(t))
    if not lines:
        return Heading()
    base = float(np.median([ink(canvas, t) for t in body])) if body else 30.0
    size = float(np.median([tall(t) for t in body])) if body else tall(lines[0][0])
    split = 0
    for line in lines:
        first, held = line[0], lines[0][0]
        large = tall(first) >= 1.4 * size
        dark = ink(canvas, first) <= base + 28
        alike = abs(ink(canvas, first) - ink(canvas, held)) <= 28 and tall(first) >= 0.8 * tall(
            held
        )
        if not (large or dark) or not alike or split == 2:
            break
        split += 1
    value_axis, unit = split_unit(text_of([t for line in lines[split:] for t in line]))
    return Heading(
        title=text_of([t for line in lines[:split] for t in line]),
        value_axis=value_axis,
        unit=unit,
        used=tuple(t for line in lines for t in line),
    )


def split_unit(text: str) -> tuple[str, str]:
    """``name (unit)`` to name and unit."""
    match = re.fullmatch(r"(?P<name>.*?)\s*[(（](?P<unit>[^()（）]*)[)）]", text.strip())
    return (match["name"], match["unit"]) if match else (text.strip(), "")
