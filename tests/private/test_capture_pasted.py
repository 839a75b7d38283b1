"""The table that stands in a passage, and the rest of the passage."""

from __future__ import annotations

import pytest

from recast_agent.core.errors import Code, InputError
from recast_agent.private.capture.pasted import pasted_table
from tests.support import REPOSITORY

MARKDOWN = "| Ward | Beds |\n|---|---|\n| Renal | 24 |\n| Burns | 1,036 |"
CSV = "Ward,Cost,Beds\nRenal,341.7,12\nBurns,96.1,8"
PROSE = "Costs rose in 2023, as they had before.\nNobody knew why."


@pytest.mark.parametrize(
    ("text", "beside"),
    [
        (f"{PROSE}\n\n{MARKDOWN}\n\nThat was all.", f"{PROSE}\n\nThat was all."),
        (f"{PROSE}\n{MARKDOWN}\nThat was all.", f"{PROSE}\n\nThat was all."),
        (MARKDOWN, ""),
    ],
)
def test_a_markdown_table_is_taken_out(text: str, beside: str) -> None:
    pasted = pasted_table(text, "bar")
    assert pasted.beside == beside
    assert (pasted.table.chart_type, pasted.table.value_axis) == ("bar", "Beds")
    assert pasted.table.categories == ("Renal", "Burns")
    assert pasted.table.cells == (("24",), ("1036",))


@pytest.mark.parametrize("head", ["", "Costs by ward:\n"])
def test_a_csv_table_is_taken_out_behind_its_caption(head: str) -> None:
    pasted = pasted_table(f"{PROSE}\n\n{head}{CSV}\n\nThat was all.", "table")
    assert pasted.table.series == ("Cost", "Beds")
    assert pasted.beside.startswith(PROSE)
    assert pasted.beside.endswith("That was all.")
    assert "341.7" not in pasted.beside


def test_the_example_holds_one() -> None:
    text = (REPOSITORY / "examples" / "clinic_report.md").read_text("utf-8")
    pasted = pasted_table(text, "grouped")
    assert pasted.table.categories == ("Maternity", "Oncology", "Renal")
    assert "|" not in pasted.beside
    assert "Harbourview" in pasted.beside


@pytest.mark.parametrize(
    "text",
    [
        PROSE,
        "Anna has 48 pears, Peter 21.\nBoth eat 3, and 4 are bad.",
        f"{MARKDOWN}\n\nAnd:\n\n{MARKDOWN}",
        "| Ward | Head |\n|---|---|\n| Renal | Ms Weiss |",
        f"{PROSE}\n\nWard,Cost\nRenal,=SUM(A1)\nBurns,5",
        f"{PROSE}\n\nWard;Beds;Cost\nRenal;412,341\nBurns;512,666",
    ],
    ids=["prose", "lists in prose", "two tables", "no numbers", "formula", "ragged"],
)
def test_what_cannot_be_drawn_is_refused(text: str) -> None:
    with pytest.raises(InputError) as caught:
        pasted_table(text, "table")
    assert caught.value.code is Code.RELEASE_UNSUPPORTED
