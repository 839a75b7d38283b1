"""``--preview`` and ``--confirm``: who is asked, when, and where nobody is there."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

import pytest

from tests.cli.shell import Terminal, said
from tests.support import ANSWER, QUESTION, REPOSITORY

CHART = REPOSITORY / "examples" / "late_deliveries.png"
HIGHEST = "Which carrier had the highest share?"


def test_a_preview_shows_what_would_leave_and_sends_what_is_agreed_to(own: Terminal) -> None:
    out = own.folder / "o"
    done = own.asked("y\n", "solve", own.costs, QUESTION, "--preview", "--json", "--out", out)
    body = said(done)
    assert (done.exit_code, body["answer"]["text"]) == (0, ANSWER)
    assert f"would leave: {out / 'release.png'}" in done.stderr
    assert body["release"]["question"] in done.stderr


def test_a_preview_that_is_refused_sends_nothing_and_asks_again(own: Terminal) -> None:
    """When it is resumed; where nobody is there by then, it says so and shows nothing."""
    done = own.asked("n\n", "solve", own.costs, QUESTION, "--preview", "--json")
    body = said(done)
    assert (done.exit_code, body["status"], body["reason"]) == (3, "withheld", "not_approved")
    assert body["answer"] is None
    nobody = own.run("resume", body["case"], "--json")
    assert (nobody.exit_code, said(nobody)["reason"]) == (2, "no_terminal")
    again = own.asked("no\n", "resume", body["case"], "--json")
    assert (again.exit_code, said(again)["reason"]) == (3, "not_approved")
    assert "Send this? [y/N]" in again.stderr
    assert own.run("log", "--json").stdout == ""
    agreed = own.asked("y\n", "resume", body["case"], "--json")
    assert (agreed.exit_code, said(agreed)["answer"]["text"]) == (0, ANSWER)
    told = own.run("resume", body["case"])
    assert ANSWER in told.stdout, "what has its answer asks nobody"


@pytest.mark.parametrize("typed", ["y\n", "n\n", "\x04"], ids=["yes", "no", "the end of input"])
def test_an_answered_preview_leaves_no_folder(
    own: Terminal, typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(own.folder))
    before = sorted(own.folder.iterdir())
    done = own.asked(typed, "solve", own.costs, QUESTION, "--preview", "--json")
    assert said(done)["status"] == ("answered" if typed == "y\n" else "withheld")
    shown = re.search(r"would leave: (\S+)", done.stderr)
    assert shown
    assert Path(shown[1]).is_relative_to(own.folder)
    assert {path.name for path in set(own.folder.iterdir()) - set(before)} == {"home"}


@pytest.mark.parametrize(
    ("words", "asker"),
    [
        (("COSTS", QUESTION, "--preview"), "--preview"),
        ((str(CHART), HIGHEST, "--confirm"), "--confirm"),
    ],
    ids=["preview", "confirm"],
)
def test_without_a_terminal_nothing_is_begun(
    own: Terminal, words: tuple[str, ...], asker: str
) -> None:
    done = own.run("solve", *own.named(list(words)))
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.startswith(f"recast: no_terminal: {asker} asks")
    assert not (own.folder / "home").exists()


def test_a_person_who_stops_confirming_sends_nothing(own: Terminal) -> None:
    done = own.asked("n\n", "solve", CHART, HIGHEST, "--confirm")
    assert done.exit_code == 3
    assert "Pemberton Freight" in done.stderr
    assert done.stdout.startswith("withheld (not_confirmed): nothing was sent")
    assert own.run("log").stdout == ""


@pytest.mark.parametrize(
    ("named", "question", "words"),
    [
        ("COSTS", QUESTION, "a table"),
        (str(REPOSITORY / "examples" / "clinic_report.md"), "How many beds are there?", "a text"),
    ],
)
def test_what_has_nothing_to_confirm_says_so(
    own: Terminal, named: str, question: str, words: str
) -> None:
    """In one line, also where nobody is at a terminal, and it goes on."""
    given = own.named(["solve", named, question])
    late = own.run(*given, "--confirm", "--json", RECAST_DEADLINE_S="0.0001")
    assert said(late)["reason"] == "deadline"
    (line,) = late.stderr.splitlines()
    assert line == f"recast: --confirm asks about charts: this is {words}, nobody is asked"
