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

_TOGETHER = 0.09
"""Within which the lines of all numbers run alike, in heights of the text."""

_LEVEL = 0.25
"""How far beside the middle of its number a line is level with it, in heights of the text."""

_ON_GRID = 0.12
"""How far beside its place on an even grid a line runs, in steps of the grid."""

_MOST = 0.6
"""The least share of the numbers with a line at one distance that is no chance."""


def line_offset(rgb: NDArray[np.uint8], boxes: Sequence[Box]) -> float | None:
    """How far below the middles of the numbers of an axis their lines run, in pixels: a number may
    stand on its line. 0 where no lines are drawn that run alike; None where lines run alike beside
    most of the numbers alone, or between them too, so that nothing says which are theirs.
    """
    if not boxes:
        return 0.0
    size = float(np.median([bottom - top for _, top, _, bottom in boxes]))
    middles = [(top + bottom) / 2 for _, top, _, bottom in boxes]
    left, right = min(b[0] for b in boxes), max(b[2] for b in boxes)
    beside = rgb[:, max(round(left), 0) :] if left < rgb.shape[1] / 2 else rgb[:, : round(right)]
    lines = _level_lines(beside, size)
    ways = [[y - m for y in lines if abs(y - m) <= _REACH * size] for m in middles]
    nearest = sorted((way for each in ways for way in each), key=abs)

    def alike(way: float, slack: float = _TOGETHER * size) -> int:
        return sum(any(abs(other - way) <= slack for other in each) for each in ways)

    most = max(2.0, _MOST * len(boxes))
    if alike(0.0, _LEVEL * size) >= most:
        return float(np.mean([way for way in nearest if abs(way) <= _LEVEL * size]))
    best = max(nearest, key=alike, default=0.0)  # of equals the nearest
    if alike(best) < most:  # by chance, unless all the lines there are run beside no middle
        return None if nearest and not alike(0.0, _LEVEL * size) else 0.0
    theirs = sorted(m + best for m in middles)
    span = theirs[-1] - theirs[0]
    step = span / max(round(span / max(float(np.diff(theirs).min()), 1.0)), 1)
    amid = [y for y in lines if theirs[0] - size <= y <= theirs[-1] + size]
    places = [(y - theirs[0]) / max(step, 1.0) for y in amid]
    if alike(best) < len(boxes) - 1 or any(abs(p - round(p)) > _ON_GRID for p in places):
        return None
    return float(np.mean([way for way in nearest if abs(way - best) <= _TOGETHER * size]))


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
