"""Category labels: under columns (upright, slanted or turned) or beside rows, on several lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np

from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.columns import Plot
from recast_agent.core.perception.layout import (
    ink,
    is_furniture,
    is_slanted,
    letters_of,
    middle,
    rows,
    tall,
    text_of,
)
from recast_agent.core.perception.marks import Box
from recast_agent.core.perception.thinned import is_counted
from recast_agent.core.perception.values import read_boxes
from recast_agent.core.types import Token

_APART = 1.75
"""In heights of a capital, how far apart two lines begin that are not of one label."""

_PART = 0.1
"""The share of the place of a label, on either side, that a neighbour's may reach into."""


_NAMED, _FEW = 0.3, 3
"""The least share and number of places that are named: every third, but for one at an end."""


@dataclass
class Category:
    """A place along the categories and the tokens of its label."""

    center: float
    tokens: list[Token] = field(default_factory=list)

    @property
    def name(self) -> str:
        """The label, lines joined, without the brackets that OCR makes of footnote marks."""
        return text_of(self.tokens).rstrip("》〉」』】＊")


def read_categories(
    canvas: Canvas, plot: Plot, centers: Sequence[float], taken: Sequence[Token]
) -> tuple[list[Category], tuple[Token, ...]]:
    """A category per centre (and per label that stands on the same grid without a bar), and the
    tokens of the category axis title.
    """
    free = [t for t in canvas.tokens if t not in taken and not is_furniture(t)]
    if plot.frame.horizontal:
        return _beside(canvas, plot, centers, free)
    return _below(canvas, plot, centers, free)


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


def _on_grid(center: float, centers: Sequence[float], pitch: float) -> bool:
    """Whether a place is a whole number of steps from the nearest one of an even grid."""
    if len(centers) < 2:
        return False
    steps = np.diff(sorted(centers))
    even = float(np.mean(steps[steps <= 1.25 * pitch])) if len(steps) else pitch
    away = min(abs(center - c) for c in centers) / even
    return abs(away - round(away)) <= 0.2


def _beside(
    canvas: Canvas, plot: Plot, centers: Sequence[float], free: list[Token]
) -> tuple[list[Category], tuple[Token, ...]]:
    pitch = grid_pitch(centers, 2.2 * plot.thickness)
    edge = plot.extent[1] + 5
    upright = [t for t in free if not t.vertical]
    found = [Category(c) for c in centers]
    apart = []
    for token in upright:
        y = middle(token.box)[1]
        if token.box[2] > edge + 0.3 * tall(token):
            continue
        nearest = min(found, key=lambda c: abs(c.center - y))
        if abs(nearest.center - y) <= 0.5 * pitch:
            nearest.tokens.append(token)
        else:
            apart.append(token)
    first, last = min(centers), max(centers)
    for token in list(apart):
        y = middle(token.box)[1]
        if first < y < last and _on_grid(y, sorted(centers), pitch):
            found.append(Category(y, [token]))
            apart.remove(token)
    _fill(canvas, found, lambda c: _row_box(c, found, edge))
    found.sort(key=lambda c: c.center)
    labels = [t for c in found for t in c.tokens]
    if len(centers) < 2:
        pitch = plot.extent[2] - plot.extent[0] + 14
    return found, _axis_above(canvas, upright, labels, first - pitch / 2)


def _row_box(category: Category, found: Sequence[Category], edge: float) -> Box:
    labels = [t for c in found for t in c.tokens]
    left = min((t.box[0] for t in labels), default=2.0) - 3
    size = float(np.median([tall(t) for t in labels])) if labels else 16.0
    return left, category.center - 0.6 * size, edge - 6, category.center + 0.6 * size


def _axis_above(
    canvas: Canvas, free: Sequence[Token], labels: Sequence[Token], top: float
) -> tuple[Token, ...]:
    """The line right above a column of labels (which begins at ``top``), aligned with them."""
    above = [t for t in free if t not in labels and t.box[3] <= top + 6]
    if not above or not labels:
        return ()
    line = rows(above)[-1]
    left, size = min(t.box[0] for t in labels), tall(line[0])
    close = top - max(t.box[3] for t in line) <= 0.36 * size
    aligned = abs(line[0].box[0] - left) <= 0.6 * size
    paler = ink(canvas, line[0]) > float(np.median([ink(canvas, t) for t in labels])) + 28
    unit = line[0].text.startswith("(") and line[-1].text.endswith(")")
    return tuple(line) if close and aligned and paler and not unit else ()


def _below(
    canvas: Canvas, plot: Plot, centers: Sequence[float], free: list[Token]
) -> tuple[list[Category], tuple[Token, ...]]:
    pitch = grid_pitch(centers, 2.2 * plot.thickness)
    floor = -plot.extent[1] - 5
    left, right = plot.extent[0] - pitch, plot.extent[2] + pitch
    zone = [t for t in free if t.box[1] >= floor and left <= _anchor(t)[0] <= right]
    found = [Category(c) for c in centers]
    line = _first_line(zone, centers, pitch)
    if not line:
        return found, ()
    risen = any(t.slanted for t in line)
    if risen:  # a level piece among slanted labels is a part of one that was not made out
        line = [t for t in line if t.slanted]
    merged = [t for t in line if _spans(t, centers, pitch)]
    for token in line:
        if token in merged:
            continue
        a = _anchor(token)[0]
        nearest = min(found, key=lambda c: abs(c.center - a))
        if abs(nearest.center - a) <= 0.5 * pitch:
            nearest.tokens.append(token)
        elif _on_grid(a, sorted(centers), pitch):
            found.append(Category(a, [token]))
    size = float(np.median([_height(t) for t in line]))
    top, bottom = min(t.box[1] for t in line), float(np.median([t.box[3] for t in line]))
    if not risen:
        _fill(canvas, found, lambda c: (c.center - pitch / 2, top, c.center + pitch / 2, bottom))
    found.sort(key=lambda c: c.center)
    rest = [t for t in zone if t not in line and not t.vertical]
    shade = float(np.median([ink(canvas, t) for t in line]))
    if not any(_turned(t) for t in line):
        rest = _further_lines(canvas, found, rest, pitch, size, shade)
    return found, _axis_below(rest, plot, max(t.box[3] for c in found for t in c.tokens), size)


def _turned(token: Token) -> bool:
    """Turned or slanted."""
    return token.vertical or is_slanted(token)


def _across(token: Token) -> float:
    return token.box[2] - token.box[0]


def _height(token: Token) -> float:
    return _across(token) if token.vertical else tall(token)


def _anchor(token: Token) -> tuple[float, float]:
    """Where a label points at: a slanted one with the middle of its upper right end."""
    if _turned(token) and not token.vertical:
        # letters are half as wide as high, and stand at 45 degrees
        size = _across(token) / (0.7 * (0.55 * len(token.text) + 1))
        return token.box[2] - 0.55 * size, token.box[1]
    return middle(token.box)[0], token.box[1]


def _first_line(zone: Sequence[Token], centers: Sequence[float], pitch: float) -> list[Token]:
    """The highest line below the bars in which most labels stand at a centre; else one of numbers
    or dates at every third.
    """
    thinned: list[Token] = []
    for start in sorted(zone, key=lambda t: t.box[1]):
        line = [t for t in zone if -2 <= t.box[1] - start.box[1] <= 0.6 * min(_height(start), 24)]
        hits = {
            k
            for k, c in enumerate(centers)
            if any(abs(_anchor(t)[0] - c) <= 0.4 * pitch or t.box[0] < c < t.box[2] for t in line)
        }
        if len(hits) >= max(1, 0.5 * len(centers)):
            return line
        counted = not thinned and all(is_counted(t.text) for t in line)
        if counted and len(hits) >= max(_FEW, _NAMED * len(centers)):
            thinned = line
    return thinned


def _spans(token: Token, centers: Sequence[float], pitch: float) -> bool:
    """Whether a token is several labels that were read as one; a single date is wider than its
    place where only every third is named.
    """
    if _turned(token) or is_counted(token.text):
        return False
    return sum(token.box[0] + 3 < c < token.box[2] - 3 for c in centers) > 1


def _further_lines(
    canvas: Canvas,
    found: Sequence[Category],
    rest: Sequence[Token],
    pitch: float,
    size: float,
    shade: float,
) -> list[Token]:
    """Add the second and later lines of labels; returns what is left."""
    left = list(rest)
    while True:
        bottoms = [max(middle(t.box)[1] for t in c.tokens) for c in found if c.tokens]
        level = max(bottoms, default=0.0)
        line = [t for t in left if 0 < middle(t.box)[1] - level <= 1.5 * size]
        homes = [_home(found, t) for t in line]
        fits = all(
            abs(h.center - middle(t.box)[0]) <= 0.3 * pitch
            and _across(t) <= 1.25 * pitch
            and abs(ink(canvas, t) - shade) <= 28
            for h, t in zip(homes, line, strict=True)
        )
        if not line or not fits or _is_axis_title(canvas, line, found):
            return left
        for home, token in zip(homes, line, strict=True):
            home.tokens.append(token)
            left.remove(token)


def _is_axis_title(canvas: Canvas, line: Sequence[Token], found: Sequence[Category]) -> bool:
    """Whether one text under the middle category is the title of the axis, which stands further
    from the labels than their own lines from each other.
    """
    amid = (found[0].center + found[-1].center) / 2
    labels = [t for c in found for t in c.tokens]
    if len(line) > 1 or len(found) < 2 or abs(middle(line[0].box)[0] - amid) > tall(line[0]):
        return False
    letters = [letters_of(canvas, t) for t in labels]
    lowest = max(top for top, _ in letters) - 0.5 * tall(line[0])
    # the lowest line of labels, by its tallest letters
    last = [(top, base) for top, base in letters if top >= lowest]
    level, letter = min(top for top, _ in last), max(base - top for top, base in last)
    return letters_of(canvas, line[0])[0] - level >= _APART * letter


def _axis_below(rest: Sequence[Token], plot: Plot, bottom: float, size: float) -> tuple[Token, ...]:
    """One line below the labels that is centred under the plot."""
    under = [t for t in rest if t.box[1] >= bottom - 0.4 * size]
    if not under:
        return ()
    line = rows(under)[0]
    close = line[0].box[1] - bottom <= 2.2 * size
    center = (line[0].box[0] + line[-1].box[2]) / 2
    width = plot.extent[2] - plot.extent[0]
    centred = abs(center - (plot.extent[0] + plot.extent[2]) / 2) <= 0.08 * width + 10
    return tuple(line) if close and centred and len(line) == 1 else ()


def _fill(canvas: Canvas, found: Sequence[Category], place: Callable[[Category], Box]) -> None:
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


def _home(found: Sequence[Category], token: Token) -> Category:
    """The category that a token below the labels stands under."""
    return min(found, key=lambda category: abs(category.center - middle(token.box)[0]))
