"""Labels that run up to the right under an axis, as dense charts have them."""

from __future__ import annotations

import pytest

from recast_agent.core.perception.signs import alike
from recast_agent.core.perception.thinned import unsure
from tests.core.sheets import assert_lawful, assert_read, pixels, read, sheet, truth

YEARS = tuple(f"'{year % 100:02}" for year in range(1993, 2022))
QUARTERS = tuple(f"Q{k % 4 + 1} '{k // 4 + 15}" for k in range(22))
NAMES = ("Lisbon", "Graz", "Bergen", "Tartu", "Nantes", "Porto", "Bruges", "Cork", "Turku", "Siena")


@pytest.mark.parametrize("labels", [YEARS, QUARTERS, NAMES], ids=["years", "quarters", "names"])
def test_slanted_labels_are_read_as_written(labels: tuple[str, ...]) -> None:
    amounts = tuple(12 + (7 * k) % 41 for k in range(len(labels)))
    figure = sheet(900, 520)
    axes = figure.add_subplot()
    axes.bar_label(axes.bar(labels, amounts), fontsize=8)
    axes.set_xticks(range(len(labels)), labels, rotation=45, ha="right", rotation_mode="anchor")
    axes.tick_params(labelsize=8)
    figure.tight_layout()
    reading = read(pixels(figure))
    assert_read(reading, truth(amounts, labels))
    assert sum(token.slanted for token in reading.tokens) == len(labels)


def test_level_labels_under_values_that_stand_close_are_not_slanted() -> None:
    years = tuple(str(year) for year in range(2009, 2021))
    shares = tuple(5 + (3 * k) % 7 for k in range(len(years)))
    figure = sheet(760, 420)
    axes = figure.add_subplot()
    axes.bar_label(axes.bar(years, shares), label_type="center", fontsize=9, padding=-8)
    axes.set_ylim(0, 90)
    axes.tick_params(length=0, pad=1)
    reading = read(pixels(figure))
    assert not any(token.slanted for token in reading.tokens)


def test_signs_that_a_thin_stroke_loses_are_those_of_its_kind() -> None:
    assert alike(["Q1 '17", "Q3'17", "Q418", "Q2 '18"]) == ["Q1 '17", "Q3 '17", "Q4 '18", "Q2 '18"]
    assert alike(["'09", "10", "'11", "'12*", "13*"]) == ["'09", "'10", "'11", "'12*", "'13*"]


def test_signs_of_a_single_text_are_its_own() -> None:
    assert alike(["1 to 4", "Unknown (x)", "75+"]) == ["1 to 4", "Unknown (x)", "75+"]
    assert alike(["12", "13", "1.5", "2.5"]) == ["12", "13", "1.5", "2.5"]


MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


@pytest.mark.parametrize(
    ("labels", "every", "turn"),
    [
        (tuple(f"'{year % 100:02}" for year in range(1993, 2024)), 2, 45),
        (tuple(f"{MONTHS[k % 12]} {2015 + k // 12}" for k in range(37)), 3, 0),
    ],
    ids=["slanted years", "level months"],
)
def test_bars_between_thinned_labels_are_named_by_what_they_count(
    labels: tuple[str, ...], every: int, turn: int
) -> None:
    amounts = tuple(12 + (7 * k) % 41 for k in range(len(labels)))
    figure = sheet(900, 460)
    axes = figure.add_subplot()
    axes.bar_label(axes.bar(range(len(labels)), amounts), fontsize=7, padding=2)
    aligned = {"ha": "right", "rotation": turn, "rotation_mode": "anchor"} if turn else {}
    axes.set_xticks(range(0, len(labels), every), labels[::every], **aligned)
    axes.tick_params(labelsize=7.5, length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    figure.tight_layout()
    assert_read(read(pixels(figure)), truth(amounts, labels))


def test_a_place_behind_the_last_label_may_be_something_else() -> None:
    names = [*(str(2001 + k) if k % 2 == 0 else "" for k in range(9)), ""]
    figure = sheet(640, 360)
    axes = figure.add_subplot()
    amounts = (31, 35, 28, 44, 39, 47, 52, 49, 55, 380)
    axes.bar_label(axes.bar(range(10), amounts))
    axes.set_xticks(range(10), names)
    reading = read(pixels(figure))
    assert reading.table is not None, reading.faults
    assert reading.witnesses == (*[("geometry",)] * 9, ("conflict",))


@pytest.mark.parametrize(
    ("names", "places"),
    [
        (["2000", "", "2002", "", "2004", ""], {5}),
        (["", "2000", "", "2002", "", "2004"], {0}),
        (["2000", "200]", "2002", "2003", "2004", "2005"], {1}),
        (["2000", "2001º", "2002", "2003*", "2004°"], set()),
        (["2000", "2001", "2002", "Total"], set()),
        (["North", "South"], set()),
    ],
)
def test_names_that_only_the_count_tells_are_unsure(names: list[str], places: set[int]) -> None:
    assert unsure(names) == places


def test_a_label_that_lost_a_letter_names_nothing() -> None:
    codes = ("FI", "IT", "IE", "LI", "LT", "LV", "NL", "PL", "SI", "SK", "ES", "IS")
    amounts = tuple(12 + (7 * k) % 41 for k in range(len(codes)))
    figure = sheet(560, 400)
    axes = figure.add_subplot()
    axes.bar_label(axes.bar(codes, amounts), fontsize=8)
    axes.set_xticks(range(len(codes)), codes, rotation=45, ha="right", rotation_mode="anchor")
    assert_lawful(read(pixels(figure)), truth(amounts, codes))
