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
