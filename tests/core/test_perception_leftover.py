"""Line charts that hold more than thin lines with names: refused, marked, or right."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from recast_agent.core.compare import cell_value
from recast_agent.core.types import ChartReading
from tests.core.sheets import BLUE, SHOPS, assert_lawful, pixels, read, sheet
from tests.core.test_perception_smalllines import (
    FALLING,
    FLAT,
    PLUM,
    RISING,
    RUST,
    TEAL,
    THREE,
    YEARS,
    Lines,
    named,
    on_the_lines,
    thin,
    truth,
)


def assert_true(reading: ChartReading, told: dict[tuple[str, str], float]) -> None:
    """Refused; or every row and line is there, its cells right, near, or marked."""
    if reading.table is None:
        return
    table, bound = reading.table, Decimal(reading.bound or "0")
    assert {year for year, _ in told} <= set(table.categories)
    assert {name for _, name in told} == set(table.series)
    for i, year in enumerate(table.categories):
        for j, name in enumerate(table.series):
            cell = table.cells[i][j]
            if reading.witnesses[i][j] != "conflict":
                assert cell is not None
                assert abs(cell_value(cell) - Decimal(str(told[year, name]))) <= bound


def black_end(axes: Any, text: str, height: float, rise: float = 0) -> None:
    axes.annotate(text, (2010, height), (4, rise), textcoords="offset points", va="center",
                  fontsize=10, annotation_clip=False)  # fmt: skip


def two_shades() -> tuple[Any, Lines]:
    lines = {
        "Estonia": ("#286bbb", YEARS, RISING),
        "Lebanon": ("#9cc4f0", YEARS[:10], FALLING[:10]),
        "Peru": (RUST, YEARS, FLAT),
    }
    return named(lines), lines


def a_line_in_black_that_ends_early() -> tuple[Any, Lines]:
    lines = {**THREE, "Total": ("#000000", YEARS[:11], [v - 8 for v in FALLING[:11]])}
    return named(lines), lines


def a_line_without_dots() -> tuple[Any, Lines]:
    lines = {**THREE, "Peru": ("#286bbb", YEARS, [v - 14 for v in FALLING])}
    figure = named(THREE)
    figure.axes[0].plot(YEARS, lines["Peru"][2], color="#286bbb", linewidth=1.1)
    return figure, lines


def one_line_with_its_name() -> tuple[Any, Lines]:
    lines = {"Estonia": THREE["Estonia"]}
    return named(lines), lines


def one_line_and_one_without_dots() -> tuple[Any, Lines]:
    figure = named({"Estonia": THREE["Estonia"]})
    figure.axes[0].plot(YEARS, FALLING, color=PLUM, linewidth=1.1)
    return figure, {"Estonia": THREE["Estonia"], "Lebanon": (PLUM, YEARS, FALLING)}


def names_in_black_that_changed_places() -> tuple[Any, Lines]:
    lines = {
        "Estonia": (TEAL, YEARS, RISING),
        "Lebanon": (PLUM, YEARS, (*FALLING[:12], 49.0)),
    }
    figure, axes = thin(lines)
    black_end(axes, "Estonia", 49.0)
    black_end(axes, "Lebanon", 53.1)
    return figure, lines


def notes_at_the_ends() -> tuple[Any, Lines]:
    figure, axes = thin(THREE)
    for (name, (color, years, values)), note in zip(
        THREE.items(), ("after reform", "record high", "still rising"), strict=True
    ):
        axes.annotate(name, (years[4], values[4]), (0, 9), textcoords="offset points", color=color)
        axes.annotate(note, (years[-1], values[-1]), (4, 0), textcoords="offset points",
                      color=color, va="center", annotation_clip=False)  # fmt: skip
    return figure, THREE


def an_axis_broken_at_its_top() -> tuple[Any, Lines]:
    high = (66, 64, 63, 62, 61, 60, 75, 150, 180, 190, 200, 198, 196)
    lines = {"Estonia": THREE["Estonia"], "Lebanon": (PLUM, YEARS, high)}
    drawn = tuple(v if v <= 80 else 80 + (v - 80) / 6 for v in high)
    figure = named({"Estonia": THREE["Estonia"], "Lebanon": (PLUM, YEARS, drawn)}, top=105)
    figure.axes[0].set_yticks([0, 20, 40, 60, 80, 100], ["0", "20", "40", "60", "80", "200"])
    return figure, lines


def a_rule_over_a_year() -> tuple[Any, Lines]:
    figure = named(THREE)
    figure.axes[0].axvline(2004, color="black", linewidth=3, zorder=9)
    return figure, THREE


@pytest.mark.parametrize(
    "draw",
    [
        two_shades, a_line_in_black_that_ends_early, a_line_without_dots, one_line_with_its_name,
        one_line_and_one_without_dots, names_in_black_that_changed_places, notes_at_the_ends,
        an_axis_broken_at_its_top, a_rule_over_a_year,
    ],
)  # fmt: skip
def test_no_line_is_lost_and_none_takes_anothers_name(
    draw: Callable[[], tuple[Any, Lines]],
) -> None:
    figure, lines = draw()
    assert_true(read(pixels(figure)), truth(lines))


@pytest.mark.parametrize("side", ["left", "right", "center"])
def test_years_that_stand_beside_their_places_are_never_one_off(side: str) -> None:
    years = tuple(range(1995, 2021))
    lines = {
        "Estonia": (TEAL, years, [40 + (7 * k) % 9 for k in range(26)]),
        "Lebanon": (PLUM, years, [60 + (5 * k) % 8 for k in range(26)]),
    }
    figure, axes = thin(lines)
    figure.set_size_inches(5.6, 4.2)
    axes.set_xlim(1995, 2020)
    axes.set_xticks(range(1995, 2021, 5))
    for text in axes.get_xticklabels():
        text.set_ha(side)
    for name, (color, _, values) in lines.items():
        axes.annotate(name, (2020, values[-1]), (4, 0), textcoords="offset points", color=color,
                      va="center", fontsize=10, annotation_clip=False)  # fmt: skip
    assert_true(read(pixels(figure)), truth(lines))


VALUES = (31.0, 34.7, 36.8, 29.5, 38.5, 32.3)


def lines_behind_wide_bars(axes: Any) -> None:
    axes.grid(axis="y", color="#cccccc")
    axes.set_xlim(-1, 5.5)
    on_the_lines(axes, (10, 20, 30, 40))


def rules_at_three_heights(axes: Any) -> None:
    for height in (11.2, 21.2, 31.2):
        axes.axhline(height, color="#555555", linewidth=1)


def lines_between_the_numbers(axes: Any) -> None:
    for height in (5, 15, 25, 35):
        axes.axhline(height, color="#cccccc", linewidth=1, zorder=0)


@pytest.mark.parametrize(
    "draw", [lines_behind_wide_bars, rules_at_three_heights, lines_between_the_numbers]
)
def test_lines_that_are_not_those_of_the_numbers_move_no_estimate(
    draw: Callable[[Any], None],
) -> None:
    figure = sheet(620, 380)
    axes = figure.add_subplot()
    axes.bar(SHOPS, VALUES, color=BLUE, width=0.85, zorder=2)
    axes.set_ylim(0, 45)
    axes.spines[["top", "left", "right"]].set_visible(False)
    axes.tick_params(length=0)
    draw(axes)
    expected = {s: (str(v),) for s, v in zip(SHOPS, VALUES, strict=True)}
    assert_lawful(read(pixels(figure)), expected)


def test_the_zero_of_an_axis_is_no_table() -> None:
    figure, axes = thin(THREE)
    axes.spines["left"].set_visible(False)
    reading = read(pixels(figure))
    assert reading.table is None
