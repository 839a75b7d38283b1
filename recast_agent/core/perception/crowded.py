"""Bars whose printed values run into each other: those that an axis bears out, and bars whose end
is seen beside the text.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.perception.axes import number, shortened
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.cells import shared_scale
from recast_agent.core.perception.columns import Plot, Segment
from recast_agent.core.perception.marks import Box
from recast_agent.core.perception.second_look import completed, reconsidered
from recast_agent.core.perception.values import (
    Printed,
    assign_values,
    read_boxes,
    read_cell,
)
from recast_agent.core.types import Token

_BORNE_OUT, _FEWEST = 1 / 6, 3
"""The least share and number of bars with a value that the axis bears out: it is their axis."""

_SURE = 0.85
"""The least score of a value that is read from a cut-out."""

_BESIDE = 0.5
"""How much of what stands on either side of a value is read with it, in heights of its text."""

_BARE = 0.35
"""The least share of the end of a bar, with the paper behind it, that is seen."""

_FILLED, _AGAIN = 0.6, 3
"""The share of a bar's width, and the pixels along it, that are its fill where it goes on."""

_SAME, _PAPER = 48, 60
"""How far a pixel of a bar, and of the paper behind it, may be off its colour in a channel."""

_INSIDE, _OUTSIDE = 2, 3
"""Pixels before and behind the end of a bar, past its blended edge."""


def borne_out(
    canvas: Canvas,
    plot: Plot,
    numbers: Sequence[Printed],
    agrees: Callable[[Segment, float], bool],
) -> dict[Segment, Printed] | None:
    """The printed values that ``agrees`` holds to be those of their bars, and that no neighbour
    runs into; None where too few agree to tell that the bars are drawn to the axis at all.
    """
    seen = list(numbers)
    values = assign_values(canvas, plot, seen)
    scale = shared_scale(plot, seen, values)
    values = completed(canvas, plot, reconsidered(canvas, plot, values, scale), scale)
    found = {s: p for s, p in values.items() if agrees(s, number(p.cell.text))}
    if len(found) < max(_FEWEST, _BORNE_OUT * len(plot.segments)):
        return None
    return _alone(canvas, found)


def _alone(canvas: Canvas, found: Mapping[Segment, Printed]) -> dict[Segment, Printed]:
    """The values that read the same with what stands beside them, and end like the others."""
    short = shortened([p.cell.text for p in found.values()])
    whole = {s: p for (s, p), few in zip(found.items(), short, strict=True) if not few}
    boxes = [_wider(p.token.box) for p in whole.values()]
    return {
        segment: printed
        for (segment, printed), (text, score) in zip(
            whole.items(), read_boxes(canvas, boxes), strict=True
        )
        if score >= _SURE and (cell := read_cell(text)) is not None and cell == printed.cell
    }


def _wider(box: Box) -> Box:
    left, top, right, bottom = box
    beside = _BESIDE * (bottom - top)
    return left - beside, top, right + beside, bottom


def hidden_ends(canvas: Canvas, plot: Plot, taken: Sequence[Token]) -> set[Segment]:
    """The bars whose far end is not seen, as text over it makes a bar seem shorter, or beyond
    which a note stands (that is not ``taken`` for anything else) or the bar goes on.
    """
    if plot.stacked:
        return set()
    rgb = canvas.rgb.transpose(1, 0, 2) if plot.frame.horizontal else canvas.rgb
    ground = np.median(rgb[::7, ::7].reshape(-1, 3), axis=0)
    notes = [
        plot.frame.turn(t.box)
        for t in canvas.tokens
        if t not in taken and not t.vertical and any(c.isalpha() for c in t.text)
    ]
    return {
        s
        for s in plot.segments
        if not _ends_bare(rgb, ground, plot, s)
        or _goes_on(rgb, plot, s)
        or any(_stands_at(note, s) for note in notes)
    }


def _stands_at(note: Box, segment: Segment) -> bool:
    """Whether a text begins right behind the end of a bar, as one whose paper covers it does."""
    left, low, right, high = note
    beside = right <= segment.box[0] or left >= segment.box[2]
    return not beside and low - segment.box[3] <= high - low and high >= segment.box[3]


def _goes_on(rgb: NDArray[np.uint8], plot: Plot, segment: Segment) -> bool:
    """Whether the fill of a bar is seen again behind its end: it is broken, or covered there."""
    first, last = round(segment.box[0]) + 1, round(segment.box[2])
    start, stop = segment.box[3] + 2 * _OUTSIDE, plot.extent[3] + plot.thickness
    rows = sorted((round(start), round(stop)))
    if not plot.frame.horizontal:
        rows = sorted((round(-stop), round(-start)))
    part = rgb[max(rows[0], 0) : max(rows[1], 0), first:last].astype(float)
    if not part.size or start >= stop:
        return False
    same = np.abs(part - np.array(segment.color)).max(axis=2) <= _SAME
    return int((same.mean(axis=1) >= _FILLED).sum()) >= _AGAIN


def _ends_bare(
    rgb: NDArray[np.uint8], ground: NDArray[np.float64], plot: Plot, segment: Segment
) -> bool:
    """``rgb`` has the places along the values as its rows, upside down in a standing view."""
    down = abs(segment.box[1] - plot.foot) > abs(segment.box[3] - plot.foot)
    end, step = (segment.box[1], -1) if down else (segment.box[3], 1)
    if not plot.frame.horizontal:
        end, step = -end, -step
    first, last = round(segment.box[0]) + 1, round(segment.box[2])
    inner, outer = round(end) - _INSIDE * step, round(end) + _OUTSIDE * step
    if last <= first or min(inner, outer) < 0 or max(inner, outer) >= rgb.shape[0]:
        return False
    filled = _off(rgb[inner, first:last], np.array(segment.color)) <= _SAME
    paper = _off(rgb[outer, first:last], ground) <= _PAPER
    return float((filled & paper).mean()) >= _BARE


def _off(pixels: NDArray[np.uint8], color: NDArray[Any]) -> NDArray[np.float64]:
    away: NDArray[np.float64] = np.abs(pixels.astype(float) - color).max(axis=1)
    return away
