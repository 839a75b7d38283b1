"""A second look at printed values: where bars contradict them, where digits seem to lack, and
where they stand in segments that are narrower than their text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from recast_agent.core.perception.axes import Scale, shortened, witness
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.cells import signed_length
from recast_agent.core.perception.columns import Plot, Segment
from recast_agent.core.perception.layout import middle
from recast_agent.core.perception.marks import Box
from recast_agent.core.perception.measures import measured
from recast_agent.core.perception.values import Printed, read_boxes, read_cell, spacing, text_size
from recast_agent.core.types import Token

_SURE = 0.85
"""The least score of a value that is read from a cut-out."""

_BEYOND, _THROUGH, _FAINT = 4, 0.95, 24
"""Pixels by which a line runs on above and below a number, the share of its height that is seen,
and how far it stands out from the paper."""

_FIRST = 1.4
"""Heights of text that a digit and a space take: OCR leaves the first group of ``1 304`` alone."""

_ACROSS = (0.55, 0.7)
"""Half the heights of two cut-outs, in heights of the text."""


def reconsidered(
    canvas: Canvas, plot: Plot, values: dict[Segment, Printed], scale: Scale | None
) -> dict[Segment, Printed]:
    """Values that their bars contradict, read once more from a cut-out, and from one that begins
    further left; the bar decides.
    """
    if scale is None:
        return values
    pitch = spacing([c.center for c in plot.columns], 2 * plot.thickness)
    better = dict(values)
    for widen in (0.0, _FIRST):
        doubtful = [
            (s, p) for s, p in better.items() if not p.closer and _denied(plot, scale, s, p)
        ]
        boxes = [_with_first(plot, s, p, pitch, widen) for s, p in doubtful]
        for (segment, printed), (text, score) in zip(
            doubtful, read_boxes(canvas, boxes), strict=True
        ):
            cell = read_cell(text) or measured(text, printed.cell.unit)
            again = None if cell is None else replace(printed, cell=cell, closer=True)
            if again and score >= _SURE and not _denied(plot, scale, segment, again):
                better[segment] = again
    return better


def _denied(plot: Plot, scale: Scale, segment: Segment, printed: Printed) -> bool:
    text = printed.cell.text
    return witness(scale, signed_length(plot, segment, text), text) == "conflict"


def _with_first(plot: Plot, segment: Segment, printed: Printed, pitch: float, widen: float) -> Box:
    """The box of a value and ``widen`` heights of its text before it, as far as the bar leaves it
    room.
    """
    left, top, right, bottom = printed.token.box
    start = left - widen * (bottom - top)
    edge = segment.box[3] + 1 if plot.frame.horizontal else segment.center - 0.5 * pitch
    return min(max(start, edge), left), top, right, bottom


def completed(
    canvas: Canvas, plot: Plot, values: dict[Segment, Printed], scale: Scale | None
) -> dict[Segment, Printed]:
    """Values with fewer decimals than the others, read once more with what stands behind them: a
    line drawn across a number ends it for OCR. One that cannot be confirmed is no value.
    """
    short = shortened([p.cell.text for p in values.values()])
    doubtful = [(s, p) for (s, p), few in zip(values.items(), short, strict=True) if few]
    pitch = spacing([c.center for c in plot.columns], 2 * plot.thickness)
    boxes = [_with_rest(plot, segment, printed, pitch) for segment, printed in doubtful]
    better = dict(values)
    texts = read_boxes(without_rules(canvas, boxes), boxes)
    for (segment, printed), (text, score) in zip(doubtful, texts, strict=True):
        cell = read_cell(text) or measured(text, printed.cell.unit)
        if cell is not None and score >= _SURE and cell.text.startswith(printed.cell.text):
            told = witness(scale, signed_length(plot, segment, cell.text), cell.text)
            if told != "conflict" or cell.text == printed.cell.text:
                better[segment] = replace(printed, cell=cell, closer=True)
                continue
        del better[segment]
    return better


def _with_rest(plot: Plot, segment: Segment, printed: Printed, pitch: float) -> Box:
    """The box of a value and as much beside it as a point and two digits take."""
    left, top, right, bottom = printed.token.box
    end = right + 1.4 * (bottom - top)
    if not plot.frame.horizontal:
        end = min(end, segment.center + 0.5 * pitch)
    elif plot.stacked:
        end = min(end, segment.box[3])
    return left, top, max(end, right), bottom


def without_rules(canvas: Canvas, boxes: Sequence[Box]) -> Canvas:
    """The picture without the upright lines that run all through one of the boxes and beyond."""
    rgb = canvas.rgb.copy()
    for left, top, right, bottom in boxes:
        y0, y1 = max(round(top) - _BEYOND, 0), round(bottom) + _BEYOND
        x0, x1 = max(round(left), 0), round(right)
        part = rgb[y0:y1, x0:x1]
        if not part.size:
            continue
        ground = np.median(part.reshape(-1, 3), axis=0).astype(np.uint8)
        inked = np.abs(part.astype(int) - ground).max(axis=2) > _FAINT
        part[:, inked.mean(axis=0) >= _THROUGH] = ground
    return replace(canvas, rgb=rgb)


def within(
    canvas: Canvas, plot: Plot, values: dict[Segment, Printed], scale: Scale | None
) -> dict[Segment, Printed]:
    """Values in segments of a lying stack that are hardly as long as their text, where OCR ran
    neighbours together or saw nothing: read from two cut-outs that end where the next value may
    begin. Both must say the same, and the segment must bear it out.
    """
    if scale is None or not (plot.frame.horizontal and plot.stacked):
        return values
    places = [
        (segment, space)
        for column in plot.columns
        for segment, space in _spaces([*reversed(column.down), *column.up])
        if segment not in values
        or witness(scale, segment.length, values[segment].cell.text) == "conflict"
    ]
    size = text_size(list(values.values()))
    looks = []
    for across in _ACROSS:
        boxes = [_around(segment, space, size, across) for segment, space in places]
        looks.append(read_boxes(without_rules(canvas, boxes), boxes))
    better = dict(values)
    for (segment, space), (text, score), (again, surely) in zip(places, *looks, strict=True):
        cell = read_cell(text)
        agreed = cell is not None and text == again and min(score, surely) >= _SURE
        if cell is None or not agreed or witness(scale, segment.length, cell.text) != "geometry":
            continue
        box = _around(segment, space, size, _ACROSS[0])
        token = Token(text=text, box=box, score=score)
        better[segment] = Printed(cell, token, plot.frame.turn(box), closer=True)
    return better


def _spaces(row: Sequence[Segment]) -> list[tuple[Segment, float]]:
    """Segments in order, with how far the value amid each may reach to either side: half way to
    the next one, or to the end of its own segment.
    """
    spaces = []
    for k, segment in enumerate(row):
        v = middle(segment.box)[1]
        steps = [
            abs(middle(s.box)[1] - v) / 2 for s in (*row[max(k - 1, 0) : k], *row[k + 1 :][:1])
        ]
        spaces.append((segment, min(steps, default=segment.length)))
    return spaces


def _around(segment: Segment, space: float, size: float, across: float) -> Box:
    """The picture box around the middle of a segment of a lying bar."""
    v = middle(segment.box)[1]
    reach = min(space, max(segment.length / 2, 1.2 * size))
    return v - reach, segment.center - across * size, v + reach, segment.center + across * size
