"""Bar charts are read back from their pixels, and a contradiction is never passed over."""

from __future__ import annotations

import io
import threading

import numpy as np
import pytest
from PIL import Image, ImageDraw

from recast_agent.core.compare import compare_tables
from recast_agent.core.perception.axes import Scale, Tick, agreed_scale, tick_scale, witness
from recast_agent.core.perception.bars import read_bars
from recast_agent.core.perception.canvas import Canvas, color_name
from recast_agent.core.perception.marks import find_marks
from recast_agent.core.perception.read import interpret, read_chart, read_chart_again
from recast_agent.core.table import ChartType, Table
from recast_agent.core.types import Token
from recast_agent.released.reconstruct.render import render_table

KINDS: tuple[ChartType, ...] = ("bar", "hbar", "grouped", "hgrouped", "stacked", "hstacked")
NAMES = ("Amber", "Birch valley", "Cedar", "Elm harbour", "Falcon", "Garnet hill")


def drawn(kind: ChartType) -> Table:
    several = kind not in ("bar", "hbar")
    series = ("Spring", "Late summer") if several else ("",)
    return Table(
        chart_type=kind,
        title="Ferries with heated decks by landing stage",
        category_axis="Landing stage",
        value_axis="Ferries in service",
        unit="thousand tons",
        categories=NAMES,
        series=series,
        cells=tuple(
            tuple(f"{11 + (7 * i + 23 * j) % 41}.{(i + j) % 9 + 1}" for j in range(len(series)))
            for i in range(len(NAMES))
        ),
    )


@pytest.mark.parametrize("kind", KINDS)
def test_a_drawn_chart_is_read_back_exactly(kind: ChartType) -> None:
    table = drawn(kind)
    reading = read_chart(render_table(table))
    assert reading.table is not None, reading.faults
    assert compare_tables(table, reading.table) == ()
    assert {w for row in reading.witnesses for w in row} == {"geometry"}
    assert reading.stray == ()


def test_one_reading_is_made_per_image_whoever_asks() -> None:
    png = render_table(drawn("bar"))
    found: list[object] = []
    threads = [threading.Thread(target=lambda: found.append(read_chart(png))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(reading) for reading in found}) == 1
    again = read_chart_again(png)
    assert again is not read_chart(png)
    assert again.table == read_chart(png).table


# Below, text is given and only geometry is looked at: no OCR.

VALUES = ("10", "20", "40", "30")


def standing(values: tuple[str, ...], printed: tuple[str, ...]) -> Canvas:
    """Blue bars, 5 pixels to the unit, with printed values and labels as tokens."""
    image = Image.new("RGB", (420, 300), "white")
    pen = ImageDraw.Draw(image)
    tokens = []
    for i, (value, text) in enumerate(zip(values, printed, strict=True)):
        left, top = 40 + 90 * i, 250 - 5 * int(value)
        pen.rectangle((left, top, left + 49, 249), fill=(76, 120, 168))
        middle = left + 25
        tokens.append(Token(text=text, box=(middle - 12, top - 20, middle + 12, top - 4)))
        tokens.append(Token(text=f"Row {i}", box=(middle - 18, 256, middle + 18, 272)))
    return Canvas(np.asarray(image), tuple(tokens))


def test_a_bar_that_contradicts_its_value_is_a_conflict() -> None:
    """A lost decimal point at full confidence (12.4 read as 124) is what geometry is for."""
    candidate = read_bars(standing(VALUES, ("10", "200", "40", "30")))
    assert candidate is not None
    assert candidate.table.cells == (("10",), ("200",), ("40",), ("30",))
    assert candidate.witnesses == (("geometry",), ("conflict",), ("geometry",), ("geometry",))


def test_a_reading_with_a_conflict_says_so() -> None:
    reading = interpret(standing(VALUES, ("10", "20", "40", "300")))
    assert reading.table is not None
    assert reading.faults == ("doubtful_cells",)


def test_bars_that_agree_on_no_scale_witness_nothing() -> None:
    candidate = read_bars(standing(VALUES, ("71", "3", "15", "900")))
    assert candidate is not None
    assert {w for row in candidate.witnesses for w in row} <= {"none", "conflict"}


def test_colours_that_alternate_without_a_legend_are_not_read() -> None:
    canvas = standing(VALUES, VALUES)
    rgb = canvas.rgb.copy()
    for i in (1, 3):
        part = rgb[:, 40 + 90 * i : 90 + 90 * i]
        part[(part == (76, 120, 168)).all(axis=2)] = (245, 133, 24)
    assert read_bars(Canvas(rgb, canvas.tokens)) is None


def test_a_value_without_its_bar_leaves_the_picture_unexplained() -> None:
    canvas = standing(VALUES, VALUES)
    rgb = canvas.rgb.copy()
    rgb[:, 220:270] = 255
    reading = interpret(Canvas(rgb, canvas.tokens))
    assert reading.table is None or reading.table.cells[2] != ("geometry",)
    assert reading.table is None or reading.witnesses[2] == ("none",)


def test_text_in_another_script_is_named_as_such() -> None:
    tokens = tuple(
        Token(text=t.text.replace("Row", "\u6771\u4eac\u5e02"), box=t.box)
        for t in standing(VALUES, VALUES).tokens
    )
    reading = interpret(Canvas(standing(VALUES, VALUES).rgb, tokens))
    assert reading.table is None
    assert reading.faults == ("unsupported_script",)


def test_a_photograph_is_no_chart() -> None:
    noise = np.random.default_rng(7).integers(0, 255, (60, 80, 3), dtype=np.uint8)
    out = io.BytesIO()
    Image.fromarray(noise).resize((640, 480), Image.Resampling.BICUBIC).save(out, "PNG")
    reading = read_chart(out.getvalue())
    assert reading.table is None
    assert reading.faults


def test_marks_are_found_with_text_in_front_of_them() -> None:
    image = Image.new("RGB", (200, 120), "white")
    pen = ImageDraw.Draw(image)
    pen.rectangle((20, 20, 119, 79), fill=(40, 118, 221))
    pen.text((50, 40), "42.5", fill="white")
    marks = [m for m in find_marks(np.asarray(image)) if m.width > 50]
    assert [m.box for m in marks] == [(20, 20, 120, 80)]


def test_ticks_give_the_scale_and_a_foot_that_is_not_zero() -> None:
    ticks = [Tick(100.0 + 50 * k, 20.0 + 10 * k) for k in range(5)]
    scale = tick_scale(ticks, foot=100.0)
    assert scale is not None
    assert scale.expects(50.0) == pytest.approx(30.0)
    assert agreed_scale([50.0, 100.0], ["30", "40"], scale) is not None
    assert agreed_scale([50.0, 100.0], ["300", "400"], scale) is None


def test_a_scale_judges_within_what_is_printed() -> None:
    scale = Scale(0.5)
    assert witness(scale, 100.0, "50") == "geometry"
    assert witness(scale, 100.0, "50.9") == "geometry"
    assert witness(scale, 100.0, "5.0") == "conflict"
    assert witness(scale, 100.0, "54") == "conflict"
    assert witness(None, 100.0, "50") == "none"


@pytest.mark.parametrize(
    ("rgb", "name"),
    [
        ((40, 118, 221), "blue"),
        ((15, 40, 62), "navy"),
        ((186, 186, 186), "grey"),
        ((166, 11, 11), "red"),
        ((148, 157, 72), "yellow"),
        ((140, 98, 64), "brown"),
        ((90, 200, 232), "cyan"),
        ((10, 10, 10), "black"),
    ],
)
def test_colours_have_everyday_names(rgb: tuple[int, int, int], name: str) -> None:
    assert color_name(rgb) == name
