"""Ctrl-C: real processes at a terminal of their own, told to stop in the middle of their work."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sqlite3
from pathlib import Path

import pytest
from PIL import Image

from recast_agent.private.vault.file import FileVault
from tests.cli.terminals import PROGRAM, SECRET, terminal
from tests.support import REPOSITORY

COSTS = REPOSITORY / "examples" / "ward_costs.csv"
COST_QUESTION = "What was the cost of supplies in Renal?"
QUESTION = "Which carrier had the highest share?"


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A chart whose text takes many seconds to read."""
    path = tmp_path_factory.mktemp("large") / "chart.png"
    with Image.open(REPOSITORY / "examples" / "late_deliveries.png") as chart:
        sheet = Image.new("RGB", (chart.width * 6, chart.height * 6), "white")
        for place in range(36):
            sheet.paste(chart, (place % 6 * chart.width, place // 6 * chart.height))
    sheet.save(path)
    return path


def test_solve_ends_at_once_while_a_thread_reads_the_picture(tmp_path: Path, large: Path) -> None:
    """And what it had kept stays whole: the vault opens, holds the case and takes another."""
    with terminal(tmp_path, "solve", large, QUESTION) as person:
        person.waits_for("reading the evidence")
        assert person.interrupts() == 130
        shown = person.reads_to_the_end()
    assert shown.rstrip().endswith("interrupted")
    assert "Traceback" not in shown
    vault = FileVault(tmp_path / "home" / "vault", SECRET.encode(), ttl_s=3600)
    assert vault.prove()
    asyncio.run(vault.put("another", "input", b"value"))
    with sqlite3.connect(tmp_path / "home" / "vault" / "vault.sqlite") as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        # input and run of the case, and the other one
        assert database.execute("SELECT count(*) FROM entries").fetchone() == (3,)
    database.close()


def test_solve_ends_at_once_while_it_waits_for_a_solver(tmp_path: Path) -> None:
    """And the log says what had left: an attempt that was announced stays announced."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
        words = ("solve", COSTS, COST_QUESTION)
        with terminal(tmp_path, *words, RECAST_SOLVER_BASE_URL=url) as person:
            silent.accept()[0].close()
            connection, _ = silent.accept()
            with connection:
                assert person.interrupts() == 130
            assert "Traceback" not in person.reads_to_the_end()
    with terminal(tmp_path, "log", "--verify") as verified:
        assert re.search(r"log: [1-9]\d* events, whole", verified.reads_to_the_end())


def test_a_command_that_still_loads_ends_as_well(tmp_path: Path, large: Path) -> None:
    with terminal(tmp_path, "solve", large, QUESTION) as person:
        person.waits_for("starting")
        assert person.interrupts() == 130
        assert "Traceback" not in person.reads_to_the_end()


def test_a_command_that_waits_for_a_thread_at_its_end_ends_as_well(tmp_path: Path) -> None:
    busy = "import threading; threading.Thread(target=threading.Event().wait).start()\n"
    with terminal(tmp_path, "--version", program=busy + PROGRAM) as person:
        person.waits_for("recast ")
        assert person.interrupts() == 130
        assert "Traceback" not in person.reads_to_the_end()


LATE = """
import os, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)
from recast_agent.cli import process

def counts(frame, event, _):
    global lines
    if event == "line":
        lines -= 1
        if lines == 0:
            os.kill(os.getpid(), signal.SIGINT)
    return counts

ended = []
for place in range(1, 100):
    if (child := os.fork()) == 0:
        lines = place
        def work():
            sys._getframe(1).f_trace = counts
            sys.settrace(counts)
            raise SystemExit(0)
        process.own(work)
    ended.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    if ended[-1] == 0:
        break
print(ended)
"""
"""A command that has its exit code, interrupted at each line that it has yet to run."""


def test_an_interrupt_on_the_way_out_is_caught_as_well(tmp_path: Path) -> None:
    with terminal(tmp_path, program=LATE) as person:
        shown = person.reads_to_the_end()
    assert "Traceback" not in shown
    ended = json.loads(shown.splitlines()[-1])
    assert len(ended) > 4
    assert ended == [130] * (len(ended) - 1) + [0]


def test_an_interrupted_preview_leaves_no_picture(tmp_path: Path) -> None:
    """It is there just while it is asked about."""
    words = ("solve", COSTS, COST_QUESTION, "--preview")
    with terminal(tmp_path, *words) as person:
        person.waits_for("Send this?")
        (folder,) = tmp_path.glob("recast-release-*")
        assert (folder / "release.png").read_bytes().startswith(b"\x89PNG")
        assert f"{folder / 'release.png'} (deleted afterwards" in person.seen
        assert person.interrupts() == 130
        assert "Traceback" not in person.reads_to_the_end()
    assert list(tmp_path.glob("recast-release-*")) == []
