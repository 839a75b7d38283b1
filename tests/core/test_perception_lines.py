"""Lines: dots give the points, values are held against their heights."""

from __future__ import annotations

import numpy as np
import pytest

from recast_agent.core.compare import compare_tables
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.lines import read_lines
from recast_agent.core.types import Token
from tests.core.drawn import drawn, made_up, tally

_INK = (40, 118, 221)


def _chart(values: list[int], printed: list[str | None], joined: bool = True) -> Canvas:
    """A blue line over categories 80 pixels apart, two pixels to the unit, with its texts."""
    import cv2

    rgb = np.full((320, 80 * len(values) + 40, 3), 255, dtype=np.uint8)
    points = [(60 + 80 * k, 250 - 2 * v) for k, v in enumerate(values)]
    if joined:
        cv2.polylines(rgb, [np.array(points)], False, _INK, 2)
    tokens = []
    for k, (x, y) in enumerate(points):
        cv2.circle(rgb, (x, y), 4, _INK, -1)
        tokens.append(Token(text=str(2001 + k), box=(x - 18.0, 285.0, x + 18.0, 301.0)))
        text = printed[k]
        if text is not None:
            tokens.append(Token(text=text, box=(x - 12.0, y - 26.0, x + 12.0, y - 10.0)))
    return Canvas(rgb, tuple(tokens))


def test_values_that_their_heights_bear_out_have_a_witness() -> None:
    values = [20, 80, 50, 65, 30]
    found = read_lines(_chart(values, [str(v) for v in values]))
    assert found is not None
    assert found.table.categories == ("2001", "2002", "2003", "2004", "2005")
    assert found.table.cells == tuple((str(v),) for v in values)
    assert {w for row in found.witnesses for w in row} == {"geometry"}


@pytest.mark.parametrize("misread", ["8", "88", "8.0", "80%"])
def test_a_value_that_its_height_contradicts_is_in_conflict(misread: str) -> None:
    values = [20, 80, 50, 65, 30]
    printed = [str(v) for v in values]
    found = read_lines(_chart(values, [printed[0], misread, *printed[2:]]))
    assert found is not None
    witnesses = [w for row in found.witnesses for w in row]
    right = found.table.cells[1] == ("80",)
    assert right or witnesses[1] == "conflict"
    assert set(witnesses[:1] + witnesses[2:]) == {"geometry"}


def test_a_point_without_a_value_is_missing_and_in_conflict() -> None:
    values = [20, 80, 50, 65, 30]
    found = read_lines(_chart(values, ["20", "80", None, "65", "30"]))
    assert found is not None
    assert found.table.cells[2] == (None,)
    assert found.witnesses[2] == ("conflict",)


def test_two_values_show_no_scale() -> None:
    found = read_lines(_chart([20, 80], ["20", "80"]))
    assert found is not None
    assert found.witnesses == (("none",), ("none",))


def test_a_scatter_of_dots_is_no_line_chart() -> None:
    values = [20, 80, 50, 65, 30]
    assert read_lines(_chart(values, [str(v) for v in values], joined=False)) is None


@pytest.mark.parametrize(("rows", "columns"), [(3, 1), (6, 2), (10, 1), (12, 3), (20, 2), (30, 1)])
def test_a_drawn_line_chart_reads_back_exactly(rows: int, columns: int) -> None:
    table = made_up("line", rows, columns, seed=rows)
    found = read_lines(drawn(table))
    assert found is not None
    assert compare_tables(table, found.table) == ()
    assert {w for row in found.witnesses for w in row} == {"geometry"}


def test_a_gap_in_a_drawn_line_is_read_as_a_gap() -> None:
    table = made_up("line", 8, 2, seed=5)
    cells = [list(row) for row in table.cells]
    cells[3][1] = None
    table = table.model_copy(update={"cells": tuple(tuple(row) for row in cells)})
    found = read_lines(drawn(table))
    assert found is not None
    assert compare_tables(table, found.table) == ()
    assert found.witnesses[3][1] == "geometry"


@pytest.mark.parametrize("held_out", [False, True])
def test_real_lines_have_no_wrong_cell_in_silence(held_out: bool) -> None:
    total = tally("line", held_out, read_lines)
    print(total)
    assert total.silent == 0
    assert total.read >= 0.3 * total.charts
