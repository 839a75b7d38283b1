"""What named lines leave over of a picture: another line, or a second place in a line's colour."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.dots import Track, columns_of, gaps
from recast_agent.core.perception.marks import Color
from recast_agent.core.types import Token

_INKED = 24
"""How far from the paper, in one channel, a pixel is that something is drawn on."""

_BLENDED = 5
"""Pixels around a line, or a text, that belong to it still."""

_BOX = 0.8
"""How far the box around a name reaches beyond it, in heights of its text."""

_RULE = 0.35
"""The least share of the way across on which a rule of the grid or of a frame is drawn."""

_STEPS = 1.2
"""How wide a line is at least, in steps of the columns."""

_FILLED = 0.5
"""The most that a stroke fills of its box: a band or a tab fills it."""

_RISE = 8
"""Pixels by which a line rises or falls, as no rule of a grid does."""


def leaves_lines(
    canvas: Canvas, tracks: Sequence[Track], names: Sequence[Token], paper: Color
) -> bool:
    """Whether a stroke over more than a step of the columns is none of the lines, of the texts (and
    the boxes of the names) or of the grid.
    """
    import cv2

    columns = columns_of(tracks)
    left, right = max(round(columns[0]), 0), round(columns[-1]) + 1
    top, bottom = _span(canvas, tracks)
    far = np.abs(canvas.rgb.astype(np.int16) - np.array(paper, dtype=np.int16)).max(axis=2)
    drawn = far >= _INKED
    own = np.any([t.mask for t in tracks], axis=0).astype(np.uint8)
    size = 2 * _BLENDED + 1
    drawn &= cv2.dilate(own, np.ones((size, size), np.uint8)) == 0
    for token in canvas.tokens:
        x0, y0, x1, y1 = (round(side) for side in token.box)
        near = round(_BOX * (y1 - y0)) if token in names else _BLENDED
        drawn[max(y0 - near, 0) : y1 + near, max(x0 - near, 0) : x1 + near] = False
    seen = _without_rules(drawn[top:bottom, left:right])
    count, _, stats, _ = cv2.connectedComponentsWithStats(seen.astype(np.uint8))
    widest = _STEPS * gaps(columns)
    return any(
        w >= widest and h >= _RISE and area <= _FILLED * w * h
        for _, _, w, h, area in stats[1:count].tolist()
    )


def _span(canvas: Canvas, tracks: Sequence[Track]) -> tuple[int, int]:
    """From where to where, in pixels from the top, a line of the chart may run: an axis reaches as
    far above the highest point as below the lowest one, or less.
    """
    heights = [d.y for t in tracks for d in t.dots]
    room = max(max(heights) - min(heights), 0.2 * canvas.height)
    return max(round(min(heights) - room), 0), round(max(heights) + room)


def _without_rules(drawn: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Without the rows and columns that a rule runs along, and those beside them."""
    free = drawn.copy()
    if drawn.size:
        rows = np.flatnonzero(drawn.mean(axis=1) >= _RULE)
        columns = np.flatnonzero(drawn.mean(axis=0) >= _RULE)
        for near in (-2, -1, 0, 1, 2):
            free[np.clip(rows + near, 0, drawn.shape[0] - 1)] = False
            free[:, np.clip(columns + near, 0, drawn.shape[1] - 1)] = False
    return free
