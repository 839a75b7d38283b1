"""The shared loop of the plain methods."""

from __future__ import annotations

import asyncio
import subprocess
import sys

import pytest

from recast_agent.workflow.loop import run_sync

INTERRUPTED = """
import asyncio, os, signal
from recast_agent.workflow.loop import run_sync

signal.signal(signal.SIGINT, signal.default_int_handler)

async def work(sent):
    os.kill(os.getpid(), signal.SIGINT)
    try:
        await asyncio.Event().wait()
    finally:
        print("ended")
    sent.append("request")

async def more():
    return "goes on"

sent = []
try:
    run_sync(work(sent))
except KeyboardInterrupt:
    print("interrupted", sent)
print(run_sync(more()))
"""


def test_an_interrupt_ends_the_work_and_leaves_the_loop_usable() -> None:
    """In a notebook Ctrl-C stops the caller: what it waited for must not go on and send."""
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60
    )
    assert done.stderr == ""
    assert done.stdout.splitlines() == ["ended", "interrupted []", "goes on"]


def test_errors_and_values_of_the_work_come_back() -> None:
    async def fails() -> None:
        raise ValueError("as raised")

    async def answers() -> int:
        return 5

    with pytest.raises(ValueError, match="as raised"):
        run_sync(fails())
    assert run_sync(answers()) == 5


def test_it_can_be_called_inside_a_running_loop() -> None:
    async def inner() -> int:
        return 5

    async def outer() -> int:
        return run_sync(inner())

    assert asyncio.run(outer()) == 5
