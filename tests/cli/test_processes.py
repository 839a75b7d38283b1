"""What holds of the process that a command runs in: what it loads, where it may connect."""

from __future__ import annotations

from importlib.metadata import version
from typing import get_args

import pytest

from recast_agent.core.table import ChartType
from recast_agent.core.types import Modality
from tests.cli.shell import HEAVY, LISTING, Terminal, loaded


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


@pytest.mark.parametrize(("strict", "connects"), [("true", False), ("false", True)])
def test_in_strict_mode_only_the_door_of_the_command_line_connects(
    own: Terminal, solver: str, strict: str, connects: bool
) -> None:
    port = solver.removesuffix("/v1").rpartition(":")[2]
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


def test_help_says_what_each_choice_does(shared: Terminal) -> None:
    """Every kind of chart and of release is named, and that some evidence has no choice."""
    shown = " ".join(shared.run("solve", "--help", COLUMNS="400").stdout.split())
    chart, release = (
        next(line for line in shown.split(" --") if line.startswith(f"{name} "))
        for name in ("chart", "release")
    )
    assert all(f" {kind}" in chart for kind in get_args(ChartType))
    assert "Not for pictures" in chart
    assert all(f" {kind} " in release for kind in get_args(Modality))
    assert "A recording leaves as audio or text." in release


@pytest.mark.parametrize("words", [["log"], ["log", "--verify"]], ids=" ".join)
def test_the_log_is_shown_without_a_model(own: Terminal, words: list[str]) -> None:
    done = own.process(*words, program=LISTING)
    assert done.returncode == 0
    assert not loaded(done) & HEAVY
