"""Charts as Matplotlib draws them where nothing is set: full frame, ticks, grid over the bars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from recast_agent.core.perception.axes import shortened
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.layout import is_cut
from recast_agent.core.perception.legend import read_legend
from recast_agent.core.perception.marks import find_marks
from recast_agent.core.types import Token
from tests.core.sheets import assert_lawful, assert_read, pixels, read, sheet, truth

TOWNS = ("Porto", "Graz", "Bergen", "Tartu", "Nantes")
RAIN = (38.2, 21.4, 55.9, 12.6, 30.8)
STAFF: Mapping[str, Sequence[int]] = {
    "2019": (310, 1240, 870, 1525, 640),
    "2021": (455, 980, 1130, 1390, 720),
}


def _titled(axes: Any, name: str = "Town", value: str = "Rain") -> None:
    axes.set(title="Rain in a week", xlabel=name, ylabel=value)


def _rows() -> dict[str, tuple[str, ...]]:
    return {
        town: tuple(str(values[k]) for values in STAFF.values()) for k, town in enumerate(TOWNS)
    }


def test_lying_bars_under_a_grid_from_top_to_bottom() -> None:
    figure = sheet(700, 400)
    axes = figure.add_subplot()
    axes.bar_label(axes.barh(TOWNS, RAIN))
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.5)
    _titled(axes, "Rain", "Town")
    assert_read(read(pixels(figure)), truth(RAIN, TOWNS))


def test_the_title_of_the_axis_under_the_middle_bar_is_no_line_of_its_label() -> None:
    figure = sheet(640, 480)
    axes = figure.add_subplot()
    axes.bar_label(axes.bar(TOWNS, RAIN))
    _titled(axes)
    figure.tight_layout()
    reading = read(pixels(figure))
    assert_read(reading, truth(RAIN, TOWNS))
    assert reading.table is not None
    assert reading.table.category_axis == "Town"


def test_labels_of_two_lines_stay_whole_where_only_the_middle_one_has_two() -> None:
    figure = sheet(640, 480)
    axes = figure.add_subplot()
    names = ("Porto", "Graz", "Bergen\nharbour", "Tartu", "Nantes")
    axes.bar_label(axes.bar(names, RAIN))
    assert_read(read(pixels(figure)), truth(RAIN, [n.replace("\n", " ") for n in names]))


@pytest.mark.parametrize("lying", [False, True])
def test_groups_whose_series_are_years(lying: bool) -> None:
    figure, places = sheet(900, 500), np.arange(len(TOWNS))
    axes = figure.add_subplot()
    for shift, (year, values) in zip((-0.2, 0.2), STAFF.items(), strict=True):
        draw = axes.barh if lying else axes.bar
        axes.bar_label(draw(places + shift, values, 0.4, label=year), padding=3)
    (axes.set_yticks if lying else axes.set_xticks)(places, TOWNS)
    axes.grid(axis="x" if lying else "y", alpha=0.5)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1))
    figure.tight_layout()
    assert_read(read(pixels(figure)), _rows())


def test_lying_stacks_under_a_grid() -> None:
    figure, base = sheet(700, 420), np.zeros(len(TOWNS))
    axes = figure.add_subplot()
    for year, values in STAFF.items():
        axes.bar_label(axes.barh(TOWNS, values, left=base, label=year), label_type="center")
        base += values
    axes.grid(axis="x", alpha=0.5)
    axes.legend(loc="upper left", bbox_to_anchor=(1, 1))
    figure.tight_layout()
    assert_read(read(pixels(figure)), _rows())


def test_a_line_that_runs_through_its_values_beside_the_ticks() -> None:
    figure = sheet(900, 520)
    axes = figure.add_subplot()
    months, values = ("Jan", "Feb", "Mar", "Apr", "May", "Jun"), (6.31, 1.74, 7.85, 2.26, 5.4, 1.18)
    axes.plot(months, values, marker="o")
    for month, value in zip(months, values, strict=True):
        axes.annotate(
            f"{value:.2f}", (month, value), (0, 6), textcoords="offset points", ha="center"
        )
    figure.tight_layout()
    assert_read(read(pixels(figure)), truth(values, months))


def test_two_lines_named_beside_a_stroke_with_a_dot() -> None:
    figure = sheet(800, 500)
    axes = figure.add_subplot()
    upper, lower = (52, 61, 48, 70, 66), (12, 25, 17, 9, 30)
    for name, values in (("Coast", upper), ("Inland", lower)):
        axes.plot(TOWNS, values, marker="o", label=name)
        for town, value in zip(TOWNS, values, strict=True):
            axes.annotate(
                str(value), (town, value), (0, 7), textcoords="offset points", ha="center"
            )
    axes.set_ylim(0, 95)
    axes.legend()
    expected = {t: (str(a), str(b)) for t, a, b in zip(TOWNS, upper, lower, strict=True)}
    assert_read(read(pixels(figure)), expected)


def test_a_pie_with_its_shares_inside_and_its_names_around() -> None:
    figure = sheet(600, 450)
    axes = figure.add_subplot()
    axes.pie((31, 22, 18, 17, 12), labels=TOWNS, autopct="%1.1f%%", startangle=90)
    axes.set_title("Rain in a week")
    shares = ("31.0%", "22.0%", "18.0%", "17.0%", "12.0%")
    assert_read(read(pixels(figure)), truth(shares, TOWNS))


def test_labels_that_the_border_cuts_off_are_not_read() -> None:
    figure = sheet(500, 350)
    axes = figure.add_subplot()
    names = ("Santo Domingo", "Buenos Aires", "Port Moresby", "Addis Ababa")
    axes.bar_label(axes.barh(names, RAIN[:4]))
    axes.set_xlim(0, 80)
    reading = read(pixels(figure))
    assert reading.table is None
    assert reading.faults == ("cut_text",)


def test_a_value_across_the_frame_keeps_its_decimals_or_is_doubtful() -> None:
    figure = sheet(500, 350)
    axes = figure.add_subplot()
    values = (40.6, 45.3, 38.8, 4.1)
    axes.bar_label(axes.barh(TOWNS[:4], values))
    assert_lawful(read(pixels(figure)), truth(values, TOWNS[:4]))


# Below, text is given and only geometry is looked at: no OCR.


def test_paper_between_the_lines_of_a_grid_is_no_mark() -> None:
    rgb = np.full((200, 300, 3), 255, dtype=np.uint8)
    rgb[::40], rgb[:, ::60] = 241, 241
    assert not [m for m in find_marks(rgb) if min(m.width, m.height) > 5]


def test_cells_with_fewer_decimals_than_half_of_all() -> None:
    assert shortened(["45", "38.8", "4.1"]) == [True, False, False]
    assert shortened(["45%", "38%"]) == [False, False]
    assert shortened(["8.0", "45", "38"]) == [False, False, False]
    assert shortened([]) == []


def _legend(texts: Sequence[str]) -> Canvas:
    rgb, tokens = np.full((200, 300, 3), 255, dtype=np.uint8), []
    fills = ((31, 119, 180), (255, 127, 14))
    for k, (text, fill) in enumerate(zip(texts, fills, strict=True)):
        rgb[20 + 30 * k : 30 + 30 * k, 20:48] = fill
        tokens.append(Token(text=text, box=(56, 17 + 30 * k, 100, 33 + 30 * k)))
    return Canvas(rgb, tuple(tokens))


@pytest.mark.parametrize(
    ("texts", "names"),
    [
        (("2019", "2021"), ["2019", "2021"]),
        (("2019", "2028**"), ["2019", "2028**"]),
        (("Coast", "2021"), ["Coast"]),
        (("12.4", "8.7"), []),
        (("2019", "450"), []),
    ],
)
def test_numbers_that_name_series_are_years(texts: Sequence[str], names: list[str]) -> None:
    entries = read_legend(_legend(texts), [(31, 119, 180), (255, 127, 14)])
    assert [e.name for e in entries] == names


@pytest.mark.parametrize(
    ("box", "stroke", "cut"),
    [
        ((0, 40, 30, 56), (0, 20), True),
        ((0, 40, 30, 56), (5, 20), False),
        ((0, 40, 30, 56), (1, 20), False),
        ((60, 84, 90, 100), (65, 80), True),
        ((120, 84, 150, 100), (125, 140), False),
    ],
    ids=[
        "at the left",
        "near the left",
        "a pixel before",
        "a label at the bottom",
        "a title at the bottom",
    ],
)
def test_a_text_is_cut_where_its_strokes_reach_the_border(
    box: tuple[int, int, int, int], stroke: tuple[int, int], cut: bool
) -> None:
    rgb = np.full((100, 200, 3), 255, dtype=np.uint8)
    rgb[box[1] + 5 : box[3], stroke[0] : stroke[1] : 3] = 0
    canvas = Canvas(rgb, ())
    assert is_cut(canvas, Token(text="Bergen", box=box), (0, 0, 100, 100)) == cut


def test_a_title_may_touch_the_border_with_a_tip() -> None:
    """Publishers crop to the text, whose first letter may end in a serif there."""
    rgb = np.full((100, 200, 3), 255, dtype=np.uint8)
    rgb[22:38, 4:60:3] = 0
    rgb[37:39, :6] = 0
    title = Token(text="Agricultural land", box=(0, 20, 80, 40))
    assert not is_cut(Canvas(rgb, ()), title, (20, 50, 180, 95))
    assert is_cut(Canvas(rgb, ()), title, (0, 0, 180, 95))
