"""solve and protect: one JSON object or a few lines, and what left beside them."""

from __future__ import annotations

import json
import re

import pytest

from recast_agent.cli.output import print_result
from recast_agent.result import Result as Outcome
from recast_agent.result import Status
from tests.cli.shell import Terminal, said
from tests.support import ANSWER, QUESTION


def test_solve_prints_one_json_object(shared: Terminal) -> None:
    done = shared.run("solve", shared.costs, QUESTION, "--json", "--chart", "bar")
    body = said(done)
    assert done.exit_code == 0
    assert (body["status"], body["reason"]) == ("answered", None)
    assert body["answer"] == {"text": ANSWER, "kind": "number"}
    assert body["release"]["media_type"] == "image/png"
    assert "Renal" not in json.dumps(body["release"])
    assert {event["stage"] for event in body["events"]} >= {"capture", "check_release", "recover"}
    assert done.stderr == ""


def test_solve_tells_a_person_the_answer_and_where_it_came_from(shared: Terminal) -> None:
    done = shared.run("solve", shared.costs, QUESTION)
    assert done.exit_code == 0
    lines = done.stdout.splitlines()
    assert lines[0] == ANSWER
    assert any("Renal" in line and ANSWER in line for line in lines[1:])


def test_out_holds_exactly_what_left(own: Terminal) -> None:
    out = own.folder / "left"
    body = said(own.run("solve", own.costs, QUESTION, "--json", "--out", out))
    assert sorted(p.name for p in out.iterdir()) == ["question.txt", "release.png"]
    assert (out / "question.txt").read_text() == body["release"]["question"] + "\n"
    kept = own.folder / "home" / "log"
    (sent,) = [p for p in kept.rglob("*") if p.name == body["release"]["sha256"]]
    assert sent.read_bytes() == (out / "release.png").read_bytes()


def test_out_that_cannot_be_written_is_an_error_with_a_hint(shared: Terminal) -> None:
    done = shared.run("protect", shared.costs, QUESTION, "--out", shared.costs, "--json")
    assert (done.exit_code, said(done)["reason"]) == (2, "settings_invalid")
    assert "--out" in said(done)["hint"]


def test_no_solver_is_unanswered(own: Terminal) -> None:
    nobody = {"RECAST_SOLVER_BASE_URL": "http://127.0.0.1:9/v1", "RECAST_TRANSPORT_ATTEMPTS": "1"}
    done = own.run("solve", own.costs, QUESTION, "--json", **nobody)
    assert (done.exit_code, said(done)["reason"]) == (4, "solver_unreachable")


def test_what_is_withheld_is_not_called_unanswered(own: Terminal) -> None:
    """The words, the JSON and the exit code say the same."""
    late = {"RECAST_DEADLINE_S": "0.0001"}
    plain = own.run("solve", own.costs, QUESTION, **late)
    assert (plain.exit_code, plain.stdout.splitlines()[0]) == (
        3,
        "withheld (deadline): nothing was sent",
    )
    body = said(own.run("solve", own.costs, QUESTION, "--json", **late))
    assert (body["status"], body["reason"]) == ("withheld", "deadline")
    assert own.run("log").stdout == ""


@pytest.mark.parametrize(
    ("status", "reason", "first", "code"),
    [
        ("withheld", "chart_unreadable", "withheld (chart_unreadable): nothing was sent", 3),
        ("withheld", "not_approved", "withheld (not_approved): nothing was sent", 3),
        ("unanswered", "solver_unreachable", "no answer (solver_unreachable)", 4),
        ("unanswered", "deadline", "no answer (deadline)", 4),
        ("protected", "", "protected, not sent", 0),
    ],
)
def test_each_ending_is_named_as_its_status(
    status: Status, reason: str, first: str, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    ending = Outcome(status, "0" * 32, reason)
    print_result(ending, as_json=False)
    assert (capsys.readouterr().out.splitlines()[0], ending.exit_code) == (first, code)
    assert first.startswith(ending.show())


def test_protect_says_where_the_release_lies(own: Terminal) -> None:
    kept = own.run("protect", own.costs, QUESTION)
    found = re.search(r"recast resume ([0-9a-f]{32}) --out FOLDER", kept.stdout)
    assert found
    out = own.folder / "later"
    written = own.run("resume", found[1], "--out", out)
    assert written.exit_code == 0
    assert f"its files are in {out}" in written.stdout
    assert sorted(path.name for path in out.iterdir()) == ["question.txt", "release.png"]


def test_choices_bind(own: Terminal) -> None:
    """The stand-in heeds none; what it answers is one of them, or no answer."""
    highest = "Which ward had the highest staff?"
    one = own.run("solve", own.costs, highest, "--choice", "renal", "--choice", "oncology")
    assert (one.exit_code, one.stdout.splitlines()[0]) == (0, "oncology")
    none = own.run("solve", own.costs, highest, "--choice", "Renal", "--choice", "Cardiology")
    assert none.exit_code == 4
    assert none.stdout.startswith("no answer (answer_no_choice)")
