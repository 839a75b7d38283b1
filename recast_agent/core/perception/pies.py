"""Reader of pies: wedges measured by angle, labels in a list with swatches or around the disk."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from recast_agent.core.perception.axes import Scale, agreed_scale, number, witness
from recast_agent.core.perception.canvas import Candidate, Canvas, color_name
from recast_agent.core.perception.heads import shared_unit, tokens_above
from recast_agent.core.perception.layout import around, read_heading, rows, tall
from recast_agent.core.perception.pielabels import Label, labels_around, labels_listed
from recast_agent.core.perception.pieparts import labels_in_parts
from recast_agent.core.perception.wedges import Disk, find_disk, find_wedges
from recast_agent.core.table import Table
from recast_agent.core.types import Token, Witness

_MOST = 40
"""More wedges than this are no pie."""

_HIDDEN = 3.0
"""Pixels of arc that a wedge may have and yet not be seen."""


def read_pies(canvas: Canvas) -> Candidate | None:
    """The table of a pie, categories clockwise or in the order of their list.

    A value that is cut off or not printed is None, and in conflict.
    """
    disk = find_disk(canvas.rgb)
    wedges = find_wedges(canvas.rgb, disk) if disk else []
    if disk is None or not 2 <= len(wedges) <= _MOST:
        return None
    # OCR takes a disk for a letter now and then
    letters = tuple(t for t in canvas.tokens if tall(t) < 0.8 * disk.radius)
    canvas = replace(canvas, tokens=letters)
    listed = labels_listed(canvas, disk, wedges)
    labels = listed or labels_around(canvas, disk, wedges) or labels_in_parts(canvas, disk, wedges)
    names = [label.name for label in labels]
    known = [label.wedge for label in labels if label.wedge]
    if not all(names) or len(set(names)) < len(names) or len(known) < len(wedges):
        return None
    values = [label.cell for label in labels if label.cell is not None]
    if len(values) < max(2, 0.5 * len(labels)):
        return None
    taken = [t for label in labels for t in label.tokens]
    top = min([disk.box[1], *(t.box[1] for t in taken)])
    above = tokens_above(canvas, top, taken)
    axis = _list_title(above) if listed else []
    head = read_heading(canvas, [t for t in above if t not in axis], taken)
    mark, unit = shared_unit(values)
    table = Table(
        chart_type="pie",
        title=head.title,
        category_axis=" ".join(t.text for t in axis),
        value_axis=head.value_axis,
        unit=head.unit or unit,
        categories=tuple(names),
        cells=tuple((label.cell.text + mark if label.cell else None,) for label in labels),
        colors=tuple(color_name(label.wedge.color) if label.wedge else "" for label in labels),
    )
    score = len(values) / len(labels)
    area = around([disk.box, *(t.box for t in taken)])
    return Candidate(table, _witnesses(disk, labels), (*taken, *axis, *head.used), score, area)


def _witnesses(disk: Disk, labels: Sequence[Label]) -> tuple[tuple[Witness, ...], ...]:
    """What each wedge says of the value printed for it: one scale from arc to value holds."""
    arcs = [
        math.radians(label.wedge.angle) * disk.radius if label.wedge else 0.0 for label in labels
    ]
    measured = [
        (arc, label.cell.text)
        for arc, label in zip(arcs, labels, strict=True)
        if label.wedge and label.cell
    ]
    scale = agreed_scale([a for a, _ in measured], [c for _, c in measured], None)
    return tuple((_witness(scale, arc, label),) for arc, label in zip(arcs, labels, strict=True))


def _witness(scale: Scale | None, arc: float, label: Label) -> Witness:
    if label.cell is None or scale is None:
        return "conflict"
    if label.wedge is None:
        return "none" if number(label.cell.text) <= _HIDDEN * scale.per_pixel else "conflict"
    return witness(scale, arc, label.cell.text)


def _list_title(above: Sequence[Token]) -> list[Token]:
    """The last line above a pie with a list, where it stands apart from the title block (the first
    line stands as far from the top as from the left).
    """
    lines = rows(above)
    if not lines:
        return []
    last = lines[-1]
    before = max(t.box[3] for t in lines[-2]) if len(lines) > 1 else last[0].box[0]
    apart = min(t.box[1] for t in last) - before > 0.22 * tall(last[0])
    return last if apart else []
