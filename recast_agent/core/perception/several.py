"""Pictures of more than one chart: what a reading leaves over is read as well."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from recast_agent.core.perception.canvas import Candidate, Canvas
from recast_agent.core.perception.layout import middle
from recast_agent.core.perception.marks import Box, background
from recast_agent.core.perception.values import read_cell

_MARGIN = 4
"""Pixels by which the blended edges of marks stick out."""


def holds_another(
    canvas: Canvas, found: Candidate, readers: Iterable[Callable[[Canvas], Candidate | None]]
) -> bool:
    """Whether the picture beside a chart that was read makes a chart by itself."""
    rest = _without(canvas, found.area)
    if sum(read_cell(token.text) is not None for token in rest.tokens) < 2:
        return False
    return any(read(rest) is not None for read in readers)


def _without(canvas: Canvas, area: Box) -> Canvas:
    """The canvas with an area painted over."""
    left, top, right, bottom = area
    rgb = canvas.rgb.copy()
    across = slice(max(round(left) - _MARGIN, 0), round(right) + _MARGIN)
    rgb[max(round(top) - _MARGIN, 0) : round(bottom) + _MARGIN, across] = background(rgb)

    def inside(x: float, y: float) -> bool:
        return left <= x <= right and top <= y <= bottom

    tokens = tuple(t for t in canvas.tokens if not inside(*middle(t.box)))
    return replace(canvas, rgb=rgb, tokens=tokens)
