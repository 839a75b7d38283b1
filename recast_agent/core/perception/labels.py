"""Labels of categories: the places that they name, and those that a closer look fills."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.layout import text_of
from recast_agent.core.perception.marks import Box
from recast_agent.core.perception.values import read_boxes
from recast_agent.core.types import Token

_PART = 0.1
"""The share of the place of a label, on either side, that a neighbour's may reach into."""


@dataclass
class Category:
    """A place along the categories and the tokens of its label."""

    center: float
    tokens: list[Token] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The label, lines joined, without the brackets that OCR makes of footnote marks."""
        return text_of(self.tokens).rstrip("》〉」』】＊")


def grid_pitch(centers: Sequence[float], otherwise: float) -> float:
    """The distance between neighbouring categories."""
    steps = np.diff(sorted(centers))
    return float(np.min(steps)) if len(steps) else otherwise


def parted(found: Sequence[Category]) -> bool:
    """Whether categories in order stand in groups apart, as those of two charts on one line do.

    Years and sizes may be drawn to scale; a group of one is more likely a category left out.
    """
    steps = np.diff([c.center for c in found])
    if len(steps) < 3:
        return False
    k = int(np.argmax(steps))
    wide = steps[k] > 1.6 * float(np.median(steps)) and 1 <= k <= len(steps) - 2
    counted = any(c.isdigit() for c in found[k].name) and any(
        c.isdigit() for c in found[k + 1].name
    )
    return wide and not counted


def on_grid(center: float, centers: Sequence[float], pitch: float) -> bool:
    """Whether a place is a whole number of steps from the nearest one of an even grid."""
    if len(centers) < 2:
        return False
    steps = np.diff(sorted(centers))
    even = float(np.mean(steps[steps <= 1.25 * pitch])) if len(steps) else pitch
    away = min(abs(center - c) for c in centers) / even
    return abs(away - round(away)) <= 0.2


def fill(canvas: Canvas, found: Sequence[Category], place: Callable[[Category], Box]) -> None:
    """Look closer where a category has no label yet, nor a part of another's."""
    held = [t.box for c in found for t in c.tokens]
    bare = [c for c in found if not c.tokens and not _crowded(place(c), held)]
    boxes = [place(c) for c in bare]
    for category, box, (text, score) in zip(bare, boxes, read_boxes(canvas, boxes), strict=True):
        if text and score >= 0.85:
            category.tokens.append(Token(text=text, box=box, score=score))


def _crowded(box: Box, held: Sequence[Box]) -> bool:
    """Whether other texts stand on more than a part of a box."""
    left, top, right, bottom = box
    return any(
        min(r, right) - max(a, left) > _PART * (right - left)
        and min(b, bottom) - max(t, top) > _PART * (bottom - top)
        for a, t, r, b in held
    )
