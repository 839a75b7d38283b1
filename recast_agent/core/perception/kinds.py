"""Kinds of charts that no reader reads, known by their marks, so that they are refused by name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.marks import background

Mask = NDArray[np.bool_]

_INK = 40
"""How far from the paper, in one channel, a pixel is ink."""

_BOXES, _SPOTS, _REGIONS = 3, 5, 4
"""The fewest marks of a kind that make a chart of it."""

_HALO = 5
"""Pixels around a dot within which the stroke that joins it to others begins."""

_REGION = 0.004
"""The least share of the picture that a region of a map covers."""

_SOLID = 0.93
"""The share of its convex hull that a bar or a sector covers."""

_FLAT = 0.9
"""The least share of a drawing that its most frequent colours cover; a photograph has less."""


def unsupported_kind(canvas: Canvas) -> str:
    """``tilted_pie``, ``box_plot``, ``candlestick``, ``scatter_plot`` or ``map``; "" where none is
    recognised.
    """
    ink = _ink(canvas)
    if _shows_tilted_pie(canvas, ink):
        return "tilted_pie"
    return _boxes_with_whiskers(ink) or _spots(ink) or _regions(canvas, ink)


def _ink(canvas: Canvas) -> Mask:
    """What is neither paper nor text."""
    ground = np.array(background(canvas.rgb), dtype=np.int16)
    ink = np.asarray(np.abs(canvas.rgb.astype(np.int16) - ground).max(axis=2) > _INK)
    for token in canvas.tokens:
        left, top, right, bottom = (max(round(v), 0) for v in token.box)
        ink[top:bottom, left:right] = False
    return ink


class _Piece(NamedTuple):
    """Connected pixels: where they begin, and which of their box they are."""

    left: int
    top: int
    mask: Mask

    @property
    def height(self) -> int:
        return int(self.mask.shape[0])

    @property
    def width(self) -> int:
        return int(self.mask.shape[1])

    @property
    def filled(self) -> float:
        """The share of its box that it covers."""
        return float(self.mask.mean())


def _pieces(mask: Mask, least: float) -> Iterator[_Piece]:
    import cv2

    count, labels, stats, _ = cv2.connectedComponentsWithStats(
        mask.astype(np.uint8), connectivity=4
    )
    for k in range(1, count):
        x, y, w, h, area = (int(v) for v in stats[k])
        if area >= least:
            yield _Piece(x, y, labels[y : y + h, x : x + w] == k)


def _shows_tilted_pie(canvas: Canvas, ink: Mask) -> bool:
    """One large piece of several colours, wider than high and round at both ends."""
    import cv2

    # leader lines go, so that the disk is a piece of its own
    opened = cv2.morphologyEx(ink.astype(np.uint8), cv2.MORPH_OPEN, np.ones((9, 9), np.uint8)) > 0
    for piece in _pieces(opened, 0.05 * ink.size):
        ends = max(piece.mask[2].sum(), piece.mask[-3].sum())
        oval = 0.74 <= piece.filled <= 0.92 and ends <= 0.5 * piece.width
        if oval and 1.1 * piece.height < piece.width and _fills(canvas, piece) >= 3:
            return True
    return False


def _fills(canvas: Canvas, piece: _Piece) -> int:
    """How many colours cover a twentieth of a piece or more."""
    part = canvas.rgb[piece.top : piece.top + piece.height, piece.left : piece.left + piece.width]
    _, counts = np.unique(part[piece.mask] >> 4, axis=0, return_counts=True)
    return int((counts >= 0.05 * counts.sum()).sum())


def _boxes_with_whiskers(ink: Mask) -> str:
    """Boxes on thin lines that run through their middles: the lines of a box plot end in bars,
    those of a candlestick do not. Bars with error bars stand on a common foot.
    """
    found = [(p, capped) for p in _pieces(ink, 30) if (capped := _capped(p)) is not None]
    feet = [p.top + p.height for p, _ in found]
    if len(found) < _BOXES or max(feet) - min(feet) <= 2:
        return ""
    return "box_plot" if sum(capped for _, capped in found) > len(found) / 2 else "candlestick"


def _capped(piece: _Piece) -> bool | None:
    """Whether the whiskers of a box end in bars; None for a piece that is no box with whiskers."""
    if piece.width < 5 or piece.height < 8:
        return None
    spans = [int(np.ptp(xs)) + 1 for row in piece.mask if len(xs := np.flatnonzero(row))]
    thin = max(3.0, 0.25 * piece.width)
    forms = ["T" if s <= thin else "W" if s >= 0.8 * piece.width else "C" for s in spans]
    runs = [(form, len(list(group))) for form, group in groupby(forms)]
    ends = [k for k in (0, -1) if runs[k][0] != "T" and runs[k][1] <= 3 and len(runs) > 2]
    body = [run for k, run in enumerate(runs) if k not in (e % len(runs) for e in ends)]
    # the blended edge of a box is a row of its own
    shape = "".join(form for form, length in body if (form, length) != ("C", 1))
    if shape not in ("TWT", "TW", "WT"):
        return None
    return bool(ends) if _centred(piece, spans, thin) else None


def _centred(piece: _Piece, spans: list[int], thin: float) -> bool:
    """Whether every thin row lies in the middle of the piece."""
    middle = (piece.width - 1) / 2
    rows = [piece.mask[k] for k, span in enumerate(spans) if span <= thin]
    return len(rows) >= 4 and all(abs(np.flatnonzero(r).mean() - middle) <= 1.6 for r in rows)


def _spots(ink: Mask) -> str:
    """Disks of one size that nothing joins."""
    disks = [
        p.width
        for p in _pieces(ink, 16)
        if p.width <= 26
        and abs(p.width - p.height) <= 1 + 0.1 * p.width
        and 0.66 < p.filled < 0.9
        and _is_alone(p, ink)
    ]
    usual = float(np.median(disks)) if disks else 0.0
    return "scatter_plot" if sum(abs(d - usual) <= 2 for d in disks) >= _SPOTS else ""


def _is_alone(piece: _Piece, ink: Mask) -> bool:
    """Whether nothing else stands around a piece: the dots of a line may have a halo."""
    rows = slice(max(piece.top - _HALO, 0), piece.top + piece.height + _HALO)
    columns = slice(max(piece.left - _HALO, 0), piece.left + piece.width + _HALO)
    return int(ink[rows, columns].sum()) - int(piece.mask.sum()) <= 2


def _regions(canvas: Canvas, ink: Mask) -> str:
    """Flat areas without straight sides, side by side; those of an area chart go right across."""
    packed = (canvas.rgb >> 4).astype(np.uint16) @ np.array([256, 16, 1], dtype=np.uint16)
    colors, counts = np.unique(packed, return_counts=True)
    common = colors[np.argsort(-counts)[:12]]
    if np.isin(packed, common).mean() < _FLAT:
        return ""
    found = [
        piece
        for color in common
        for piece in _pieces((packed == color) & ink, _REGION * ink.size)
        if _is_irregular(piece)
    ]
    if not found:
        return ""
    across = max(p.left + p.width for p in found) - min(p.left for p in found)
    side_by_side = [p for p in found if p.width < 0.8 * across]
    return "map" if len(side_by_side) >= _REGIONS else ""


def _is_irregular(piece: _Piece) -> bool:
    """Neither a bar, however much is drawn across it, nor a sector: an outline that turns in and
    out, seldom level or upright.
    """
    import cv2

    outlines, _ = cv2.findContours(
        np.pad(piece.mask, 1).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE
    )
    outline = max(outlines, key=cv2.contourArea)
    hollow = cv2.contourArea(outline) < _SOLID * cv2.contourArea(cv2.convexHull(outline))
    corners = cv2.approxPolyDP(outline, 1.5, True)[:, 0].astype(float)
    sides = np.abs(np.roll(corners, -1, axis=0) - corners)
    straight = sides[sides.min(axis=1) <= 1].sum()
    return bool(hollow and len(corners) >= 8 and straight <= 0.4 * sides.sum())
