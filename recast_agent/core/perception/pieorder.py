"""Labels around a pie in the order of its wedges: which of them belongs to which."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from recast_agent.core.literals import Cell
from recast_agent.core.perception.axes import number
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.layout import middle, tall
from recast_agent.core.perception.marks import Color
from recast_agent.core.perception.pielabels import Label, anchor, blocks_near
from recast_agent.core.perception.wedges import Disk, Wedge
from recast_agent.core.types import Token

_CLOSE = 4.0
"""Pixels of arc within which a wedge opens as far as a value does."""

_SKIPPED = 50.0
"""What it costs in degrees to leave a wedge or a label without the other."""


def labels_around(canvas: Canvas, disk: Disk, wedges: Sequence[Wedge]) -> list[Label]:
    """A label per wedge, clockwise, from texts in or around the disk; a label may lack a wedge
    that is too thin to be seen. None at all where a wedge has no label.
    """
    blocks = blocks_near(canvas, disk)
    orders = [
        sorted(blocks, key=lambda label: anchor(disk, label.tokens)),
        sorted(blocks, key=lambda label: _stacked(disk, label.tokens)),
    ]
    tried = [(order, *_aligned(_costs(canvas, disk, order, wedges))) for order in orders]
    blocks, _, found = min(tried, key=lambda one: one[1])
    pairs = dict(found)
    if len(pairs) < len(wedges):
        return []
    start = next(k for k, w in pairs.items() if w == min(pairs.values()))
    # those of wedges too thin to be seen, right after twelve o'clock
    while start and start - 1 not in pairs and anchor(disk, blocks[start - 1].tokens) < 180:
        start -= 1
    order = [*range(start, len(blocks)), *range(start)]
    return [replace(blocks[k], wedge=wedges[pairs[k]] if k in pairs else None) for k in order]


def _stacked(disk: Disk, tokens: Sequence[Token]) -> tuple[bool, float]:
    """The place of a label, clockwise, in two stacks: down the right side and up the left."""
    y = float(np.mean([middle(t.box)[1] for t in tokens]))
    return (True, -y) if anchor(disk, tokens) >= 180 else (False, y)


def _costs(
    canvas: Canvas, disk: Disk, labels: Sequence[Label], wedges: Sequence[Wedge]
) -> list[list[float]]:
    """What it costs to pair each label with each wedge."""
    turns = _turns([label.cell for label in labels])
    return [
        [
            _apart(canvas, disk, label, wedge, wedges) + _contradicted(disk, turn, wedge)
            for wedge in wedges
        ]
        for label, turn in zip(labels, turns, strict=True)
    ]


def _apart(
    canvas: Canvas, disk: Disk, label: Label, wedge: Wedge, wedges: Sequence[Wedge]
) -> float:
    """Degrees between a label and a wedge, more where the label's bullet has another colour."""
    bullet = _bullet(canvas, label.tokens[0], wedges)
    other = 0.0 if bullet is None or bullet == wedge.color else _SKIPPED / 2
    return abs((anchor(disk, label.tokens) - wedge.middle + 180) % 360 - 180) + other


def _turns(cells: Sequence[Cell | None]) -> list[float | None]:
    """How far the wedge of each value opens, in degrees; None where the whole is not known."""
    if all(cell is None or cell.unit == "%" for cell in cells):
        whole = 100.0
    elif None in cells:
        whole = 0.0
    else:
        whole = sum(number(cell.text) for cell in cells if cell)
    return [360 * number(cell.text) / whole if cell and whole > 0 else None for cell in cells]


def _contradicted(disk: Disk, turn: float | None, wedge: Wedge) -> float:
    """What it costs that a wedge opens otherwise than the value of a label does: where labels are
    pushed far from thin wedges, their order alone does not tell which of them have one.
    """
    if turn is None:
        return 0.0
    slack = math.degrees(_CLOSE / disk.radius) + 0.03 * turn
    return 0.0 if abs(turn - wedge.angle) <= slack else _SKIPPED


def _bullet(canvas: Canvas, token: Token, wedges: Sequence[Wedge]) -> Color | None:
    """The one bright wedge colour that shows at the start of a text."""
    left, top, _, bottom = (round(v) for v in token.box)
    start = canvas.rgb[max(top, 0) : bottom, max(left - 3, 0) : left + round(0.6 * tall(token))]
    seen = []
    for color in {w.color for w in wedges if max(w.color) - min(w.color) > 60}:
        if int((np.abs(start.astype(int) - np.array(color)).max(axis=2) <= 24).sum()) >= 3:
            seen.append(color)
    return seen[0] if len(seen) == 1 else None


def _aligned(cost: Sequence[Sequence[float]]) -> tuple[float, list[tuple[int, int]]]:
    """The cost of the cheapest pairs of label (row) and wedge (column), and the pairs. Both are
    clockwise, and some may stay alone.
    """
    best: tuple[float, list[tuple[int, int]]] = (np.inf, [])
    for shift in range(len(cost)):
        order = [*range(shift, len(cost)), *range(shift)]
        total, pairs = _in_order([cost[k] for k in order])
        if total < best[0]:
            best = total, [(order[k], w) for k, w in pairs]
    return best


def _in_order(cost: Sequence[Sequence[float]]) -> tuple[float, list[tuple[int, int]]]:
    """The cheapest pairing of rows and columns in order, by dynamic programming."""
    n, m = len(cost), len(cost[0])
    total = np.add.outer(np.arange(n + 1), np.arange(m + 1)) * _SKIPPED
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            both = total[i - 1, j - 1] + cost[i - 1][j - 1]
            alone = min(total[i - 1, j], total[i, j - 1]) + _SKIPPED
            total[i, j] = min(both, alone)
    pairs: list[tuple[int, int]] = []
    i, j = n, m
    while i and j:
        if total[i, j] == total[i - 1, j - 1] + cost[i - 1][j - 1]:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif total[i, j] == total[i - 1, j] + _SKIPPED:
            i -= 1
        else:
            j -= 1
    return float(total[n, m]), pairs[::-1]
