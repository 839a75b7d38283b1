"""Names of lines that stand at their right ends, in place of a legend."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.literals import parse_cell
from recast_agent.core.perception.blends import cut_out, written_in
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.dots import Dot, Track
from recast_agent.core.perception.layout import is_furniture, middle, tall
from recast_agent.core.perception.legend import Entry, as_name
from recast_agent.core.perception.marks import Color, background, same_color
from recast_agent.core.types import Token

_BEHIND = 2.5
"""How far from the end of its line a name may stand, in heights of its text."""

_LEVEL = 0.7
"""How far above or below the end of its line a name in a box may stand, in heights of its text."""

_BOXED = 8
"""How far, per channel, a box is from the paper at least."""

_IN_LINE = 0.6
"""How far names that stand in line may be off it, in heights of the text."""

_SPACED = 0.6
"""The widest space between two lines of one name, in heights of its text."""


def read_end_names(canvas: Canvas, tracks: Sequence[Track]) -> list[Entry]:
    """An entry for each line, from top to bottom: the text behind its last dot in its own colour,
    or in a box level with it, behind it or before it. Lines without a name have none; none at all
    where two share one, a text stands in line with the names, or another is in a line's colour.
    """
    if not tracks:
        return []
    paper, colors = background(canvas.rgb), [track.color for track in tracks]
    words = [t for t in canvas.tokens if not t.vertical and not is_furniture(t)]
    crops = [cut_out(canvas.rgb, t.box) for t in words]
    boxed = [not same_color(_ground(crop), paper, _BOXED) for crop in crops]
    inks = [None if b else written_in(c, colors, paper) for c, b in zip(crops, boxed, strict=True)]
    found: list[Entry] = []
    for k, track in enumerate(tracks):
        end = max(track.dots, key=lambda d: d.x)
        own = [t for t, ink in zip(words, inks, strict=True) if ink == k]
        framed = [t for t, is_boxed in zip(words, boxed, strict=True) if is_boxed]
        name = _behind(end, own) or ([] if own else _level_with(end, framed))
        if len(name) < len(own):
            return []
        if name:
            text = as_name(" ".join(t.text for t in name))
            found.append(Entry(text, track.color, tuple(name)))
    found.sort(key=lambda entry: entry.tokens[0].box[1])
    named = [t for entry in found for t in entry.tokens]
    alike = len({id(t) for t in named}) < len(named)
    free = [t for t, is_boxed in zip(words, boxed, strict=True) if not is_boxed or t in named]
    unnamed = any(parse_cell(entry.name) is not None for entry in found)
    return [] if alike or unnamed or _stands_in_line(free, named, tracks) else found


def _stands_in_line(
    words: Sequence[Token], named: Sequence[Token], tracks: Sequence[Track]
) -> bool:
    """Whether a text stands in line with the names, or among them behind the lines: of a line that
    was not found, perhaps.
    """
    heights = [d.y for t in tracks for d in t.dots]
    first = min((n.box[0] for n in named), default=0.0)

    def among(t: Token) -> bool:
        aligned = any(abs(t.box[0] - n.box[0]) <= _IN_LINE * tall(n) for n in named)
        reach = _LEVEL * tall(t)
        behind = t.box[0] >= first - _IN_LINE * tall(t)
        level = min(heights) - reach <= middle(t.box)[1] <= max(heights) + reach
        return aligned or (behind and level)

    return any(t not in named and among(t) for t in words)


def _ground(crop: NDArray[np.uint8]) -> Color:
    """What a text is written on."""
    red, green, blue = (int(c) for c in np.median(crop.reshape(-1, 3), axis=0))
    return red, green, blue


def _behind(end: Dot, own: Sequence[Token]) -> list[Token]:
    """The lines of the name behind the end of a line, of the text in its colour."""
    near = [
        t
        for t in own
        if abs(t.box[0] - end.x) <= _BEHIND * tall(t) < t.box[2] - end.x + tall(t)
        and abs(middle(t.box)[1] - end.y) <= 2 * _BEHIND * tall(t)
    ]
    near.sort(key=lambda t: t.box[1])
    together = all(
        abs(a.box[0] - b.box[0]) <= _SPACED * tall(a) and b.box[1] - a.box[3] <= _SPACED * tall(a)
        for a, b in pairwise(near)
    )
    return near if together else []


def _level_with(end: Dot, framed: Sequence[Token]) -> list[Token]:
    """The one text in a box level with the end of a line, behind it or before it."""
    near = [
        t
        for t in framed
        if abs(middle(t.box)[1] - end.y) <= _LEVEL * tall(t)
        and min(abs(t.box[0] - end.x), abs(end.x - t.box[2])) <= _BEHIND * tall(t)
    ]
    return near if len(near) == 1 else []
