"""The command line: one JSON object or a few lines, stable exit codes, never a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.backends import fail
from typer.testing import CliRunner, Result

from recast_agent.cli.app import app
from recast_agent.released.solve.reply import program_of
from recast_agent.standin.answer import answer
from recast_agent.standin.process import running

COSTS = """Ward,Staff ($ thousand),Supplies ($ thousand)
Cardiology,412.5,96.0
Maternity,388.0,71.2
Oncology,530.8,214.6
Renal,341.7,133.3
"""
QUESTION = "What was the cost of supplies in Renal?"
ANSWER = "133.3"
RECAST = "from recast_agent.cli import main; main()"


class Terminal:
    """``recast`` as a person or a script calls it, with a home of its own."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.costs = folder / "costs.csv"
        self.costs.write_text(COSTS)
        self.set = {
            "RECAST_SOLVER_BASE_URL": url,
            "RECAST_HOME": str(folder / "home"),
            "RECAST_SECRET": "test-secret-0123456789abcdef",
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        }

    def named(self, words: list[str]) -> list[str]:
        """Words with the files that some of them stand for."""
        report, picture = self.folder / "report.txt", self.folder / "picture.png"
        report.write_text("The ward spent 412.5 on its staff. It spent 96.0 on supplies.")
        picture.write_bytes(b"\x89PNG\r\n\x1a\n")
        files = {"COSTS": self.costs, "REPORT": report, "PICTURE": picture}
        return [str(files.get(word, word)) for word in words]

    def run(self, *words: str | Path, **variables: str) -> Result:
        """In this process, where the models are loaded already."""
        done = CliRunner().invoke(app, [str(w) for w in words], env={**self.set, **variables})
        assert done.exception is None or isinstance(done.exception, SystemExit)
        assert "Traceback" not in done.output
        return done

    def process(
        self, *words: str | Path, program: str = RECAST, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """In a process of its own."""
        done = subprocess.run(
            [sys.executable, "-c", program, *map(str, words)],
            env={**os.environ, **self.set, **variables},
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert "Traceback" not in done.stdout + done.stderr
        return done


@pytest.fixture(scope="module")
def served() -> Iterator[str]:
    with running() as url:
        yield url


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, served: str) -> Terminal:
    return Terminal(tmp_path_factory.mktemp("terminal"), served)


@pytest.fixture
def own(tmp_path: Path, served: str) -> Terminal:
    """One whose home no other test writes to."""
    return Terminal(tmp_path, served)


def said(done: Result) -> dict[str, Any]:
    """The one JSON object on standard output."""
    (line,) = done.stdout.splitlines()
    body: dict[str, Any] = json.loads(line)
    assert body["schema"] == 1
    return body


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


def test_preview_without_a_terminal_sends_nothing(own: Terminal) -> None:
    done = own.run("solve", own.costs, QUESTION, "--preview", "--json", "--out", own.folder / "o")
    body = said(done)
    assert (done.exit_code, body["status"], body["reason"]) == (3, "withheld", "not_approved")
    assert body["answer"] is None
    assert f"would leave: {own.folder / 'o' / 'release.png'}" in done.stderr
    assert body["release"]["question"] in done.stderr
    assert "nobody is at a terminal" in done.stderr
    assert own.run("log").stdout == ""


def test_preview_without_a_terminal_leaves_no_folder(
    own: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(own.folder))
    before = sorted(own.folder.iterdir())
    done = own.run("solve", own.costs, QUESTION, "--preview", "--json")
    assert (done.exit_code, said(done)["reason"]) == (3, "not_approved")
    assert {path.name for path in set(own.folder.iterdir()) - set(before)} == {"home"}


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
    piped = CliRunner().invoke(
        app, ["recover", body["case"], "-"], input=program.read_text(), env=own.set
    )
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


def test_a_preview_that_is_resumed_asks_again(own: Terminal) -> None:
    asked = own.run("solve", own.costs, QUESTION, "--json", "--preview")
    assert said(asked)["reason"] == "not_approved"
    again = own.run("resume", said(asked)["case"], "--json")
    assert (again.exit_code, said(again)["reason"]) == (3, "not_approved")
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


def test_no_solver_is_unanswered(own: Terminal) -> None:
    nobody = {"RECAST_SOLVER_BASE_URL": "http://127.0.0.1:9/v1", "RECAST_TRANSPORT_ATTEMPTS": "1"}
    done = own.run("solve", own.costs, QUESTION, "--json", **nobody)
    assert (done.exit_code, said(done)["reason"]) == (4, "solver_unreachable")


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


def test_the_log_shows_what_left_and_finds_tampering(own: Terminal) -> None:
    body = said(own.run("solve", own.costs, QUESTION, "--json"))
    shown = own.run("log", "--json")
    entries = [json.loads(line) for line in shown.stdout.splitlines()]
    assert shown.exit_code == 0
    assert body["release"]["sha256"] in {entry.get("media") for entry in entries}
    assert "Renal" not in shown.stdout
    assert ANSWER not in shown.stdout
    assert len(own.run("log").stdout.splitlines()) == len(entries)

    whole = own.run("log", "--verify", "--json")
    assert (whole.exit_code, said(whole)["ok"], said(whole)["events"]) == (0, True, len(entries))
    assert own.run("log", "--verify").stdout == f"log: {len(entries)} events, whole\n"

    (log,) = (own.folder / "home" / "log").rglob("requests.jsonl")
    lines = log.read_text().splitlines(keepends=True)
    log.write_text("".join([lines[0].replace('"seq":1', '"seq":1,"x":1'), *lines[1:]]))
    broken = own.run("log", "--verify", "--json")
    assert (broken.exit_code, said(broken)["ok"], said(broken)["broken_at"]) == (1, False, 1)
    assert "broken at event 1" in own.run("log", "--verify").stdout


def test_doctor_says_what_works(own: Terminal) -> None:
    done = own.run("doctor", "--json", HTTPS_PROXY="http://127.0.0.1:1")
    checks = {check["name"]: check for check in said(done)["checks"]}
    assert done.exit_code == 0
    assert {
        "language model",
        "text recognition",
        "speech recognition",
        "vault key",
        "home folder",
    } <= checks.keys()
    assert checks["text recognition"]["ok"] is True
    assert checks["HTTPS_PROXY"]["ok"] is None
    assert own.set["RECAST_SECRET"] not in done.stdout
    assert checks["vault"]["says"] == checks["request log"]["says"] == "none yet"
    assert "solver" in own.run("doctor").stdout
    assert {path.name for path in (own.folder / "home").iterdir()} <= {"log"}


def test_doctor_fails_where_the_key_is_missing(own: Terminal) -> None:
    held = keyring.get_keyring()
    keyring.set_keyring(fail.Keyring())
    try:
        done = own.run("doctor", "--json", RECAST_SECRET="")
    finally:
        keyring.set_keyring(held)
    assert done.exit_code == 2
    (key,) = [check for check in said(done)["checks"] if check["name"] == "vault key"]
    assert key["ok"] is False
    assert "RECAST_SECRET" in key["says"]


def test_doctor_finds_a_vault_and_a_log_of_another_key(own: Terminal) -> None:
    assert own.run("solve", own.costs, QUESTION).exit_code == 0
    good = own.run("doctor", "--json")
    rows = {check["name"]: check for check in said(good)["checks"]}
    assert good.exit_code == 0
    assert rows["vault"]["ok"] is rows["request log"]["ok"] is True
    wrong = own.run("doctor", "--json", RECAST_SECRET="another-secret-0123456789")
    rows = {check["name"]: check for check in said(wrong)["checks"]}
    assert wrong.exit_code == 2
    assert rows["vault"]["ok"] is rows["request log"]["ok"] is False
    assert "another secret" in rows["vault"]["says"]
    assert "RECAST_SECRET" in rows["request log"]["says"]


AWAY = "https://models.example.com/v1"
ENDPOINTS: dict[str, tuple[dict[str, str], str, bool | None]] = {
    "no key for another machine": ({"RECAST_SOLVER_BASE_URL": AWAY}, "solver key", False),
    "a key": (
        {"RECAST_SOLVER_BASE_URL": AWAY, "RECAST_SOLVER_API_KEY": "sk-quorvane"},
        "solver key",
        True,
    ),
    "a declared host without a key": (
        {
            "RECAST_SOLVER_BASE_URL": "http://gpu.lan:8000/v1",
            "RECAST_TRUSTED_HOSTS": '["gpu.lan:8000"]',
        },
        "solver key",
        None,
    ),
    "no model": ({"RECAST_SOLVER_MODEL": " "}, "solver model", False),
    "no encryption": (
        {"RECAST_SOLVER_BASE_URL": "http://8.8.8.8/v1", "RECAST_SOLVER_API_KEY": "sk-quorvane"},
        "solver",
        False,
    ),
    "no address": ({"RECAST_SOLVER_BASE_URL": "models"}, "solver", False),
}


@pytest.mark.parametrize(("variables", "name", "ok"), ENDPOINTS.values(), ids=ENDPOINTS.keys())
def test_doctor_looks_at_what_is_said_of_the_solver(
    own: Terminal, variables: dict[str, str], name: str, ok: bool | None
) -> None:
    done = own.run("doctor", "--json", **variables)
    rows = {check["name"]: check for check in said(done)["checks"]}
    assert rows[name]["ok"] is ok
    assert done.exit_code == (2 if ok is False else 0)
    assert "sk-quorvane" not in done.stdout


def test_on_loopback_no_key_is_asked_for(own: Terminal) -> None:
    checks = said(own.run("doctor", "--json"))["checks"]
    assert "solver key" not in {check["name"] for check in checks}


def test_a_missing_secret_is_named_with_what_to_do(own: Terminal) -> None:
    done = own.process("solve", own.costs, QUESTION, RECAST_SECRET="")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("recast: vault_key_missing: set RECAST_SECRET")


WRONG: dict[str, tuple[list[str], dict[str, str], str]] = {
    "no file": (["solve", "nothing.csv", QUESTION], {}, "evidence_not_found"),
    "no question": (["protect", "COSTS", " "], {}, "question_empty"),
    "no chart type": (["solve", "COSTS", QUESTION, "--chart", "globe"], {}, "settings_invalid"),
    "a chart of a text": (
        ["solve", "REPORT", QUESTION, "--chart", "bar"], {}, "release_unsupported",
    ),
    "a chart of a picture": (
        ["protect", "PICTURE", QUESTION, "--chart", "bar"], {}, "release_unsupported",
    ),
    "a chart of a table as text": (
        ["solve", "COSTS", QUESTION, "--chart", "bar", "--release", "text"],
        {}, "release_unsupported",
    ),
    "no time": (["solve", "COSTS", QUESTION], {"RECAST_DEADLINE_S": "0"}, "settings_invalid"),
    "no case to resume": (["resume", "x"], {}, "case_unknown"),
    "no setting": (["solve", "COSTS", QUESTION], {"RECAST_PROFILE": "x"}, "settings_invalid"),
    "a misspelt setting": (
        ["solve", "COSTS", QUESTION],
        {"RECAST_SOLVER_MODLE": "m"},
        "settings_invalid",
    ),
    "no model": (["solve", "COSTS", QUESTION], {"RECAST_SOLVER_MODEL": ""}, "settings_invalid"),
    "no case id": (["recover", "x", "COSTS"], {}, "case_unknown"),
    "no program": (["recover", "0" * 32, "nothing.py"], {}, "evidence_not_found"),
    "an unknown case": (["recover", "0" * 32, "COSTS"], {}, "case_unknown"),
    "an unknown case to resume": (["resume", "0" * 32], {}, "case_unknown"),
}  # fmt: skip


@pytest.mark.parametrize(("words", "variables", "reason"), WRONG.values(), ids=WRONG.keys())
def test_bad_input_is_exit_2_with_a_code_and_a_hint(
    shared: Terminal, words: list[str], variables: dict[str, str], reason: str
) -> None:
    given = shared.named(words)
    done = shared.run(*given, "--json", **variables)
    body = said(done)
    assert (done.exit_code, body["status"], body["reason"]) == (2, "error", reason)
    assert body["hint"]
    plain = shared.run(*given, **variables)
    assert (plain.exit_code, plain.stdout) == (2, "")
    assert plain.stderr.startswith(f"recast: {reason}")


def test_a_foreign_fault_is_a_code_without_its_text(
    own: Terminal, capsys: pytest.CaptureFixture[str]
) -> None:
    from recast_agent.cli.output import guarded

    def fails() -> int:
        raise RuntimeError("Renal 133.3")

    assert guarded(fails, as_json=True) == 1
    assert guarded(fails, as_json=False) == 1
    printed = capsys.readouterr()
    assert json.loads(printed.out)["reason"] == "internal"
    assert printed.err.startswith("recast: internal")
    assert "Renal" not in printed.out + printed.err


def test_a_taken_port_is_an_error_with_a_hint(shared: Terminal, served: str) -> None:
    port = served.removesuffix("/v1").rpartition(":")[2]
    done = shared.run("standin", "--port", port)
    assert done.exit_code == 2
    assert "recast: settings_invalid" in done.stderr


HEAVY = {"langgraph", "langchain_core", "openai", "spacy", "matplotlib", "cv2", "numpy"} | {
    "onnxruntime",
    "rapidocr",
    "PIL",
}

LISTING = (
    "import sys\n"
    "from recast_agent.cli import main\n"
    "try:\n    main()\n"
    "finally:\n    sys.stderr.write('\\n' + ' '.join(sys.modules))"
)
"""``recast``, and on the last line of its errors what it had loaded."""


def loaded(done: subprocess.CompletedProcess[str]) -> set[str]:
    return {name.partition(".")[0] for name in done.stderr.splitlines()[-1].split()}


@pytest.mark.parametrize(
    "words", [["--help"], ["--version"], ["solve", "--help"], ["log", "--help"]], ids=" ".join
)
def test_help_loads_nothing_heavy(shared: Terminal, words: list[str]) -> None:
    done = shared.process(*words, program=LISTING)
    assert done.returncode == 0
    assert done.stdout.startswith("recast ") or "Usage" in done.stdout
    assert not loaded(done) & HEAVY


def test_version_is_the_installed_one(shared: Terminal) -> None:
    done = shared.run("--version")
    assert (done.exit_code, done.stdout) == (0, f"recast {version('recast-agent')}\n")


EARLY: dict[str, tuple[list[str], dict[str, str], str]] = {
    name: WRONG[name]
    for name in (
        *("no file", "no question", "no chart type", "no setting", "no model", "no case id"),
        *("a chart of a text", "a chart of a picture", "no time", "no case to resume"),
    )
} | {
    "no secret": (["solve", "COSTS", QUESTION], {"RECAST_SECRET": ""}, "vault_key_missing"),
    "no secret to forget": (["forget", "0" * 32], {"RECAST_SECRET": ""}, "vault_key_missing"),
    "no folder": (["solve", "COSTS", QUESTION, "--out", "COSTS"], {}, "settings_invalid"),
    "no program": WRONG["no program"],
}


@pytest.mark.parametrize(("words", "variables", "reason"), EARLY.values(), ids=EARLY.keys())
def test_what_needs_no_model_fails_before_one_loads(
    shared: Terminal, words: list[str], variables: dict[str, str], reason: str
) -> None:
    given = shared.named(words)
    done = shared.process(*given, program=LISTING, **variables)
    assert done.returncode == 2
    assert done.stderr.startswith(f"recast: {reason}")
    assert not loaded(done) & HEAVY


def test_a_slip_leaves_no_folder_for_what_would_leave(shared: Terminal) -> None:
    out = shared.folder / "never"
    assert shared.run("solve", "nothing.csv", QUESTION, "--out", out).exit_code == 2
    assert not out.exists()


@pytest.mark.parametrize(("strict", "connects"), [("true", False), ("false", True)])
def test_in_strict_mode_only_the_door_of_the_command_line_connects(
    own: Terminal, served: str, strict: str, connects: bool
) -> None:
    port = served.removesuffix("/v1").rpartition(":")[2]
    program = (
        "import socket\n"
        "from recast_agent.cli import main\n"
        "try:\n    main()\n"
        "finally:\n"
        "    try:\n"
        f"        socket.create_connection(('127.0.0.1', {port})).close()\n"
        "        print('connected')\n"
        "    except PermissionError:\n        print('refused')"
    )
    done = own.process("forget", "0" * 32, program=program, RECAST_STRICT=strict)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == ("connected" if connects else "refused")
