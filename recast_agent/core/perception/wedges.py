"""The disk of a pie and its wedges, measured along rays from the centre."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.perception.marks import Box, Color, background, same_color

_RAYS = 3600
_RADII = np.linspace(0.62, 0.97, 29)
"""Where each ray is sampled, in radii: far out, where thin wedges are widest."""

_SAME = 20
"""How far, per channel, the rays of one wedge may differ."""

_THIN = 1.4
"""Pixels of arc below which a run of rays is a seam or a blended edge between wedges."""

_ATTACHED = (9, 21)
"""Pixels of what may hang on to a disk: its leader lines, or else a line of text as well."""

_ROUND = 0.93
"""The least share of its own circle that a disk fills."""


@dataclass(frozen=True)
class Disk:
    """A filled circle, in pixels."""

    x: float
    y: float
    radius: float

    @property
    def box(self) -> Box:
        """The square around it."""
        r = self.radius
        return self.x - r, self.y - r, self.x + r, self.y + r

    def turn_of(self, x: float, y: float) -> float:
        """The direction of a place from the centre: degrees clockwise from twelve o'clock."""
        return math.degrees(math.atan2(x - self.x, self.y - y)) % 360

    def distance(self, x: float, y: float) -> float:
        """How far a place is from the centre, in radii."""
        return math.hypot(x - self.x, y - self.y) / self.radius


@dataclass(frozen=True)
class Wedge:
    """A sector from ``start`` to ``end``, degrees clockwise from twelve o'clock, end > start."""

    start: float
    end: float
    color: Color

    @property
    def angle(self) -> float:
        """Its opening in degrees."""
        return self.end - self.start

    @property
    def middle(self) -> float:
        """The direction in which it opens."""
        return (self.start + self.end) / 2 % 360


def find_disk(rgb: NDArray[np.uint8]) -> Disk | None:
    """The largest round filled area; None where nothing large is round."""
    import cv2

    ground = np.array(background(rgb))
    filled = (np.abs(rgb.astype(np.int16) - ground).max(axis=2) > 9).astype(np.uint8)
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (5, 5))
    closed = cv2.morphologyEx(filled, cv2.MORPH_CLOSE, kernel)
    found = (_largest_disk(closed, size) for size in _ATTACHED)
    return next((disk for disk in found if disk), None)


def _largest_disk(filled: NDArray[np.uint8], size: int) -> Disk | None:
    """The largest disk, whatever is attached to it that is thinner than ``size`` pixels."""
    import cv2

    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    opened = cv2.morphologyEx(filled, cv2.MORPH_OPEN, kernel)
    count, _, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=4)
    best: Disk | None = None
    for x, y, w, h, area in stats[1:count].tolist():
        side = max(w, h)
        if min(w, h) < 0.96 * side or side < 60 or not _round(area, w, h):
            continue
        if best is None or side / 2 > best.radius:
            best = Disk(x + (w - 1) / 2, y + (h - 1) / 2, side / 2)
    return best


def _round(area: float, width: float, height: float) -> bool:
    return _ROUND <= area / (math.pi / 4 * width * height) <= 1.04


def find_wedges(rgb: NDArray[np.uint8], disk: Disk) -> list[Wedge]:
    """Wedges clockwise from twelve o'clock; seams and blended edges are shared out to their
    neighbours.
    """
    held = _held(_runs(_rays(rgb, disk)), background(rgb), _THIN / disk.radius * 180 / math.pi)
    if len(held) < 2:
        return []
    wedges = []
    for k, run in enumerate(held):
        before = held[k - 1].end - (360 if k == 0 else 0)
        after = held[(k + 1) % len(held)].start + (360 if k == len(held) - 1 else 0)
        wedges.append(Wedge((before + run.start) / 2, (run.end + after) / 2, run.color))
    return sorted(wedges, key=lambda w: w.middle)


def _held(runs: Sequence[Wedge], ground: Color, least: float) -> list[Wedge]:
    """Runs that are wedges: pieces of one colour are joined unless a seam parts them."""
    held: list[Wedge] = []
    parted = True
    for run in runs:
        if run.angle < 2.6 * least and same_color(run.color, ground, 60):
            parted = True
        elif run.angle >= least:
            if held and not parted and same_color(held[-1].color, run.color, _SAME):
                held[-1] = _joined(held[-1], run)
            else:
                held.append(run)
            parted = False
    first_seam = any(same_color(r.color, ground, 60) for r in runs if r.start < held[0].start)
    if len(held) > 2 and not (parted or first_seam):
        first, last = held[0], held[-1]
        if same_color(first.color, last.color, _SAME):
            before = Wedge(last.start - 360, last.end - 360, last.color)
            held = [_joined(before, first), *held[1:-1]]
    return held


def _joined(a: Wedge, b: Wedge) -> Wedge:
    return Wedge(a.start, b.end, a.color if a.angle >= b.angle else b.color)


def _rays(rgb: NDArray[np.uint8], disk: Disk) -> NDArray[np.float64]:
    """The median colour of each ray, clockwise from twelve o'clock: text is outvoted."""
    import cv2

    turns = np.arange(_RAYS) * (2 * np.pi / _RAYS)
    reach = _RADII[None, :] * disk.radius
    xs = (disk.x + reach * np.sin(turns)[:, None]).astype(np.float32)
    ys = (disk.y - reach * np.cos(turns)[:, None]).astype(np.float32)
    seen = cv2.remap(rgb, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(np.median(seen.astype(float), axis=1))


def _runs(colors: NDArray[np.float64]) -> list[Wedge]:
    """Runs of rays of one colour, from twelve o'clock on."""
    step = 360 / len(colors)
    cuts = [0]
    for k in range(1, len(colors)):
        if np.abs(colors[k] - colors[cuts[-1]]).max() > _SAME / 2:
            cuts.append(k)
    runs = []
    for first, end in pairwise([*cuts, len(colors)]):
        red, green, blue = (round(float(v)) for v in np.median(colors[first:end], axis=0))
        runs.append(Wedge(first * step, end * step, (red, green, blue)))
    return runs
