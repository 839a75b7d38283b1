"""Ctrl-C: real processes at a terminal of their own, told to stop in the middle of their work."""

from __future__ import annotations

import asyncio
import os
import pty
import re
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image

from recast_agent.private.vault.file import FileVault
from recast_agent.standin.process import running
from tests.support import REPOSITORY

PROGRAM = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from recast_agent.cli import main; main()"
)
"""``recast`` with the handling of Ctrl-C that a terminal gives it, wherever these tests run."""

COSTS = REPOSITORY / "examples" / "ward_costs.csv"
COST_QUESTION, COST = "What was the cost of supplies in Renal?", "133.3"
QUESTION = "Which carrier had the highest share?"
SECRET = "test-secret-0123456789abcdef"
PROMPTLY_S = 8
"""Far above what an interrupted process takes, far below what the work under way would."""


class Person:
    """Someone who types at a terminal and reads what it shows."""

    def __init__(self, screen: int, process: subprocess.Popen[bytes]) -> None:
        self._screen, self.process, self.seen = screen, process, ""

    def waits_for(self, text: str) -> None:
        while text not in self.seen:
            self.seen += self._shown() or pytest.fail(f"never shown: {text}\n{self.seen}")

    def types(self, text: str) -> None:
        os.write(self._screen, text.encode())

    def interrupts(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(PROMPTLY_S)

    def reads_to_the_end(self) -> str:
        while more := self._shown():
            self.seen += more
        return self.seen

    def _shown(self) -> str:
        try:
            return os.read(self._screen, 65_536).decode(errors="replace")
        except OSError:  # Linux says so where the other side is closed
            return ""


@contextmanager
def terminal(
    folder: Path, *words: str | Path, program: str = PROGRAM, **variables: str
) -> Iterator[Person]:
    screen, inner = pty.openpty()
    environment = {
        "RECAST_HOME": str(folder / "home"),
        "RECAST_SECRET": SECRET,
        "TMPDIR": str(folder),
        "TERM": "xterm",
        "COLUMNS": "1000",
    }
    with subprocess.Popen(
        [sys.executable, "-c", program, *map(str, words)],
        env={**os.environ, **environment, **variables},
        cwd=folder,
        stdin=inner,
        stdout=inner,
        stderr=inner,
    ) as process:
        os.close(inner)
        try:
            yield Person(screen, process)
        finally:
            process.kill()
            os.close(screen)


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
        assert database.execute("SELECT count(*) FROM entries").fetchone() == (2,)
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


def test_the_picture_of_a_preview_is_there_just_while_it_is_asked_about(tmp_path: Path) -> None:
    words = ("solve", COSTS, COST_QUESTION, "--preview")
    with running() as url, terminal(tmp_path, *words, RECAST_SOLVER_BASE_URL=url) as person:
        person.waits_for("Send this?")
        (folder,) = tmp_path.glob("recast-release-*")
        assert (folder / "release.png").read_bytes().startswith(b"\x89PNG")
        assert f"{folder / 'release.png'} (deleted afterwards" in person.seen
        person.types("y\n")
        assert COST in person.reads_to_the_end()
    assert list(tmp_path.glob("recast-release-*")) == []


def test_an_interrupted_preview_leaves_no_picture(tmp_path: Path) -> None:
    words = ("solve", COSTS, COST_QUESTION, "--preview")
    with terminal(tmp_path, *words) as person:
        person.waits_for("Send this?")
        assert person.interrupts() == 130
        assert "Traceback" not in person.reads_to_the_end()
    assert list(tmp_path.glob("recast-release-*")) == []
