"""What cannot be used: exit code 2, a stable code and what to do, never a traceback."""

from __future__ import annotations

import json

import pytest

from tests.cli.shell import HEAVY, LISTING, Terminal, loaded, said
from tests.support import QUESTION


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
    "no address": (
        ["solve", "COSTS", QUESTION],
        {"RECAST_SOLVER_BASE_URL": ""},
        "settings_invalid",
    ),
    "no encryption": (
        ["solve", "COSTS", QUESTION],
        {"RECAST_SOLVER_BASE_URL": "http://8.8.8.8/v1"},
        "settings_invalid",
    ),
    "no truth value": (["log"], {"RECAST_STRICT": "maybe"}, "settings_invalid"),
    "nobody to preview for": (["solve", "COSTS", QUESTION, "--preview"], {}, "no_terminal"),
    "nobody to confirm": (["solve", "PICTURE", QUESTION, "--confirm"], {}, "no_terminal"),
    "a document named as a picture": (["solve", "DOCUMENT", QUESTION], {}, "unsupported_evidence"),
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


EARLY: dict[str, tuple[list[str], dict[str, str], str]] = {
    name: WRONG[name]
    for name in (
        *("nobody to preview for", "nobody to confirm", "a document named as a picture"),
        *(
            "no truth value",
            "no file",
            "no question",
            "no chart type",
            "no setting",
            "no model",
            "no address",
            "no encryption",
            "no case id",
        ),
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


def test_a_taken_port_is_an_error_with_a_hint(shared: Terminal, solver: str) -> None:
    port = solver.removesuffix("/v1").rpartition(":")[2]
    done = shared.run("standin", "--port", port)
    assert done.exit_code == 2
    assert "recast: settings_invalid" in done.stderr


@pytest.mark.parametrize("port", ["70000", "65536", "-1"])
def test_a_port_that_is_none_says_what_one_is(shared: Terminal, port: str) -> None:
    done = shared.run("standin", f"--port={port}")
    assert done.exit_code == 2
    assert "settings_invalid at port: a port is 1 to 65535" in done.stderr


@pytest.mark.parametrize("url", ["", "http://8.8.8.8/v1", "models"])
def test_an_address_that_cannot_be_used_is_named_by_its_setting(shared: Terminal, url: str) -> None:
    done = shared.run("solve", shared.costs, QUESTION, RECAST_SOLVER_BASE_URL=url)
    assert done.exit_code == 2
    assert "RECAST_SOLVER_BASE_URL" in done.stderr


def test_another_secret_says_what_to_do(own: Terminal) -> None:
    assert own.run("protect", own.costs, QUESTION).exit_code == 0
    done = own.run("protect", own.costs, QUESTION, RECAST_SECRET="another-secret-0123456789")
    assert done.exit_code == 2
    assert "set the RECAST_SECRET that wrote it" in done.stderr
