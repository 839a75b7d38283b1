"""Rectangles of one colour: the bars, segments and swatches of a chart."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Color = tuple[int, int, int]
Box = tuple[float, float, float, float]

_COLORS = 48
"""How many of the most frequent colours are looked at."""

_NEAR = 14
"""Two colours this close in every channel are one fill (a JPEG spreads them)."""

_FULL, _LEFT = 0.95, 0.3
"""The share of a row of a rectangle that is filled where no text crosses it, and the least share
of its rows that are.
"""


_INK, _BRIGHT, _RARE = 130, 20, 0.0015
"""The lightest and the brightest that text is which has no colour, and the share of a picture that
its blended edges of one shade cover at most.
"""

_SMALLEST = 3
"""The least side of a piece of a rectangle, in pixels."""


@dataclass(frozen=True)
class Mark:
    """A rectangle; ``box`` is (left, top, right, bottom), right and bottom exclusive."""

    box: Box
    color: Color

    @property
    def width(self) -> float:
        return self.box[2] - self.box[0]

    @property
    def height(self) -> float:
        return self.box[3] - self.box[1]

    @property
    def center(self) -> tuple[float, float]:
        return (self.box[0] + self.box[2]) / 2, (self.box[1] + self.box[3]) / 2


def same_color(a: Color, b: Color, near: int = 2 * _NEAR) -> bool:
    """Whether two colours are one fill."""
    return abs(a[0] - b[0]) <= near and abs(a[1] - b[1]) <= near and abs(a[2] - b[2]) <= near


def find_marks(rgb: NDArray[np.uint8]) -> list[Mark]:
    """Every filled rectangle that is not the background, text in front of it tolerated."""
    ground = background(rgb)
    found = [
        mark for color in _fills(rgb) for mark in _rectangles(rgb, color, _near(color, ground))
    ]
    return [m for m in found if not _is_panel(m, found, rgb.shape)]


def background(rgb: NDArray[np.uint8]) -> Color:
    """The colour that most of the picture has."""
    packed = _packed(rgb[::2, ::2])
    values, counts = np.unique(packed, return_counts=True)
    return _unpacked(int(values[counts.argmax()]))


def _packed(rgb: NDArray[np.uint8]) -> NDArray[np.uint32]:
    wide = rgb.astype(np.uint32)
    packed = (wide[..., 0] << 16) | (wide[..., 1] << 8) | wide[..., 2]
    return packed.astype(np.uint32).ravel()


def _unpacked(value: int) -> Color:
    return value >> 16, value >> 8 & 255, value & 255


def _fills(rgb: NDArray[np.uint8]) -> list[Color]:
    """The frequent colours, most frequent first, without white and the background."""
    values, counts = np.unique(_packed(rgb), return_counts=True)
    ground = background(rgb)
    fills: list[Color] = []
    for k in np.argsort(-counts.astype(np.int64), kind="stable")[: 12 * _COLORS]:
        color = _unpacked(int(values[k]))
        if counts[k] < 24 or len(fills) == _COLORS:
            break
        if min(color) >= 243 or same_color(color, ground, 8):
            continue
        if not any(same_color(color, f, _NEAR) for f in fills):
            fills.append(color)
    return fills


def _near(color: Color, ground: Color) -> int:
    """How far the pixels of a fill may be from it: a pale one is not the paper."""
    return min(_NEAR, max(abs(a - b) for a, b in zip(color, ground, strict=True)) // 2)


def _rectangles(rgb: NDArray[np.uint8], color: Color, near: int) -> list[Mark]:
    import cv2

    low = np.clip(np.array(color, dtype=int) - near, 0, 255)
    high = np.clip(np.array(color, dtype=int) + near, 0, 255)
    mask = cv2.inRange(rgb, low, high)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=4)
    # letters have straight parts as well, and blended edges in every shade of grey
    grey = max(color) - min(color) < _BRIGHT
    written = grey and (max(color) < _INK or cv2.countNonZero(mask) < _RARE * mask.size)
    marks = []
    for k in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[k])
        if area < 8 or (w < 4 and h < 4):
            continue
        inside = labels[y : y + h, x : x + w] == k
        if area >= 0.92 * w * h or _framed(inside):
            marks.append(Mark((x, y, x + w, y + h), color))
        elif not written:
            marks += [
                Mark((x + a, y + b, x + c, y + d), color) for a, b, c, d in _whole_parts(inside)
            ]
    return marks


def _whole_parts(inside: NDArray[np.bool_]) -> list[tuple[int, int, int, int]]:
    """What text, printed all across a rectangle, leaves whole of it: its full rows or else its full
    columns, and its straight ends.
    """
    height, width = inside.shape
    if min(height, width) < _SMALLEST:
        return []
    parts = [
        *((0, a, 2, b) for a, b in _runs(inside[:, 0] & inside[:, 1])),
        *((width - 2, a, width, b) for a, b in _runs(inside[:, -2] & inside[:, -1])),
        *((a, 0, b, 2) for a, b in _runs(inside[0] & inside[1])),
        *((a, height - 2, b, height) for a, b in _runs(inside[-2] & inside[-1])),
    ]
    if (inside.mean(axis=1) >= _FULL).mean() >= _LEFT:
        parts += [(0, a, width, b) for a, b in _runs(_reaching(inside))]
    elif (inside.mean(axis=0) >= _FULL).mean() >= _LEFT:
        parts += [(a, 0, b, height) for a, b in _runs(_reaching(inside.T))]
    return parts


def _reaching(inside: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which rows are full, or reach from edge to edge with text amid them."""
    edges = np.hstack([inside[:, :2], inside[:, -2:]])
    return np.asarray((inside.mean(axis=1) >= _FULL) | edges.all(axis=1))


def _runs(full: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Start and end of each run of at least three that are true."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], full, [False])).astype(int)))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True) if b - a >= 3]


def _framed(inside: NDArray[np.bool_]) -> bool:
    """Whether the outline is filled, whatever text stands within."""
    if min(inside.shape) < 5 or inside.mean() < 0.35:
        return False
    edges = (inside[0], inside[-1], inside[:, 0], inside[:, -1])
    filled = sorted(float(edge.mean()) for edge in edges)
    return filled[0] >= 0.5 and filled[1] >= 0.85


def _is_panel(mark: Mark, marks: list[Mark], shape: tuple[int, ...]) -> bool:
    """A coloured plot area: large, with other marks on it."""
    if mark.width * mark.height < 0.15 * shape[0] * shape[1]:
        return False
    return sum(_inside(other, mark) for other in marks if min(other.width, other.height) > 5) >= 2


def _inside(a: Mark, b: Mark) -> bool:
    return (
        a is not b
        and a.box[0] > b.box[0]
        and a.box[1] > b.box[1]
        and a.box[2] < b.box[2]
        and a.box[3] < b.box[3]
    )


def joined(marks: list[Mark], *, gap: float) -> list[Mark]:
    """Pieces of one bar that text has cut: same colour, same column, at most ``gap`` apart.

    Works along the second axis of the boxes.
    """
    result: list[Mark] = []
    for mark in sorted(marks, key=lambda m: (m.box[0], m.box[1])):
        last = next(
            (
                m
                for m in reversed(result)
                if abs(m.box[0] - mark.box[0]) <= 2
                and abs(m.box[2] - mark.box[2]) <= 2
                and same_color(m.color, mark.color)
                and -2 <= mark.box[1] - m.box[3] <= gap
            ),
            None,
        )
        if last is None:
            result.append(mark)
        else:
            box = (last.box[0], last.box[1], last.box[2], max(last.box[3], mark.box[3]))
            longer = max(last, mark, key=lambda m: m.height)
            result[result.index(last)] = Mark(box, longer.color)
    return result


def clusters(values: list[float], near: float) -> list[list[int]]:
    """Indices of values grouped so that neighbours in a group are at most ``near`` apart."""
    order = sorted(range(len(values)), key=values.__getitem__)
    groups: list[list[int]] = [[order[0]]] if order else []
    for a, b in pairwise(order):
        if values[b] - values[a] <= near:
            groups[-1].append(b)
        else:
            groups.append([b])
    return groups
