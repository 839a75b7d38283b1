"""A chart whose values stand on its axis alone: withheld, or answered with ≈ and a bound."""

from __future__ import annotations

import io
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from recast_agent import ReCast
from recast_agent.core.perception.read import read_chart
from recast_agent.core.table import Table
from recast_agent.workflow.confirming import AsRead, Vouched
from tests.core.sheets import BLUE, SHOPS, pixels, sheet
from tests.core.test_perception_around import labelled
from tests.support import settings

VALUES = (312.0, 147.0, 268.0, 95.0, 385.0, 223.0)
QUESTION = "What is the difference between the highest and the lowest value?"


def axis_only() -> bytes:
    figure = sheet(layout="constrained")
    axes = figure.add_subplot()
    axes.bar(SHOPS, VALUES, color=BLUE, width=0.5)
    axes.set_ylim(0, 500)
    out = io.BytesIO()
    Image.fromarray(pixels(figure)).save(out, "PNG")
    return out.getvalue()


def test_estimates_are_withheld_unless_they_are_allowed(tmp_path: Path) -> None:
    result = ReCast(settings(tmp_path)).protect(axis_only(), QUESTION)
    assert (result.status, result.reason, result.release) == ("withheld", "chart_estimated", None)
    assert "strict" in result.hint


def test_an_answer_from_estimates_is_marked_and_its_operands_have_a_bound(tmp_path: Path) -> None:
    asked = ReCast(settings(tmp_path, strict=False))
    result = asked.protect(axis_only(), QUESTION)
    assert result.status == "protected", result.reason
    assert result.release is not None
    shown = read_chart(result.release.artifact.data).table
    assert shown is not None
    cells = [row[0] for row in shown.cells]
    program = f"answer = max({_all(cells)}) - min({_all(cells)})"
    recovered = asked.recover(result.case, program)
    assert recovered.answer is not None
    assert recovered.receipt is not None
    assert recovered.answer.text.startswith("≈ ")
    bound = Decimal(recovered.receipt.restored[0].within)
    assert abs(Decimal(recovered.answer.text[2:]) - 290) <= 2 * bound
    assert {one.within for one in recovered.receipt.restored} == {str(bound)}
    assert len(recovered.receipt.marked) == 6


def test_a_person_makes_no_estimate_exact_by_leaving_it(tmp_path: Path) -> None:
    seen: list[AsRead] = []

    def confirm(read: AsRead) -> Table:
        seen.append(read)
        return read.table

    asked = ReCast(settings(tmp_path), confirm=confirm)
    assert asked.protect(axis_only(), QUESTION).reason == "chart_estimated"
    assert len(seen[0].doubtful) == 6
    assert Decimal(seen[0].bound) > 0


@pytest.mark.parametrize(
    "change",
    [
        lambda t: {"categories": t.categories[::-1], "cells": t.cells[::-1]},
        lambda t: {"categories": t.categories[:-1], "cells": t.cells[:-1]},
        lambda t: {"cells": tuple((f"{row[0]}.0",) for row in t.cells)},
        lambda t: {"categories": tuple(f"{name} (new)" for name in t.categories)},
    ],
    ids=["rows turned", "a row left out", "written otherwise", "other labels"],
)
def test_an_estimate_stays_one_wherever_its_row_stands(tmp_path: Path, change: Any) -> None:
    def confirm(read: AsRead) -> Table:
        return read.table.model_copy(update=change(read.table))

    asked = ReCast(settings(tmp_path), confirm=confirm)
    assert asked.protect(axis_only(), QUESTION).reason == "chart_estimated"


def test_an_estimate_that_a_person_types_is_theirs_also_where_it_was_right(tmp_path: Path) -> None:
    """What rests on it is answered under strict settings; what rests on another is not."""

    def confirm(read: AsRead) -> Vouched:
        assert len(read.estimated) == 6
        return Vouched(read.table, frozenset([(0, 0), (1, 0)]))

    asked = ReCast(settings(tmp_path), confirm=confirm)
    result = asked.protect(axis_only(), QUESTION)
    assert result.status == "protected", result.reason
    assert result.release is not None
    shown = read_chart(result.release.artifact.data).table
    assert shown is not None
    places = dict(zip(shown.categories, (row[0] for row in shown.cells), strict=True))
    statuses = [
        asked.recover(result.case, f"answer = protected({cell})").status for cell in places.values()
    ]
    assert sorted(statuses) == ["answered"] * 2 + ["unanswered"] * 4


def test_where_no_value_has_a_witness_nothing_is_made(tmp_path: Path) -> None:
    """A gap that a person confirmed bears out nothing."""

    def confirm(read: AsRead) -> Vouched:
        (_, *others) = read.table.cells
        return Vouched(read.table.model_copy(update={"cells": ((None,), *others)}))

    result = ReCast(settings(tmp_path), confirm=confirm).protect(axis_only(), QUESTION)
    assert (result.status, result.reason) == ("withheld", "chart_estimated")
    assert "--confirm" in result.hint


def _all(cells: list[str | None]) -> str:
    return ", ".join(f"protected({cell})" for cell in cells)


def test_a_chart_whose_axis_says_its_unit_is_released(tmp_path: Path) -> None:
    out = io.BytesIO()
    Image.fromarray(pixels(labelled("Sales (thousand)"))).save(out, "PNG")
    result = ReCast(settings(tmp_path)).protect(out.getvalue(), "Which shop had the highest sales?")
    assert result.status == "protected", result.reason
