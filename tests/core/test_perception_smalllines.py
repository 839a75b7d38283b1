"""Thin lines with small dots whose right ends name them, and axes whose numbers stand on lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

import pytest

from recast_agent.core.compare import cell_value
from recast_agent.core.types import ChartReading
from tests.core.sheets import BLUE, SHOPS, assert_lawful, pixels, read, sheet

NAVY, TEAL, RUST, PLUM = "#3c4e66", "#00847e", "#b13507", "#6d3e91"
YEARS = tuple(range(1998, 2011))
RISING = (31.9, 33.0, 37.2, 39.9, 42.2, 44.1, 46.3, 49.8, 52.1, 55.4, 52.5, 49.6, 53.1)
FALLING = (66.0, 64.3, 63.1, 62.7, 61.7, 60.5, 60.7, 60.0, 59.6, 62.6, 65.2, 68.1, 69.8)
FLAT = (14.2, 14.8, 15.3, 14.8, 15.2, 15.6, 16.6, 16.0, 17.2, 17.9, 18.9, 19.3, 21.2)

Lines = Mapping[str, tuple[str, Sequence[int], Sequence[float]]]
THREE: Lines = {
    "Estonia": (TEAL, YEARS, RISING),
    "Lebanon": (PLUM, YEARS, FALLING),
    "Costa Rica": (RUST, YEARS, FLAT),
}


def thin(lines: Lines, top: float = 80.0) -> tuple[Any, Any]:
    """Thin lines from zero to ``top`` on a grid of dashes, without the names of the lines."""
    figure = sheet(850, 600)
    axes = figure.add_axes((0.06, 0.1, 0.78, 0.8))
    for color, years, values in lines.values():
        axes.plot(years, values, "o-", color=color, linewidth=1.1, markersize=3,
                  clip_on=False)  # fmt: skip
    axes.set_ylim(0, top)
    axes.set_xlim(min(YEARS), max(YEARS))
    axes.grid(axis="y", color="#dddddd", linestyle="--", linewidth=0.8)
    axes.spines[["top", "left", "right"]].set_visible(False)
    axes.tick_params(length=0)
    return figure, axes


def named(lines: Lines, top: float = 80.0, without: str = "") -> Any:
    """With the name of each line behind its end, in its colour."""
    figure, axes = thin(lines, top)
    for name, (color, years, values) in lines.items():
        if name != without:
            axes.annotate(name, (years[-1], values[-1]), (4, 0), textcoords="offset points",
                          color=color, va="center", fontsize=10, annotation_clip=False)  # fmt: skip
    return figure


def truth(lines: Lines) -> dict[tuple[str, str], float]:
    return {
        (str(year), name): value
        for name, (_, years, values) in lines.items()
        for year, value in zip(years, values, strict=True)
    }


def assert_estimated(reading: ChartReading, lines: Lines, least: float = 0.9) -> None:
    """Every cell is within its bound or marked, and most are told."""
    assert reading.table is not None, reading.faults
    told, seen, bound = truth(lines), 0, Decimal(reading.bound)
    assert set(reading.table.series) == set(lines)
    for i, year in enumerate(reading.table.categories):
        for j, name in enumerate(reading.table.series):
            cell, witness = reading.table.cells[i][j], reading.witnesses[i][j]
            if cell is None:
                assert witness == "conflict"
                continue
            assert witness == "estimate"
            off = abs(cell_value(cell) - Decimal(str(told[year, name])))
            assert off <= bound, (year, name, cell)
            seen += 1
    assert seen >= least * len(told)


def test_thin_lines_are_named_by_their_ends() -> None:
    reading = read(pixels(named(THREE)))
    assert_estimated(reading, THREE)
    assert reading.table is not None
    assert dict(zip(reading.table.series, reading.table.colors, strict=True)) == {
        "Lebanon": "purple", "Estonia": "teal", "Costa Rica": "orange"}  # fmt: skip


def test_a_name_on_two_lines_is_whole() -> None:
    lines = {"Upper secondary\nschool": THREE["Lebanon"], "Primary": THREE["Costa Rica"]}
    whole = {"Upper secondary school": THREE["Lebanon"], "Primary": THREE["Costa Rica"]}
    assert_estimated(read(pixels(named(lines))), whole)


def test_lines_may_begin_late_and_end_early() -> None:
    lines = {
        "Romania": (TEAL, YEARS[4:], FALLING[4:]),
        "Portugal": (RUST, YEARS[:9], FLAT[:9]),
        "Iceland": (NAVY, YEARS, RISING),
    }
    assert_estimated(read(pixels(named(lines))), lines, least=0.8)


def test_years_without_a_dot_are_no_points_of_a_line() -> None:
    lines = {
        "Germany": (TEAL, (1998, 2000, 2010), (51.5, 65.8, 66.1)),
        "Bolivia": (RUST, (1998, 2006, 2010), (28.7, 17.9, 17.1)),
        "Jordan": (NAVY, (1998, 2004, 2010), (5.8, 39.4, 40.2)),
    }
    reading = read(pixels(named(lines)))
    if reading.table is not None:
        told = truth(lines)
        for i, year in enumerate(reading.table.categories):
            for j, name in enumerate(reading.table.series):
                assert ((year, name) in told) or reading.table.cells[i][j] is None


def test_two_lines_on_each_other_are_each_other_or_marked() -> None:
    lines = {**THREE, "Estonia": (TEAL, YEARS, (*RISING[:5], *FALLING[5:]))}
    reading = read(pixels(named(lines)))
    if reading.table is not None:
        assert_estimated(reading, lines, least=0.6)


@pytest.mark.parametrize("without", list(THREE))
def test_a_line_without_a_name_is_never_taken_for_another(without: str) -> None:
    assert read(pixels(named(THREE, without=without))).table is None


def test_a_line_in_grey_is_not_left_out() -> None:
    lines = {**THREE, "World": ("#858585", YEARS, [v - 8 for v in FALLING])}
    assert read(pixels(named(lines))).table is None


def test_names_in_boxes_before_the_ends_name_lines_too() -> None:
    rare = slice(None, None, 3)
    lines = {n: (c, years[rare], values[rare]) for n, (c, years, values) in THREE.items()}
    figure, axes = thin(lines)
    figure.set_facecolor("#deeaf2")
    axes.set_facecolor("#deeaf2")
    for name, (_, years, values) in lines.items():
        axes.annotate(name, (years[-1], values[-1]), (-12, 0), textcoords="offset points",
                      va="center", ha="right", fontsize=9,
                      bbox={"boxstyle": "square,pad=0.4", "fc": "white"})  # fmt: skip
    assert_estimated(read(pixels(figure)), lines)


def test_names_that_stand_between_the_ends_name_nothing() -> None:
    figure, axes = thin(THREE)
    axes.annotate("Estonia", (2010, 61), (6, 0), textcoords="offset points", va="center",
                  annotation_clip=False)  # fmt: skip
    assert read(pixels(figure)).table is None


def test_a_scale_that_is_no_line_gives_no_estimates() -> None:
    figure = named(THREE)
    figure.axes[0].set_yscale("log")
    figure.axes[0].set_ylim(10, 80)
    figure.axes[0].set_yticks([10, 20, 40, 80], ["10", "20", "40", "80"])
    assert read(pixels(figure)).table is None


def on_the_lines(axes: Any, ticks: Sequence[float], size: float = 9) -> None:
    """Numbers of the axis that stand on its lines instead of level with them."""
    axes.set_yticks(ticks, [""] * len(ticks))
    for tick in ticks:
        axes.annotate(f"{tick:g}", (0, tick), (2, 4), xycoords=("axes fraction", "data"),
                      textcoords="offset points", fontsize=size, va="bottom")  # fmt: skip


def test_numbers_that_stand_on_their_lines_are_read_where_the_lines_run() -> None:
    figure = named(THREE)
    axes = figure.axes[0]
    axes.set_xlim(1997.4, 2010)
    on_the_lines(axes, (0, 20, 40, 60))
    assert_estimated(read(pixels(figure)), THREE)


def test_bars_are_held_against_the_lines_that_numbers_stand_on() -> None:
    values = (31.0, 14.7, 26.8, 9.5, 38.5, 22.3)
    figure = sheet(620, 380)
    axes = figure.add_subplot()
    axes.bar(SHOPS, values, color=BLUE, width=0.5, zorder=2)
    axes.set_xlim(-1.2, 5.6)
    axes.set_ylim(0, 45)
    axes.grid(axis="y", color="#cccccc")
    axes.spines[["top", "left", "right"]].set_visible(False)
    axes.tick_params(length=0)
    on_the_lines(axes, (10, 20, 30, 40))
    reading = read(pixels(figure))
    assert_lawful(reading, {s: (str(v),) for s, v in zip(SHOPS, values, strict=True)})
    assert reading.table is not None
