"""Charts with an axis and no printed values: estimates that the truth lies within the bound of."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast_agent.core.compare import cell_value
from recast_agent.core.perception.thinned import filled
from recast_agent.core.types import ChartReading
from tests.core.sheets import (
    BLUE,
    RED,
    SHOPS,
    Picture,
    assert_lawful,
    pixels,
    read,
    sheet,
    truth,
)

VALUES = (312.0, 147.0, 268.0, 95.0, 385.0, 223.0)


def axis_only(kind: str, values: Sequence[float], low: float = 0.0) -> Picture:
    """Bars or a line over six shops, with ticks and nothing else that is printed."""
    figure = sheet(layout="constrained")
    axes = figure.add_subplot()
    names = SHOPS[: len(values)]
    if kind == "bar":
        axes.bar(names, values, color=BLUE, width=0.5)
    elif kind == "hbar":
        axes.barh(names, values, color=BLUE, height=0.5)
    else:
        axes.plot(names, values, "o-", color=BLUE)
    (axes.set_xlim if kind == "hbar" else axes.set_ylim)(low, max(values) * 1.3)
    return pixels(figure)


def assert_estimated(reading: ChartReading, values: Sequence[float], span: float) -> None:
    assert reading.table is not None, reading.faults
    told = dict(zip(SHOPS, values, strict=False))
    bound = Decimal(reading.bound)
    assert 0 < bound <= Decimal(str(span * 0.02))
    assert {w for row in reading.witnesses for w in row} == {"estimate"}
    assert sorted(reading.table.categories) == sorted(told)
    for category, (cell,) in zip(reading.table.categories, reading.table.cells, strict=True):
        assert cell is not None
        assert abs(cell_value(cell) - Decimal(str(told[category]))) <= bound, category


@pytest.mark.parametrize("kind", ["bar", "hbar", "line"])
def test_values_of_an_axis_are_estimated_within_their_bound(kind: str) -> None:
    assert_estimated(read(axis_only(kind, VALUES)), VALUES, 520)


def test_small_numbers_keep_the_digits_that_pixels_tell_apart() -> None:
    values = [v / 1000 for v in VALUES]
    assert_estimated(read(axis_only("bar", values)), values, 0.52)


def test_a_baseline_that_is_not_zero_counts() -> None:
    values = [v + 1000 for v in VALUES]
    assert_estimated(read(axis_only("line", values, low=1000)), values, 450)


def test_an_axis_that_is_no_line_gives_no_estimates() -> None:
    figure = sheet()
    axes = figure.add_subplot()
    axes.bar(SHOPS[:6], VALUES, color=BLUE, width=0.5)
    axes.set_yscale("log")
    axes.set_yticks([10, 50, 200, 500], ["10", "50", "200", "500"])
    assert read(pixels(figure)).table is None


def test_years_between_thinned_ones_follow_from_them() -> None:
    assert filled(["2000", "", "2002", "", "2004"]) == ("2000", "2001", "2002", "2003", "2004")
    assert filled(["", "1990", "", "2000", "", "2010"])[0] == "1985"  # type: ignore[index]
    assert filled(["a", "b"]) == ("a", "b")


@pytest.mark.parametrize(
    ("shown", "whole"),
    [
        ("'98, , '00, , '02*", "'98, '99, '00, '01, '02*"),
        ("Q1 '09, , Q3 '09, , Q1 '10", "Q1 '09, Q2 '09, Q3 '09, Q4 '09, Q1 '10"),
        (", Q3 2019, , Q1 2020, , Q3 2020", "Q2 2019, Q3 2019, Q4 2019, Q1 2020, Q2 2020, Q3 2020"),
        ("Nov 2014, , , Feb 2015, , , May 2015",
         "Nov 2014, Dec 2014, Jan 2015, Feb 2015, Mar 2015, Apr 2015, May 2015"),
        ("May '14, , July '14, , September '14", "May '14, June '14, July '14, August '14, "
         "September '14"),
        ("1998/99, , 2000/01, , 2002/03", "1998/99, 1999/00, 2000/01, 2001/02, 2002/03"),
        ("2008-2009, , 2010-2011, , 2012-2013", "2008-2009, 2009-2010, 2010-2011, 2011-2012, "
         "2012-2013"),
    ],
)  # fmt: skip
def test_parts_of_years_count_on_as_years_do(shown: str, whole: str) -> None:
    assert filled([s.strip() for s in shown.split(",")]) == tuple(whole.split(", "))


@pytest.mark.parametrize(
    "names",
    [
        ["2000", "", "2002"],  # two show no step
        ["2000", "", "2003", "", "2006"],  # no whole number between
        ["2000", "", "2004", "", "2006"],  # uneven
        ["North", "", "2002", "", "2004", "", "2006"],  # something else among them
        ["7", "", "7", "", "7"],
        ["Q1 '09", "", "Q3 2009", "", "Q1 '10"],
        ["2008/09", "", "2010/12", "", "2012/13"],
        ["Mon 2014", "", "Wed 2014", "", "Fri 2014"],
        ["", "", ""],
    ],
)
def test_labels_that_do_not_follow_are_not_made_up(names: list[str]) -> None:
    assert filled(names) is None


@given(st.integers(0, 3000), st.integers(1, 20), st.integers(2, 4), st.integers(4, 30))
def test_every_thinned_count_is_completed(start: int, step: int, every: int, total: int) -> None:
    whole = [str(start + step * k) for k in range(total)]
    shown = [name if k % every == 0 else "" for k, name in enumerate(whole)]
    if sum(map(bool, shown)) >= 3:
        assert filled(shown) == tuple(whole)


def drawn(draw: str) -> Picture:
    """Charts whose axis does not say what their marks show."""
    figure = sheet(layout="constrained")
    axes = figure.add_subplot()
    if draw == "a factor above the axis":
        axes.plot(SHOPS, [v * 1e5 for v in VALUES], "o-", color=BLUE)
    elif draw == "an offset above the axis":
        axes.plot(SHOPS, [10_000 + v / 40 for v in VALUES], "o-", color=BLUE)
        axes.ticklabel_format(axis="y", useOffset=10_000)
    elif draw == "two axes":
        axes.plot(SHOPS, VALUES, "o-", color=BLUE, label="Sales")
        other = axes.twinx()
        other.plot(SHOPS, [v * 7 for v in reversed(VALUES)], "o-", color=RED, label="Costs")
        figure.legend(loc="outside lower center", ncols=2)
    return pixels(figure)


@pytest.mark.parametrize(
    "draw", ["a factor above the axis", "an offset above the axis", "two axes"]
)
def test_an_axis_that_does_not_say_what_marks_show_gives_no_estimates(draw: str) -> None:
    assert read(drawn(draw)).table is None


@pytest.mark.parametrize("top", [300, 330, 380])
def test_a_bar_that_the_axis_cuts_off_is_never_read_as_what_is_left_of_it(top: int) -> None:
    figure = sheet(layout="constrained")
    axes = figure.add_subplot()
    axes.bar(SHOPS, VALUES, color=BLUE, width=0.5)
    axes.set_ylim(0, top)
    assert_lawful(read(pixels(figure)), truth(VALUES))
