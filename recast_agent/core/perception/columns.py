"""Bars as columns on a common foot, whichever way they lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.perception.layout import Frame, around
from recast_agent.core.perception.marks import Box, Color, Mark, clusters, joined, same_color

_GAP = 3.5
"""The widest seam between two segments of a stack, in pixels."""

_TEXT = 26.0
"""The most that a value printed across a bar can cut out of it, in pixels."""


_LONG = 3
"""Pixels along the values from which on a mark is no sliver."""

_GREYS = (255.0, 215.0, 176.0, 0.0)
"""Shades of the paper, of the lines of a grid, and of an axis."""


@dataclass(frozen=True)
class Segment:
    """A bar or a piece of a stack, in the frame's coordinates."""

    box: Box
    color: Color

    @property
    def center(self) -> float:
        """Its place along the categories."""
        return (self.box[0] + self.box[2]) / 2

    @property
    def length(self) -> float:
        """Its extent along the values, in pixels."""
        return self.box[3] - self.box[1]


@dataclass(frozen=True)
class Column:
    """What stands on the foot at one place: segments upwards from it, and downwards."""

    up: tuple[Segment, ...]
    down: tuple[Segment, ...]
    floating: tuple[Segment, ...]

    @property
    def segments(self) -> tuple[Segment, ...]:
        """All that touch the foot, directly or through others."""
        return self.up + self.down

    @property
    def center(self) -> float:
        """Its place along the categories."""
        return self.segments[0].center


@dataclass(frozen=True)
class Plot:
    """Columns in order along the categories; ``foot`` is where their values start."""

    frame: Frame
    foot: float
    thickness: float
    columns: tuple[Column, ...]

    @property
    def stacked(self) -> bool:
        """Whether some column has several segments."""
        return any(len(c.segments) > 1 for c in self.columns)

    @property
    def segments(self) -> list[Segment]:
        """All segments of all columns."""
        return [s for c in self.columns for s in c.segments]

    @property
    def colors(self) -> list[Color]:
        """Distinct fills in order of appearance."""
        fills: list[Color] = []
        for s in self.segments:
            if not any(same_color(s.color, f) for f in fills):
                fills.append(s.color)
        return fills

    @property
    def extent(self) -> Box:
        """The frame box around all segments."""
        return around(s.box for s in self.segments)


def find_plots(marks: Sequence[Mark]) -> list[Plot]:
    """The picture seen as standing and as lying bars, the fuller view first."""
    views = [_plot(marks, Frame(horizontal)) for horizontal in (False, True)]
    weighed = [(_weight(p), p) for p in views if p is not None]
    several = max((w for w, p in weighed if len(p.segments) > 1), default=0.0)
    weighed = [(w, p) for w, p in weighed if len(p.segments) > 1 or several < 0.3 * w]
    return [p for _, p in sorted(weighed, key=lambda w: -w[0])]


def _weight(plot: Plot) -> float:
    return plot.thickness * sum(s.length for s in plot.segments)


def _plot(marks: Sequence[Mark], frame: Frame) -> Plot | None:
    turned = joined([Mark(frame.turn(m.box), m.color) for m in marks], gap=_TEXT)
    kin = _without_outlines(_mended(_alike(turned), turned))
    long = [b for b in kin if _long(b) >= _LONG]
    foot = _foot(long or kin) if kin else 0.0
    fills = [s.color for c in _columns(long, foot) for s in c.segments]
    bars = _whole_slivers(_without_seams(kin, fills))
    standing = _columns(bars, foot)
    if not standing:
        return None
    return Plot(frame, foot, float(np.median([_thick(b) for b in bars])), standing)


def _columns(bars: Sequence[Mark], foot: float) -> tuple[Column, ...]:
    """What stands on the foot, in order along the categories."""
    if not bars:
        return ()
    groups = clusters([_center(b) for b in bars], 0.3 * _thick(bars[0]))
    columns = (_column([bars[i] for i in group], foot) for group in groups)
    return tuple(c for c in columns if c.segments)


def _thick(mark: Mark) -> float:
    return mark.box[2] - mark.box[0]


def _alike(marks: Sequence[Mark]) -> list[Mark]:
    """The marks of the thickness that covers most."""
    wide = [m for m in marks if _thick(m) >= 5]
    if not wide:
        return []

    def kin(mark: Mark) -> list[Mark]:
        slack = max(2.0, 0.05 * _thick(mark))
        return [m for m in wide if abs(_thick(m) - _thick(mark)) <= slack]

    groups = [kin(m) for m in wide]
    return max(groups, key=lambda g: sum(_long(m) * _thick(m) for m in g if _long(m) >= _LONG))


def _mended(bars: list[Mark], marks: Sequence[Mark]) -> list[Mark]:
    """With the thin segments that the text on them has cut into pieces: what is left of them at
    both edges of a bar is level and of one colour.
    """
    if not bars:
        return bars
    thick = float(np.median([_thick(b) for b in bars]))
    pieces = [m for m in marks if _thick(m) < 0.8 * thick and _long(m) >= _LONG]
    places = {(round(b.box[0]), round(b.box[2])) for b in bars if _long(b) >= _LONG}
    mended = list(bars)
    for left, right in sorted(places):
        starts = [m for m in pieces if abs(m.box[0] - left) <= 1]
        ends = [m for m in pieces if abs(m.box[2] - right) <= 1]
        for a, b in product(starts, ends):
            level = abs(a.box[1] - b.box[1]) <= 2 and abs(a.box[3] - b.box[3]) <= 2
            if level and same_color(a.color, b.color) and a.box[2] <= b.box[0]:
                box = (a.box[0], min(a.box[1], b.box[1]), b.box[2], max(a.box[3], b.box[3]))
                if not any(_overlap(box, bar.box) for bar in mended):
                    mended.append(Mark(box, a.color))
    return mended


def _overlap(a: Box, b: Box) -> bool:
    """Whether boxes share more than their edges."""
    across = min(a[2], b[2]) - max(a[0], b[0])
    along = min(a[3], b[3]) - max(a[1], b[1])
    return across > 2 and along > 2


def _without_outlines(bars: Sequence[Mark]) -> list[Mark]:
    """Without the outlines of other bars, which are as large and of another shade."""

    def outlines(a: Mark, b: Mark) -> bool:
        out = (b.box[0] - a.box[0], b.box[1] - a.box[1], a.box[2] - b.box[2], a.box[3] - b.box[3])
        return min(out) >= 0 and 0 < max(out) <= 2 and a.color != b.color

    return [a for a in bars if not any(outlines(a, b) for b in bars if _long(b) >= _LONG)]


def _without_seams(bars: Sequence[Mark], fills: Sequence[Color]) -> list[Mark]:
    """Without the blended edges of bars, axis lines and the lines of a grid drawn over the bars;
    a bar may be as thin where its value is small, of one of the fills or of a bright one.
    """
    long = [b for b in bars if _long(b) >= _LONG]
    stacked = any(_touch(a, b) for a, b in combinations(long, 2))

    def is_bar(thin: Mark) -> bool:
        if any(_crosses(thin, b) for b in long):
            return False
        known = any(same_color(thin.color, fill, 10) for fill in fills)
        vivid = max(thin.color) - min(thin.color) >= 30
        edge = any(_is_edge(thin, b) for b in long)
        return (known and stacked) or ((known or vivid) and not edge)

    return [b for b in bars if _long(b) >= _LONG or is_bar(b)]


def _whole_slivers(bars: Sequence[Mark]) -> list[Mark]:
    """With one bar for slivers that touch, in the brightest shade: their edges are blended."""
    whole: list[Mark] = [b for b in bars if _long(b) >= _LONG]
    thin = sorted((b for b in bars if _long(b) < _LONG), key=lambda b: (b.box[0], b.box[1]))
    for sliver in thin:
        last = whole[-1] if whole and _long(whole[-1]) < _LONG else None
        if last and abs(last.box[0] - sliver.box[0]) <= 2 and sliver.box[1] <= last.box[3]:
            box = (last.box[0], last.box[1], last.box[2], max(last.box[3], sliver.box[3]))
            bright = max(last.color, sliver.color, key=lambda c: max(c) - min(c))
            whole[-1] = Mark(box, bright)
        else:
            whole.append(sliver)
    return whole


def _center(mark: Mark) -> float:
    return (mark.box[0] + mark.box[2]) / 2


def _long(mark: Mark) -> float:
    return mark.box[3] - mark.box[1]


def _crosses(thin: Mark, bar: Mark) -> bool:
    """Whether a sliver lies across a bar, which shows on both sides of it."""
    within = bar.box[0] - 2 <= thin.box[0] and thin.box[2] <= bar.box[2] + 2
    return within and bar.box[1] < thin.box[1] and thin.box[3] < bar.box[3]


def _touch(a: Mark, b: Mark) -> bool:
    """Whether one mark ends where another of its column begins."""
    close = min(abs(a.box[1] - b.box[3]), abs(b.box[1] - a.box[3])) <= 2
    return close and abs(a.box[0] - b.box[0]) <= 3


def _is_edge(thin: Mark, bar: Mark) -> bool:
    """Whether a sliver touches a bar and its fill lies between the bar's and that of the paper, or
    of a grid line over it.
    """
    if not _touch(thin, bar):
        return False
    fill, pale = np.array(bar.color, dtype=float), np.array(thin.color, dtype=float)
    return any(_between(pale, fill, grey) for grey in _GREYS)


def _between(seen: NDArray[np.float64], fill: NDArray[np.float64], grey: float) -> bool:
    """Whether a colour is a fill blended with a grey."""
    ray = grey - fill
    share = float(np.clip(np.dot(seen - fill, ray) / max(np.dot(ray, ray), 1.0), 0.0, 1.0))
    return bool(np.abs(fill + share * ray - seen).max() <= 24)


def _foot(bars: Sequence[Mark]) -> float:
    """The end that bars in most places share; among equals that where most of them lie behind."""
    places = clusters([_center(b) for b in bars], 0.3 * _thick(bars[0]))
    edges = [b.box[1] for b in bars] + [b.box[3] for b in bars]

    def touches(bar: Mark, edge: float) -> bool:
        return abs(bar.box[1] - edge) <= 2 or abs(bar.box[3] - edge) <= 2

    def shared(edge: float) -> tuple[int, int]:
        touching = sum(any(touches(bars[i], edge) for i in place) for place in places)
        return touching, sum(b.box[1] >= edge - 2 for b in bars)

    best = max(edges, key=shared)
    return float(np.median([e for e in edges if abs(e - best) <= 2]))


def _column(bars: Iterable[Mark], foot: float) -> Column:
    left = [Segment(b.box, b.color) for b in bars]
    up = _chain(left, foot, 1)
    down = _chain(left, foot, -1)
    return Column(tuple(up), tuple(down), tuple(left))


def _chain(left: list[Segment], foot: float, direction: int) -> list[Segment]:
    """Take the segments that follow each other from the foot out of ``left``."""
    chain: list[Segment] = []
    start = foot
    near, far = (1, 3) if direction > 0 else (3, 1)
    while True:
        following = [s for s in left if abs(s.box[near] - start) <= _GAP]
        if not following:
            return chain
        segment = max(following, key=lambda s: s.length)
        left.remove(segment)
        chain.append(segment)
        start = segment.box[far]
