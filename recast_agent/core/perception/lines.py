"""Reader of line charts: dots give the points, printed values are held against their heights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from recast_agent.core.literals import parse_cell
from recast_agent.core.perception.axes import shortened
from recast_agent.core.perception.canvas import Candidate, Canvas, color_names
from recast_agent.core.perception.heads import shared_unit, tokens_above
from recast_agent.core.perception.layout import (
    around,
    holds,
    is_furniture,
    middle,
    read_heading,
)
from recast_agent.core.perception.lineaxes import axis_ticks
from recast_agent.core.perception.linechart import LineChart, find_line_chart, without_lines
from recast_agent.core.perception.marks import Box
from recast_agent.core.perception.pointlabels import PointLabels, point_labels, words_at
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
    reachable,
    word_in,
)
from recast_agent.core.perception.values import read_boxes, read_cell
from recast_agent.core.table import Table
from recast_agent.core.types import Token, Witness

_SURE = 0.85
"""The least score of a value that is read from a cut-out."""

_CENTRED = 0.3
"""How far beside its point a value is centred, in steps of the grid."""

_APART = 0.45
"""The white space, in heights of text, that parts two values."""

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
    values, found, fit, unsure = _written(canvas, chart)
    if len(found) < 0.5 * len(chart.points):
        return None
    used = [v.token for v in found.values()]
    ticks = axis_ticks(canvas, chart)
    labels = point_labels(canvas, chart, [*used, *chart.legend, *ticks])
    if labels is None:
        return None
    taken = [*used, *chart.legend, *labels.tokens, *labels.axis]
    stray = _stray(chart, values, [*used, *labels.tokens])
    return _candidate(canvas, chart, found, fit, labels, taken, stray, unsure)


def _written(
    canvas: Canvas, chart: LineChart
) -> tuple[list[Value], dict[Place, Value], Fit | None, frozenset[Place]]:
    """The numbers at the points, those assigned to one, their scale, and the points whose value
    may not have been seen whole.
    """
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
    return values, found, fit, unsure


def printed_points(canvas: Canvas, chart: LineChart) -> dict[Place, Value]:
    """The values that their points bear out, where only some points have one."""
    _, found, fit, unsure = _written(canvas, chart)
    if fit is None:
        return {}
    return {
        place: value
        for place, value in found.items()
        if place not in unsure
        and fit.agrees(chart.points[place], value.cell)
        and not is_ambiguous(place, found, chart.points, fit)
    }


def _values(canvas: Canvas, chart: LineChart) -> list[Value]:
    """The numbers that stand over or under a column of points."""
    held = {id(t) for t in (*chart.legend, *axis_ticks(canvas, chart))}
    colors = [t.color for t in chart.tracks]
    values = []
    for token in canvas.tokens:
        if token.vertical or id(token) in held or is_furniture(token):
            continue
        for part in _parts(canvas, token, chart):
            center = (part.box[0] + part.box[2]) / 2
            column = int(np.argmin([abs(c - center) for c in chart.centers]))
            cell = read_cell(part.text)
            if cell is not None and abs(chart.centers[column] - center) <= 0.45 * chart.pitch:
                ink = ink_of(canvas, part, colors) if len(colors) > 1 else None
                values.append(Value(cell, part, column, ink))
    return values


def _parts(canvas: Canvas, token: Token, chart: LineChart) -> list[Token]:
    """The token, or its words by column where it is several values that were read as one."""
    if read_cell(token.text) is not None:
        return [token]
    parts = [part for _, part in words_at(canvas, token, chart.centers)]
    return parts if parts and all(parse_cell(p.text) is not None for p in parts) else [token]


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
    slack = _CENTRED * chart.pitch
    seen = closer_look(free, wanted, fit, size, room, slack)
    # a stroke painted over takes parts of the digits that it crosses with it
    rest = {place: dot for place, dot in wanted.items() if place not in seen}
    return seen if free is canvas else closer_look(canvas, rest, fit, size, room, slack) | seen


def _at_points(canvas: Canvas, chart: LineChart, values: Sequence[Value]) -> list[Value]:
    """What is written above each point once its line is painted over: strokes cut numbers into
    pieces that hold to no scale.
    """
    size, room = _text_box(values, chart)
    free = without_lines(canvas, chart)
    places: list[tuple[int, Box]] = []
    for (column, _), dot in chart.points.items():
        above = (dot.x - room / 2, dot.y - 7 - 1.2 * size, dot.x + room / 2, dot.y - 7)
        box = word_in(free, above, _APART * size, _CENTRED * chart.pitch)
        if box is not None:
            places.append((column, box))
    found = []
    for (column, box), (text, score) in zip(
        places, read_boxes(free, [box for _, box in places]), strict=True
    ):
        cell = read_cell(text) if score >= _SURE else None
        if cell is not None:
            found.append(Value(cell, Token(text=text, box=box, score=score), column))
    return found


def _text_box(values: Sequence[Value], chart: LineChart) -> tuple[float, float]:
    """The usual height of a value, and the room that the widest takes: of those at points, as
    slanted names of categories are numbers too.
    """
    at_points = [
        v.token.box
        for v in values
        if any(k == v.column and reachable(v, dot) for (k, _), dot in chart.points.items())
    ]
    boxes = at_points or [v.token.box for v in values]
    size = float(np.median([bottom - top for _, top, _, bottom in boxes]))
    widest = max(right - left for left, _, right, _ in boxes)
    return size, widest + 2 * size


def _shortened(found: Mapping[Place, Value]) -> list[Place]:
    """The points whose value shows fewer decimals than another."""
    short = shortened([value.cell.text for value in found.values()])
    return [place for place, few in zip(found, short, strict=True) if few]


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
    labels: PointLabels,
    taken: list[Token],
    stray: Sequence[Value],
    unsure: frozenset[Place],
) -> Candidate:
    top = min([*(t.box[1] for t in taken), *(d.y for d in chart.points.values())])
    head = read_heading(canvas, tokens_above(canvas, top, taken), labels.tokens)
    side = [t for t in canvas.tokens if t.vertical and t.box[2] <= chart.centers[0]][:1]
    mark, unit = shared_unit(v.cell for v in found.values())
    places = [[(i, j) for j in range(len(chart.tracks))] for i in labels.columns]
    doubt = {v.column for v in stray}
    table = Table(
        chart_type="line",
        title=head.title,
        category_axis=" ".join(t.text for t in labels.axis),
        value_axis=head.value_axis or " ".join(t.text for t in side),
        unit=head.unit or unit,
        categories=labels.names,
        series=chart.names,
        cells=tuple(
            tuple(found[p].cell.text + mark if p in found else None for p in row) for row in places
        ),
        colors=color_names([t.color for t in chart.tracks]),
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
    area = around([*dots, *(t.box for t in (*(v.token for v in found.values()), *labels.tokens))])
    return Candidate(table, witnesses, (*taken, *head.used, *side), score, area)


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
