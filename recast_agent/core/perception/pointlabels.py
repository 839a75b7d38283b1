"""Names under the points of a line chart, also where only every second or third is printed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.categories import read_categories
from recast_agent.core.perception.columns import Column, Plot, Segment
from recast_agent.core.perception.labels import Category
from recast_agent.core.perception.layout import Frame
from recast_agent.core.perception.linechart import LineChart
from recast_agent.core.perception.thinned import filled
from recast_agent.core.types import Token

_BESIDE = 0.35
"""How far beside its point the middle of a name may stand, in steps of the grid."""


_INKED = 60
"""How far from its ground, in one channel, a pixel of a text is."""

_WIDER = 1.5
"""How much wider than a gap within a word the space between two is."""


@dataclass(frozen=True)
class PointLabels:
    """A name per place, the column of points over it (-1: none), the tokens of all names and those
    of the title of the axis.
    """

    names: tuple[str, ...]
    columns: tuple[int, ...]
    tokens: tuple[Token, ...]
    axis: tuple[Token, ...]


def point_labels(canvas: Canvas, chart: LineChart, taken: Sequence[Token]) -> PointLabels | None:
    """The names of places, from left to right; None where one is missing that does not follow from
    those printed, or two are alike.
    """
    pieces = {
        id(t): parts for t in canvas.tokens if len(parts := _names_in(canvas, t, chart, taken)) > 1
    }
    tokens = tuple(part for t in canvas.tokens for part in pieces.get(id(t), [t]))
    found, axis = read_categories(
        replace(canvas, tokens=tokens), _under_points(chart), chart.centers, taken
    )
    names = filled([c.name for c in found])
    if not names or len(set(names)) < len(names):
        return None
    whole = [t for t in canvas.tokens if id(t) in pieces]
    labels = (*(t for c in found for t in c.tokens), *whole)
    return PointLabels(names, tuple(_column_of(c, chart) for c in found), labels, axis)


def words_at(canvas: Canvas, token: Token, centers: Sequence[float]) -> list[tuple[int, Token]]:
    """The words of a token by the column that each stands at, those of one column together; none
    where white space does not part them clearly.
    """
    left, top, right, bottom = (max(round(v), 0) for v in token.box)
    crop = canvas.rgb[top:bottom, left:right].astype(int)
    words = token.text.split()
    if not crop.size or len(words) < 2:
        return []
    inked = np.abs(crop - np.median(crop.reshape(-1, 3), axis=0)).max(axis=2) > _INKED
    at = np.flatnonzero(inked.any(axis=0))
    steps = np.diff(at)
    order = np.argsort(-steps, kind="stable")
    cuts, rest = order[: len(words) - 1], order[len(words) - 1 :]
    clear = max(_WIDER * steps[rest].max(initial=1), 3)
    if len(cuts) < len(words) - 1 or steps[cuts].min() < clear:
        return []
    groups: dict[int, list[tuple[str, float, float]]] = {}
    for word, run in zip(words, np.split(at, np.sort(cuts) + 1), strict=True):
        first, last = left + float(run[0]), left + float(run[-1]) + 1
        column = int(np.argmin([abs(c - (first + last) / 2) for c in centers]))
        groups.setdefault(column, []).append((word, first, last))
    parts = []
    for column, group in groups.items():
        box = (group[0][1], token.box[1], group[-1][2], token.box[3])
        text = " ".join(word for word, _, _ in group)
        parts.append((column, token.model_copy(update={"text": text, "box": box})))
    return parts


def _names_in(
    canvas: Canvas, token: Token, chart: LineChart, taken: Sequence[Token]
) -> list[Token]:
    """The names that were read as one: a word under each of several points."""
    if token.vertical or token in taken or token.box[1] < chart.bottom:
        return [token]
    parts = words_at(canvas, token, chart.centers)
    slack = _BESIDE * chart.pitch
    apart = len(parts) == len(token.text.split()) and all(
        abs((t.box[0] + t.box[2]) / 2 - chart.centers[k]) <= slack for k, t in parts
    )
    return [t for _, t in parts] if apart else [token]


def _under_points(chart: LineChart) -> Plot:
    """The points as columns on the lowest point, for the search of labels under them."""
    foot, columns = -chart.bottom, []
    for i, center in enumerate(chart.centers):
        top = max((-d.y for (k, _), d in chart.points.items() if k == i), default=foot)
        box = (center - 4, foot, center + 4, top + 4)
        columns.append(Column((Segment(box, chart.tracks[0].color),), (), ()))
    return Plot(Frame(False), foot, 0.45 * chart.pitch, tuple(columns))


def _column_of(category: Category, chart: LineChart) -> int:
    """The column of points over a label; -1 for a label without points."""
    k = int(np.argmin([abs(c - category.center) for c in chart.centers]))
    return k if abs(chart.centers[k] - category.center) <= 0.5 * chart.pitch else -1
