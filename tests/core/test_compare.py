"""compare_tables: values exactly, labels by distance, never a word of what was expected."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast_agent.core.compare import (
    cell_value,
    chart_class,
    compare_tables,
    label_distance,
    same_label,
)
from recast_agent.core.table import Table

BASE = Table(
    chart_type="grouped",
    title="Berths by harbour",
    category_axis="Harbour",
    value_axis="Berths",
    unit="thousand",
    categories=("Alder Bay", "Birch Cove", "Cedar Head"),
    series=("Spring", "Autumn"),
    cells=(("12.4", "8"), ("30", None), ("7K", "1.50")),
)


def changed(**fields: object) -> Table:
    return BASE.model_copy(update=fields)


def codes(expected: Table, seen: Table, *, ordered: bool = True) -> set[tuple[str, str]]:
    return {(f["code"], f["where"]) for f in compare_tables(expected, seen, ordered=ordered)}


def test_a_table_equals_itself_and_its_trivial_variants() -> None:
    assert compare_tables(BASE, BASE) == ()
    variants = changed(
        chart_type="hgrouped",
        title="BERTHS by  harbour",
        cells=(("12.40", "8.0"), ("30", None), ("7000", "1.5")),
        categories=("AlderBay", "Birch Cove", "Cedar Heod"),
    )
    assert compare_tables(BASE, variants) == ()


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"cells": (("124", "8"), ("30", None), ("7K", "1.50"))}, ("value_differs", "cell:0:0")),
        ({"cells": (("12.4", "8"), ("30", "1"), ("7K", "1.50"))}, ("value_differs", "cell:1:1")),
        ({"cells": (("12.4", "8"), (None, None), ("7K", "1.50"))}, ("unread", "cell:1:0")),
        ({"cells": (("12.4", "8"), ("30", None), ("7", "1.50"))}, ("value_differs", "cell:2:0")),
        ({"cells": (("12.4%", "8"), ("30", None), ("7K", "1.50"))}, ("value_differs", "cell:0:0")),
        ({"cells": (("-12.4", "8"), ("30", None), ("7K", "1.50"))}, ("value_differs", "cell:0:0")),
        ({"categories": ("Alder Bay", "Quarry", "Cedar Head")}, ("label_differs", "category:1")),
        ({"series": ("Spring", "Winter")}, ("series_differs", "series:1")),
        ({"title": "Cranes by station"}, ("title_differs", "title")),
        ({"category_axis": "Station"}, ("axis_differs", "category_axis")),
        ({"value_axis": "Cranes"}, ("axis_differs", "value_axis")),
        ({"unit": "million"}, ("unit_differs", "unit")),
        ({"chart_type": "stacked"}, ("type_differs", "type")),
    ],
)
def test_one_fault_gives_exactly_its_finding(
    fields: dict[str, object], expected: tuple[str, str]
) -> None:
    assert codes(BASE, changed(**fields)) == {expected}


def test_dropped_and_added_categories() -> None:
    fewer = changed(categories=BASE.categories[:2], cells=BASE.cells[:2])
    assert codes(BASE, fewer) == {("category_missing", "category:2")}
    assert codes(fewer, BASE) == {("category_extra", "category:2")}


def test_order_counts_only_where_it_is_kept() -> None:
    moved = changed(
        categories=("Birch Cove", "Alder Bay", "Cedar Head"),
        cells=(BASE.cells[1], BASE.cells[0], BASE.cells[2]),
    )
    assert {c for c, _ in codes(BASE, moved)} == {"order_differs"}
    assert codes(BASE, moved, ordered=False) == set()


def test_swapped_labels_are_seen_even_where_order_does_not_count() -> None:
    swapped = changed(categories=("Birch Cove", "Alder Bay", "Cedar Head"))
    assert {w for c, w in codes(BASE, swapped, ordered=False) if c != "unread"} >= {"cell:0:0"}


def test_digits_in_labels_and_short_labels_must_be_exact() -> None:
    assert not same_label("2018", "2019")
    assert not same_label("Quarter 1 of the year", "Quarter 2 of the year")
    assert not same_label("UK", "US")
    assert same_label("UK", "uk")
    assert same_label("Wulfenite", "Wulfenlte")
    assert not same_label("Exports of refined goods", "Exports of mineral goods")


def test_a_label_is_taken_for_the_nearest_one_only() -> None:
    near = changed(categories=("Northport", "Northfort", "Cedar Head"))
    seen = near.model_copy(update={"categories": ("Northfort", "Northfort", "Cedar Head")})
    assert ("label_differs", "category:0") in codes(near, seen)


def test_repeated_labels_align_by_position() -> None:
    twice = changed(categories=("Other", "Birch Cove", "Other"))
    assert compare_tables(twice, twice) == ()


def test_colours_count_where_they_are_named() -> None:
    named = changed(colors=("blue", ""))
    assert compare_tables(named, changed(colors=("Blue", "red"))) == ()
    assert codes(named, changed(colors=("red", "blue"))) == {("color_differs", "series:0")}
    assert codes(named, BASE) == {("color_differs", "series:0")}
    assert compare_tables(BASE, changed(colors=("red", "blue"))) == ()


def test_a_percent_sign_may_stand_in_the_unit_or_in_each_cell() -> None:
    one = {"series": ("",), "chart_type": "bar"}
    unit = changed(**one, unit="%", cells=(("12",), ("30",), ("7",)))
    cells = changed(**one, unit="", cells=(("12%",), ("30%",), ("7%",)))
    bare = changed(**one, unit="", cells=(("12",), ("30",), ("7",)))
    assert compare_tables(unit, cells) == ()
    assert ("unit_differs", "unit") in codes(unit, bare)
    assert ("unit_differs", "unit") in codes(cells, bare)


def test_a_stack_of_one_series_is_a_bar() -> None:
    one = changed(chart_type="stacked", series=("",), cells=(("1",), ("2",), ("3",)))
    assert chart_class(one) == "bars"
    assert chart_class(changed(chart_type="hstacked")) == "stack"


def test_cell_values_are_exact() -> None:
    assert cell_value("-12.50%") == cell_value("-12.5")
    assert cell_value("1.2M") == 1_200_000
    assert cell_value("0.1") * 3 == cell_value("0.3")


words = st.text(st.characters(whitelist_categories=("L", "N", "P", "Zs")), max_size=20)
numbers = st.one_of(st.none(), st.integers(-999, 999).map(str))


@st.composite
def tables(draw: st.DrawFn) -> Table:
    n, m = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    unique = st.lists(words, min_size=n, max_size=n, unique=True)
    return Table(
        chart_type="grouped",
        categories=tuple(draw(unique)),
        series=tuple(f"S{j}" for j in range(m)),
        cells=tuple(tuple(draw(numbers) for _ in range(m)) for _ in range(n)),
    )


@given(words, words)
def test_distance_is_a_share_and_zero_for_the_same(a: str, b: str) -> None:
    assert 0.0 <= label_distance(a, b) <= 1.0
    assert label_distance(a, a) == 0.0


@given(tables(), st.data())
def test_any_changed_cell_is_found_and_the_expected_value_is_not_told(
    table: Table, data: st.DataObject
) -> None:
    i = data.draw(st.integers(0, len(table.categories) - 1))
    j = data.draw(st.integers(0, len(table.series) - 1))
    cell = "31415" if table.cells[i][j] != "31415" else "27"
    row = (*table.cells[i][:j], cell, *table.cells[i][j + 1 :])
    seen = table.model_copy(update={"cells": (*table.cells[:i], row, *table.cells[i + 1 :])})
    assert compare_tables(table, seen) == (
        {"code": "value_differs", "where": f"cell:{i}:{j}", "seen": cell},
    )
