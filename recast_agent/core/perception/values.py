"""Printed values: which number belongs to which bar, and a closer look where none was read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.literals import Cell, parse_cell
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.columns import Plot, Segment
from recast_agent.core.perception.layout import Frame, middle
from recast_agent.core.perception.marks import Box
from recast_agent.core.perception.measures import common_unit, measured
from recast_agent.core.perception.notation import pointed
from recast_agent.core.perception.ocr import read_lines
from recast_agent.core.types import Token

_SURE = 0.85
"""The least score of a value that is read from a cut-out."""

_TOUCH = 0.35
"""How far the box of a value may reach over the end of its bar, in heights of its text."""


_GROUPED = re.compile(r"[-−–]?\d{1,3}(?: ?\d{3})* \d{3}(?: ?\d{3})*")
"""Groups of thousands parted by spaces, of which OCR may have dropped some."""


@dataclass(frozen=True)
class Printed:
    """A number in the picture; ``box`` is in the frame, ``closer``: it came of a second look."""

    cell: Cell
    token: Token
    box: Box
    closer: bool = False


def printed_numbers(canvas: Canvas, frame: Frame) -> list[Printed]:
    """Every upright token that is one number, with its unit or its year behind it where others have
    one too.
    """
    found = []
    unit = common_unit(t.text for t in canvas.tokens)
    for token in canvas.tokens:
        cell = read_cell(token.text) or measured(token.text, unit)
        if cell is not None and not token.vertical:
            found.append(Printed(cell, token, frame.turn(token.box)))
    return found


def read_cell(text: str) -> Cell | None:
    """A printed number. What OCR confuses is put right only where nothing else could be meant."""
    text = text.strip().replace("\u2014", "-")
    if _GROUPED.fullmatch(text):
        text = text.replace(" ", "")
    if re.fullmatch(r"[oO](?:[kKmM%]|\.\d+)?%?", text):
        text = "0" + text[1:]
    return parse_cell(text)


def text_size(numbers: Sequence[Printed]) -> float:
    """The usual height of the numbers' boxes."""
    return float(np.median([n.token.box[3] - n.token.box[1] for n in numbers])) if numbers else 16.0


def spacing(centers: Sequence[float], otherwise: float) -> float:
    """The least distance between neighbouring centres."""
    steps = [b - a for a, b in pairwise(sorted(centers)) if b - a > 1]
    return min(steps) if steps else otherwise


def assign_values(canvas: Canvas, plot: Plot, numbers: Sequence[Printed]) -> dict[Segment, Printed]:
    """The number printed at each segment, each used once; cut-outs are read where none is."""
    size = text_size(numbers)
    pitch = spacing([c.center for c in plot.columns], 2 * plot.thickness)
    ranked = []
    for column in plot.columns:
        for segment in column.segments:
            upward = segment in column.up
            for printed in numbers:
                cost = _distance(plot, segment, upward, printed.box, size, pitch)
                if cost is not None:
                    ranked.append((cost, segment, printed))
    found: dict[Segment, Printed] = {}
    taken: set[int] = set()
    for _, segment, printed in sorted(ranked, key=lambda r: r[0]):
        if segment not in found and id(printed) not in taken:
            found[segment] = printed
            taken.add(id(printed))
    return found | _closer_look(canvas, plot, found, numbers, size, pitch)


def _distance(
    plot: Plot, segment: Segment, upward: bool, box: Box, size: float, pitch: float
) -> float | None:
    """How far a number is from where the value of a segment is printed; None: too far."""
    across = abs(middle(box)[0] - segment.center)
    room = 0.45 * plot.thickness + 3 if plot.frame.horizontal else 0.42 * pitch
    if across > room:
        return None
    v = middle(box)[1]
    inside = segment.box[1] <= v <= segment.box[3]
    gap = box[1] - segment.box[3] if upward else segment.box[1] - box[3]
    outside = -max(4.0, _TOUCH * size) <= gap <= (1.6 if plot.frame.horizontal else 1.0) * size
    if plot.stacked:
        off = abs(v - middle(segment.box)[1])
        if inside or off <= 0.3 * size:
            return across + (off if segment.length < 2 * size else 0.0)
        diverging = any(c.up and c.down for c in plot.columns)
        return 100 + across + gap if diverging and outside else None
    if outside:
        return across + max(gap, 0.0)
    return 100 + across if inside else None


def _closer_look(
    canvas: Canvas,
    plot: Plot,
    found: dict[Segment, Printed],
    numbers: Sequence[Printed],
    size: float,
    pitch: float,
) -> dict[Segment, Printed]:
    """Cut-outs where the value of each remaining segment should stand, read as single lines."""
    wanted: list[Segment] = []
    boxes: list[Box] = []
    for column in plot.columns:
        for segment in column.segments:
            if segment not in found:
                wanted.append(segment)
                boxes.append(_place(plot, segment, segment in column.up, numbers, size, pitch))
    results = {}
    for segment, box, (text, score) in zip(wanted, boxes, read_boxes(canvas, boxes), strict=True):
        cell = read_cell(text)
        if cell is not None and score >= _SURE:
            token = Token(text=text, box=box, score=score)
            results[segment] = Printed(cell, token, plot.frame.turn(box), closer=True)
    return results


def _place(
    plot: Plot,
    segment: Segment,
    upward: bool,
    numbers: Sequence[Printed],
    size: float,
    pitch: float,
) -> Box:
    """The picture box in which the value of a segment stands."""
    a, v = segment.center, middle(segment.box)[1]
    widest = max((n.token.box[2] - n.token.box[0] for n in numbers), default=4 * size)
    if plot.frame.horizontal:
        a0, a1 = a - 0.55 * size, a + 0.55 * size
        if plot.stacked:
            reach = max(segment.length / 2, 0.0) - 1
            v0, v1 = v - reach, v + reach
        elif upward:
            v0, v1 = segment.box[3] + 2, segment.box[3] + 1.2 * widest
        else:
            v0, v1 = segment.box[1] - 1.2 * widest, segment.box[1] - 2
        return v0, a0, v1, a1
    a0, a1 = a - 0.5 * pitch, a + 0.5 * pitch
    if plot.stacked:
        v0, v1 = v - 0.55 * size, v + 0.55 * size
        a0, a1 = segment.box[0] + 1, segment.box[2] - 1
    elif upward:
        v0, v1 = segment.box[3], segment.box[3] + 1.25 * size
    else:
        v0, v1 = segment.box[1] - 1.25 * size, segment.box[1]
    return a0, -v1, a1, -v0


def read_boxes(canvas: Canvas, boxes: Sequence[Box]) -> list[tuple[str, float]]:
    """What is written in each picture box, with its score; nothing where a box is empty."""
    crops: list[NDArray[np.uint8]] = []
    places = []
    for k, box in enumerate(boxes):
        crop = _trimmed(canvas, box)
        if crop is not None:
            crops.append(crop)
            places.append(k)
    texts = [("", 0.0)] * len(boxes)
    for k, read in zip(places, read_lines(crops), strict=True):
        texts[k] = (pointed(read[0]), read[1]) if canvas.comma else read
    return texts


def _trimmed(canvas: Canvas, box: Box) -> NDArray[np.uint8] | None:
    """The box cut down to its ink with a margin, three times as large."""
    import cv2

    left, top, right, bottom = (round(v) for v in box)
    crop = canvas.rgb[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)]
    if crop.shape[0] < 5 or crop.shape[1] < 4:
        return None
    ground = np.median(crop.reshape(-1, 3), axis=0)
    inked = np.abs(crop.astype(int) - ground).max(axis=2) > 60
    ys, xs = inked.any(axis=1).nonzero()[0], inked.any(axis=0).nonzero()[0]
    if len(ys) < 4 or len(xs) < 2:
        return None
    x0, x1 = max(int(xs[0]) - 4, 0), int(xs[-1]) + 5
    y0, y1 = max(int(ys[0]) - 4, 0), int(ys[-1]) + 5
    part = crop[y0:y1, x0:x1]
    framed = cv2.copyMakeBorder(part, 2, 2, 4, 4, cv2.BORDER_CONSTANT, value=ground.tolist())
    larger: NDArray[np.uint8] = cv2.resize(framed, None, fx=3, fy=3, interpolation=cv2.INTER_CUBIC)
    return larger
