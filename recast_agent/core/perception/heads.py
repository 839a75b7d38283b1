"""The text above a chart whose marks are not bars, and the unit its cells share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from recast_agent.core.literals import Cell, parse_cell
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.layout import is_furniture, tall
from recast_agent.core.types import Token

OVERLAP = 0.4
"""How far the box of a title may reach into the height of what stands below it, of its own."""


def tokens_above(canvas: Canvas, top: float, taken: Sequence[Token]) -> list[Token]:
    """Free text above a height that starts at the left edge of the text."""
    held = {id(t) for t in taken}
    text = [
        t
        for t in canvas.tokens
        if id(t) not in held
        and t.box[3] <= top + OVERLAP * tall(t)
        and not t.vertical
        and not is_furniture(t)
        and parse_cell(t.text) is None
    ]
    edge = min((t.box[0] for t in text), default=0.0)
    return [t for t in text if t.box[0] <= edge + 1.2 * tall(t)]


def shared_unit(cells: Iterable[Cell]) -> tuple[str, str]:
    """The mark that every cell carries (``%`` or nothing), and the unit of the table."""
    units = {cell.unit for cell in cells}
    return ("%", "") if units == {"%"} else ("", max(units, key=len, default=""))
