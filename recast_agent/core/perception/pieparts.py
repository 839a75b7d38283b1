"""Labels of a pie in two parts: the names around the disk, the values on its wedges."""

from __future__ import annotations

from collections.abc import Sequence

from recast_agent.core.literals import Cell
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.layout import is_furniture, middle, text_of
from recast_agent.core.perception.pielabels import Label, anchor, follows
from recast_agent.core.perception.values import read_cell
from recast_agent.core.perception.wedges import Disk, Wedge
from recast_agent.core.types import Token

_BESIDE = 1.4
"""Radii from the centre within which a name begins."""

_CLEAR = 0.08
"""Radii by which the name of a wedge is nearer than any other text in its direction."""


def labels_in_parts(canvas: Canvas, disk: Disk, wedges: Sequence[Wedge]) -> list[Label]:
    """A label per wedge, clockwise: the one value on it and the text beside it. None at all where
    a value or a text is no wedge's, or a wedge has none, or two.
    """
    inside, outside = _parts(canvas, disk)
    cells: dict[Wedge, tuple[Token, Cell]] = {}
    for token, cell in inside:
        wedge = _under(disk, wedges, disk.turn_of(*middle(token.box)))
        if wedge in cells:
            return []
        cells[wedge] = (token, cell)
    labels = []
    for wedge in wedges:
        name = _beside(disk, wedge, [b for b in outside if _names(disk, wedges, b) == wedge])
        if not name or wedge not in cells:
            return []
        token, cell = cells[wedge]
        labels.append(Label(text_of(name), cell, (*name, token), wedge))
    return labels


def _parts(canvas: Canvas, disk: Disk) -> tuple[list[tuple[Token, Cell]], list[list[Token]]]:
    """The values on the disk; the texts around it, with all their lines."""
    values: list[tuple[Token, Cell]] = []
    names: list[Token] = []
    for token in canvas.tokens:
        if token.vertical or is_furniture(token):
            continue
        if disk.distance(*middle(token.box)) > 1:
            names.append(token)
        elif (cell := read_cell(token.text)) is not None:
            values.append((token, cell))
    blocks: list[list[Token]] = []
    for token in sorted(names, key=lambda t: t.box[1]):
        home = next((b for b in blocks if follows(b[-1], token)), None)
        if home is None:
            blocks.append([token])
        else:
            home.append(token)
    return values, [b for b in blocks if _gap(disk, b) <= _BESIDE]


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
