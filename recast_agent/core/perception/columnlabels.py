"""Labels of categories under columns: upright, slanted or turned, on several lines."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.columns import Plot
from recast_agent.core.perception.labels import Category, fill, grid_pitch, on_grid
from recast_agent.core.perception.layout import ink, is_slanted, letters_of, middle, rows, tall
from recast_agent.core.perception.thinned import is_counted
from recast_agent.core.types import Token

_APART = 1.75
"""In heights of a capital, how far apart two lines begin that are not of one label."""

_NAMED, _FEW = 0.3, 3
"""The least share and number of places that are named: every third, but for one at an end."""


def column_labels(
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
        elif on_grid(a, sorted(centers), pitch):
            found.append(Category(a, [token]))
    size = float(np.median([_height(t) for t in line]))
    top, bottom = min(t.box[1] for t in line), float(np.median([t.box[3] for t in line]))
    if not risen:
        fill(canvas, found, lambda c: (c.center - pitch / 2, top, c.center + pitch / 2, bottom))
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


def _home(found: Sequence[Category], token: Token) -> Category:
    """The category that a token below the labels stands under."""
    return min(found, key=lambda category: abs(category.center - middle(token.box)[0]))
