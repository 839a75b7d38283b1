"""recover, resume and forget: what the vault keeps of a case, also for another process."""

from __future__ import annotations

import json

from recast_agent.released.solve.reply import program_of
from recast_agent.standin.answer import answer
from tests.cli.shell import Terminal, said
from tests.support import ANSWER, QUESTION


def test_what_is_protected_is_recovered_in_another_process(own: Terminal) -> None:
    out = own.folder / "out"
    done = own.run("protect", own.costs, QUESTION, "--json", "--out", out, "--chart", "hbar")
    body = said(done)
    assert (done.exit_code, body["status"], body["answer"]) == (0, "protected", None)
    assert own.run("log").stdout == ""
    reply = answer((out / "release.png").read_bytes(), (out / "question.txt").read_text().strip())
    program = own.folder / "program.py"
    program.write_text(program_of(reply) or "")
    found = own.process("recover", body["case"], program, "--json")
    assert found.returncode == 0
    recovered = json.loads(found.stdout)
    assert (recovered["case"], recovered["answer"]["text"]) == (body["case"], ANSWER)
    piped = own.run("recover", body["case"], "-", typed=program.read_text())
    assert piped.stdout.splitlines()[0] == ANSWER


def test_a_case_out_of_time_is_resumed_in_another_process(own: Terminal) -> None:
    """It ended before its release: what the vault holds of it is not made again."""
    cut = own.run("solve", own.costs, QUESTION, "--json", RECAST_DEADLINE_S="0.0001")
    assert (cut.exit_code, said(cut)["reason"]) == (3, "deadline")
    case = said(cut)["case"]
    again = own.process("resume", case, "--json", "--out", own.folder / "out")
    assert (again.returncode, json.loads(again.stdout)["answer"]["text"]) == (0, ANSWER)
    assert json.loads(again.stdout)["case"] == case
    assert (own.folder / "out" / "question.txt").exists()
    sent = own.run("log", "--json").stdout.splitlines()
    told = own.run("resume", case)
    assert ANSWER in told.stdout
    assert own.run("log", "--json").stdout.splitlines() == sent


def test_a_protected_case_is_resumed_and_sent_to_nobody(own: Terminal) -> None:
    for deadline in ("0.0001", "120"):
        made = own.run("protect", own.costs, QUESTION, "--json", RECAST_DEADLINE_S=deadline)
        again = own.run("resume", said(made)["case"], "--json")
        assert (again.exit_code, said(again)["status"]) == (0, "protected")
        assert "answer" not in said(again) or said(again)["answer"] is None
    assert own.run("log", "--json").stdout == ""


def test_once_true_numbers_were_restored_a_resumed_case_sends_nothing(own: Terminal) -> None:
    made = own.run("solve", own.costs, QUESTION, "--json", RECAST_PROGRAM_TIMEOUT_S="0.0001")
    assert said(made)["reason"] == "program_timeout"
    sent = own.run("log", "--json").stdout
    again = own.run("resume", said(made)["case"], "--json")
    assert said(again)["reason"] == "case_sealed"
    assert own.run("log", "--json").stdout == sent


def test_a_program_without_an_answer_is_unanswered(shared: Terminal) -> None:
    case = said(shared.run("protect", shared.costs, QUESTION, "--json"))["case"]
    program = shared.folder / "constant.py"
    program.write_text("import os\nanswer = os.getcwd()\n")
    done = shared.run("recover", case, program, "--json")
    assert (done.exit_code, said(done)["status"]) == (4, "unanswered")
    assert said(done)["reason"] == "program_refused"


def test_a_forgotten_case_is_not_recovered(shared: Terminal) -> None:
    case = said(shared.run("protect", shared.costs, QUESTION, "--json"))["case"]
    done = shared.run("forget", case)
    assert done.exit_code == 0
    (line,) = done.stdout.splitlines()
    assert line.startswith(f"forgot {case}: its evidence, question, disguise and answers are del")
    assert "the log of what left stays" in line
    program = shared.folder / "forgotten.py"
    program.write_text("answer = 1\n")
    done = shared.run("recover", case, program, "--json")
    assert (done.exit_code, said(done)["reason"]) == (2, "case_unknown")


def test_forgetting_what_is_not_held_says_so(own: Terminal) -> None:
    done = own.run("forget", "0" * 32)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout.startswith(f"nothing was held of {'0' * 32}")
