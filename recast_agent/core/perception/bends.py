"""Points whose dot is hidden by another or by text: the strokes on both sides lead there."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.perception.dots import Dot, Track

_DOT = 4.5
"""Pixels beside a column within which its dot hides the strokes that meet in it."""

_STROKE = 2.6
"""Pixels from its middle within which a stroke lies."""

_MEET = 3.0
"""Pixels by which two strokes that meet in a point may miss each other over its column."""

_KINK = 1.0
"""The least change of slope at which two strokes meet in a clear place."""

_STEEP = 4.0
"""The steepest stroke whose end shows how high a point stands."""

_SEEN = 12
"""The fewest pixels of a stroke that show where it leads."""


def passes(track: Track, center: float, pitch: float, top: float, bottom: float) -> bool:
    """Whether anything of a line is seen around a column."""
    left, right = max(round(center - 0.3 * pitch), 0), round(center + 0.3 * pitch) + 1
    return bool(track.mask[max(round(top), 0) : round(bottom) + 1, left:right].sum() >= 4)


def covered_dot(track: Track, center: float, others: Sequence[Dot]) -> Dot | None:
    """Where a line whose dot is hidden by another dot must pass: both sides lead there."""
    near = [d for d in others if abs(d.x - center) <= 3.5]
    guesses = []
    for side in (-1, 1):
        xs, ys = _side(track.mask, center, side, near)
        if len(xs) >= 5:
            slope, offset = np.polyfit(xs, ys, 1)
            guesses.append(float(slope * center + offset))
    if not guesses or max(guesses) - min(guesses) > 3:
        return None
    y = float(np.mean(guesses))
    return Dot(center, y) if any(abs(d.y - y) <= 8 for d in near) else None


def _side(
    mask: NDArray[np.bool_], center: float, side: int, near: Sequence[Dot]
) -> tuple[list[float], list[float]]:
    """Pixels of the thin stroke beside a column, one mean height per x."""
    xs, ys = [], []
    for step in range(6, 17):
        x = round(center + side * step)
        if not 0 <= x < mask.shape[1]:
            continue
        for dot in near:
            top = max(round(dot.y) - 28, 0)
            run = np.flatnonzero(mask[top : round(dot.y) + 29, x])
            if len(run) and run[-1] - run[0] <= 7:
                xs.append(float(x))
                ys.append(float(top + run.mean()))
                break
    return xs, ys


def may_hide(track: Track, center: float, others: Sequence[Dot]) -> bool:
    """Whether a point of a line could be below another dot of a column, by the points beside it."""
    xs, ys = [d.x for d in track.dots], [d.y for d in track.dots]
    return any(abs(float(np.interp(center, xs, ys)) - d.y) <= 8 for d in others)


def met_dot(
    track: Track,
    center: float,
    pitch: float,
    beside: Sequence[Dot | None],
    box: tuple[float, float],
) -> Dot | None:
    """Where the strokes of a line meet at a column, or the one that ends there; None where they
    miss each other, or one of them is no straight stroke.

    ``beside`` are the points of the columns before and behind, where they are seen, ``box`` is from
    where to where, in pixels from the top, points stand at all.
    """
    left, right = (
        _stroke(track.mask, center, side * pitch, dot, box)
        for side, dot in zip((-1, 1), beside, strict=True)
    )
    if left is None or right is None:
        return _ending(track, center, left, beside[0]) or _ending(track, center, right, beside[1])
    (before, slope), (behind, rise) = left, right
    if abs(before - behind) <= _MEET:
        return Dot(center, (before + behind) / 2)
    # on steep strokes, where a column is half a pixel off, they meet beside it
    x = (before - behind) / (rise - slope) if abs(rise - slope) > _KINK else np.inf
    return Dot(center + x, before + slope * x) if abs(x) <= _MEET / 2 else None


def _ending(
    track: Track, center: float, stroke: tuple[float, float] | None, end: Dot | None
) -> Dot | None:
    """The point at the end of a line, to which one stroke leads from the point beside it."""
    if stroke is None or end is None or abs(stroke[1]) > _STEEP:
        return None
    last = track.reach[2] if center > end.x else track.reach[0]
    return Dot(center, stroke[0]) if abs(last - center) <= _DOT + 1 else None


def _stroke(
    mask: NDArray[np.bool_],
    center: float,
    way: float,
    end: Dot | None,
    box: tuple[float, float],
) -> tuple[float, float] | None:
    """The height over a column, and the slope, of the straight stroke that leads from there to
    ``end`` a step of the grid away.
    """
    import cv2

    inner = np.sign(way) * _DOT
    left, right = sorted((round(center + inner), round(center + way - inner)))
    left, first = max(left, 0), max(round(box[0]), 0)
    ys, xs = np.nonzero(mask[first : round(box[1]) + 1, left : right + 1])
    if len(xs) < _SEEN or (end is None and np.ptp(xs) < 0.5 * (right - left)):
        return None
    seen = np.column_stack([xs + left, ys + first])
    held = [] if end is None else [[end.x, end.y]] * len(xs)
    places = np.array([*seen.tolist(), *held], dtype=np.float32)
    dx, dy, x, y = (float(v[0]) for v in cv2.fitLine(places, cv2.DIST_HUBER, 0, 0.01, 0.01))
    off = np.abs((seen[:, 0] - x) * dy - (seen[:, 1] - y) * dx)
    if abs(dx) < 1e-3 or np.mean(off <= _STROKE) < 0.9:
        return None
    return y + (center - x) * dy / dx, dy / dx
