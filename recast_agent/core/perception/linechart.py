"""The points of a line chart by place: its lines named, its columns counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from recast_agent.core.perception.bends import covered_dot, may_hide, met_dot, passes
from recast_agent.core.perception.blends import cut_out, written_in
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.dots import (
    Dot,
    Track,
    columns_of,
    find_tracks,
    gaps,
    regular,
    rival_colors,
    stroke_colors,
)
from recast_agent.core.perception.layout import middle, tall
from recast_agent.core.perception.legend import Entry, read_legend
from recast_agent.core.perception.marks import background
from recast_agent.core.perception.pointvalues import Place
from recast_agent.core.types import Token

_SAMPLE = 3.5
"""How far before its name the sample of a line begins at most, in heights of the text."""

_LEVEL = 0.5
"""How far above or below the middle of its name a sample stands, in heights of the text."""


@dataclass(frozen=True)
class LineChart:
    """Points by place; ``lost`` are places where a line passes but no point is made out."""

    names: tuple[str, ...]
    tracks: tuple[Track, ...]
    centers: tuple[float, ...]
    points: Mapping[Place, Dot]
    lost: frozenset[Place]
    legend: tuple[Token, ...]

    @property
    def pitch(self) -> float:
        """The least distance between neighbouring columns."""
        return gaps(self.centers)

    @property
    def bottom(self) -> float:
        """The height of the lowest point."""
        return max(dot.y for dot in self.points.values())


def find_line_chart(canvas: Canvas) -> LineChart | None:
    """The lines that carry dots; None where there are none, or none that the legend names."""
    tracks = find_tracks(canvas.rgb, canvas.tokens)
    named = _named(canvas, tracks) if tracks else None
    if named is None:
        return None
    return line_chart(*named)


def line_chart(
    names: tuple[str, ...], tracks: Sequence[Track], legend: tuple[Token, ...]
) -> LineChart | None:
    """The points of named lines by place; None where they make no columns or share a name."""
    centers = columns_of(tracks)
    if len(centers) < 2 or len(set(names)) < len(names):
        return None
    points = {(i, j): d for j, t in enumerate(tracks) for i, d in regular(t, centers).items()}
    top, bottom = min(t.reach[1] for t in tracks) - 2, max(t.reach[3] for t in tracks) + 2
    lost = set()
    pitch = gaps(centers)
    for i, center in enumerate(centers):
        for j, track in enumerate(tracks):
            if (i, j) in points:
                continue
            near = [d for (k, _), d in points.items() if k == i]
            seen = passes(track, center, pitch, top, bottom)
            dot = covered_dot(track, center, near) if seen else None
            if seen and dot is None:
                beside = [points.get((k, j)) for k in (i - 1, i + 1)]
                dot = met_dot(track, center, pitch, beside, (top, bottom))
            if dot is not None:
                points[i, j] = dot
            elif seen or may_hide(track, center, near):
                lost.add((i, j))
    return LineChart(names, tuple(tracks), tuple(centers), points, frozenset(lost), legend)


def _named(
    canvas: Canvas, tracks: Sequence[Track]
) -> tuple[tuple[str, ...], list[Track], tuple[Token, ...]] | None:
    """Names, lines in the order of the legend, and its tokens; None where the two do not match."""
    colors = [t.color for t in tracks]
    entries = read_legend(canvas, [*colors, *rival_colors(canvas.rgb, tracks)])
    if len(tracks) == 1 and len(entries) < 2:
        more = _names_more(canvas, entries) or _is_named_at_end(canvas, tracks[0])
        return None if more else (("",), list(tracks), ())
    if sorted(e.color for e in entries) != sorted(colors):
        return None
    ordered = [_without_sample(next(t for t in tracks if t.color == e.color), e) for e in entries]
    if not all(t.dots for t in ordered):
        return None
    return tuple(e.name for e in entries), ordered, tuple(t for e in entries for t in e.tokens)


def _without_sample(track: Track, entry: Entry) -> Track:
    """A line without the dot that stands for it in the legend, the nearest one before its name."""
    left, size = entry.tokens[0].box[0], tall(entry.tokens[0])
    level = middle(entry.tokens[0].box)[1]
    before = [
        d
        for d in track.dots
        if abs(d.y - level) <= _LEVEL * size and -_SAMPLE * size <= d.x - left <= size
    ]
    sample = max(before, key=lambda d: d.x, default=None)
    return replace(track, dots=tuple(d for d in track.dots if d is not sample))


def _names_more(canvas: Canvas, entries: Sequence[Entry]) -> bool:
    """Whether the legend that names the one line found names another, which it hides, beside it."""
    if not entries:
        return False
    tokens = [t for e in read_legend(canvas, stroke_colors(canvas.rgb)) for t in e.tokens]
    line = middle(entries[0].tokens[0].box)[1]
    return sum(abs(middle(t.box)[1] - line) <= 0.4 * tall(t) for t in tokens) > 1


def _is_named_at_end(canvas: Canvas, track: Track) -> bool:
    """Whether words in the colour of a line stand behind its last dot, or hide the next one."""
    end, pitch = track.dots[-1], gaps([d.x for d in track.dots])
    paper = background(canvas.rgb)
    return any(
        sum(c.isalpha() for c in t.text) >= 2
        and end.x - tall(t) <= t.box[0] <= end.x + pitch + 2 * tall(t)
        and abs(middle(t.box)[1] - end.y) <= pitch + 3 * tall(t)
        and written_in(cut_out(canvas.rgb, t.box), [track.color], paper) == 0
        for t in canvas.tokens
    )


def without_lines(canvas: Canvas, chart: LineChart) -> Canvas:
    """The picture with its lines painted over, their blended edges too: values stand free."""
    import cv2

    rgb = canvas.rgb.copy()
    for track in chart.tracks:
        around_it = cv2.dilate(track.mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        pale = canvas.rgb.min(axis=2) >= min(track.color)
        rgb[track.mask | (around_it & pale)] = 255
    return replace(canvas, rgb=rgb)
