"""Someone at a terminal: real processes on a pseudo-terminal of their own."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PROGRAM = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from recast_agent.cli import main; main()"
)
"""``recast`` with the handling of Ctrl-C that a terminal gives it, wherever these tests run."""

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
