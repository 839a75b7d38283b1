"""Pictures of more than one chart, or with marks of a second kind: a reading leaves them over."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from recast_agent.core.perception.canvas import Candidate, Canvas
from recast_agent.core.perception.dots import find_tracks
from recast_agent.core.perception.layout import holds, middle
from recast_agent.core.perception.marks import background
from recast_agent.core.perception.values import read_cell
from recast_agent.core.types import Token

_MARGIN = 4
"""Pixels by which the blended edges of marks stick out."""

_DOTS = 3
"""The fewest joined dots that are a line, not an ornament."""

_CHANCE = 0.1
"""What a reading explains by chance of a picture that holds no chart any more."""

_LINED_UP = 3
"""The fewest numbers on one line or edge that are the ticks of an axis."""


def holds_another(
    canvas: Canvas, found: Candidate, readers: Iterable[Callable[[Canvas], Candidate | None]]
) -> bool:
    """Whether a reading leaves over as many values as a series has, a line, or what makes a chart
    by itself.
    """
    free = _free_numbers(canvas, found)
    if len(free) >= max(_DOTS, 0.5 * len(found.table.categories)):
        return True
    rest = _without(canvas, found)
    if sum(any(c.isdigit() for c in token.text) for token in rest.tokens) < 2:
        return False
    if any(len(track.dots) >= _DOTS for track in find_tracks(rest.rgb, rest.tokens)):
        return True
    others = [read(rest) for read in readers]
    return any(o is not None and holds_values(o) and o.score >= _CHANCE for o in others)


def holds_values(found: Candidate) -> bool:
    """Whether a reading holds more than one value: a frame around one number is no chart."""
    return sum(cell is not None for row in found.table.cells for cell in row) > 1


def _free_numbers(canvas: Canvas, found: Candidate) -> list[Token]:
    """Numbers that the reading does not use and that are no ticks, nor pieces of what it does."""
    used = {id(token) for token in found.used}
    numbers = [t for t in canvas.tokens if not t.vertical and read_cell(t.text) is not None]
    left = [
        t
        for t in numbers
        if id(t) not in used and not any(holds(u.box, middle(t.box)) for u in found.used)
    ]

    def is_tick(token: Token) -> bool:
        below = [t for t in left if abs(t.box[2] - token.box[2]) <= 6]
        beside = [t for t in left if abs(middle(t.box)[1] - middle(token.box)[1]) <= 4]
        return max(len(below), len(beside)) >= _LINED_UP

    return [token for token in left if not is_tick(token)]


def _without(canvas: Canvas, found: Candidate) -> Canvas:
    """The canvas with what a reading covers painted over, and the text it explains."""
    used = {id(token) for token in found.used}
    rgb = canvas.rgb.copy()
    paper = background(rgb)
    for left, top, right, bottom in (found.area, *(token.box for token in found.used)):
        across = slice(max(round(left) - _MARGIN, 0), round(right) + _MARGIN)
        rgb[max(round(top) - _MARGIN, 0) : round(bottom) + _MARGIN, across] = paper

    tokens = tuple(
        t for t in canvas.tokens if id(t) not in used and not holds(found.area, middle(t.box))
    )
    return replace(canvas, rgb=rgb, tokens=tokens)
