"""Reader of line charts: dots give the points, printed values are held against their heights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from recast_agent.core.literals import parse_cell
from recast_agent.core.perception.axes import Tick, number, shortened, tick_scale
from recast_agent.core.perception.canvas import Candidate, Canvas, color_name
from recast_agent.core.perception.categories import Category, read_categories
from recast_agent.core.perception.columns import Column, Plot, Segment
from recast_agent.core.perception.heads import shared_unit, tokens_above
from recast_agent.core.perception.layout import (
    Frame,
    around,
    holds,
    is_furniture,
    middle,
    read_heading,
)
from recast_agent.core.perception.linechart import LineChart, find_line_chart, without_lines
from recast_agent.core.perception.pointvalues import (
    FEWEST,
    Fit,
    Place,
    Value,
    assign,
    closer_look,
    fit_values,
    ink_of,
    is_ambiguous,
)
from recast_agent.core.perception.values import read_boxes, read_cell
from recast_agent.core.table import Table
from recast_agent.core.types import Token, Witness

_SURE = 0.85
"""The least score of a value that is read from a cut-out."""

_FLAT = 4.0
"""Pixels between the highest and the lowest point below which heights tell nothing."""


def read_lines(canvas: Canvas) -> Candidate | None:
    """The table of a line chart with dots and printed values; None where there is none.

    A point without a value that could be read, or with one that could be another point's, is in
    conflict; a None in agreement with the geometry is a gap in the line.
    """
    chart = find_line_chart(canvas)
    if chart is None:
        return None
    values = _values(canvas, chart)
    fit = fit_values(values, chart.points)
    if fit is None and len(values) >= FEWEST:
        again = _at_points(canvas, chart, values)
        fit = fit_values(again, chart.points)
        values = values if fit is None else again
    found = assign(values, chart.points, fit)
    unsure: frozenset[Place] = frozenset()
    if fit is not None:
        seen = _second_look(canvas, chart, values, found, fit)
        unsure = frozenset(_shortened(found)) - seen.keys()
        found |= seen
    if len(found) < 0.5 * len(chart.points):
        return None
    used = [v.token for v in found.values()]
    categories, axis = read_categories(canvas, _plot(chart), chart.centers, [*used, *chart.legend])
    names = [c.name for c in categories]
    if not all(names) or len(set(names)) < len(names):
        return None
    labels = [t for c in categories for t in c.tokens]
    taken = [*used, *chart.legend, *labels, *axis]
    stray = _stray(chart, values, [*used, *labels])
    return _candidate(canvas, chart, found, fit, categories, taken, axis, stray, unsure)


def _values(canvas: Canvas, chart: LineChart) -> list[Value]:
    """The numbers that stand over or under a column of points."""
    held = {id(t) for t in (*chart.legend, *_ticks(canvas, chart))}
    colors = [t.color for t in chart.tracks]
    values = []
    for token in canvas.tokens:
        if token.vertical or id(token) in held or is_furniture(token):
            continue
        for part in _parts(token, chart):
            center = (part.box[0] + part.box[2]) / 2
            column = int(np.argmin([abs(c - center) for c in chart.centers]))
            cell = read_cell(part.text)
            if cell is not None and abs(chart.centers[column] - center) <= 0.45 * chart.pitch:
                ink = ink_of(canvas, part, colors) if len(colors) > 1 else None
                values.append(Value(cell, part, column, ink))
    return values


def _ticks(canvas: Canvas, chart: LineChart) -> list[Token]:
    """The numbers of a value axis on the left, which hold to one scale; the value of a point is
    printed around it, so that none ends before the first column.
    """
    beside = [
        (token, Tick(-middle(token.box)[1], number(cell.text)))
        for token in canvas.tokens
        if token.box[2] < chart.centers[0] - 2 and (cell := read_cell(token.text)) is not None
    ]
    found: list[Token] = []
    for token, _ in beside:
        column = [(t, k) for t, k in beside if abs(t.box[2] - token.box[2]) <= 6]
        scale = tick_scale([k for _, k in column], 0.0) if len(column) > len(found) else None
        if scale is not None:
            found = [t for t, _ in column]
    return found


def _parts(token: Token, chart: LineChart) -> list[Token]:
    """The token, or its words by column where it is several values that were read as one."""
    words = token.text.split()
    if read_cell(token.text) is not None or len(words) < 2:
        return [token]
    left, _, right, _ = token.box
    width = (right - left) / len(token.text)
    groups: dict[int, list[tuple[int, str]]] = {}
    start = 0
    for word in words:
        start = token.text.index(word, start)
        center = left + (start + len(word) / 2) * width
        column = int(np.argmin([abs(c - center) for c in chart.centers]))
        groups.setdefault(column, []).append((start, word))
        start += len(word)
    parts = []
    for group in groups.values():
        first, last = group[0][0], group[-1][0] + len(group[-1][1])
        box = (left + first * width, token.box[1], left + last * width, token.box[3])
        text = " ".join(word for _, word in group)
        parts.append(token.model_copy(update={"text": text, "box": box}))
    return parts if all(parse_cell(p.text) is not None for p in parts) else [token]


def _second_look(
    canvas: Canvas,
    chart: LineChart,
    values: Sequence[Value],
    found: Mapping[Place, Value],
    fit: Fit,
) -> dict[Place, Value]:
    """Cut-outs at points without a value, or whose value they contradict or cannot tell whole."""
    short = _shortened(found)
    wanted = {
        place: dot
        for place, dot in chart.points.items()
        if place not in found or place in short or not fit.agrees(dot, found[place].cell)
    }
    size, room = _text_box(values, chart)
    free = without_lines(canvas, chart) if all(v.ink is None for v in values) else canvas
    seen = closer_look(free, wanted, fit, size, room)
    # a stroke painted over takes parts of the digits that it crosses with it
    rest = {place: dot for place, dot in wanted.items() if place not in seen}
    return seen if free is canvas else closer_look(canvas, rest, fit, size, room) | seen


def _at_points(canvas: Canvas, chart: LineChart, values: Sequence[Value]) -> list[Value]:
    """What is written above each point once its line is painted over: strokes cut numbers into
    pieces that hold to no scale.
    """
    size, room = _text_box(values, chart)
    boxes = [
        (dot.x - room / 2, dot.y - 7 - 1.2 * size, dot.x + room / 2, dot.y - 7)
        for dot in chart.points.values()
    ]
    found = []
    for (column, _), box, (text, score) in zip(
        chart.points, boxes, read_boxes(without_lines(canvas, chart), boxes), strict=True
    ):
        cell = read_cell(text) if score >= _SURE else None
        if cell is not None:
            found.append(Value(cell, Token(text=text, box=box, score=score), column))
    return found


def _text_box(values: Sequence[Value], chart: LineChart) -> tuple[float, float]:
    """The usual height of a value, and the room that the widest takes."""
    size = float(np.median([v.token.box[3] - v.token.box[1] for v in values]))
    widest = max(v.token.box[2] - v.token.box[0] for v in values)
    return size, min(widest + 6, 1.1 * chart.pitch)


def _shortened(found: Mapping[Place, Value]) -> list[Place]:
    """The points whose value shows fewer decimals than another."""
    short = shortened([value.cell.text for value in found.values()])
    return [place for place, few in zip(found, short, strict=True) if few]


def _plot(chart: LineChart) -> Plot:
    """The points as columns on the lowest point, for the search of labels under them."""
    foot, columns = -chart.bottom, []
    for i, center in enumerate(chart.centers):
        top = max((-d.y for (k, _), d in chart.points.items() if k == i), default=foot)
        box = (center - 4, foot, center + 4, top + 4)
        columns.append(Column((Segment(box, chart.tracks[0].color),), (), ()))
    return Plot(Frame(False), foot, 0.45 * chart.pitch, tuple(columns))


def _stray(chart: LineChart, values: Sequence[Value], used: Sequence[Token]) -> list[Value]:
    """Numbers amid the points that belong to none of them; a piece of a value is no number."""
    held = {id(t) for t in used}
    top = min(dot.y for dot in chart.points.values())
    return [
        v
        for v in values
        if id(v.token) not in held
        and not any(holds(t.box, middle(v.token.box)) for t in used)
        and top - 3 * (v.token.box[3] - v.token.box[1]) <= v.middle <= chart.bottom + 6
    ]


def _candidate(
    canvas: Canvas,
    chart: LineChart,
    found: Mapping[Place, Value],
    fit: Fit | None,
    categories: Sequence[Category],
    taken: list[Token],
    axis: Sequence[Token],
    stray: Sequence[Value],
    unsure: frozenset[Place],
) -> Candidate:
    top = min([*(t.box[1] for t in taken), *(d.y for d in chart.points.values())])
    labels = [t for c in categories for t in c.tokens]
    head = read_heading(canvas, tokens_above(canvas, top, taken), labels)
    side = [t for t in canvas.tokens if t.vertical and t.box[2] <= chart.centers[0]][:1]
    mark, unit = shared_unit(v.cell for v in found.values())
    columns = [_column_of(c, chart) for c in categories]
    places = [[(i, j) for j in range(len(chart.tracks))] for i in columns]
    doubt = {v.column for v in stray}
    table = Table(
        chart_type="line",
        title=head.title,
        category_axis=" ".join(t.text for t in axis),
        value_axis=head.value_axis or " ".join(t.text for t in side),
        unit=head.unit or unit,
        categories=tuple(c.name for c in categories),
        series=chart.names,
        cells=tuple(
            tuple(found[p].cell.text + mark if p in found else None for p in row) for row in places
        ),
        colors=tuple(color_name(t.color) for t in chart.tracks),
    )
    witnesses = tuple(
        tuple(
            "conflict" if p in unsure else _witness(p, chart, found, fit, p[0] in doubt)
            for p in row
        )
        for row in places
    )
    total = len(chart.points) + len(chart.lost)
    score = len(found) / total * len(found) / (len(found) + len(stray))
    dots = [(d.x, d.y, d.x, d.y) for d in chart.points.values()]
    area = around([*dots, *(t.box for t in (*(v.token for v in found.values()), *labels))])
    return Candidate(table, witnesses, (*taken, *head.used, *side), score, area)


def _column_of(category: Category, chart: LineChart) -> int:
    """The column of points over a label; -1 for a label without points."""
    k = int(np.argmin([abs(c - category.center) for c in chart.centers]))
    return k if abs(chart.centers[k] - category.center) <= 0.5 * chart.pitch else -1


def _witness(
    place: Place, chart: LineChart, found: Mapping[Place, Value], fit: Fit | None, doubt: bool
) -> Witness:
    """What the height of a point says of its value, or its absence of a missing one."""
    if place not in found:
        gap = place not in chart.points and place not in chart.lost and not doubt
        # a category of one line that holds no point is a point that was not seen
        return "geometry" if gap and len(chart.names) > 1 else "conflict"
    if fit is None:
        return "none" if _tells_nothing(chart, found) else "conflict"
    held = fit.agrees(chart.points[place], found[place].cell)
    ambiguous = is_ambiguous(place, found, chart.points, fit)
    return "geometry" if held and not ambiguous else "conflict"


def _tells_nothing(chart: LineChart, found: Mapping[Place, Value]) -> bool:
    """Whether there are too few points for a scale, or all stand at one height with one value."""
    ys = [chart.points[p].y for p in found]
    alike = len({v.cell.text for v in found.values()}) == 1
    return len(found) < 3 or (alike and max(ys) - min(ys) < _FLAT)
