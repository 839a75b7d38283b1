"""Tables drawn as a ruled grid: lines make cells, text belongs to the cell it stands in."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.literals import parse_cell
from recast_agent.core.perception.canvas import Candidate, Canvas
from recast_agent.core.perception.layout import middle, read_heading, rows, text_of
from recast_agent.core.table import Table
from recast_agent.core.types import Token

_CONTRAST = 24
"""How much darker than its neighbours a ruled line is, of 255."""

_SPAN = 0.9
"""The share of the grid's width or height that a ruled line covers."""


def read_grid(canvas: Canvas) -> Candidate | None:
    """The table of a ruled grid with a header row, its first column the categories.

    Cells have no witness of their own: a second reading may give them one.
    """
    found = _rulings(canvas.rgb)
    if found is None:
        return None
    ys, xs = found
    cells = _cells(canvas.tokens, ys, xs)
    header, body = cells[0], cells[1:]
    values = [[parse_cell(text_of(cell)) if cell else None for cell in row[1:]] for row in body]
    filled = [bool(cell) for row in body for cell in row[1:]]
    read = [v is not None for row in values for v in row]
    if not any(read) or filled != read or not all(row[0] for row in body):
        return None
    inside = [t for row in cells for cell in row for t in cell]
    heading = read_heading(canvas, [t for t in canvas.tokens if t.box[3] < ys[0] + 4], inside)
    series = [text_of(cell) for cell in header[1:]]
    table = Table(
        chart_type="table",
        title=heading.title,
        category_axis=text_of(header[0]),
        value_axis=heading.value_axis,
        unit=heading.unit,
        categories=tuple(text_of(row[0]) for row in body),
        series=tuple(series) if any(series) or len(series) > 1 else ("",),
        cells=tuple(
            tuple(None if v is None else v.text + ("%" if v.unit == "%" else "") for v in row)
            for row in values
        ),
    )
    used = (*inside, *heading.used)
    return Candidate(
        table=table,
        witnesses=tuple(tuple("none" for _ in row) for row in table.cells),
        used=used,
        score=0.95 * len(used) / max(len(canvas.tokens), 1),
        area=(xs[0], ys[0], xs[-1], ys[-1]),
    )


def _rulings(rgb: NDArray[np.uint8]) -> tuple[list[float], list[float]] | None:
    """Positions of the horizontal and vertical lines of one grid, outer ones included."""
    gray = rgb.astype(np.int16).min(axis=2)
    across = _thin_dark(gray, axis=0)
    down = _thin_dark(gray, axis=1)
    ys = _lines(across.sum(axis=1), 0.3 * gray.shape[1])
    if len(ys) < 3:
        return None
    top, bottom = int(ys[0]), int(ys[-1])
    xs = _lines(down[top : bottom + 1].sum(axis=0), _SPAN * (bottom - top))
    if len(xs) < 3:
        return None
    left, right = int(xs[0]), int(xs[-1])
    ys = _lines(across[:, left : right + 1].sum(axis=1), _SPAN * (right - left))
    return (ys, xs) if len(ys) >= 3 else None


def _thin_dark(gray: NDArray[np.int16], axis: int) -> NDArray[np.bool_]:
    """Pixels darker than those three pixels away on both sides along ``axis``."""
    padded = np.pad(gray, [(3, 3) if a == axis else (0, 0) for a in (0, 1)], mode="edge")
    size = gray.shape[axis]
    before = np.take(padded, np.arange(size), axis=axis)
    after = np.take(padded, np.arange(6, size + 6), axis=axis)
    return np.asarray(gray + _CONTRAST < np.minimum(before, after))


def _lines(counts: NDArray[np.int_], needed: float) -> list[float]:
    """Centres of runs of rows or columns that hold enough line pixels."""
    hits = np.flatnonzero(counts >= needed)
    if not len(hits):
        return []
    runs = np.split(hits, np.flatnonzero(np.diff(hits) > 2) + 1)
    return [float(run.mean()) for run in runs]


def _cells(
    tokens: Sequence[Token], ys: Sequence[float], xs: Sequence[float]
) -> list[list[list[Token]]]:
    """Tokens by row and column; a phrase that crosses a line belongs where its middle stands."""
    cells: list[list[list[Token]]] = [[[] for _ in pairwise(xs)] for _ in pairwise(ys)]
    for line in rows(tokens):
        for token in line:
            x, y = middle(token.box)
            row, column = np.searchsorted(ys, y) - 1, np.searchsorted(xs, x) - 1
            if 0 <= row < len(cells) and 0 <= column < len(cells[0]):
                cells[row][column].append(token)
    return cells
