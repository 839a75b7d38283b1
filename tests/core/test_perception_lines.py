"""Lines: dots give the points, values are held against their heights."""

from __future__ import annotations

import numpy as np
import pytest

from recast_agent.core.compare import compare_tables
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.linechart import find_line_chart
from recast_agent.core.perception.lines import printed_points, read_lines
from recast_agent.core.perception.pointlabels import point_labels
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


@pytest.mark.parametrize(("rows", "columns"), [(3, 1), (6, 2), (12, 3)])
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


def _dense(values: list[float]) -> Canvas:
    """A blue line of points 18 pixels apart, three pixels to the unit, without a text."""
    import cv2

    rgb = np.full((320, 18 * len(values) + 60, 3), 255, dtype=np.uint8)
    points = [(40 + 18 * k, round(260 - 3 * v)) for k, v in enumerate(values)]
    cv2.polylines(rgb, [np.array(points)], False, _INK, 2, cv2.LINE_AA)
    for x, y in points:
        cv2.circle(rgb, (x, y), 4, _INK, -1, cv2.LINE_AA)
    return Canvas(rgb, ())


def _written(canvas: Canvas, text: str, x: float, y: float) -> Canvas:
    """The canvas with a text drawn around a place, over a halo, and the token of it."""
    import cv2

    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.4, 1)
    at = (round(x - width / 2), round(y + height / 2))
    rgb = canvas.rgb.copy()
    for ink, thick in (((255, 255, 255), 4), ((60, 60, 60), 1)):
        cv2.putText(rgb, text, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4, ink, thick, cv2.LINE_AA)
    box = (at[0] - 2.0, at[1] - height - 3.0, at[0] + width + 2.0, at[1] + 3.0)
    return Canvas(rgb, (*canvas.tokens, Token(text=text, box=box)))


def test_places_of_points_are_those_of_an_even_grid() -> None:
    """Dots on steep strokes are seen a pixel or two off: the least gap is no step of the grid."""
    values = [2, 4, 30, 33, 70, 10, 60, 62, 20, 22, 24, 68, 5, 8, 40, 12, 50, 55, 58, 60, 61, 30]
    chart = find_line_chart(_dense([float(v) for v in values]))
    assert chart is not None
    assert chart.centers == pytest.approx([40 + 18 * k for k in range(len(values))], abs=1.0)
    assert not chart.lost


@pytest.mark.parametrize("place", [3, 8])
def test_a_dot_below_text_is_where_the_strokes_beside_it_meet(place: int) -> None:
    values = [10.0, 14, 26, 44, 60, 52, 40, 34, 16, 28, 46, 50]
    canvas = _dense(values)
    x, y = 40 + 18 * place, 260 - 3 * values[place]
    rgb = canvas.rgb.copy()
    rgb[round(y) - 5 : round(y) + 6, x - 5 : x + 6] = 255
    chart = find_line_chart(Canvas(rgb, canvas.tokens))
    assert chart is not None
    assert (chart.points[place, 0].x, chart.points[place, 0].y) == pytest.approx((x, y), abs=2.0)


def test_an_axis_drawn_across_dots_hides_none() -> None:
    values = [0.0, 14, 26, 0, 0, 52, 40, 0, 16, 28, 0, 50]
    rgb = _dense(values).rgb.copy()
    rgb[260:262, 20:-20] = 20
    chart = find_line_chart(Canvas(rgb, ()))
    assert chart is not None
    assert sorted(chart.points) == [(k, 0) for k in range(len(values))]


def test_a_piece_of_a_neighbours_value_is_no_value_of_a_point() -> None:
    """Every second value is printed, wider than a step of the grid: none belongs to two points."""
    values = [10 + 0.5 * k for k in range(14)]
    canvas = _dense(values)
    for k in range(0, 14, 2):
        canvas = _written(canvas, f"{values[k]:.2f}", 40 + 18 * k, 260 - 3 * values[k] - 16)
    chart = find_line_chart(canvas)
    assert chart is not None
    assert {k: v.cell.text for (k, _), v in printed_points(canvas, chart).items()} == {
        k: f"{values[k]:.2f}" for k in range(0, 14, 2)
    }


def test_names_read_as_one_text_are_parted_and_those_left_out_counted_on() -> None:
    values = [10.0, 14, 26, 44, 60, 52, 40, 34, 16, 28, 46, 50]
    canvas = _dense(values)
    for k in range(0, 12, 2):
        canvas = _written(canvas, str(2001 + k), 40 + 18 * k, 290)
    boxes = [t.box for t in canvas.tokens]
    whole = (boxes[0][0], boxes[0][1], boxes[-1][2], boxes[0][3])
    text = " ".join(t.text for t in canvas.tokens)
    canvas = Canvas(canvas.rgb, (Token(text=text, box=whole),))
    chart = find_line_chart(canvas)
    assert chart is not None
    labels = point_labels(canvas, chart, [])
    assert labels is not None
    assert labels.names == tuple(str(2001 + k) for k in range(12))


def test_a_line_whose_legend_names_another_has_no_table() -> None:
    """The other one is hidden behind it: the values could be those of either."""
    import cv2

    values = [20, 80, 50, 65, 30]
    canvas = _chart(values, [str(v) for v in values])
    rgb, tokens = canvas.rgb.copy(), list(canvas.tokens)
    for x, color, name in ((60, _INK, "North"), (200, (15, 40, 62), "South")):
        cv2.line(rgb, (x, 30), (x + 16, 30), color, 3)
        cv2.circle(rgb, (x + 8, 30), 4, color, -1)
        tokens.append(Token(text=name, box=(x + 20.0, 22.0, x + 60.0, 38.0)))
    assert read_lines(Canvas(rgb, tuple(tokens))) is None
