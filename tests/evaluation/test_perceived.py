"""A reading is held against the gold table with its marks; OCR alone is judged in its favour."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import perception as section
from recast_agent.core.table import Table
from recast_agent.core.types import Token, Witness
from recast_agent.evaluation.baseline import baseline, joined
from recast_agent.evaluation.cases import load_cases
from recast_agent.evaluation.perceived import ESTIMATED, Perceived, Witnesses, perceived, unread

GOLD = Table(
    categories=("Ash", "Birch", "Cedar"),
    series=("Copper", "Iron"),
    cells=(("40", "61"), ("35", "-6.8"), (None, "20")),
)


def marked(table: Table, marks: dict[tuple[int, int], Witness] | None = None) -> Witnesses:
    """Borne out by the geometry, but for the marks."""
    marks = marks or {}
    return tuple(
        tuple(marks.get((i, j), "geometry") for j in range(len(table.series)))
        for i in range(len(table.categories))
    )


def test_a_wrong_cell_is_silent_unless_it_is_marked() -> None:
    seen = GOLD.model_copy(update={"cells": (("41", "61"), ("36", "-6.8"), ("7", "20"))})
    found = perceived(GOLD, seen, marked(seen, {(0, 0): "conflict", (1, 0): "none"}))
    assert found == Perceived(total=5, right=3, silent=2, marked=1, read=True)


def test_a_table_read_the_other_way_round_agrees_with_its_marks() -> None:
    turned = Table(
        categories=GOLD.series,
        series=GOLD.categories,
        cells=(("40", "35", None), ("9", "-6.8", "20")),
    )
    found = perceived(GOLD, turned, marked(turned, {(1, 0): "conflict"}))
    assert found == Perceived(total=5, right=4, marked=1, read=True)


def test_a_row_under_another_label_is_told_apart() -> None:
    seen = GOLD.model_copy(update={"categories": ("Ash", "Birch", "Walnut")})
    found = perceived(GOLD, seen, marked(seen))
    assert (found.right, found.silent, found.unplaced) == (4, 0, 1)


def test_a_scale_that_a_gold_table_leaves_out_is_no_fault() -> None:
    gold = Table(categories=("Ash", "Birch"), cells=(("48",), ("70",)))
    for cells, right in (((("48K",), ("70K",)), 2), ((("48K",), ("70",)), 1)):
        seen = gold.model_copy(update={"cells": cells})
        assert perceived(gold, seen, marked(seen)).right == right


def test_estimates_have_a_tolerance_and_a_bound() -> None:
    """5 % of the gold value where values are read off an axis."""
    seen = GOLD.model_copy(update={"cells": (("41", "61"), ("33", "-6.8"), (None, "20"))})
    marks = marked(seen, {(0, 0): "estimate", (1, 0): "estimate"})
    found = perceived(GOLD, seen, marks, ESTIMATED, "1.5")
    assert (found.right, found.marked, found.estimated, found.within) == (4, 1, 2, 1)
    assert perceived(GOLD, seen, marks, bound="1.5").right == 3


def test_nothing_read_is_nothing_right() -> None:
    assert unread(GOLD) == Perceived(total=5)


def token(text: str, x: float, y: float) -> Token:
    return Token(text=text, box=(x - 5, y - 5, x + 5, y + 5))


def test_ocr_alone_joins_a_number_with_the_nearest_text() -> None:
    tokens = [token("Ash", 0, 0), token("12", 20, 0), token("Birch", 0, 50), token("3 400", 20, 50)]
    assert joined(tokens) == {"Ash": ("12",), "Birch": ("3400",)}
    years = [token("2019*", 0, 0), token("2020", 50, 0), token("7", 0, 20), token("8", 50, 20)]
    assert joined(years) == {"2019*": ("7",), "2020": ("8",)}
    assert joined([token("7", 0, 0)]) == {}


def test_ocr_alone_is_right_where_the_value_stands_by_its_category() -> None:
    found = baseline(GOLD, {"Ash": ("61", "40"), "Birch": ("35",), "Rest": ("20",)}, 1e-6)
    assert found == Perceived(total=5, right=3, silent=1, read=True)
    assert baseline(GOLD, {}, 1e-6) == Perceived(total=5)


@pytest.mark.chartqa
@pytest.mark.skipif(
    not section.DATA.is_dir(), reason="needs the evaluation data beside the checkout"
)
def test_the_section_reports_both_splits_and_the_baseline(
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = section.perception(2)
    assert len(capsys.readouterr().out.splitlines()) == 2
    for part in ("| development |", "| held out |", "OCR alone", "| geometry |", "by family"):
        assert part in text
    assert {case.split for case in load_cases(Path(section.DATA))[:2]} == {"use", "test"}
