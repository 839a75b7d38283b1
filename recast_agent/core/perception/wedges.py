"""The disk of a pie and its wedges, measured along rays from the centre."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.perception.marks import Box, Color, background, same_color

_RAYS = 3600
_RADII = np.linspace(0.62, 0.97, 29)
"""Where each ray is sampled, in radii: far out, where thin wedges are widest."""

_INNER = np.linspace(0.26, 0.61, 29)
"""Where a ray is sampled that text covers farther out."""

_AROUND = 2
"""Pixels around a text within which its blended strokes may show."""

_FREE = 6
"""The fewest samples of a ray beside text that give its colour."""

_SAME = 20
"""How far, per channel, the rays of one wedge may differ."""

_THIN = 1.4
"""Pixels of arc below which a run of rays is a seam or a blended edge between wedges."""

_ATTACHED = (9, 21)
"""Pixels of what may hang on to a disk: its leader lines, or else a line of text as well."""

_FITS = 4
"""How often a circle is laid through what lies near the last one."""

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
    count, pieces, stats, _ = cv2.connectedComponentsWithStats(opened, connectivity=4)
    best: Disk | None = None
    for k, (x, y, w, h, area) in enumerate(stats[1:count].tolist(), 1):
        side = max(w, h)
        if min(w, h) < 0.96 * side or side < 60 or not _round(area, w, h):
            continue
        if best is None or side / 2 > best.radius:
            best = _fitted(pieces == k, Disk(x + (w - 1) / 2, y + (h - 1) / 2, side / 2))
    return best


def _fitted(piece: NDArray[np.bool_], disk: Disk) -> Disk:
    """The circle that most of an outline lies on: leader lines in a bundle bulge it."""
    import cv2

    outlines, _ = cv2.findContours(piece.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    edge = max(outlines, key=len)[:, 0].astype(float)
    for _ in range(_FITS):
        off = np.abs(np.hypot(edge[:, 0] - disk.x, edge[:, 1] - disk.y) - disk.radius)
        held = edge[off <= max(1.0, 2 * float(np.median(off)))]
        # x^2 + y^2 = 2 a x + 2 b y + c is linear in the centre (a, b)
        sides = np.column_stack([2 * held, np.ones(len(held))])
        (a, b, c), *_ = np.linalg.lstsq(sides, (held**2).sum(axis=1), rcond=None)
        disk = Disk(float(a), float(b), math.sqrt(c + a * a + b * b))
    return replace(disk, radius=disk.radius + 0.5)


def _round(area: float, width: float, height: float) -> bool:
    return _ROUND <= area / (math.pi / 4 * width * height) <= 1.04


def find_wedges(rgb: NDArray[np.uint8], disk: Disk, written: Sequence[Box] = ()) -> list[Wedge]:
    """Wedges clockwise from twelve o'clock; seams and blended edges are shared out to their
    neighbours, and what stands in the boxes ``written`` hides the colour below it.
    """
    rays = _rays(rgb, disk, written)
    held = _held(_runs(rays), background(rgb), _THIN / disk.radius * 180 / math.pi)
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


def _rays(rgb: NDArray[np.uint8], disk: Disk, written: Sequence[Box]) -> NDArray[np.float64]:
    """The median colour of each ray beside its text, clockwise from twelve o'clock; what the boxes
    leave out is outvoted, and a ray that text covers goes on as the one before it.
    """
    rays = np.full((_RAYS, 3), np.nan)
    for radii in (_INNER, _RADII):
        seen, covered = _sampled(rgb, disk, radii, written)
        free = (~covered).sum(axis=1) >= _FREE
        rays[free] = np.nanmedian(np.where(covered[..., None], np.nan, seen)[free], axis=1)
    known = ~np.isnan(rays[:, 0])
    if not known.any():
        return np.median(_sampled(rgb, disk, _RADII, ())[0], axis=1)
    first = int(known.argmax())
    last = np.maximum.accumulate(np.where(np.roll(known, -first), np.arange(_RAYS), 0))
    return np.asarray(np.roll(np.roll(rays, -first, axis=0)[last], first, axis=0))


def _sampled(
    rgb: NDArray[np.uint8], disk: Disk, radii: NDArray[np.float64], written: Sequence[Box]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The colours along each ray (rays x radii x 3), and where text hides them."""
    import cv2

    turns = np.arange(_RAYS) * (2 * np.pi / _RAYS)
    reach = radii[None, :] * disk.radius
    xs = (disk.x + reach * np.sin(turns)[:, None]).astype(np.float32)
    ys = (disk.y - reach * np.cos(turns)[:, None]).astype(np.float32)
    seen = cv2.remap(rgb, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    covered = np.zeros(xs.shape, dtype=np.bool_)
    for left, top, right, bottom in written:
        across = (left - _AROUND <= xs) & (xs <= right + _AROUND)
        covered |= across & (top - _AROUND <= ys) & (ys <= bottom + _AROUND)
    return seen.astype(float), covered


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
