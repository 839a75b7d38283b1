"""Points of line charts: round dots joined by a stroke of the same colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.perception.marks import Color, background, clusters, same_color
from recast_agent.core.types import Token

_NEAR = 40
"""How far, per channel, the pixels of one line may differ."""

_CORE = 2.8
_LARGEST = 7.5
"""Bounds of a dot's radius in pixels: a stroke is thinner, a swatch is thicker."""

_COLORS = 24
_JOINED = 0.6
"""The least share of the way between two dots on which their line is seen."""


@dataclass(frozen=True)
class Dot:
    """The centre of a dot, in pixels."""

    x: float
    y: float


@dataclass(frozen=True)
class Track:
    """A line: its colour, its dots from left to right, how far its strokes reach to the left and
    the right, and its pixels (H x W).
    """

    color: Color
    dots: tuple[Dot, ...]
    reach: tuple[float, float]
    mask: NDArray[np.bool_] = field(repr=False)


def find_tracks(rgb: NDArray[np.uint8], tokens: Sequence[Token]) -> list[Track]:
    """The lines of a picture that carry dots; text hides what is below it, and is no dot."""
    ground = np.array(background(rgb), dtype=np.int16)
    words = [t for t in tokens if sum(c.isalpha() for c in t.text) >= 2]
    hidden, written = _covered(rgb.shape, tokens), _covered(rgb.shape, words)
    found: list[tuple[Track, list[Dot]]] = []
    for color in _stroke_colors(rgb):
        # a pale line blends into the paper over a shorter way
        near = min(_NEAR, float(np.abs(ground - np.array(color)).max()) / 2.5)
        mask = _near(rgb, color, near)
        dots = [d for d in _round_spots(mask) if not written[round(d.y), round(d.x)]]
        joined = _joined(dots, mask, hidden)
        if len(joined) >= 2:
            found.append((Track(color, tuple(joined), _reach(joined, mask, hidden), mask), dots))
    tracks = [track for track, _ in found]
    return [replace(track, dots=_with_single(dots, track, tracks)) for track, dots in found]


def _with_single(dots: Sequence[Dot], track: Track, tracks: Sequence[Track]) -> tuple[Dot, ...]:
    """The dots of a line with those that stand alone between gaps, amid the joined ones of all."""
    columns, heights = columns_of(tracks), [d.y for t in tracks for d in t.dots]
    return tuple(
        d
        for d in dots
        if d in track.dots
        or (
            min(heights) - 3 <= d.y <= max(heights) + 3
            and min(abs(c - d.x) for c in columns) <= 3.5
        )
    )


def rival_colors(rgb: NDArray[np.uint8], tracks: Sequence[Track]) -> list[Color]:
    """Bright colours of round spots that are no line found: lines that others hide, perhaps."""
    held = [t.color for t in tracks]
    rivals = []
    for color in _stroke_colors(rgb):
        bright = max(color) - min(color) >= 30
        if bright and not any(same_color(color, c, _NEAR) for c in held):
            mask = _near(rgb, color, _NEAR)
            if _round_spots(mask):
                rivals.append(color)
    return rivals


def _near(rgb: NDArray[np.uint8], color: Color, near: float) -> NDArray[np.bool_]:
    """Where every channel is within ``near`` of the colour's."""
    import cv2

    low = np.ceil(np.clip(np.array(color) - near, 0, 255))
    high = np.floor(np.clip(np.array(color) + near, 0, 255))
    return np.asarray(cv2.inRange(rgb, low, high), dtype=np.bool_)


def _covered(shape: tuple[int, ...], tokens: Sequence[Token]) -> NDArray[np.bool_]:
    hidden = np.zeros(shape[:2], dtype=np.bool_)
    for token in tokens:
        left, top, right, bottom = (max(round(v), 0) for v in token.box)
        hidden[top:bottom, left:right] = True
    return hidden


def _stroke_colors(rgb: NDArray[np.uint8]) -> list[Color]:
    """Frequent colours that stand out from the background, each once."""
    ground = background(rgb)
    packed = (
        (rgb[..., 0].astype(np.uint32) << 16) | (rgb[..., 1].astype(np.uint32) << 8) | rgb[..., 2]
    )
    values, counts = np.unique(packed.ravel(), return_counts=True)
    colors: list[Color] = []
    for k in np.argsort(-counts.astype(np.int64), kind="stable"):
        if counts[k] < 24 or len(colors) == _COLORS:
            break
        value = int(values[k])
        color = (value >> 16, value >> 8 & 255, value & 255)
        if not same_color(color, ground, 48) and not any(
            same_color(color, c, _NEAR) for c in colors
        ):
            colors.append(color)
    return colors


def _round_spots(mask: NDArray[np.bool_]) -> list[Dot]:
    """Centres of the thick places of a mask, those of about one size."""
    import cv2

    depth = cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 5)
    count, labels, stats, _ = cv2.connectedComponentsWithStats((depth >= _CORE).astype(np.uint8))
    spots: list[tuple[float, Dot]] = []
    for k in range(1, count):
        x, y, w, h, _ = (int(v) for v in stats[k])
        if max(w, h) > 2 * _LARGEST:
            continue
        inside = np.where(labels[y : y + h, x : x + w] == k, depth[y : y + h, x : x + w], 0)
        if inside.max() > _LARGEST:
            continue
        ys, xs = np.nonzero(inside >= inside.max() - 0.6)
        spots.append((float(inside.max()), Dot(x + float(xs.mean()), y + float(ys.mean()))))
    usual = float(np.median([size for size, _ in spots])) if spots else 0.0
    return sorted((dot for size, dot in spots if size >= 0.75 * usual), key=lambda d: d.x)


def _joined(dots: Sequence[Dot], mask: NDArray[np.bool_], hidden: NDArray[np.bool_]) -> list[Dot]:
    """The dots that a line joins to a neighbour."""
    joined: set[Dot] = set()
    for k, dot in enumerate(dots):
        for other in dots[k + 1 : k + 5]:
            if other.x - dot.x >= 8 and _is_joined(dot, other, mask, hidden):
                joined |= {dot, other}
                break
    return [d for d in dots if d in joined]


def _is_joined(a: Dot, b: Dot, mask: NDArray[np.bool_], hidden: NDArray[np.bool_]) -> bool:
    """Whether a line is seen along the way from one dot to another, where no text hides it."""
    steps = np.linspace(0.0, 1.0, max(9, round((b.x - a.x) / 3)))[1:-1]
    seen = open_ = 0
    for step in steps:
        x, y = round(a.x + step * (b.x - a.x)), round(a.y + step * (b.y - a.y))
        hit = bool(mask[max(y - 2, 0) : y + 3, max(x - 1, 0) : x + 2].any())
        seen += hit
        open_ += hit or not hidden[y, x]
    return open_ >= 2 and seen >= _JOINED * open_


def columns_of(tracks: Sequence[Track]) -> list[float]:
    """Where along the categories points stand, from left to right: at dots, and where an even grid
    has a place between or a line runs on beyond them.
    """
    xs = [dot.x for track in tracks for dot in track.dots]
    seen = sorted(float(np.mean([xs[k] for k in group])) for group in clusters(xs, 3.5))
    if len(seen) < 3:
        return seen
    pitch = gaps(seen)
    columns = seen[:1]
    for a, b in pairwise(seen):
        steps = round((b - a) / pitch)
        columns += [a + (b - a) * k / steps for k in range(1, steps + 1)]
    left, right = min(t.reach[0] for t in tracks), max(t.reach[1] for t in tracks)
    before, after = (round(way / pitch) for way in (seen[0] - left, right - seen[-1]))
    return [
        *(seen[0] - k * pitch for k in range(before, 0, -1)),
        *columns,
        *(seen[-1] + k * pitch for k in range(1, after + 1)),
    ]


def _reach(
    dots: Sequence[Dot], mask: NDArray[np.bool_], hidden: NDArray[np.bool_]
) -> tuple[float, float]:
    """The ends of the strokes that hold the dots, also across text that cuts them."""
    import cv2

    _, labels = cv2.connectedComponents((mask | hidden).astype(np.uint8))
    held = np.unique([labels[round(d.y), round(d.x)] for d in dots])
    xs = np.flatnonzero((mask & np.isin(labels, held[held > 0])).any(axis=0))
    return float(min(xs[0], dots[0].x)), float(max(xs[-1], dots[-1].x))


def regular(track: Track, centers: Sequence[float]) -> dict[int, Dot]:
    """The dot of a line at each column."""
    found: dict[int, Dot] = {}
    for dot in track.dots:
        k = int(np.argmin([abs(c - dot.x) for c in centers]))
        found[k] = dot
    return found


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


def gaps(centers: Sequence[float]) -> float:
    """The least distance between neighbouring columns."""
    return min((b - a for a, b in pairwise(centers)), default=60.0)


def may_hide(track: Track, center: float, others: Sequence[Dot]) -> bool:
    """Whether a point of a line could be below another dot of a column, by the points beside it."""
    xs, ys = [d.x for d in track.dots], [d.y for d in track.dots]
    return any(abs(float(np.interp(center, xs, ys)) - d.y) <= 8 for d in others)
