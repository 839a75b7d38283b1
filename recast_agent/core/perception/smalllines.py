"""Lines too thin, with dots too small, to be told apart in the picture as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.perception.blends import shares
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.dots import (
    CORE,
    Dot,
    Strokes,
    Track,
    columns_of,
    runs_up_to,
    stroke_colors,
    tracks_in,
)
from recast_agent.core.perception.endnames import read_end_names
from recast_agent.core.perception.layout import middle, tall
from recast_agent.core.perception.leftover import leaves_lines
from recast_agent.core.perception.legend import Entry
from recast_agent.core.perception.linechart import LineChart, line_chart
from recast_agent.core.perception.marks import Color, background
from recast_agent.core.perception.pointvalues import Place
from recast_agent.core.types import Token

_SHARE = 0.5
"""The least share of a line's colour in a pixel of it: its edges blend into the paper."""

_ASIDE = 24
"""How far beside the way from the paper to its colour a pixel of a line may be."""

_COVERED = 8
"""How far above or below a point, in pixels, another's dot may cover its own."""

_ON_COLUMN = 5
"""How far beside its column a dot may stand, in pixels."""

_GREY = 24
"""The greatest distance between the channels of a grey."""

_MARGIN = 0.4
"""How far the box of a text reaches beyond its letters, in heights of the box."""

_ALIKE = 20
"""How far, per channel, the pixels of one colour are from it."""

_DOTS = 98
"""The percentile of the columns of a line by its thickness that shows how thick its dots are."""

_ROUND = 0.65
"""The least share of its dots' usual thickness that a dot has."""

_SAMPLE = 4.0
"""How far before its name the sample of a line begins at most, in heights of the text."""

_LEVEL = 0.35
"""How far above or below the middle of its name a sample reaches, in heights of the text."""

_THICK = 3.0
_FILLED = 0.1
"""The least share of a filled colour's pixels that lie deeper than any stroke, in pixels."""

_PURE = 0.9
"""The least share of another colour in one that is not blended of it and the paper."""


def find_small_lines(canvas: Canvas, large: Canvas) -> LineChart | None:
    """The lines of a picture, sought in ``large`` and in its pixels; None where there are none,
    their right ends do not name them, or something like a line is left over.
    """
    paper = background(canvas.rgb)
    colors = [c for c in stroke_colors(_bright(canvas.rgb, paper)) if not _fills(canvas.rgb, c)]
    strokes = [_strokes(large.rgb, color, paper) for color in _pure(colors, paper)]
    tracks = tracks_in(strokes, [_trimmed(t) for t in large.tokens])
    entries = read_end_names(large, tracks)
    if not entries:
        return None
    named = [next(t for t in tracks if t.color == e.color) for e in entries]
    named = _alone(_without(named, entries))
    others = [t for t in tracks if t.color not in [n.color for n in named]]
    tokens = tuple(t for e in entries for t in e.tokens)
    if any(_is_two(t) for t in named) or _amid(others, named):
        return None
    if _is_sampled(large, named, tokens):
        return None
    if leaves_lines(large, named, tokens, paper):
        return None
    found = line_chart(tuple(e.name for e in entries), named, tokens)
    return found and _as_seen(found, large.tokens)


def _alone(tracks: Sequence[Track]) -> list[Track]:
    """The lines without dots that are the blended edges of two others' where these meet."""

    def is_blend(dot: Dot, own: Track) -> bool:
        near = [t for t in tracks if t is not own and any(_close(d, dot) for d in t.dots)]
        return len(near) > 1

    return [replace(t, dots=tuple(d for d in t.dots if not is_blend(d, t))) for t in tracks]


def _close(a: Dot, b: Dot) -> bool:
    return abs(a.x - b.x) <= _COVERED and abs(a.y - b.y) <= _COVERED


def _is_two(track: Track) -> bool:
    """Whether a line has two dots in one column: two lines of one hue."""
    return any(
        abs(a.x - b.x) <= _ON_COLUMN and abs(a.y - b.y) > _COVERED for a, b in pairwise(track.dots)
    )


def _as_seen(chart: LineChart, tokens: Sequence[Token]) -> LineChart:
    """The points whose dot is seen, or which another's dot covers where their line runs up to it. A
    column without one is none where every line is seen to pass it: it is drawn from year to year.
    """
    points = {
        (i, j): dot
        for (i, j), dot in chart.points.items()
        if dot in (track := chart.tracks[j]).dots
        or (_is_covered(chart, (i, j), dot) and runs_up_to(dot, track))
    }
    filled = {i for i, _ in points}
    held = [i for i, x in enumerate(chart.centers) if i in filled or _is_hidden(chart, x, tokens)]
    places = {(held.index(i), j): dot for (i, j), dot in points.items()}
    every = {(i, j) for i in range(len(held)) for j in range(len(chart.tracks))}
    return replace(
        chart,
        centers=tuple(chart.centers[i] for i in held),
        points=places,
        lost=frozenset(every - places.keys()),
    )


def _is_covered(chart: LineChart, place: Place, dot: Dot) -> bool:
    """Whether the dot of another line is seen at a place."""
    return any(
        p[0] == place[0] and p[1] != place[1] and abs(d.y - dot.y) <= _COVERED
        for p, d in chart.points.items()
    )


def _is_hidden(chart: LineChart, center: float, tokens: Sequence[Token]) -> bool:
    """Whether a line that runs on both sides of a column is not seen at it, or a text is there."""
    left, right = round(center) - 2, round(center) + 3
    for track in chart.tracks:
        if not track.dots[0].x < center < track.dots[-1].x:
            continue
        if not track.mask[:, left:right].any(axis=0).all():
            return True
        over = [t.box for t in tokens if t.box[0] <= center <= t.box[2]]
        if any(track.mask[round(box[1]) : round(box[3]), left:right].any() for box in over):
            return True
    return False


def _trimmed(token: Token) -> Token:
    """A text without the margin of its box, in which the end of a line may stand."""
    left, top, right, bottom = token.box
    margin = min(_MARGIN * (bottom - top), (right - left) / 2)
    return token.model_copy(update={"box": (left + margin, top, right - margin, bottom)})


def _is_sampled(canvas: Canvas, tracks: Sequence[Track], names: Sequence[Token]) -> bool:
    """Whether a level stroke of a line's colour stands before another text than those at the ends:
    a legend names the lines, and the texts at their ends are notes.
    """
    for token in canvas.tokens:
        if token in names or token.vertical or sum(c.isalpha() for c in token.text) < 2:
            continue
        size, level = tall(token), middle(token.box)[1]
        left, right = max(round(token.box[0] - _SAMPLE * size), 0), round(token.box[0])
        high, low = max(round(level - size), 0), round(level + size)
        inner = slice(max(round(size - _LEVEL * size), 0), round(size + _LEVEL * size))
        for track in tracks:
            seen = track.mask[high:low, left:right]
            stroke = seen[inner].any(axis=0) & (seen.sum(axis=0) == seen[inner].sum(axis=0))
            if _longest(stroke) >= size:
                return True
    return False


def _longest(row: NDArray[np.bool_]) -> int:
    """The length of the longest run in a row."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], row.astype(np.int8), [0]])))
    return int((edges[1::2] - edges[::2]).max(initial=0))


def _without(tracks: Sequence[Track], entries: Sequence[Entry]) -> list[Track]:
    """The lines without their names, which are no stroke of theirs that runs on."""
    free = []
    for track, entry in zip(tracks, entries, strict=True):
        left, top, right, bottom = track.reach
        last = track.dots[-1].x
        names = [t.box[0] for t in entry.tokens if middle(t.box)[0] > last]
        free.append(
            replace(track, reach=(left, top, min([right, *(max(n, last) for n in names)]), bottom))
        )
    return free


def _bright(rgb: NDArray[np.uint8], paper: Color) -> NDArray[np.uint8]:
    """A picture without its greys, which most of its text is written in."""
    grey = np.ptp(rgb, axis=2) < _GREY
    return np.where(grey[..., None], np.array(paper, dtype=np.uint8), rgb)


def _fills(rgb: NDArray[np.uint8], color: Color) -> bool:
    """Whether a colour fills areas thicker than any line, as those of a logo."""
    import cv2

    seen = np.abs(rgb.astype(np.int16) - np.array(color, dtype=np.int16)).max(axis=2) <= _ALIKE
    depth = cv2.distanceTransform(seen.astype(np.uint8), cv2.DIST_L2, 3)
    return bool((depth > _THICK).sum() >= _FILLED * seen.sum())


def _pure(colors: Sequence[Color], paper: Color) -> list[Color]:
    """The colours that are not the paper's blended with another's."""
    return [
        color
        for color in colors
        if not any(_blend(color, other, paper) for other in colors if other != color)
    ]


def _blend(color: Color, other: Color, paper: Color) -> bool:
    share, aside = shares(np.array([[color]], dtype=np.uint8), other, paper)
    return bool(share[0, 0] < _PURE and aside[0, 0] <= _ASIDE)


def _strokes(rgb: NDArray[np.uint8], color: Color, paper: Color) -> Strokes:
    """Where a picture shows a colour, pure or blended with the paper; a dot is thicker than its
    strokes usually are.
    """
    import cv2

    share, aside = shares(rgb, color, paper)
    mask = (share >= _SHARE) & (aside <= _ASIDE)
    depth = cv2.distanceTransform(mask.astype(np.uint8), cv2.DIST_L2, 5).max(axis=0)
    dot = float(np.percentile(depth[depth > 0], _DOTS)) if depth.any() else 0.0
    return Strokes(color, mask, max(CORE, _ROUND * dot))


def _amid(others: Sequence[Track], named: Sequence[Track]) -> bool:
    """Whether a line without a name runs over the same columns as those with one."""
    columns = columns_of(named)
    return any(
        all(min(abs(c - d.x) for c in columns) <= _ON_COLUMN for d in t.dots) for t in others
    )
