"""What no reader reads is refused by name: other kinds of charts, several charts, other scripts."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.kinds import unsupported_kind
from tests.core.sheets import (
    BLUE,
    GREEN,
    RED,
    SALES,
    SHOPS,
    Picture,
    assert_lawful,
    bars,
    line,
    pixels,
    read,
    sheet,
    truth,
)

SEASONS = ("Spring", "Summer", "Autumn", "Winter")
SHARES = (40, 25, 20, 15)


def _samples() -> list[list[float]]:
    rng = np.random.default_rng(5)
    return [rng.normal(middle, 8, 40).tolist() for middle in (40, 55, 35, 60)]


def _box_plot() -> Picture:
    figure = sheet()
    axes = figure.add_subplot()
    axes.boxplot(_samples(), tick_labels=SHOPS[:4], patch_artist=True)
    for k, sample in enumerate(_samples(), start=1):
        top = max(sample)
        axes.annotate(f"{top:.1f}", (k, top), (0, 4), textcoords="offset points", ha="center")
    return pixels(figure)


def _hollow_box_plot() -> Picture:
    figure = sheet()
    figure.add_subplot().boxplot(_samples(), tick_labels=SHOPS[:4])
    return pixels(figure)


def _candlestick() -> Picture:
    figure, rng, opened = sheet(), np.random.default_rng(6), 50.0
    axes = figure.add_subplot()
    for day in range(6):
        closed = opened + rng.normal(0, 5)
        high, low = max(opened, closed) + 2, min(opened, closed) - 2
        axes.vlines(day, low, high, color="black", linewidth=1)
        color = GREEN if closed > opened else RED
        axes.bar(day, high - low - 4, 0.6, low + 2, color=color, zorder=3)
        axes.annotate(f"{closed:.1f}", (day, high), (0, 3), textcoords="offset points", ha="center")
        opened = closed
    axes.set_xticks(range(6), [f"{day + 1} May" for day in range(6)])
    return pixels(figure)


def _scatter() -> Picture:
    figure, rng = sheet(), np.random.default_rng(2)
    figure.add_subplot().scatter(rng.uniform(0, 10, 30), rng.uniform(0, 90, 30))
    return pixels(figure)


def _labelled_scatter() -> Picture:
    figure = sheet()
    axes = figure.add_subplot()
    axes.scatter(SHOPS, SALES)
    for k, value in enumerate(SALES):
        axes.annotate(str(value), (k, value), (0, 6), textcoords="offset points", ha="center")
    return pixels(figure)


def _map() -> Picture:
    """Regions with ragged borders in three shades, a value in each, the classes beside them."""
    import cv2

    rng, shades = np.random.default_rng(4), ((198, 219, 239), (107, 174, 214), (33, 113, 181))
    rgb = np.full((360, 600, 3), 255, dtype=np.uint8)
    for k in range(12):
        x, y = 80 + 140 * (k % 4), 70 + 100 * (k // 4)
        turns, radii = np.sort(rng.uniform(0, 2 * np.pi, 14)), rng.uniform(28, 60, 14)
        border = np.stack([x + radii * np.cos(turns), y + radii * np.sin(turns)], axis=1)
        cv2.fillPoly(rgb, [border.astype(int)], shades[k % 3])
        font = cv2.FONT_HERSHEY_SIMPLEX
        cv2.putText(rgb, str(12 + 7 * k), (x - 9, y), font, 0.45, (0, 0, 0), 1, cv2.LINE_AA)
    return rgb


def _tilted_pie() -> Picture:
    import cv2

    rgb = np.full((340, 560, 3), 255, dtype=np.uint8)
    fills = ((76, 120, 168), (245, 133, 24), (84, 162, 75), (180, 60, 80))
    for depth in range(30, -1, -1):
        start = -90.0
        for share, fill in zip(SHARES, fills, strict=True):
            shade = fill if depth == 0 else tuple(int(0.7 * channel) for channel in fill)
            end = start + 3.6 * share
            cv2.ellipse(rgb, (280, 165 + depth), (150, 85), 0, start, end, shade, -1)
            start = end
    for text, place in (
        ("Spring 40%", (440, 150)),
        ("Summer 25%", (300, 300)),
        ("Autumn 20%", (20, 220)),
        ("Winter 15%", (40, 100)),
    ):
        cv2.putText(rgb, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (20, 20, 20), 1, cv2.LINE_AA)
    return rgb


@pytest.mark.parametrize(
    ("draw", "kind"),
    [
        (_box_plot, "box_plot"),
        (_hollow_box_plot, "box_plot"),
        (_candlestick, "candlestick"),
        (_scatter, "scatter_plot"),
        (_labelled_scatter, "scatter_plot"),
        (_map, "map"),
        (_tilted_pie, "tilted_pie"),
    ],
)
def test_a_chart_of_another_kind_is_refused_by_name(draw: Callable[[], Picture], kind: str) -> None:
    reading = read(draw())
    assert reading.table is None
    assert reading.faults == ("unsupported_chart", kind)


def _error_bars() -> Picture:
    figure = sheet()
    axes = figure.add_subplot()
    axes.bar(SHOPS, SALES, yerr=[4, 6, 3, 8, 5, 7], capsize=3, color=BLUE)
    axes.set_axis_off()
    return pixels(figure)


def _areas() -> Picture:
    figure = sheet()
    figure.add_axes((0, 0, 1, 1)).stackplot(range(6), SALES, [30, 44, 25, 38, 61, 20])
    return pixels(figure)


def _haloed_line() -> Picture:
    figure = sheet()
    axes = figure.add_subplot()
    axes.plot(range(6), SALES, color=RED, zorder=1)
    axes.scatter(range(6), SALES, s=90, color="white", zorder=2)
    axes.scatter(range(6), SALES, s=30, color=RED, zorder=3)
    return pixels(figure)


def _unlabelled_pie() -> Picture:
    figure = sheet()
    figure.add_subplot().pie([3, 5, 2, 7, 4])
    return pixels(figure)


def _bars_crossed_by_a_line() -> Picture:
    figure = sheet()
    axes = figure.add_subplot()
    axes.bar(SHOPS, SALES, color=BLUE)
    axes.plot(SHOPS, [20, 25, 24, 28, 22, 18], color=RED, linewidth=3)
    return pixels(figure)


@pytest.mark.parametrize(
    "draw", [_error_bars, _areas, _haloed_line, _unlabelled_pie, _bars_crossed_by_a_line]
)
def test_a_chart_that_is_of_none_of_these_kinds_is_not_called_one(
    draw: Callable[[], Picture],
) -> None:
    assert unsupported_kind(Canvas(draw(), ())) == ""


def test_two_charts_beside_each_other() -> None:
    figure = sheet(800, 320)
    left, right = figure.subplots(1, 2)
    bars(left, SALES[:4], names=SHOPS[:4])
    right.pie(SHARES, labels=[f"{n} {s}%" for n, s in zip(SEASONS, SHARES, strict=True)])
    reading = read(pixels(figure))
    assert reading.faults == ("unsupported_chart", "several_charts")
    assert reading.table is None


def test_two_charts_below_each_other() -> None:
    figure = sheet(480, 520)
    upper, lower = figure.subplots(2, 1)
    bars(upper, SALES[:4], names=SHOPS[:4])
    bars(lower, (12, 24, 18, 31), names=SEASONS)
    assert read(pixels(figure)).table is None


def test_two_charts_on_one_line_are_not_read_as_one() -> None:
    """One colour, one scale, no axis drawn: only the space between tells them apart."""
    figure = sheet(800, 320)
    left, right = figure.subplots(1, 2, sharey=True)
    bars(left, SALES[:4], names=SHOPS[:4])
    bars(right, (32, 54, 18, 60), names=SEASONS)
    for axes in (left, right):
        axes.set_yticks([])
        axes.spines[:].set_visible(False)
    assert read(pixels(figure)).table is None


@pytest.mark.parametrize(
    "names",
    [
        ("Париж", "Лондон", "Рим", "Мадрид", "Берлин", "Жешув"),
        ("Παρίσι", "Λονδίνο", "Ρώμη", "Μαδρίτη", "Βερολίνο", "Βιέννη"),
        ("باريس", "لندن", "روما", "مدريد", "برلين", "فيينا"),
    ],
    ids=["Cyrillic", "Greek", "Arabic"],
)
def test_labels_in_another_script(names: tuple[str, ...]) -> None:
    figure = sheet()
    bars(figure.add_subplot(), names=names)
    reading = read(pixels(figure))
    assert_lawful(reading, truth(SALES, names))
    assert reading.table is None


def test_a_line_chart_is_no_scatter_plot() -> None:
    figure = sheet()
    line(figure.add_subplot(), SALES)
    assert unsupported_kind(Canvas(pixels(figure), ())) == ""
