"""Ruled grids: lines make cells, text belongs to the cell it stands in."""

from __future__ import annotations

import numpy as np
import pytest

from recast_agent.core.compare import compare_tables
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.grid import read_grid
from recast_agent.core.perception.read import read_chart
from recast_agent.core.table import Table
from recast_agent.core.types import Token
from recast_agent.released.reconstruct.render import render_table
from tests.core.drawn import drawn, made_up


def _ruled(texts: list[list[str]]) -> Canvas:
    """Cells of 100 x 30 pixels with their texts, lines between and around them."""
    rows, columns = len(texts), len(texts[0])
    rgb = np.full((30 * rows + 41, 100 * columns + 41, 3), 255, dtype=np.uint8)
    for k in range(rows + 1):
        rgb[20 + 30 * k, 20 : 21 + 100 * columns] = 90
    for k in range(columns + 1):
        rgb[20 : 21 + 30 * rows, 20 + 100 * k] = 90
    tokens = tuple(
        Token(text=text, box=(30.0 + 100 * j, 27.0 + 30 * i, 90.0 + 100 * j, 43.0 + 30 * i))
        for i, row in enumerate(texts)
        for j, text in enumerate(row)
        if text
    )
    return Canvas(rgb, tokens)


def test_an_empty_cell_is_missing_and_a_full_one_is_read() -> None:
    found = read_grid(_ruled([["Dairy", "2001", "2002"], ["Brie", "12", ""], ["Feta", "7", "8"]]))
    assert found is not None
    assert found.table.series == ("2001", "2002")
    assert found.table.cells == (("12", None), ("7", "8"))
    assert {w for row in found.witnesses for w in row} == {"none"}


def test_a_table_whose_columns_are_years_is_no_chart_of_its_header() -> None:
    table = Table(
        category_axis="Fruit",
        categories=("Apples", "Pears", "Plums", "Figs"),
        series=("2022", "2023"),
        cells=(("42", "35"), ("31", "38"), ("55", "24"), ("12", "19")),
    )
    assert read_chart(render_table(table)).table == table


def test_a_cell_that_is_no_number_makes_no_table() -> None:
    assert read_grid(_ruled([["Dairy", "2001"], ["Brie", "12"], ["Feta", "7x"]])) is None


@pytest.mark.parametrize(("rows", "columns"), [(2, 1), (6, 3), (15, 2)])
def test_a_drawn_table_reads_back_exactly(rows: int, columns: int) -> None:
    table = made_up("table", rows, columns, seed=rows)
    found = read_grid(drawn(table))
    assert found is not None
    assert compare_tables(table, found.table) == ()
