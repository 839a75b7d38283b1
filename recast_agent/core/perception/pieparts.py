"""Labels of a pie in parts: values on wedges, and names on them, beside them or led to them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from recast_agent.core.literals import Cell
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.layout import is_furniture, middle, rows, text_of
from recast_agent.core.perception.marks import background
from recast_agent.core.perception.pielabels import Label, anchor, follows
from recast_agent.core.perception.values import read_cell
from recast_agent.core.perception.wedges import Disk, Wedge
from recast_agent.core.types import Token

_BESIDE = 1.4
"""Radii from the centre within which a name begins."""

_CLEAR = 0.08
"""Radii by which the name of a wedge is nearer than any other text in its direction."""

_DARK = 60
"""How far from the paper, in one channel, a leader line is."""

_REACHES = 5.0
"""Pixels within which a leader line ends at a text, or at the disk."""


def labels_in_parts(canvas: Canvas, disk: Disk, wedges: Sequence[Wedge]) -> list[Label]:
    """A label per wedge, clockwise: the one value on it, or in its text, and its text. None at all
    where a value is no wedge's, or a wedge has none, or two.
    """
    values, inside, outside = _parts(canvas, disk)
    cells: dict[Wedge, tuple[Token, Cell]] = {}
    for token, cell in values:
        wedge = _under(disk, wedges, disk.turn_of(*middle(token.box)))
        if wedge in cells:
            return []
        cells[wedge] = (token, cell)
    written = _written(disk, wedges, inside)
    led = _led(canvas, disk, wedges, outside)
    labels = []
    for wedge in wedges:
        free = [b for b in outside if b not in led.values() and _names(disk, wedges, b) == wedge]
        ways = [name for name in (written.get(wedge), led.get(wedge)) if name]
        name = ways[0] if len(ways) == 1 else [] if ways else _beside(disk, wedge, free)
        own = [(t, value) for t in name if (value := read_cell(t.text)) is not None]
        printed = [*own, *([cells[wedge]] if wedge in cells else [])]
        if len(printed) != 1 or len(name) == len(own):
            return []
        token, cell = printed[0]
        name = [t for t in name if t is not token]
        labels.append(Label(text_of(name), cell, (*name, token), wedge))
    return labels


def _parts(
    canvas: Canvas, disk: Disk
) -> tuple[list[tuple[Token, Cell]], list[Token], list[list[Token]]]:
    """The values on the disk, the other texts on it, and the texts around it by block of lines."""
    values: list[tuple[Token, Cell]] = []
    inside: list[Token] = []
    names: list[Token] = []
    for token in canvas.tokens:
        if token.vertical or is_furniture(token):
            continue
        if disk.distance(*middle(token.box)) > 1:
            names.append(token)
        elif (cell := read_cell(token.text)) is not None:
            values.append((token, cell))
        else:
            inside.append(token)
    blocks: list[list[Token]] = []
    for token in sorted(names, key=lambda t: t.box[1]):
        home = next((b for b in blocks if follows(b[-1], token)), None)
        if home is None:
            blocks.append([token])
        else:
            home.append(token)
    return values, inside, [b for b in blocks if _gap(disk, b) <= _BESIDE]


def _written(
    disk: Disk, wedges: Sequence[Wedge], inside: Sequence[Token]
) -> dict[Wedge, list[Token]]:
    """The text on each wedge, where its lines follow each other."""
    found: dict[Wedge, list[Token]] = {}
    for token in inside:
        found.setdefault(_under(disk, wedges, disk.turn_of(*middle(token.box))), []).append(token)
    for wedge, tokens in found.items():
        lines = [line[0] for line in rows(tokens)]
        apart = len(lines) < len(tokens) or not all(map(follows, lines, lines[1:]))
        found[wedge] = [] if apart else tokens
    return found


def _led(
    canvas: Canvas, disk: Disk, wedges: Sequence[Wedge], blocks: Sequence[list[Token]]
) -> dict[Wedge, list[Token]]:
    """The text that a line leads to each wedge: one line, from one text alone."""
    import cv2

    ground = np.array(background(canvas.rgb), dtype=np.int16)
    ink = np.abs(canvas.rgb.astype(np.int16) - ground).max(axis=2) > _DARK
    for token in canvas.tokens:
        left, top, right, bottom = (max(round(v), 0) for v in token.box)
        ink[top : bottom + 1, left : right + 1] = False
    ys, xs = np.indices(ink.shape)
    away = np.hypot(xs - disk.x, ys - disk.y) - disk.radius
    _, strokes = cv2.connectedComponents((ink & (away > 2)).astype(np.uint8))
    found: dict[Wedge, list[Token]] = {}
    for stroke in np.unique(strokes[(strokes > 0) & (away <= _REACHES)]):
        at = np.argwhere(strokes == stroke)
        ends = [b for b in blocks if any(_touches(t, at) for t in b)]
        if len(ends) == 1:
            y, x = at[np.argmin(away[strokes == stroke])]
            wedge = _under(disk, wedges, disk.turn_of(x, y))
            if wedge in found:
                return {}
            found[wedge] = ends[0]
    return found


def _touches(token: Token, at: np.ndarray[tuple[int, int], np.dtype[np.intp]]) -> bool:
    """Whether any of some places (row, column) stands at a text."""
    left, top, right, bottom = token.box
    ys, xs = at[:, 0], at[:, 1]
    across = (left - _REACHES <= xs) & (xs <= right + _REACHES)
    return bool((across & (top - _REACHES <= ys) & (ys <= bottom + _REACHES)).any())


def _gap(disk: Disk, block: Sequence[Token]) -> float:
    """How far the nearest end of a text is from the centre, in radii."""
    left, right = min(t.box[0] for t in block), max(t.box[2] for t in block)
    top, bottom = block[0].box[1], block[-1].box[3]
    return disk.distance(min(max(disk.x, left), right), min(max(disk.y, top), bottom))


def _under(disk: Disk, wedges: Sequence[Wedge], turn: float) -> Wedge:
    return min(wedges, key=lambda w: abs((turn - w.middle + 180) % 360 - 180) / w.angle)


def _names(disk: Disk, wedges: Sequence[Wedge], block: Sequence[Token]) -> Wedge:
    """The wedge that a text stands beside."""
    return _under(disk, wedges, anchor(disk, block))


def _beside(disk: Disk, wedge: Wedge, blocks: Sequence[list[Token]]) -> list[Token]:
    """The text nearest to the disk; none where that is not clear, or it leans to a neighbour."""
    near = sorted(blocks, key=lambda b: _gap(disk, b))
    if not near or (len(near) > 1 and _gap(disk, near[1]) - _gap(disk, near[0]) < _CLEAR):
        return []
    off = abs((anchor(disk, near[0]) - wedge.middle + 180) % 360 - 180)
    return near[0] if off <= max(0.4 * wedge.angle, 3.0) else []
