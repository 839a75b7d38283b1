"""Bars whose printed values run into each other, beside an axis that tells them roughly."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.core.sheets import assert_lawful, pixels, read, sheet, truth

QUARTERS = tuple(f"Q{k % 4 + 1} '{9 + k // 4:02}" for k in range(36))


def _amounts(seed: int) -> tuple[float, ...]:
    steps = np.random.default_rng(seed).normal(3, 7, len(QUARTERS))
    return tuple(round(float(v), 1) for v in np.clip(np.cumsum(steps) + 50, 8, None))


def _crowded(amounts: tuple[float, ...], shown: tuple[float, ...]) -> Any:
    figure = sheet(800, 460)
    axes = figure.add_subplot()
    labels = [f"{value:g}" for value in shown]
    axes.bar_label(axes.bar(QUARTERS, amounts), labels, fontsize=8, weight="bold", padding=2)
    places = range(len(QUARTERS))
    axes.set_xticks(places, QUARTERS, rotation=45, ha="right", rotation_mode="anchor")
    axes.tick_params(labelsize=7.5, length=0)
    axes.spines[["top", "right", "left"]].set_visible(False)
    axes.set_ylim(0, max(amounts) * 1.15)
    figure.tight_layout()
    return figure


def test_values_that_run_into_each_other_are_estimated_and_the_others_stay_exact() -> None:
    amounts = _amounts(1)
    reading = read(pixels(_crowded(amounts, amounts)))
    assert reading.table is not None, reading.faults
    assert_lawful(reading, truth((f"{value:g}" for value in amounts), QUARTERS))
    seen = [witness for row in reading.witnesses for witness in row]
    assert set(seen) == {"estimate", "geometry"}
    assert seen.count("geometry") >= 6


def test_an_axis_that_the_values_do_not_bear_out_gives_no_estimates() -> None:
    amounts = _amounts(1)
    reading = read(pixels(_crowded(amounts, tuple(round(v * 1.3 - 20, 1) for v in amounts))))
    assert "estimate" not in {witness for row in reading.witnesses for witness in row}


def test_a_bar_whose_end_is_covered_is_not_estimated() -> None:
    amounts = _amounts(2)
    figure = _crowded(amounts, amounts)
    (axes,) = figure.axes
    covered = 20
    axes.plot([covered - 0.45, covered + 0.45], [amounts[covered]] * 2, color="#202020", lw=11)
    reading = read(pixels(figure))
    assert reading.table is not None, reading.faults
    assert reading.table.categories == QUARTERS
    assert reading.witnesses[covered] == ("conflict",)
    assert sum(row == ("conflict",) for row in reading.witnesses) <= 3


def test_a_bar_under_a_note_or_seen_again_behind_a_gap_is_not_estimated() -> None:
    names, amounts = ("Porto", "Graz", "Bergen", "Tartu", "Nantes"), (38, 21, 56, 44, 31)
    paper = {"facecolor": "white", "edgecolor": "none", "pad": 2}
    for cover in ("note", "gap"):
        figure = sheet(600, 400)
        axes = figure.add_subplot()
        axes.bar(names, amounts, width=0.5)
        if cover == "note":
            axes.text(0, 36, "strike", ha="center", va="center", bbox=paper)
        else:
            axes.plot([-0.4, 0.4], [26, 29], color="white", lw=9)
        reading = read(pixels(figure))
        assert_lawful(reading, truth(amounts, names))


def test_a_line_over_bars_on_one_axis_is_not_read_without_them() -> None:
    figure = sheet(700, 420)
    axes = figure.add_subplot()
    axes.bar(QUARTERS[:12], range(20, 44, 2), color="#9ecae1")
    axes.plot(range(12), [30 + (5 * k) % 13 for k in range(12)], "o-", color="#d62728")
    reading = read(pixels(figure))
    assert reading.table is None
