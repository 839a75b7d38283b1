"""The stand-in: as a process to ask, and asked directly about originals."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction

from recast_agent.core.table import Table
from recast_agent.private.recover.interpreter import Stop, decimal_text, run
from recast_agent.standin.answer import MISSING, answer, program_for

_START_S = 60.0


@contextmanager
def standin_process() -> Iterator[str]:
    """Starts the stand-in in its own process; gives its base URL."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "recast_agent.standin", "--port", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        _wait(port, process)
        yield f"http://127.0.0.1:{port}/v1"
    finally:
        process.terminate()
        process.wait(timeout=10)


def _wait(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _START_S
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    raise SystemExit("the stand-in did not start")


def on_original_image(data: bytes, question: str) -> str | None:
    """What the stand-in answers when it is shown the original chart, or None."""
    reply = answer(data, question)
    return None if reply == MISSING else _value(reply.removeprefix("```python\n").rstrip("`\n"))


def on_original_table(table: Table, question: str) -> str | None:
    """What the stand-in answers when it is given the original table, or None."""
    program = program_for(table, question)
    return None if program is None else _value(program)


def _value(program: str) -> str | None:
    operands = tuple(Fraction(n) for n in re.findall(r"protected\(([0-9.]+)\)", program))
    try:
        value = run(program, operands, {})
    except Stop:
        return None
    return str(value) if isinstance(value, str | bool) else decimal_text(value)
