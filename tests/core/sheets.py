"""Hard pictures, drawn by Matplotlib as people draw them, and the law their readings hold to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from numpy.typing import NDArray

from recast_agent.core.compare import cell_value
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.read import interpret, text_in
from recast_agent.core.types import ChartReading

Picture = NDArray[np.uint8]
Truth = Mapping[str, Sequence[str]]

SHOPS = ("Bakery", "Florist", "Tailor", "Grocer", "Cobbler", "Chandler")
SALES = (42, 65, 31, 88, 54, 73)
BLUE, ORANGE, GREEN, RED = "#4c78a8", "#f58518", "#54a24b", "#d62728"


def sheet(width: int = 560, height: int = 340, **style: Any) -> Any:
    """An empty figure of a size in pixels."""
    figure = Figure(figsize=(width / 100, height / 100), dpi=100, **style)
    FigureCanvasAgg(figure)
    return figure


def pixels(figure: Any) -> Picture:
    """The figure drawn: H x W x 3."""
    figure.canvas.draw()
    return np.array(np.asarray(figure.canvas.buffer_rgba())[:, :, :3])


def bars(
    axes: Any,
    values: Sequence[float] = SALES,
    shown: Iterable[str] = (),
    names: Sequence[str] = SHOPS,
    color: str = BLUE,
) -> Any:
    """Bars with a text above each; gives the axes back."""
    axes.bar_label(axes.bar(names, values, color=color), labels=list(shown) or None, padding=2)
    axes.spines[["top", "right"]].set_visible(False)
    return axes


def line(axes: Any, values: Sequence[float], color: str = RED, rise: int = 7) -> Any:
    """A line with dots over the shops, each with its value above."""
    axes.plot(SHOPS[: len(values)], values, "o-", color=color)
    for k, value in enumerate(values):
        axes.annotate(str(value), (k, value), (0, rise), textcoords="offset points", ha="center")
    return axes


def truth(cells: Iterable[object], names: Sequence[str] = SHOPS) -> Truth:
    """One value per name, as it is written canonically."""
    return {name: (str(cell),) for name, cell in zip(names, cells, strict=True)}


def read(rgb: Picture) -> ChartReading:
    """What perception makes of a picture."""
    return interpret(Canvas(rgb, text_in(rgb)))


def assert_lawful(reading: ChartReading, expected: Truth) -> None:
    """Refused with a reason, or every cell is right, marked as doubtful, or within its bound."""
    if reading.table is None:
        assert reading.faults
        return
    for i, category in enumerate(reading.table.categories):
        row = expected.get(category, ())
        assert len(row) == len(reading.table.series) or "conflict" in reading.witnesses[i]
        for j, cell in enumerate(reading.table.cells[i]):
            right = j < len(row) and cell is not None and _same(cell, row[j])
            near = j < len(row) and cell is not None and _near(cell, row[j], reading, i, j)
            assert right or near or reading.witnesses[i][j] == "conflict", (category, cell)
    assert set(expected) <= set(reading.table.categories)


def assert_read(reading: ChartReading, expected: Truth) -> None:
    """Every cell is there, right and unmarked."""
    assert reading.table is not None, reading.faults
    assert_lawful(reading, expected)
    assert "conflict" not in {w for row in reading.witnesses for w in row}


def _near(cell: str, told: str, reading: ChartReading, i: int, j: int) -> bool:
    """Whether a cell is an estimate that the true value lies within the bound of."""
    if reading.witnesses[i][j] != "estimate":
        return False
    return abs(cell_value(cell) - cell_value(told)) <= Decimal(reading.bound)


def _same(cell: str, told: str) -> bool:
    return cell.endswith("%") == told.endswith("%") and cell_value(cell) == cell_value(told)
