"""``--confirm`` at a real terminal, and its corrections."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest

from recast_agent.cli import confirm
from recast_agent.cli.confirm import corrected
from recast_agent.core.table import Table
from recast_agent.workflow.confirming import AsRead, Vouched
from tests.cli.terminals import terminal
from tests.support import REPOSITORY

CHART = REPOSITORY / "examples" / "late_deliveries.png"
QUESTION = "Which carrier had the highest share?"
TABLE = Table(
    categories=("North", "South"), series=("Day", "Night"), cells=(("1", "2"), ("3", "4"))
)


@pytest.mark.parametrize(
    ("said", "change"),
    [
        ("2 1 48.5", {"cells": (("1", "2"), ("48.5", "4"))}),
        ("1 2 -", {"cells": (("1", None), ("3", "4"))}),
        ("1 1 -1,250", {"cells": (("-1250", "2"), ("3", "4"))}),
        ("2 0 The South", {"categories": ("North", "The South")}),
        ("0 2 Late shift", {"series": ("Day", "Late shift")}),
    ],
)
def test_a_correction_sets_one_cell_or_label(said: str, change: dict[str, object]) -> None:
    assert corrected(TABLE, said) == TABLE.model_copy(update=change)


@pytest.mark.parametrize("said", ["", "2 1", "3 1 5", "1 3 5", "0 0 x", "-1 1 5", "a 1 5", "1 1 x"])
def test_what_names_no_cell_or_no_number_is_no_correction(said: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        corrected(TABLE, said)


def test_a_value_that_is_typed_as_it_was_estimated_is_no_estimate(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It loses its mark; what is left is said to be refused, or marked, in an answer."""
    monkeypatch.setattr(confirm, "at_terminal", lambda: True)
    read = AsRead(TABLE, ((0, 0), (1, 1)), "0.5", ((0, 0),))
    for strict, left in ((True, "refused (strict)"), (False, "marked ≈")):
        monkeypatch.setattr(sys, "stdin", io.StringIO("1 1 1\n0 1 Day\n\n"))
        assert confirm.confirmed(read, strict=strict) == Vouched(TABLE, frozenset([(0, 0)]))
        before, after, *_ = capsys.readouterr().err.split("Enter: ")
        assert "1 ≈" in before
        assert "4 ?" in before
        assert f"to within 0.5: an answer that rests on one is {left}" in before
        assert "≈" not in after
        assert "4 ?" in after


def test_a_person_corrects_a_cell_and_the_answer_follows(tmp_path: Path, solver: str) -> None:
    given = {"RECAST_SOLVER_BASE_URL": solver, "COLUMNS": "200"}
    with terminal(tmp_path, "solve", CHART, QUESTION, "--confirm", **given) as person:
        person.waits_for("Or correct it")
        assert "Pemberton Freight" in person.seen
        person.types("1 1 99.5\n")
        person.waits_for("99.5 ")
        person.types("nonsense\n")
        person.waits_for("that is no correction")
        person.types("\n")
        shown = person.reads_to_the_end()
        assert person.process.wait(60) == 0
    assert "99.5" in shown.partition("from ")[2]
