"""The stand-in in a process of its own, for tests, the demo and benchmarks."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from recast_agent.core.errors import Code, InternalError

START_TIMEOUT_S = 60.0
STOP_TIMEOUT_S = 5.0


@contextmanager
def running() -> Iterator[str]:
    """Start the stand-in on a free port; yields its base URL once it accepts connections.

    Raises InternalError where it does not start.
    """
    command = [sys.executable, "-m", "recast_agent.standin", "--port", "0"]
    with subprocess.Popen(  # noqa: S603 - a fixed command of ours
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield _base_url(process)
        finally:
            process.terminate()
            try:
                process.wait(STOP_TIMEOUT_S)
            except subprocess.TimeoutExpired:
                process.kill()


def _base_url(process: subprocess.Popen[str]) -> str:
    """The first line of output: it comes after the socket listens."""
    assert process.stdout is not None
    overdue = threading.Timer(START_TIMEOUT_S, process.kill)
    overdue.start()
    try:
        url = process.stdout.readline().strip()
    finally:
        overdue.cancel()
    if not url:
        raise InternalError(Code.INTERNAL, "the stand-in did not start: run recast standin")
    return url
