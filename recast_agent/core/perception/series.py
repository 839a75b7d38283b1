"""Series of a bar chart: fills with names, and where their groups stand."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.columns import Plot, Segment
from recast_agent.core.perception.headers import read_headers
from recast_agent.core.perception.legend import read_legend
from recast_agent.core.perception.marks import Color, same_color
from recast_agent.core.types import Token


@dataclass(frozen=True)
class Series:
    """Distinct fills with their names; a single unnamed one where colours tell nothing."""

    names: tuple[str, ...]
    colors: tuple[Color, ...]
    tokens: tuple[Token, ...] = ()

    def index(self, color: Color) -> int | None:
        """Which series a fill belongs to; None for a fill of no series."""
        if len(self.names) == 1:
            return 0
        hits = [k for k, c in enumerate(self.colors) if same_color(c, color)]
        return hits[0] if hits else None


def read_series(canvas: Canvas, plot: Plot) -> Series | None:
    """The series by their legend, or by headers; None where colours mean series without names."""
    fills = plot.colors
    entries = read_legend(canvas, fills) if len(fills) > 1 else []
    if plot.stacked and len(entries) != len(fills):
        entries = read_headers(canvas, plot)
    if len(entries) >= 2 and len(entries) == len(fills):
        return Series(
            tuple(e.name for e in entries),
            tuple(e.color for e in entries),
            tuple(t for e in entries for t in e.tokens),
        )
    if plot.stacked or len(entries) >= 2 or _means_series(plot):
        return None
    return Series(("",), tuple(fills))


def _means_series(plot: Plot) -> bool:
    """Whether colours alternate as they do in groups: then their names should have been found."""
    if len(plot.colors) < 2 or len(plot.colors) > len(plot.segments) / 2:
        return False
    bars = sorted(plot.segments, key=lambda s: s.center)
    changes = sum(not same_color(a.color, b.color) for a, b in pairwise(bars))
    return changes >= 0.5 * (len(bars) - 1)


def category_centers(plot: Plot, series: Series) -> list[float]:
    """Where the categories stand: at the columns, or amid each group of them."""
    places = [c.center for c in plot.columns]
    if plot.stacked or len(series.names) == 1:
        return places
    return [float(np.mean(g)) for g in _groups(plot, series)]


def _groups(plot: Plot, series: Series) -> list[list[float]]:
    """Each bar says where the middle of its group is, by its rank within the group."""
    bars = sorted(plot.segments, key=lambda s: s.center)
    steps = np.diff([b.center for b in bars])
    step = float(np.min(steps)) if len(steps) else plot.thickness
    ranks = _ranks(bars, series, step)
    half = (len(series.names) - 1) / 2
    votes = sorted(b.center - (ranks[series.index(b.color) or 0] - half) * step for b in bars)
    groups = [[votes[0]]]
    for vote in votes[1:]:
        if vote - groups[-1][-1] <= 0.45 * step:
            groups[-1].append(vote)
        else:
            groups.append([vote])
    return groups


def _ranks(bars: list[Segment], series: Series, step: float) -> list[int]:
    """The place of each series within a group: in legend order, or against it."""
    forward = 0
    for a, b in pairwise(bars):
        i, j = series.index(a.color), series.index(b.color)
        if i is not None and j is not None and b.center - a.center <= 1.4 * step:
            forward += (j > i) - (j < i)
    order = range(len(series.names))
    return list(order) if forward >= 0 else list(reversed(order))
