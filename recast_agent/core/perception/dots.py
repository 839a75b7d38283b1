"""Points of line charts: round dots joined by a stroke of the same colour."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.perception.layout import around
from recast_agent.core.perception.marks import Box, Color, background, clusters, same_color
from recast_agent.core.types import Token

_NEAR = 40
"""How far, per channel, the pixels of one line may differ."""

CORE = 2.8
_LARGEST = 7.5
"""Bounds of a dot's radius in pixels: a stroke is thinner, a swatch is thicker."""

_AT_COLUMN = 3.5
"""How far beside its column a dot is seen, in pixels."""

_OFF_GRID = 0.2
"""How far beside its place on an even grid a dot is seen, in steps of the grid."""

_COLORS = 24
_JOINED = 0.6
"""The least share of the way between two dots on which their line is seen."""


@dataclass(frozen=True)
class Dot:
    """The centre of a dot, in pixels."""

    x: float
    y: float


@dataclass(frozen=True)
class Strokes:
    """The pixels (H x W) of a colour, and the least radius of a dot among them, in pixels."""

    color: Color
    mask: NDArray[np.bool_] = field(repr=False)
    core: float = CORE


@dataclass(frozen=True)
class Track:
    """A line: its colour, its dots from left to right, the box ``reach`` (left, top, right, bottom)
    of its strokes, and its pixels (H x W).
    """

    color: Color
    dots: tuple[Dot, ...]
    reach: Box
    mask: NDArray[np.bool_] = field(repr=False)


def find_tracks(rgb: NDArray[np.uint8], tokens: Sequence[Token]) -> list[Track]:
    """The lines of a picture that carry dots; text hides what is below it, and is no dot."""
    ground = np.array(background(rgb), dtype=np.int16)
    masks = []
    for color in stroke_colors(rgb):
        # a pale line blends into the paper over a shorter way
        near = min(_NEAR, float(np.abs(ground - np.array(color)).max()) / 2.5)
        masks.append(Strokes(color, _bridged(_near(rgb, color, near))))
    return tracks_in(masks, tokens)


def tracks_in(strokes: Sequence[Strokes], tokens: Sequence[Token]) -> list[Track]:
    """The lines that carry dots, each of its own colour."""
    words = [t for t in tokens if sum(c.isalpha() for c in t.text) >= 2]
    found: list[tuple[Track, list[Dot]]] = []
    for color, mask, core in ((s.color, s.mask, s.core) for s in strokes):
        hidden, written = _covered(mask.shape, tokens), _covered(mask.shape, words)
        dots = [d for d in _round_spots(mask, core) if not written[round(d.y), round(d.x)]]
        joined = _joined(dots, mask, hidden)
        if len(joined) >= 2:
            found.append((Track(color, tuple(joined), _reach(joined, mask, hidden), mask), dots))
    tracks = [track for track, _ in found]
    return [replace(track, dots=_with_single(dots, track, tracks)) for track, dots in found]


def _with_single(dots: Sequence[Dot], track: Track, tracks: Sequence[Track]) -> tuple[Dot, ...]:
    """The dots of a line with those that stand alone between gaps, amid the joined ones of all and
    at a column of their own.
    """
    columns, heights = columns_of(tracks), [d.y for t in tracks for d in t.dots]
    return tuple(
        d
        for d in dots
        if d in track.dots
        or (
            min(heights) - 3 <= d.y <= max(heights) + 3
            and min(abs(c - d.x) for c in columns) <= _AT_COLUMN
            and all(abs(own.x - d.x) > _AT_COLUMN for own in track.dots)
        )
    )


def rival_colors(rgb: NDArray[np.uint8], tracks: Sequence[Track]) -> list[Color]:
    """Bright colours of round spots that are no line found: lines that others hide, perhaps."""
    held = [t.color for t in tracks]
    rivals = []
    for color in stroke_colors(rgb):
        bright = max(color) - min(color) >= 30
        if bright and not any(same_color(color, c, _NEAR) for c in held):
            mask = _near(rgb, color, _NEAR)
            if _round_spots(mask, CORE):
                rivals.append(color)
    return rivals


def _near(rgb: NDArray[np.uint8], color: Color, near: float) -> NDArray[np.bool_]:
    """Where every channel is within ``near`` of the colour's."""
    import cv2

    low = np.ceil(np.clip(np.array(color) - near, 0, 255))
    high = np.floor(np.clip(np.array(color) + near, 0, 255))
    return np.asarray(cv2.inRange(rgb, low, high), dtype=np.bool_)


def _bridged(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """A mask closed where a level line of the grid is drawn across it."""
    import cv2

    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((3, 1), np.uint8))
    return np.asarray(closed, dtype=np.bool_)


def _covered(shape: tuple[int, ...], tokens: Sequence[Token]) -> NDArray[np.bool_]:
    hidden = np.zeros(shape[:2], dtype=np.bool_)
    for token in tokens:
        left, top, right, bottom = (max(round(v), 0) for v in token.box)
        hidden[top:bottom, left:right] = True
    return hidden


def stroke_colors(rgb: NDArray[np.uint8]) -> list[Color]:
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


def _round_spots(mask: NDArray[np.bool_], core: float) -> list[Dot]:
    """Centres of the places of a mask thicker than ``core``, those of about one size."""
    import cv2

    depth = cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 5)
    thick = cv2.dilate((depth >= core).astype(np.uint8), np.ones((3, 3), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(thick)
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


def runs_up_to(dot: Dot, track: Track) -> bool:
    """Whether a line is seen on the way from a place to its own dot before it, or behind it."""
    beside = [
        max((d for d in track.dots if d.x < dot.x - 8), key=lambda d: d.x, default=None),
        min((d for d in track.dots if d.x > dot.x + 8), key=lambda d: d.x, default=None),
    ]
    free = np.zeros_like(track.mask)
    ways = (sorted((dot, other), key=lambda d: d.x) for other in beside if other is not None)
    return any(_is_joined(a, b, track.mask, free) for a, b in ways)


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
    seen = sorted(float(np.mean([xs[k] for k in group])) for group in clusters(xs, _AT_COLUMN))
    if len(seen) < 3:
        return seen
    columns, pitch = _spread(seen)
    left, right = min(t.reach[0] for t in tracks), max(t.reach[2] for t in tracks)
    before, after = (round(way / pitch) for way in (columns[0] - left, right - columns[-1]))
    return [
        *(columns[0] - k * pitch for k in range(before, 0, -1)),
        *columns,
        *(columns[-1] + k * pitch for k in range(1, after + 1)),
    ]


def _spread(seen: Sequence[float]) -> tuple[list[float], float]:
    """Places with those that lie between them, and the distance of neighbours: an even grid where
    all are on one, since a dot on a steep line is seen beside its place.
    """
    steps = np.diff(seen)
    pitch = float(np.median(steps[steps < 1.5 * steps.min()]))
    counts = np.maximum(np.rint(steps / pitch), 1).astype(int)
    index = np.concatenate([[0], np.cumsum(counts)])
    even, first = np.polyfit(index, seen, 1)
    if np.abs(first + even * index - seen).max() <= _OFF_GRID * even:
        return [float(first + even * k) for k in range(index[-1] + 1)], float(even)
    columns = [seen[0]]
    for (a, b), count in zip(pairwise(seen), counts.tolist(), strict=True):
        columns += [a + (b - a) * k / count for k in range(1, count + 1)]
    return columns, pitch


def _reach(dots: Sequence[Dot], mask: NDArray[np.bool_], hidden: NDArray[np.bool_]) -> Box:
    """The box of the strokes that hold the dots, also across text that cuts them."""
    import cv2

    _, labels = cv2.connectedComponents((mask | hidden).astype(np.uint8))
    held = np.unique([labels[round(d.y), round(d.x)] for d in dots])
    ys, xs = np.nonzero(mask & np.isin(labels, held[held > 0]))
    boxes = [(d.x, d.y, d.x, d.y) for d in dots]
    return around([*boxes, *([(xs.min(), ys.min(), xs.max(), ys.max())] if len(xs) else [])])


def regular(track: Track, centers: Sequence[float]) -> dict[int, Dot]:
    """The dot of a line at each column."""
    found: dict[int, Dot] = {}
    for dot in track.dots:
        k = int(np.argmin([abs(c - dot.x) for c in centers]))
        found[k] = dot
    return found


def gaps(centers: Sequence[float]) -> float:
    """The least distance between neighbouring columns."""
    return min((b - a for a, b in pairwise(centers)), default=60.0)
