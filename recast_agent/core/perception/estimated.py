"""A table of estimates: its axis on the lines of the grid, its cells with what bears them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from recast_agent.core.perception.axes import Tick, number, tick_axis
from recast_agent.core.perception.calibrated import PIXELS, Calibrated, calibrated
from recast_agent.core.perception.canvas import Candidate, Canvas
from recast_agent.core.perception.gridlines import line_offset
from recast_agent.core.perception.heads import tokens_above
from recast_agent.core.perception.layout import Frame, around, middle, read_heading
from recast_agent.core.perception.marks import Box
from recast_agent.core.perception.values import Printed
from recast_agent.core.table import ChartType, Table
from recast_agent.core.types import Token, Witness

LINED_UP = 6
"""Pixels within which the edges of the numbers of an axis lie."""


def calibrated_on_lines(canvas: Canvas, frame: Frame, tokens: Sequence[Token]) -> Calibrated | None:
    """The axis of numbers where their lines run, which they may stand on."""
    below = 0.0 if frame.horizontal else line_offset(canvas.rgb, [t.box for t in tokens])
    if below is None:
        return None
    found = calibrated([(t, middle(frame.turn(t.box))[1] - below) for t in tokens])
    return found and replace(found, pixels=PIXELS * canvas.scale)


def another_axis(boxes: Sequence[Box], numbers: Sequence[Printed]) -> bool:
    """Whether numbers beside the axis line up on a scale: marks may belong to that one."""
    for edge in (0, 2):
        for one in boxes:
            line = [
                Tick(middle(box)[1], number(n.cell.text))
                for box, n in zip(boxes, numbers, strict=True)
                if abs(box[edge] - one[edge]) <= LINED_UP
            ]
            if len(line) >= 3 and tick_axis(line) is not None:
                return True
    return False


def estimated(
    canvas: Canvas,
    *,
    kind: ChartType,
    names: tuple[str, ...],
    series: tuple[str, ...],
    cells: list[list[str | None]],
    printed: frozenset[tuple[int, int]],
    colors: tuple[str, ...],
    axis: Calibrated,
    taken: list[Token],
    labels: Sequence[Token],
    title: Sequence[Token],
    box: Box,
) -> Candidate:
    """The candidate of a table whose cells are estimates but for those printed."""
    top = min([box[1], *(t.box[1] for t in taken)])
    head = read_heading(canvas, tokens_above(canvas, top, taken), labels)
    side = [t for t in canvas.tokens if t.vertical and t.box[2] <= box[0]][:1]
    table = Table(
        chart_type=kind,
        title=head.title,
        category_axis=" ".join(t.text for t in title),
        value_axis=head.value_axis or " ".join(t.text for t in side),
        unit=head.unit,
        categories=names,
        series=series,
        cells=tuple(tuple(row) for row in cells),
        colors=colors,
    )

    def witness(i: int, j: int) -> Witness:
        if cells[i][j] is None:  # a mark that was not seen, or none: the axis cannot tell
            return "conflict"
        return "geometry" if (i, j) in printed else "estimate"

    witnesses = tuple(tuple(witness(i, j) for j in range(len(series))) for i in range(len(names)))
    filled_in = sum(cell is not None for row in cells for cell in row)
    return Candidate(
        table,
        witnesses,
        (*taken, *head.used, *side),
        filled_in / (len(names) * len(series)),
        around([box, *(t.box for t in (*labels, *axis.tokens))]),
        bound=f"{axis.bound:f}",
    )
