"""Passages and tables as text through the whole path, with the stand-in in its own process."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from recast_agent.cli.app import app
from recast_agent.client import ReCast
from recast_agent.core.table import ChartType, Table
from recast_agent.core.types import TEXT
from recast_agent.evaluation.recording import Recorder
from recast_agent.private.record import Evidence, TableEvidence, TextEvidence
from tests.support import REPOSITORY, settings

REPORT = REPOSITORY / "examples" / "clinic_report.md"
WARD_COSTS = REPOSITORY / "examples" / "ward_costs.csv"
BEDS = "How many beds does Oncology have?"
TRUE_WORDS = ("Harbourview", "Lakeside", "Hanna", "Weiss", "nurse", "overtime", "Oncology", "Beds")
TRUE_NUMBERS = ("48", "65", "212,500", "12 %", "2021", "2023", "2026")

pytestmark = pytest.mark.timeout(120)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many night nurses did Lakeside Clinic have?", "31"),
        ("How many night nurses did Harbourview Clinic have in 2023?", "65"),
        ("What did the overtime cost in 2023?", "212500"),
        ("What is the difference between the beds of Maternity and Renal?", "18"),
        (BEDS, "24"),
    ],
)
def test_a_report_is_answered_truly(
    solver: str, tmp_path: Path, question: str, answer: str
) -> None:
    result = ReCast(settings(tmp_path, solver_base_url=solver)).solve(REPORT, question)
    assert (result.status, result.reason, result.show()) == ("answered", "", answer)
    assert result.receipt is not None
    assert result.receipt.marked == ()
    assert all(operand.label for operand in result.receipt.restored)


def test_only_the_disguise_is_on_the_wire(recorder: Recorder, tmp_path: Path) -> None:
    client = ReCast(settings(tmp_path, solver_base_url=recorder.base_url))
    assert client.solve(REPORT, BEDS).show() == "24"
    (heard,) = [json.loads(request[request.index(b"{") :]) for request in recorder.heard]
    question, evidence = heard["messages"][1]["content"]
    sent = f"{question['text']}\n{evidence['text']}"
    for word in TRUE_WORDS:
        assert word.casefold() not in sent.casefold()
    for number in TRUE_NUMBERS:
        assert not re.search(rf"(?<!\d){re.escape(number)}(?!\d)", sent)


def test_the_same_report_keeps_its_disguise(recorder: Recorder, tmp_path: Path) -> None:
    """A second question extends the world of the first: the passage leaves unchanged."""
    client = ReCast(settings(tmp_path, solver_base_url=recorder.base_url))
    first, second = (client.solve(REPORT, q) for q in (BEDS, "How many beds does Renal have?"))
    assert first.release is not None
    assert second.release is not None
    assert first.release.artifact.data == second.release.artifact.data
    assert second.show() == "18"


def test_a_table_leaves_as_text_where_that_is_asked_for(solver: str, tmp_path: Path) -> None:
    client = ReCast(settings(tmp_path, solver_base_url=solver))
    question = "What was the cost of supplies in Renal?"
    result = client.solve(WARD_COSTS, question, release="text")
    assert result.show() == "133.3"
    assert result.release is not None
    assert result.release.artifact.media_type == TEXT
    table = Table.from_text(result.release.artifact.data.decode())
    assert len(table.categories) == 5
    assert not {"Renal", "Oncology"} & set(table.categories)
    picture = client.protect(WARD_COSTS, question).release
    assert picture is not None
    assert picture.artifact.media_type == "image/png"


def test_a_chart_leaves_as_text_where_that_is_asked_for(solver: str, tmp_path: Path) -> None:
    client = ReCast(settings(tmp_path, solver_base_url=solver))
    chart = REPOSITORY / "examples" / "late_deliveries.png"
    result = client.solve(chart, "Which carrier had the highest share?", release="text")
    assert result.show() == "Pemberton Freight"


def test_names_are_restored_in_answers(recorder: Recorder, tmp_path: Path) -> None:
    """The program compares under disguised names; the answer is the true one."""
    client = ReCast(settings(tmp_path, solver_base_url=recorder.base_url))
    told = "Harbourview treated 412 patients. Lakeside treated 388 patients."
    asked = "Which clinic treated more patients?"
    shown = client.protect(TextEvidence(told), asked).release
    assert shown is not None
    (one, n), (other, m) = re.findall(r"(\w+) \w+ (\d+)", shown.artifact.data.decode())
    recorder.brain = lambda _: (
        f"```python\nv = {{'{one}': protected({n}), '{other}': protected({m})}}\n"
        "answer = min(v, key=lambda name: v[name])\n```"
    )
    assert client.solve(TextEvidence(told), asked).show() == "Lakeside"


@pytest.mark.parametrize("program", ["answer = '48'", "answer = '48 beds'", "answer = 'none'"])
def test_text_of_a_passage_is_no_way_around_an_operand(
    recorder: Recorder, tmp_path: Path, program: str
) -> None:
    recorder.brain = lambda _: f"```python\n{program}\n```"
    client = ReCast(settings(tmp_path, solver_base_url=recorder.base_url, format_repairs=0))
    assert client.solve(REPORT, BEDS).reason == "format_not_repaired"


def test_the_command_line_takes_texts(solver: str, tmp_path: Path) -> None:
    environment = {
        "RECAST_SOLVER_BASE_URL": solver,
        "RECAST_HOME": str(tmp_path / "home"),
        "RECAST_SECRET": "test-secret-0123456789abcdef",
    }
    out = tmp_path / "out"
    ran = CliRunner().invoke(
        app, ["solve", str(REPORT), BEDS, "--json", "--out", str(out)], env=environment
    )
    assert ran.exit_code == 0
    body = json.loads(ran.stdout)
    assert body["answer"] == {"text": "24", "kind": "number"}
    assert sorted(path.name for path in out.iterdir()) == ["question.txt", "release.txt"]
    refused = CliRunner().invoke(
        app, ["solve", str(REPORT), BEDS, "--chart", "bar", "--json"], env=environment
    )
    assert refused.exit_code == 2
    assert json.loads(refused.stdout)["reason"] == "release_unsupported"


def test_one_evidence_has_one_map_whatever_it_is_drawn_as_or_called(tmp_path: Path) -> None:
    """Fresh maps of the same numbers could be intersected (threat 4)."""
    client = ReCast(settings(tmp_path))
    csv = "Ward,Cost\nCardiology,412.5\nRenal,341.7\nOncology,96.1\n"
    drawn: tuple[ChartType, ...] = ("table", "bar", "pie")
    tables = (*(TableEvidence(csv, kind) for kind in drawn), TableEvidence(csv, title="Costs"))
    evidence: tuple[Evidence, ...] = (*tables, csv)
    shown = set()
    for one in evidence:
        release = client.protect(one, "What was the cost of Renal?", release="text").release
        assert release is not None
        table = Table.from_text(release.artifact.data.decode())
        shown.add(frozenset(zip(table.categories, table.cells, strict=True)))
    assert len(shown) == 1


@pytest.mark.parametrize("heading", ["", "Title: Costs\n", "| --- | --- |\n"])
def test_rows_between_bars_without_their_line_of_dashes_lose_none(
    tmp_path: Path, heading: str
) -> None:
    rows = "| Ward | Cost |\n| Renal | 512 |\n| Burns | 733 |\n| Heart | 901 |\n"
    client = ReCast(settings(tmp_path))
    result = client.protect(TextEvidence(heading + rows), "What is the total cost?")
    assert result.release is not None
    shown = re.findall(r"\| (\d+) \|", result.release.artifact.data.decode())
    assert len(shown) == 3
    summed = " + ".join(f"protected({number})" for number in shown)
    assert client.recover(result.case, f"answer = {summed}").show() == "2146"


def test_the_text_of_a_table_handed_in_as_a_passage_has_a_receipt(tmp_path: Path) -> None:
    table = Table(
        title="Costs", series=("Cost",), categories=("Renal", "Burns"), cells=(("512",), ("733",))
    )
    client = ReCast(settings(tmp_path))
    result = client.protect(TextEvidence(table.to_text()), "What is the total cost?")
    assert result.release is not None
    shown = re.findall(r"\| (\d+) \|", result.release.artifact.data.decode())
    summed = " + ".join(f"protected({number})" for number in shown)
    recovered = client.recover(result.case, f"answer = {summed}")
    assert recovered.show() == "1245"
    assert recovered.receipt is not None
    assert recovered.receipt.marked == ()
