"""doctor and log: what works, what is missing, what left."""

from __future__ import annotations

import json

import keyring
import pytest
from keyring.backends import fail

from tests.cli.shell import Terminal, said
from tests.support import ANSWER, QUESTION


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
    "an empty address": ({"RECAST_SOLVER_BASE_URL": ""}, "solver", False),
    "nobody there": ({"RECAST_SOLVER_BASE_URL": "http://127.0.0.1:9/v1"}, "solver", False),
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


def test_where_nothing_listens_doctor_says_what_to_start(own: Terminal) -> None:
    done = own.run("doctor", "--json", RECAST_SOLVER_BASE_URL="http://127.0.0.1:9/v1")
    (solver,) = [check for check in said(done)["checks"] if check["name"] == "solver"]
    assert "nothing listens" in solver["says"]
    assert "recast standin" in solver["says"]


@pytest.mark.parametrize("url", ["", "models"])
def test_what_is_no_address_is_asked_for_no_key(own: Terminal, url: str) -> None:
    rows = said(own.run("doctor", "--json", RECAST_SOLVER_BASE_URL=url))["checks"]
    assert "solver key" not in {check["name"] for check in rows}


def test_a_short_secret_is_called_weak(own: Terminal) -> None:
    for secret, weak in (("quorva", True), ("a long random text that you keep", False)):
        done = own.run("doctor", "--json", RECAST_SECRET=secret)
        (key,) = [check for check in said(done)["checks"] if check["name"] == "vault key"]
        assert ("it can be guessed" in key["says"]) is weak
        assert secret not in key["says"]
