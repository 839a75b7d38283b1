"""Values printed at points: the one scale they hold to, and which point each belongs to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from recast_agent.core.literals import Cell
from recast_agent.core.perception.axes import Scale, half_step, number
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.dots import Dot
from recast_agent.core.perception.marks import Box, Color
from recast_agent.core.perception.values import read_boxes, read_cell
from recast_agent.core.types import Token

_PIXELS = 2.0
"""How far a point may stand from where its value belongs, in pixels."""

_ABOVE, _BELOW = 1.3, 0.55
"""How far a value may stand above and below its point, in heights of its text: below come the
names of the categories."""

_SURE = 0.85
_INKED = 60
"""How far from its ground, in one channel, a pixel of a text is."""

_GAPS = (0.36, 0.6)
"""The white space, in heights of text, that parts two numbers: they may be close, or written with
thousands apart.
"""

_HYPOTHESES = 4_000
FEWEST = 3
"""The fewest values that show whether they hold to one scale."""

Place = tuple[int, int]
"""Category (column) and series (line) of a point."""


@dataclass(frozen=True)
class Value:
    """A number in the picture; ``ink`` is the line whose colour it is written in, if that tells."""

    cell: Cell
    token: Token
    column: int
    ink: int | None = None

    @property
    def middle(self) -> float:
        """The height at which it stands, in pixels from the top."""
        return (self.token.box[1] + self.token.box[3]) / 2


def reachable(value: Value, dot: Dot) -> bool:
    """Whether a value stands where the value of a point is printed."""
    _, top, _, bottom = value.token.box
    size = bottom - top
    if value.middle < dot.y:
        return -0.45 * size <= dot.y - bottom <= _ABOVE * size
    return -0.35 * size <= top - dot.y <= _BELOW * size


@dataclass(frozen=True)
class Fit:
    """The scale over heights (pixels upwards), the unit and the decimals that values share."""

    scale: Scale
    unit: str
    half: float

    def agrees(self, dot: Dot, cell: Cell) -> bool:
        """Whether a point stands where a value belongs that is written as the others are."""
        slack = _PIXELS * abs(self.scale.per_pixel) + self.half
        near = abs(self.scale.expects(-dot.y) - number(cell.text)) <= slack
        return near and cell.unit == self.unit and half_step(cell.text) >= 0.99 * self.half


def fit_values(values: Sequence[Value], points: Mapping[Place, Dot]) -> Fit | None:
    """The scale that at least three values, and 60 % of them, hold to at some point in reach."""
    pairs = [
        (k, -dot.y, number(value.cell.text))
        for k, value in enumerate(values)
        for (column, line), dot in points.items()
        if column == value.column and value.ink in (None, line) and reachable(value, dot)
    ]
    if len({k for k, _, _ in pairs}) < FEWEST:
        return None
    half = min(half_step(values[k].cell.text) for k in {k for k, _, _ in pairs})
    owner = np.array([k for k, _, _ in pairs])
    heights = np.array([h for _, h, _ in pairs])
    numbers = np.array([v for _, _, v in pairs])
    best, most = None, 0
    for a, b in _sampled(len(pairs)):
        rise = heights[b] - heights[a]
        if owner[a] == owner[b] or abs(rise) < 8:
            continue
        slope = (numbers[b] - numbers[a]) / rise
        if slope <= 0:
            continue
        off = np.abs(numbers[a] + slope * (heights - heights[a]) - numbers)
        held = off <= _PIXELS * slope + half
        count = len(set(owner[held].tolist()))
        if count > most:
            best, most = held, count
    if best is None or most < max(FEWEST, 0.6 * len(set(owner.tolist()))):
        return None
    slope, offset = np.polyfit(heights[best], numbers[best], 1)
    units = Counter(values[k].cell.unit for k in owner[best].tolist())
    return Fit(Scale(float(slope), float(offset)), units.most_common(1)[0][0], half)


def _sampled(count: int) -> Iterable[tuple[int, int]]:
    """Pairs of indices: all of them, or as many as are tried, spread evenly."""
    total = count * (count - 1) // 2
    step = max(1, total // _HYPOTHESES)
    return (pair for k, pair in enumerate(combinations(range(count), 2)) if k % step == 0)


def assign(
    values: Sequence[Value], points: Mapping[Place, Dot], fit: Fit | None
) -> dict[Place, Value]:
    """The value of each point, each used once: first by scale and ink, then by nearness."""
    ranked = []
    for k, value in enumerate(values):
        for place, dot in points.items():
            if place[0] == value.column and reachable(value, dot):
                off = fit is not None and not fit.agrees(dot, value.cell)
                strange = value.ink is not None and value.ink != place[1]
                cost = 200.0 * off + 100.0 * strange + abs(value.middle - dot.y)
                ranked.append((cost, k, place))
    found: dict[Place, Value] = {}
    taken: set[int] = set()
    for _, k, place in sorted(ranked):
        if place not in found and k not in taken:
            found[place] = values[k]
            taken.add(k)
    return found


def is_ambiguous(
    place: Place, found: Mapping[Place, Value], points: Mapping[Place, Dot], fit: Fit
) -> bool:
    """Whether the value of a point could as well be that of another point of its column."""
    value = found[place]
    if value.ink is not None:
        return value.ink != place[1]
    rivals = [
        p
        for p, dot in points.items()
        if p[0] == place[0] and p != place and fit.agrees(dot, value.cell)
    ]
    return any(p not in found or found[p].cell != value.cell for p in rivals)


def closer_look(
    canvas: Canvas,
    points: Mapping[Place, Dot],
    fit: Fit,
    size: float,
    room: float,
    slack: float,
) -> dict[Place, Value]:
    """What is written above, below or over each point, where it says what the point says: words
    that stand whole around the column of the point.
    """
    places: list[Place] = []
    boxes: list[Box] = []
    for place, dot in points.items():
        left, right = dot.x - room / 2, dot.x + room / 2
        for top in (dot.y - 0.55 * size, dot.y + 5, dot.y - 7 - 1.1 * size):
            for gap in _GAPS:
                box = word_in(canvas, (left, top, right, top + 1.1 * size), gap * size, slack)
                if box is not None and box not in boxes[-1:]:
                    places.append(place)
                    boxes.append(box)
    found: dict[Place, Value] = {}
    for place, box, (text, score) in zip(places, boxes, read_boxes(canvas, boxes), strict=True):
        cell = read_cell(text)
        if cell is None or score < _SURE or not fit.agrees(points[place], cell):
            continue
        found[place] = Value(cell, Token(text=text, box=box, score=score), place[0])
    return found


def word_in(canvas: Canvas, box: Box, gap: float, slack: float) -> Box | None:
    """The part of a box around its middle that white space, at least ``gap`` wide, parts from the
    rest. None where it is not centred there, by ``slack``: it belongs to a point beside; nor where
    it runs on beyond the box: a piece of a number is another number.
    """
    left, top, right, bottom = (max(round(v), 0) for v in box)
    crop = canvas.rgb[top:bottom, left:right].astype(int)
    if crop.shape[0] < 5 or crop.shape[1] < 4:
        return None
    ground = np.median(crop.reshape(-1, 3), axis=0)
    inked = np.flatnonzero((np.abs(crop - ground).max(axis=2) > _INKED).any(axis=0))
    groups = np.split(inked, np.flatnonzero(np.diff(inked) > gap) + 1) if len(inked) else []
    amid = (right - left) / 2
    word = next((g for g in groups if abs((g[0] + g[-1]) / 2 - amid) <= slack), None)
    if word is None or word[0] < gap or word[-1] > right - left - 1 - gap:
        return None
    return left + float(word[0]) - 4, box[1], left + float(word[-1]) + 5, box[3]


def ink_of(canvas: Canvas, token: Token, colors: Sequence[Color]) -> int | None:
    """Which line a text is written in the colour of, the colour darkened or not; None for text in
    black or grey, or where two lines are alike.
    """
    left, top, right, bottom = (max(round(v), 0) for v in token.box)
    crop = canvas.rgb[top:bottom, left:right].reshape(-1, 3).astype(float)
    if not len(crop):
        return None
    dark = crop[crop.sum(axis=1) <= np.percentile(crop.sum(axis=1), 6)]
    ink = np.median(dark, axis=0)
    if ink.max() - ink.min() < 30:
        return None
    shades = np.linspace(1.0, 0.4, 25)[:, None]
    far = [float(np.abs(np.array(c) * shades - ink).max(axis=1).min()) for c in colors]
    order = np.argsort(far)
    clear = far[order[0]] <= 24 and (len(far) == 1 or far[order[1]] - far[order[0]] >= 12)
    return int(order[0]) if clear else None
