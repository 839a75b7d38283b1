"""Level lines of a grid: where they run beside the numbers of a value axis."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.perception.marks import Box

_PALE = 5
"""The least step, of 255, from the paper to a line of the grid."""

_DASHED = 0.35
"""The least share of its way on which a line, perhaps a dashed one, is drawn."""

_REACH = 1.3
"""How far from its number a line may run, in heights of the text."""

_TOGETHER = 1.5
"""Pixels within which the lines of all numbers run alike."""

_MOST = 0.6
"""The least share of the numbers that have their line there."""


def line_offset(rgb: NDArray[np.uint8], boxes: Sequence[Box]) -> float:
    """How far below the middles of the numbers of an axis their lines run, in pixels: a number may
    stand on its line. 0 where no lines are drawn that run alike.
    """
    if not boxes:
        return 0.0
    size = float(np.median([bottom - top for _, top, _, bottom in boxes]))
    middles = [(top + bottom) / 2 for _, top, _, bottom in boxes]
    lines = _level_lines(rgb[:, max(round(min(b[0] for b in boxes)), 0) :], size)
    ways = [[y - m for y in lines if abs(y - m) <= _REACH * size] for m in middles]
    nearest = sorted((way for each in ways for way in each), key=abs)

    def alike(way: float) -> int:
        return sum(any(abs(other - way) <= _TOGETHER for other in each) for each in ways)

    best = max(nearest, key=alike, default=0.0)  # of equals the nearest
    if not nearest or alike(best) < max(2, _MOST * len(boxes)):
        return 0.0
    return float(np.mean([way for way in nearest if abs(way - best) <= _TOGETHER]))


def _level_lines(rgb: NDArray[np.uint8], size: float) -> list[float]:
    """The heights of thin level lines across a picture, of text ``size`` pixels high."""
    gray = rgb.astype(np.int16).sum(axis=2) // 3
    step = max(3, round(0.3 * size))
    here, above, below = gray[step:-step], gray[: -2 * step], gray[2 * step :]
    up, down = here - above, here - below
    drawn = (np.minimum(np.abs(up), np.abs(down)) >= _PALE) & (np.sign(up) == np.sign(down))
    rows = np.flatnonzero(drawn.mean(axis=1) >= _DASHED) + step
    groups = np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1)
    return [float(g.mean()) for g in groups if len(g)]
