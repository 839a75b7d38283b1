"""What stands around the lines of a chart: another axis, a legend, notes, values in names."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from recast_agent.core.compare import cell_value
from tests.core.sheets import BLUE, SHOPS, pixels, read, sheet
from tests.core.test_perception_leftover import assert_true
from tests.core.test_perception_smalllines import (
    FALLING,
    RISING,
    RUST,
    TEAL,
    THREE,
    YEARS,
    Lines,
    assert_estimated,
    named,
    thin,
    truth,
)

LOW = (40.0, 51, 62, 55, 48, 52, 71, 83, 80, 74, 66, 72, 88)


def beside(axes: Any, text: str, year: int, value: float, color: str) -> None:
    axes.annotate(text, (year, value), (4, 0), textcoords="offset points", color=color,
                  va="center", fontsize=10, annotation_clip=False)  # fmt: skip


def test_an_axis_that_shows_its_ends_alone_is_another() -> None:
    """Nothing says which of the two axes a line is of."""
    figure = named({"Estonia": THREE["Estonia"], "Lebanon": THREE["Lebanon"]})
    right = figure.axes[0].twinx()
    right.plot(YEARS, LOW, "o-", color=BLUE, linewidth=1.1, markersize=3)
    right.set_ylim(0, 200)
    right.set_yticks([0, 200])
    right.spines[["top", "left", "right"]].set_visible(False)
    right.tick_params(length=0, pad=80)
    beside(right, "GDP", 2010, 88, BLUE)
    assert read(pixels(figure)).table is None


def test_a_legend_names_the_lines_where_notes_stand_at_their_ends() -> None:
    figure, axes = thin(THREE)
    notes = ("after reform", "record high", "still rising")
    for (name, (color, years, values)), note in zip(THREE.items(), notes, strict=True):
        axes.plot([], [], "o-", color=color, linewidth=1.1, markersize=3, label=name)
        beside(axes, note, years[-1], values[-1], color)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncol=3, frameon=False)
    assert_true(read(pixels(figure)), truth(THREE))


def test_the_sample_of_a_legend_is_no_point() -> None:
    """Matplotlib's legend stands inside the picture, at the first column here."""
    figure = sheet(700, 420)
    axes = figure.add_subplot()
    for name, values in (("Estonia", RISING), ("Lebanon", FALLING)):
        axes.plot(YEARS, values, "o-", label=name)
    axes.legend(loc="center left")
    axes.grid(visible=True)
    lines: Lines = {"Estonia": ("", YEARS, RISING), "Lebanon": ("", YEARS, FALLING)}
    assert_estimated(read(pixels(figure)), lines, least=1.0)


def test_a_sample_is_no_first_point_of_a_line_that_begins_later() -> None:
    figure = sheet(700, 420)
    axes = figure.add_subplot()
    axes.plot(YEARS, RISING, "o-", label="Estonia")
    axes.plot(YEARS[5:], FALLING[5:], "o-", label="Lebanon")
    axes.legend(loc="center left")
    lines: Lines = {"Estonia": ("", YEARS, RISING), "Lebanon": ("", YEARS[5:], FALLING[5:])}
    reading = read(pixels(figure))
    if reading.table is not None:
        assert_estimated(reading, lines, least=0.9)


def test_the_value_in_a_name_at_an_end_is_that_of_the_last_point() -> None:
    """It is no part of the name, and printed."""
    figure, axes = thin(THREE)
    for name, (color, years, values) in THREE.items():
        beside(axes, f"{name} {values[-1]}", years[-1], values[-1], color)
    reading = read(pixels(figure))
    table = reading.table
    assert table is not None
    assert set(table.series) == set(THREE)
    last = table.categories.index("2010")
    for j, name in enumerate(table.series):
        cell = table.cells[last][j]
        assert cell is not None
        assert cell_value(cell) == Decimal(str(THREE[name][2][-1]))
        assert reading.witnesses[last][j] == "geometry"


def test_a_number_in_a_name_that_is_not_its_value_stays() -> None:
    lines = {"Route 66": THREE["Estonia"], "Costa Rica": THREE["Costa Rica"]}
    assert_estimated(read(pixels(named(lines))), lines)


def test_a_single_line_with_larger_dots_keeps_its_name() -> None:
    figure, axes = thin({})
    color, years, values = THREE["Estonia"]
    axes.plot(years, values, "o-", color=color, markersize=4, clip_on=False)
    axes.set_xlim(min(YEARS), max(YEARS))
    beside(axes, " Estonia", 2010, values[-1], color)
    assert_true(read(pixels(figure)), truth({"Estonia": THREE["Estonia"]}))


def test_a_year_whose_dot_a_name_hides_is_not_left_out() -> None:
    """The name of a line that ends early stands over the next dot of another."""
    flat = tuple(50.0 + (k % 3) for k in range(len(YEARS)))
    lines: Lines = {
        "Estonia": (TEAL, YEARS, flat),
        "Lebanon": (RUST, YEARS[:9], tuple(v - 4 for v in flat[:9])),
    }
    figure, axes = thin(lines)
    beside(axes, "Estonia", 2010, flat[-1], TEAL)
    axes.annotate("Lebanon", (YEARS[8], flat[8] - 4), (6, 8), textcoords="offset points",
                  color=RUST, va="center", fontsize=10)  # fmt: skip
    reading = read(pixels(figure))
    if reading.table is not None:
        assert {str(year) for year in YEARS} <= set(reading.table.categories)


def test_the_zero_of_an_axis_is_no_part_of_the_first_category() -> None:
    figure = sheet(900, 420)
    axes = figure.add_subplot()
    values = (31.0, 14.7, 26.8, 9.5, 38.5, 22.3)
    axes.plot(SHOPS, values, "o-")
    for k, value in enumerate(values):
        axes.annotate(str(value), (k, value), (0, 7), textcoords="offset points", ha="center")
    axes.grid(axis="y", color="#dddddd")
    axes.set_ylim(0, 45)
    table = read(pixels(figure)).table
    assert table is not None
    assert table.categories == SHOPS


def labelled(text: str) -> Any:
    figure = sheet(640, 480)
    axes = figure.add_subplot()
    axes.bar_label(axes.bar(SHOPS[:4], [42, 57, 31, 68]))
    axes.set_ylabel(text)
    return figure


def test_a_unit_beside_an_axis_is_told_from_the_name_as_over_it() -> None:
    """The released chart has the name above its bars: both readings must say the same."""
    table = read(pixels(labelled("Sales (thousand)"))).table
    assert table is not None
    assert (table.value_axis, table.unit) == ("Sales", "thousand")
    assert [row[0] for row in table.cells] == ["42", "57", "31", "68"]
