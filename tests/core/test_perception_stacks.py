"""Stacks whose values are wider than their segments, under legends or headers, read from pixels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from matplotlib.patheffects import withStroke
from PIL import Image, ImageDraw

from recast_agent.core.perception.bars import read_bars
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.columns import find_plots
from recast_agent.core.perception.marks import Color, Mark, find_marks
from recast_agent.core.perception.ocr import find_text
from recast_agent.core.perception.values import read_cell
from recast_agent.core.types import Token
from tests.core.sheets import assert_read, pixels, read, sheet

AZURE, NAVY, SILVER = "#2876dd", "#0f283e", "#bababa"
YEARS = tuple(str(year) for year in range(2009, 2019))
HALO = (withStroke(linewidth=2.5, foreground="black"),)


def _haloed(axes: Any, x: float, y: float, text: str, size: float) -> None:
    axes.text(
        x, y, text, color="white", fontsize=size, weight="bold", path_effects=HALO,
        ha="center", va="center",
    )  # fmt: skip


def _stacks(parts: Mapping[str, Sequence[float]], size: float, width: float) -> Any:
    figure = sheet(820, 520)
    axes = figure.add_subplot()
    floor = np.zeros(len(YEARS))
    for (name, values), color in zip(parts.items(), (AZURE, NAVY, SILVER), strict=False):
        axes.bar(YEARS, values, width, floor, color=color, label=name, edgecolor="white", lw=0.8)
        for k, value in enumerate(values):
            _haloed(axes, k, floor[k] + value / 2, f"{value}", size)
        floor = floor + np.array(values)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.set_ylim(0, 1.2 * floor.max())
    figure.legend(loc="lower center", ncol=3)
    return figure


def _rows(parts: Mapping[str, Sequence[float]]) -> dict[str, tuple[str, ...]]:
    return {y: tuple(str(v[k]) for v in parts.values()) for k, y in enumerate(YEARS)}


def test_values_as_wide_as_their_stacks() -> None:
    parts = {
        "Ferries": [round(1.46 + 0.07 * k, 2) for k in range(10)],
        "Barges": [round(0.44 + 0.09 * k, 2) for k in range(10)],
    }
    assert_read(read(pixels(_stacks(parts, 9, 0.5))), _rows(parts))


def test_values_taller_than_the_uppermost_segments() -> None:
    parts = {
        "Young": [round(48.2 - 0.6 * k, 1) for k in range(10)],
        "Grown": [round(49.4 + 0.5 * k, 1) for k in range(10)],
        "Old": [round(2.4 + 0.1 * k, 1) for k in range(10)],
    }
    reading = read(pixels(_stacks(parts, 9, 0.8)))
    assert_read(reading, _rows(parts))
    assert {w for row in reading.witnesses for w in row} == {"geometry"}


def _halves(names: Sequence[str], colored: bool) -> Any:
    """Lying stacks to both sides of a line, each side under its header."""
    left, right = (37, 57, 20, 44), (62, 41, 79, 51)
    places = ("Harbour", "Old town", "Hillside", "Meadows")
    figure = sheet(640, 420)
    axes = figure.add_axes((0.25, 0.05, 0.7, 0.6))
    axes.barh(places, [-v for v in left], 0.6, color="#e3ca83")
    axes.barh(places, right, 0.6, color="#9e7e23")
    for k, (a, b) in enumerate(zip(left, right, strict=True)):
        axes.text(-a / 2, k, str(a), ha="center", va="center")
        axes.text(b / 2, k, str(b), ha="center", va="center", color="white")
    axes.invert_yaxis()
    axes.axis("off")
    for k, place in enumerate(places):
        axes.text(-62, k, place, ha="right", va="center")
    inks = ("#c8a43c", "#9e7e23") if colored else ("black", "black")
    for name, x, side, ink in zip(names, (-6, 6), ("right", "left"), inks, strict=True):
        axes.text(x, -0.55, name, ha=side, va="bottom", weight="bold", color=ink)
    figure.text(0.02, 0.93, "Few wish for wider roads", fontsize=17, weight="bold")
    figure.text(0.02, 0.86, "% of residents who say ...", fontsize=12, style="italic", color="#777")
    return figure


@pytest.mark.parametrize("colored", [False, True])
def test_headers_above_the_first_row_name_the_series(colored: bool) -> None:
    reading = read(pixels(_halves(("No changes\nare needed", "Wider roads\nare needed"), colored)))
    expected = {
        "Harbour": ("37", "62"),
        "Old town": ("57", "41"),
        "Hillside": ("20", "79"),
        "Meadows": ("44", "51"),
    }
    assert_read(reading, expected)
    assert reading.table is not None
    assert reading.table.series == ("No changes are needed", "Wider roads are needed")


def test_one_header_for_two_fills_names_nothing() -> None:
    reading = read(pixels(_halves(("", "Residents"), False)))
    assert reading.table is None


def test_lying_values_wider_than_their_segments() -> None:
    names = ("Ada", "Bea", "Cleo", "Dora", "Edda")
    first, second = (90.0, 31.5, 26.2, 4.5, 34.0), (6.3, 12.6, 14.5, 17.3, 3.4)
    figure = sheet(760, 420)
    axes = figure.add_subplot()
    axes.barh(names, first, 0.75, color=AZURE, label="Adverts", edgecolor="white", lw=0.8)
    axes.barh(names, second, 0.75, first, color=NAVY, label="Prizes", edgecolor="white", lw=0.8)
    for k, (a, b) in enumerate(zip(first, second, strict=True)):
        _haloed(axes, a / 2, k, str(a), 9)
        _haloed(axes, a + b / 2, k, str(b), 9)
    axes.set_xlim(0, 120)
    axes.spines[["top", "right"]].set_visible(False)
    figure.subplots_adjust(bottom=0.2)
    figure.legend(loc="lower center", ncol=2)
    expected = {n: (str(a), str(b)) for n, a, b in zip(names, first, second, strict=True)}
    assert_read(read(pixels(figure)), expected)


# Below, text is given and only geometry is looked at: no OCR.


def _picture(boxes: Sequence[tuple[tuple[int, int, int, int], Color]]) -> Image.Image:
    image = Image.new("RGB", (500, 300), "white")
    pen = ImageDraw.Draw(image)
    for (left, top, right, bottom), fill in boxes:
        pen.rectangle((left, top, right - 1, bottom - 1), fill=fill)
    return image


def test_equal_stacks_stand_on_their_lower_end() -> None:
    """Where all totals and one seam are level, bars still start at the bottom."""
    blue, grey, red = (40, 118, 221), (186, 186, 186), (166, 11, 11)
    boxes = [
        piece
        for k, seam in enumerate((180, 150, 200))
        for piece in (
            ((60 + 90 * k, seam, 100 + 90 * k, 260), blue),
            ((60 + 90 * k, 100, 100 + 90 * k, seam), red),
            ((60 + 90 * k, 80, 100 + 90 * k, 100), grey),
        )
    ]
    plot = find_plots(find_marks(np.asarray(_picture(boxes))))[0]
    assert plot.foot == -260
    assert [len(c.up) for c in plot.columns] == [3, 3, 3]


def test_the_blended_edges_of_a_bar_are_no_segments() -> None:
    """Outlines in another shade, and bars of a pixel between two that blend into the paper."""
    boxes = [
        ((60, 40, 400, 66), (212, 67, 151)),
        ((59, 80, 161, 106), (205, 121, 160)),
        ((60, 81, 160, 105), (214, 47, 125)),
        ((60, 120, 61, 146), (117, 172, 170)),
        ((61, 120, 62, 146), (39, 150, 145)),
        ((62, 120, 63, 146), (147, 202, 200)),
    ]
    marks = [Mark(tuple(map(float, box)), fill) for box, fill in boxes]  # type: ignore[arg-type]
    plot = find_plots(marks)[0]
    assert not plot.stacked
    assert [round(s.length) for s in plot.segments] == [340, 100, 3]
    assert plot.segments[2].color == (39, 150, 145)


def _lying(rows: Sequence[tuple[str, int, str]]) -> Canvas:
    """Blue bars to the right, 5 pixels to the unit, with labels and values as tokens."""
    blue = (40, 118, 221)
    boxes = [
        ((120, 20 + 40 * k, 120 + 5 * v, 46 + 40 * k), blue)
        for k, (_, v, _) in enumerate(rows)
        if v
    ]
    tokens = []
    for k, (name, value, text) in enumerate(rows):
        y, end = 33 + 40 * k, 126 + 5 * value
        tokens.append(Token(text=name, box=(60, y - 8, 112, y + 8)))
        tokens.append(Token(text=text, box=(end, y - 8, end + 8 * len(text), y + 8)))
    return Canvas(np.asarray(_picture(boxes)), tuple(tokens))


def test_the_blended_end_of_a_bar_in_another_bars_shade_is_no_piece_of_a_stack() -> None:
    canvas = _lying([("Port", 50, "50"), ("Quay", 30, "30"), ("Pier", 12, "12")])
    rgb = canvas.rgb.copy()
    pale = (125, 170, 234)  # half of the blue, half of the paper
    rgb[60:86, 120:270] = pale  # the second bar
    rgb[20:46, 370:371] = pale  # the last pixels of the first one
    found = read_bars(Canvas(rgb, canvas.tokens))
    assert found is not None
    assert found.table.cells == (("50",), ("30",), ("12",))
    assert found.table.series == ("",)


def test_an_icon_beside_wide_bars_is_no_value() -> None:
    """OCR reads the icons of a publisher's page as numbers; the next bar would stand elsewhere."""
    canvas = _lying([("Port", 50, "50"), ("Quay", 30, "30"), ("Pier", 12, "12")])
    icon = Token(text="99", box=(440, 150, 460, 170))
    found = read_bars(Canvas(canvas.rgb, (*canvas.tokens, icon)))
    assert found is not None
    assert found.score == 1.0


def test_a_value_below_zero_that_is_too_short_to_be_drawn() -> None:
    values = (40, 25, 0, -18)
    boxes, tokens = [], []
    for k, value in enumerate(values):
        left, end = 60 + 100 * k, 200 - 3 * value
        boxes.append(((left, min(200, end), left + 60, max(200, end)), (40, 118, 221)))
        shown = "-1" if value == 0 else str(value)
        top = end - 20 if value > 0 else end + 4
        tokens.append(Token(text=shown, box=(left + 18, top, left + 42, top + 16)))
        tokens.append(Token(text=f"Row {k}", box=(left + 12, 276, left + 48, 292)))
    rgb = np.asarray(_picture([b for b, v in zip(boxes, values, strict=True) if v]))
    found = read_bars(Canvas(rgb, tuple(tokens)))
    assert found is not None
    assert found.table.cells == (("40",), ("25",), ("-1",), ("-18",))


def test_the_first_group_of_a_value_that_was_left_alone() -> None:
    """``1 304`` was seen as 304; its bar asks for more, and it is there."""
    names, values = ("Ada", "Bea", "Cleo", "Dora", "Edda"), (1304, 950, 2208, 642, 1592)
    figure = sheet(640, 400)
    axes = figure.add_subplot()
    shown = [f"{v:,}".replace(",", " ") for v in values]
    axes.bar_label(axes.barh(names, values, 0.6), labels=shown, padding=4, weight="bold")
    axes.set_xlim(0, 3000)
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    rgb = pixels(figure)
    tokens = list(find_text(rgb))
    k = next(k for k, t in enumerate(tokens) if t.text.endswith("304"))
    left, top, right, bottom = tokens[k].box
    tokens[k] = Token(text="304", box=(left + 0.42 * (right - left), top, right, bottom))
    found = read_bars(Canvas(rgb, tuple(tokens)))
    assert found is not None
    assert dict(zip(found.table.categories, found.table.cells, strict=True))["Ada"] == ("1304",)


def test_rows_without_a_bar_behind_the_last_one() -> None:
    rows = [("Port", 50, "50"), ("Quay", 30, "30"), ("Pier", 12, "12"), ("Weir", 0, "0")]
    found = read_bars(_lying(rows))
    assert found is not None
    assert found.table.categories == ("Port", "Quay", "Pier", "Weir")
    assert found.table.cells == (("50",), ("30",), ("12",), ("0",))


@pytest.mark.parametrize(
    ("texts", "cells", "unit"),
    [
        (("50.25 m³", "30.50 m^³", "12.75 m³"), ("50.25", "30.50", "12.75"), "m³"),
        (("50% (2011)", "30% (2009)", "12% (2013)"), ("50%", "30%", "12%"), ""),
        (("50 kWh", "30 kWh", "12 kWh"), ("50", "30", "12"), "kWh"),
        (
            ("50 million tons", "30 milliontons", "12 million tons"),
            ("50", "30", "12"),
            "million tons",
        ),
    ],
    ids=["unit", "year", "unit of letters", "unit of two words"],
)
def test_values_with_a_unit_or_a_year_behind_them(
    texts: Sequence[str], cells: Sequence[str], unit: str
) -> None:
    rows = [
        (n, v, t) for n, v, t in zip(("Port", "Quay", "Pier"), (50, 30, 12), texts, strict=True)
    ]
    found = read_bars(_lying(rows))
    assert found is not None
    assert found.table.cells == tuple((cell,) for cell in cells)
    assert found.table.unit == unit


def test_a_letter_that_may_be_a_scale_is_no_unit() -> None:
    assert (
        read_bars(_lying([("Port", 50, "50 m"), ("Quay", 30, "30 m"), ("Pier", 12, "12 m")]))
        is None
    )


@pytest.mark.parametrize(
    ("seen", "number"),
    [
        ("1 168 155", "1168155"),
        ("1168 155", "1168155"),
        ("12 419686", "12419686"),
        ("2 000 2 500", None),
        ("16 16", None),
        ("1168 15", None),
    ],
)
def test_groups_of_thousands_whose_space_was_dropped(seen: str, number: str | None) -> None:
    cell = read_cell(seen)
    assert (cell and cell.text) == number
