"""Pies: wedges by angle, labels in lists and around the disk, values held against angles."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast_agent.core.compare import compare_tables
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.pielabels import split_entry
from recast_agent.core.perception.pies import read_pies
from recast_agent.core.perception.wedges import find_disk, find_wedges
from recast_agent.core.types import Token
from tests.core.drawn import drawn, made_up, tally

_COLORS = ((40, 118, 221), (186, 186, 186), (166, 11, 11), (135, 188, 36), (15, 40, 62))


def _disk(shares: list[int]) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A disk of radius 120 at (200, 150) with wedges clockwise from twelve o'clock."""
    ys, xs = np.mgrid[0:300, 0:400]
    turn = np.degrees(np.arctan2(xs - 200, 150 - ys)) % 360
    inside = np.hypot(xs - 200, ys - 150) <= 120
    rgb = np.full((300, 400, 3), 255, dtype=np.uint8)
    edges = np.cumsum([0, *shares]) / sum(shares) * 360
    for k, color in enumerate(_COLORS[: len(shares)]):
        rgb[inside & (turn >= edges[k]) & (turn < edges[k + 1])] = color
    return rgb


@settings(max_examples=25, deadline=None)
@given(st.lists(st.integers(5, 60), min_size=2, max_size=5))
def test_angles_are_measured_to_less_than_a_degree(shares: list[int]) -> None:
    rgb = _disk(shares)
    disk = find_disk(rgb)
    assert disk is not None
    angles = [w.angle for w in find_wedges(rgb, disk)]
    assert angles == pytest.approx([360 * s / sum(shares) for s in shares], abs=1.0)


def _labelled(values: list[str]) -> Canvas:
    boxes = ((340.0, 60.0, 395.0, 76.0), (170.0, 275.0, 230.0, 291.0), (5.0, 60.0, 65.0, 76.0))
    names = ("Brie", "Feta", "Edam")
    tokens = tuple(
        Token(text=f"{name} {value}", box=box)
        for name, value, box in zip(names, values, boxes, strict=True)
    )
    return Canvas(_disk([30, 40, 30]), tokens)


def test_a_value_that_its_wedge_contradicts_is_in_conflict() -> None:
    found = read_pies(_labelled(["30%", "40%", "3%"]))
    assert found is not None
    assert found.table.categories == ("Brie", "Feta", "Edam")
    assert found.witnesses == (("geometry",), ("geometry",), ("conflict",))


def test_a_value_that_is_cut_off_is_missing_and_in_conflict() -> None:
    found = read_pies(_labelled(["30%", "40%", "3..."]))
    assert found is not None
    assert found.table.cells[2] == (None,)
    assert found.witnesses[2] == ("conflict",)


def test_a_wedge_without_a_label_makes_no_table() -> None:
    canvas = _labelled(["30%", "40%", "30%"])
    assert read_pies(Canvas(canvas.rgb, canvas.tokens[:2])) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Brie: 12.4", ("Brie", "12.4")),
        ("• Trade 7.15%", ("Trade", "7.15")),
        ("services18.43%", ("services", "18.43")),
        ("Level 2: 1,234", ("Level 2", "1234")),
        ("- Transport & storage 1 1...", ("Transport & storage", None)),
    ],
)
def test_an_entry_is_a_name_and_the_value_at_its_end(text: str, expected: object) -> None:
    found = split_entry(text)
    assert found is not None
    assert (found[0], found[1].text if found[1] else None) == expected


@pytest.mark.parametrize("seed", range(6))
def test_a_drawn_pie_reads_back_exactly(seed: int) -> None:
    table = made_up("pie", rows=2 + 2 * seed, columns=1, seed=seed)
    found = read_pies(drawn(table))
    assert found is not None
    assert compare_tables(table, found.table) == ()
    assert {w for row in found.witnesses for w in row} == {"geometry"}


@pytest.mark.parametrize("held_out", [False, True])
def test_real_pies_have_no_wrong_cell_in_silence(held_out: bool) -> None:
    total = tally("pie", held_out, read_pies)
    print(total)
    assert total.silent == 0
    assert total.read >= 0.7 * total.charts


def _token(text: str, x: float, y: float) -> Token:
    """A text around a place, 7 pixels a letter."""
    half = 3.5 * len(text)
    return Token(text=text, box=(x - half, y - 8.0, x + half, y + 8.0))


def test_text_across_wedges_does_not_split_them() -> None:
    rgb = _disk([30, 40, 30])
    rgb[110:190, 260:320] = 0
    disk = find_disk(rgb)
    assert disk is not None
    wedges = find_wedges(rgb, disk, [(259.0, 109.0, 321.0, 191.0)])
    assert [w.angle for w in wedges] == pytest.approx([108, 144, 108], abs=1.0)


def test_a_bundle_of_leader_lines_does_not_shift_the_disk() -> None:
    rgb = _disk([30, 40, 30])
    rgb[26:34, 185:245] = (166, 11, 11)
    disk = find_disk(rgb)
    assert disk is not None
    assert (disk.x, disk.y, disk.radius) == pytest.approx((200, 150, 120), abs=0.8)


def test_a_value_that_is_cut_off_is_estimated_where_all_others_agree_with_their_wedges() -> None:
    tokens = (
        _token("Brie 30%", 360, 60),
        _token("Feta 25%", 350, 250),
        _token("Edam 20%", 90, 280),
        _token("Gouda 2...", 35, 60),
    )
    found = read_pies(Canvas(_disk([30, 25, 20, 25]), tokens))
    assert found is not None
    cells = {
        name: row[0] for name, row in zip(found.table.categories, found.table.cells, strict=True)
    }
    marks = dict(zip(found.table.categories, found.witnesses, strict=True))
    assert {n: c for n, c in cells.items() if n != "Gouda"} == {
        "Brie": "30%",
        "Feta": "25%",
        "Edam": "20%",
    }
    estimate = cells["Gouda"]
    assert estimate is not None
    assert abs(float(estimate.rstrip("%")) - 25) <= float(found.bound) < 0.5
    assert marks["Gouda"] == ("estimate",)
    assert found.score == 1.0


def test_nothing_is_estimated_where_a_wedge_contradicts_its_value() -> None:
    tokens = (
        _token("Brie 30%", 360, 60),
        _token("Feta 29%", 350, 250),
        _token("Edam 20%", 90, 280),
        _token("Gouda 2...", 35, 60),
    )
    found = read_pies(Canvas(_disk([30, 25, 20, 25]), tokens))
    assert found is not None
    assert found.bound == ""
    marks = dict(zip(found.table.categories, found.witnesses, strict=True))
    assert marks["Gouda"] == marks["Feta"] == ("conflict",)


def test_labels_pushed_far_from_thin_wedges_are_told_by_their_values() -> None:
    """The labels of two wedges too thin to be seen stand nearer to others' than their own do."""
    shares = [1, 2, 9, 250, 738]
    tokens = tuple(
        _token(text, x, y)
        for text, x, y in (
            ("Brie 0.1%", 250, 15),
            ("Feta 0.2%", 300, 35),
            ("Edam 0.9%", 330, 55),
            ("Gouda 25%", 360, 120),
            ("Colby 73.8%", 40, 200),
        )
    )
    found = read_pies(Canvas(_disk(shares), tokens))
    assert found is not None
    assert found.table.categories == ("Brie", "Feta", "Edam", "Gouda", "Colby")
    assert [w for (w,) in found.witnesses] == ["none", "none", "geometry", "geometry", "geometry"]


def test_labels_stacked_beside_a_pie_keep_the_order_of_their_wedges() -> None:
    """On the left, the lower of two labels has the earlier wedge, in whichever direction it is."""
    tokens = (
        _token("Brie 60%", 350, 250),
        _token("Feta 25%", 40, 110),
        _token("Edam 8%", 140, 32),
        _token("Gouda 7%", 60, 12),
    )
    found = read_pies(Canvas(_disk([60, 25, 8, 7]), tokens))
    assert found is not None
    assert found.table.categories == ("Brie", "Feta", "Edam", "Gouda")
    assert {w for (w,) in found.witnesses} == {"geometry"}


def test_names_stand_on_wedges_or_are_led_to_them() -> None:
    """A name above its value, one below, and one outside, at the end of a line to a thin wedge."""
    rgb = _disk([45, 10, 45])
    tokens = [
        _token("Brie", 260, 110),
        _token("45%", 260, 126),
        _token("45%", 140, 110),
        _token("Mild", 140, 126),
        _token("Feta", 140, 142),
        _token("10%", 200, 250),
    ]
    with_name = [*tokens, _token("Edam", 300, 285)]
    assert read_pies(Canvas(rgb, tuple(with_name))) is None
    rgb[272:276, 206:284] = 0
    found = read_pies(Canvas(rgb, tuple(with_name)))
    assert found is not None
    assert found.table.categories == ("Brie", "Edam", "Mild Feta")
    assert found.table.cells == (("45%",), ("10%",), ("45%",))
    assert {w for (w,) in found.witnesses} == {"geometry"}


def test_a_name_that_is_cut_off_ends_in_an_ellipsis() -> None:
    assert split_entry("Don't believe it or ...") == ("Don't believe it or…", None)
