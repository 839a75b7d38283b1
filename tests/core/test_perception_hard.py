"""Hard and bad charts are read rightly, marked as doubtful or refused; never wrong in silence."""

from __future__ import annotations

import numpy as np
import pytest

from recast_agent.core.perception.bars import read_bars
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.notation import notation, pointed
from recast_agent.core.types import Token
from tests.core.sheets import (
    BLUE,
    ORANGE,
    SALES,
    SHOPS,
    Picture,
    assert_lawful,
    assert_read,
    bars,
    line,
    pixels,
    read,
    sheet,
    truth,
)


def test_values_printed_over_each_other() -> None:
    figure = sheet(360, 260)
    axes, places = figure.add_subplot(), np.arange(8)
    north, south = [412 + 3 * k for k in range(8)], [418 + 2 * k for k in range(8)]
    axes.bar_label(axes.bar(places - 0.2, north, 0.4, color=BLUE, label="North"))
    axes.bar_label(axes.bar(places + 0.2, south, 0.4, color=ORANGE, label="South"))
    names = [str(2001 + k) for k in places]
    axes.set_xticks(places, names, fontsize=7)
    figure.legend(loc="upper center", ncol=2)
    expected = {name: (str(a), str(b)) for name, a, b in zip(names, north, south, strict=True)}
    assert_lawful(read(pixels(figure)), expected)


def test_thirty_six_quarters() -> None:
    figure = sheet(1000, 320)
    names = [f"Q{k % 4 + 1} {2015 + k // 4}" for k in range(36)]
    values = [20 + 17 * k % 60 for k in range(36)]
    bars(figure.add_subplot(), values, names=names).tick_params(axis="x", rotation=90, labelsize=8)
    figure.tight_layout()
    assert_read(read(pixels(figure)), truth(values, names))


@pytest.mark.parametrize(
    ("shown", "ticks", "cells"),
    [
        (("12,4", "8,7", "15,2", "3,9", "21,6", "10,5"), {}, "12.4 8.7 15.2 3.9 21.6 10.5"),
        (
            ("1,254", "2,387", "1,512", "1,339", "2,126", "1,035"),
            {0: "0", 0.5: "0,5", 1: "1", 1.5: "1,5", 2: "2"},
            "1.254 2.387 1.512 1.339 2.126 1.035",
        ),
        (
            ("1.812", "1.940", "2.215", "1.308", "1.455", "1.710"),
            {0: "0", 500: "500", 1000: "1.000", 1500: "1.500", 2000: "2.000"},
            "1812 1940 2215 1308 1455 1710",
        ),
        (("1.812", "940", "2.215", "1.308", "3.455", "7.710"), {}, "1812 940 2215 1308 3455 7710"),
        (("1 812", "940", "2 215", "1 308", "3 455", "7 710"), {}, "1812 940 2215 1308 3455 7710"),
        (("213k", "94k", "121k", "308k", "1.2M", "77k"), {}, "213K 94K 121K 308K 1.2M 77K"),
    ],
    ids=[
        "decimal comma",
        "three decimals",
        "points of thousands",
        "points beside hundreds",
        "spaces",
        "suffixes",
    ],
)
def test_numbers_as_other_people_write_them(
    shown: tuple[str, ...], ticks: dict[float, str], cells: str
) -> None:
    """The ticks tell that 1,254 is no thousand, and that 1.812 is one."""
    canonical = cells.split()
    powers = {"K": 1e3, "M": 1e6}
    heights = [float(c.rstrip("KM")) * powers.get(c[-1], 1.0) for c in canonical]
    figure = sheet()
    bars(figure.add_subplot(), heights, shown).set_yticks(list(ticks), list(ticks.values()))
    assert_read(read(pixels(figure)), truth(canonical))


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ("12.4 8.7 1,234", "point"),
        ("1,234 2,345", "point"),
        ("1.234 2.345", "point"),
        ("12,4 8,7", "comma"),
        ("0,254 1,387", "unclear"),
        ("0,254 0,5 1,387", "comma"),
        ("1.234.567 5", "comma"),
        ("500 1.000 1.500", "comma"),
        ("500 1.000 1.5", "point"),
        ("500 1,234 2,345 1.000 1.500", "point"),
        ("1,23 1,234 2,345 3,456", "unclear"),
        ("12,4% 7.5% 1.234", "unclear"),
        ("Bakery:12,4 Florist:7,5", "comma"),
        ("2019 2020", "point"),
        ("", "point"),
    ],
)
def test_the_mark_of_decimals_is_told_by_what_can_mean_nothing_else(
    texts: str, expected: str
) -> None:
    tokens = [Token(text=text, box=(0, 0, 1, 1)) for text in texts.split()]
    assert notation(tokens) == expected


def test_a_label_that_is_a_whole_number_does_not_make_thousands_of_decimals() -> None:
    """1.254 and 2.387 over the labels 500 and 750: which they are, nothing tells."""
    boxes = {"1.254": (10, 50), "2.387": (90, 20), "500": (13, 200), "750": (93, 200)}
    tokens = [Token(text=t, box=(x, y, x + 8 * len(t), y + 14)) for t, (x, y) in boxes.items()]
    assert notation(tokens) == "unclear"


def test_decimal_commas_become_points() -> None:
    assert pointed("1.234,5 of 1.234.567") == "1234.5 of 1234567"
    assert pointed("12,4%") == "12.4%"
    assert pointed("Mills, Hall and Co.") == "Mills, Hall and Co."


def test_a_bar_that_is_cut_is_doubtful() -> None:
    """560 drawn as if 110, with the mark of a cut across the bar."""
    figure = sheet()
    values, shown = (42, 65, 31, 110, 54, 73), ("42", "65", "31", "560", "54", "73")
    axes = bars(figure.add_subplot(), values, shown)
    axes.fill_between([2.5, 3.5], [85, 90], [88, 93], color="white", zorder=3)
    axes.set_yticks([])
    reading = read(pixels(figure))
    assert_lawful(reading, truth(shown))
    assert reading.table is None or reading.witnesses[3] == ("conflict",)


def test_an_axis_that_begins_high() -> None:
    figure = sheet()
    values = (1042, 1065, 1031, 1088, 1054, 1073)
    bars(figure.add_subplot(), values).set_ylim(1000, 1100)
    assert_read(read(pixels(figure)), truth(values))


def test_bars_on_a_logarithmic_axis_bear_nothing_out() -> None:
    figure = sheet()
    values = (12, 850, 94, 15300, 410, 2300)
    bars(figure.add_subplot(), values).set(yscale="log", ylim=(1, 50_000))
    reading = read(pixels(figure))
    assert_lawful(reading, truth(values))
    assert "geometry" not in {w for row in reading.witnesses for w in row}


def test_two_value_axes() -> None:
    """Each series holds to an axis of its own: the values are right, and without a witness."""
    figure = sheet()
    axes, places = figure.add_subplot(), np.arange(6)
    visits = (310, 240, 470, 180, 360, 290)
    axes.bar_label(axes.bar(places - 0.2, SALES, 0.4, color=BLUE, label="Sales"))
    other = axes.twinx()
    other.bar_label(other.bar(places + 0.2, visits, 0.4, color=ORANGE, label="Visits"))
    axes.set_xticks(places, SHOPS)
    figure.legend(loc="upper center", ncol=2)
    reading = read(pixels(figure))
    assert_lawful(
        reading, {n: (str(a), str(b)) for n, a, b in zip(SHOPS, SALES, visits, strict=True)}
    )
    assert "geometry" not in {w for row in reading.witnesses for w in row}


def test_bars_with_a_line_on_an_axis_of_its_own_are_not_read_without_it() -> None:
    figure = sheet()
    axes = bars(figure.add_subplot())
    axes.set_ylim(0, 220)
    line(axes.twinx(), (4.4, 4.7, 4.2, 3.8, 3.6, 2.0)).set_ylim(-6, 6)
    reading = read(pixels(figure))
    assert reading.table is None
    assert reading.faults == ("unsupported_chart", "several_charts")


def _dark() -> Picture:
    figure = sheet(facecolor="#1b1e23")
    axes = bars(figure.add_subplot(facecolor="#1b1e23"))
    axes.tick_params(colors="white")
    for text in axes.texts:
        text.set_color("white")
    axes.set_title("Sales of the high street", color="white")
    return pixels(figure)


def test_a_dark_theme() -> None:
    reading = read(_dark())
    assert_read(reading, truth(SALES))
    assert reading.table is not None
    assert reading.table.title == "Sales of the high street"


def _photographed(rgb: Picture) -> Picture:
    """Turned by three degrees, unevenly lit, noisy, as a JPEG of quality 30."""
    import cv2

    height, width = rgb.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), 3, 1)
    turned = cv2.warpAffine(rgb, turn, (width, height), borderValue=(90, 90, 95))
    noise = np.random.default_rng(3).normal(0, 5, turned.shape)
    lit = np.clip(turned * np.linspace(0.75, 1, width)[None, :, None] + noise, 0, 255)
    _, encoded = cv2.imencode(".jpg", lit.astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 30])
    return np.asarray(cv2.imdecode(encoded, cv2.IMREAD_COLOR), dtype=np.uint8)


@pytest.mark.parametrize("kind", ["bars", "line"])
def test_a_photograph_of_a_screen(kind: str) -> None:
    figure = sheet()
    axes = figure.add_subplot()
    bars(axes) if kind == "bars" else line(axes, SALES)
    assert_lawful(read(_photographed(pixels(figure))), truth(SALES))


def test_a_screenshot_with_what_a_browser_puts_around() -> None:
    import cv2

    figure = sheet()
    bars(figure.add_subplot())
    rgb = np.full((480, 700, 3), 255, dtype=np.uint8)
    rgb[:70] = (222, 225, 230)
    rgb[36:66, 80:680] = 255
    rgb[70:110, 560:] = (30, 90, 200)
    rgb[115:455, 20:580] = pixels(figure)
    for text, place in (
        ("Reports - Browser", (20, 24)),
        ("https://example.test/report?id=2041", (90, 57)),
        ("Home  Data  About", (30, 100)),
        ("12 comments", (585, 300)),
        ("Page 3 of 9", (300, 472)),
    ):
        cv2.putText(rgb, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (40, 40, 40), 1, cv2.LINE_AA)
    assert_read(read(rgb), truth(SALES))


def test_a_hundred_by_eighty_pixels() -> None:
    import cv2

    figure = sheet()
    bars(figure.add_subplot())
    small = cv2.resize(pixels(figure), (100, 80), interpolation=cv2.INTER_AREA)
    assert_lawful(read(np.asarray(small, dtype=np.uint8)), truth(SALES))


def _stacks(hidden: bool) -> Canvas:
    """Lying stacks of two, four pixels to the unit; the last segment is hidden by its value."""
    rgb = np.full((300, 560, 3), 255, dtype=np.uint8)
    rows = (("Bakery", 30, 20), ("Florist", 40, 25), ("Tailor", 25, 30), ("Grocer", 45, 3))
    tokens = []
    for k, (name, first, second) in enumerate(rows):
        top, cut = 60 + 50 * k, 120 + 4 * first
        rgb[top : top + 30, 120:cut] = (40, 118, 221)
        if not (hidden and name == "Grocer"):
            rgb[top : top + 30, cut : cut + 4 * second] = (15, 40, 62)
        for text, x, half in (
            (name, 80, 26),
            (str(first), 120 + 2 * first, 9),
            (str(second), cut + 2 * second, 9),
        ):
            tokens.append(Token(text=text, box=(x - half, top + 8, x + half, top + 22)))
    for x, name, fill in ((150, "Morning", (40, 118, 221)), (300, "Evening", (15, 40, 62))):
        rgb[20:32, x : x + 12] = fill
        tokens.append(Token(text=name, box=(x + 18, 18, x + 80, 34)))
    return Canvas(rgb, tuple(tokens))


@pytest.mark.parametrize("hidden", [False, True])
def test_an_empty_place_beside_a_number_of_no_bar_is_doubtful(hidden: bool) -> None:
    """A segment that the text on it hides is no missing value."""
    found = read_bars(_stacks(hidden))
    assert found is not None
    assert found.table.cells[3] == ("45", None if hidden else "3")
    assert found.witnesses[3] == ("geometry", "conflict" if hidden else "geometry")
