"""Reader of pies: wedges measured by angle, labels in a list with swatches or around the disk."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, Decimal

from recast_agent.core.perception.axes import Scale, agreed_scale, number, witness
from recast_agent.core.perception.canvas import Candidate, Canvas, color_names
from recast_agent.core.perception.heads import shared_unit, tokens_above
from recast_agent.core.perception.layout import around, read_heading, rows, tall
from recast_agent.core.perception.pielabels import Label, labels_listed
from recast_agent.core.perception.pieorder import labels_around
from recast_agent.core.perception.pieparts import labels_in_parts
from recast_agent.core.perception.wedges import Disk, find_disk, find_wedges
from recast_agent.core.table import Table
from recast_agent.core.types import Token, Witness

_MOST = 40
"""More wedges than this are no pie."""

_ARC = 2.5
"""Pixels of arc by which the two edges of a wedge may be off together."""

_FEWEST = 3
"""The fewest wedges whose values show the scale of the others."""

_HIDDEN = 3.0
"""Pixels of arc that a wedge may have and yet not be seen."""


def read_pies(canvas: Canvas) -> Candidate | None:
    """The table of a pie, categories clockwise or in the order of their list.

    A value that is cut off or not printed is estimated from its wedge where all others agree with
    theirs, and else None, and in conflict.
    """
    disk = find_disk(canvas.rgb)
    if disk is None:
        return None
    # OCR takes a disk for a letter now and then
    letters = tuple(t for t in canvas.tokens if tall(t) < 0.8 * disk.radius)
    canvas = replace(canvas, tokens=letters)
    wedges = find_wedges(canvas.rgb, disk, [t.box for t in letters])
    if not 2 <= len(wedges) <= _MOST:
        return None
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
    shares = _shares(disk, labels, mark)
    table = Table(
        chart_type="pie",
        title=head.title,
        category_axis=" ".join(t.text for t in axis),
        value_axis=head.value_axis,
        unit=head.unit or unit,
        categories=tuple(names),
        cells=tuple((cell,) for cell in shares.cells),
        colors=_colors(labels),
    )
    score = sum(cell is not None for cell in shares.cells) / len(labels)
    area = around([disk.box, *(t.box for t in taken)])
    used = (*taken, *axis, *head.used)
    witnesses = tuple((w,) for w in shares.witnesses)
    return Candidate(table, witnesses, used, score, area, shares.bound)


def _colors(labels: Sequence[Label]) -> tuple[str, ...]:
    """The name of each label's colour, "" where its wedge was not seen."""
    held = {k: label.wedge.color for k, label in enumerate(labels) if label.wedge}
    names = dict(zip(held, color_names(list(held.values())), strict=True))
    return tuple(names.get(k, "") for k in range(len(labels)))


@dataclass(frozen=True)
class _Shares:
    """Cells by label with their witnesses, and the bound of those that are estimated."""

    cells: tuple[str | None, ...]
    witnesses: tuple[Witness, ...]
    bound: str


def _shares(disk: Disk, labels: Sequence[Label], mark: str) -> _Shares:
    """The values of wedges, with what each wedge says of the one printed for it: one scale from arc
    to value holds. Where it holds for all of them, it gives those that are cut off.
    """
    arcs = [
        math.radians(label.wedge.angle) * disk.radius if label.wedge else 0.0 for label in labels
    ]
    measured = [
        (arc, label.cell.text)
        for arc, label in zip(arcs, labels, strict=True)
        if label.wedge and label.cell
    ]
    scale = agreed_scale([a for a, _ in measured], [c for _, c in measured], None)
    cells = [label.cell.text + mark if label.cell else None for label in labels]
    witnesses = [_witness(scale, arc, label) for arc, label in zip(arcs, labels, strict=True)]
    printed = [w for w, cell in zip(witnesses, cells, strict=True) if cell]
    sure = len(measured) >= _FEWEST and "conflict" not in printed
    if scale is None or len(printed) == len(cells) or not sure:
        return _Shares(tuple(cells), tuple(witnesses), "")
    for k, (arc, label) in enumerate(zip(arcs, labels, strict=True)):
        if label.cell is None and label.wedge:
            cells[k], witnesses[k] = _estimate(scale, arc) + mark, "estimate"
    return _Shares(tuple(cells), tuple(witnesses), _bound(scale))


def _estimate(scale: Scale, arc: float) -> str:
    """The value of a wedge, with no more digits than a pixel of its arc tells apart."""
    digits = -math.floor(math.log10(scale.per_pixel))
    return f"{round(scale.expects(arc), digits):.{max(digits, 0)}f}"


def _bound(scale: Scale) -> str:
    """How far an estimate may be off, to two digits, rounded up."""
    error = Decimal(repr(_ARC * scale.per_pixel))
    step = Decimal(1).scaleb(error.adjusted() - 1)
    return f"{error.quantize(step, rounding=ROUND_CEILING):f}"


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
