"""Restored programs run in a child process that can do nothing but compute.

Covered:

- The program is interpreted node by node from an allow-list, never compiled or ``exec``uted: no
  attributes, imports, format strings or calls beyond a fixed list.
- Steps, items, text, bits of numbers, nesting and recursion are bounded inside the interpreter;
  CPU seconds, address space and wall time outside it.
- ``-I -S``, an empty environment, ``/`` as directory. Program and operands travel by stdin, never
  by arguments or files, so they show in no process list and on no disk.
- Before the program is parsed the child gives up opening files and sockets (no descriptor may be
  made), writing files, starting processes (where it is not root), and leaving a core.
- stdout is read up to a cap, stderr is dropped. The child leads its own session and its process
  group is killed as one at the end, on time-out and on cancellation.

Not covered:

- A fault in CPython itself that lets an interpreted expression run machine code. Such code could
  still compute, and signal processes of the same user; it has no namespace or seccomp filter.
- Side channels: how long a program ran and how it failed say something about the operands. Both
  stay on this machine.
- Systems without POSIX resource limits (Windows).
- Answers that are wrong on purpose: see ``interpreter.run`` for what counts as resting on an
  operand.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from fractions import Fraction
from pathlib import Path
from typing import Any

from recast_agent.core.errors import Code, InternalError, Unanswered
from recast_agent.private.recover.protocol import RestoredProgram, Value

CHILD = Path(__file__).with_name("child.py")

MAX_REPLY = 2_000_000

_HINTS = {
    Code.PROGRAM_REFUSED: "the solver's program is outside what may run",
    Code.PROGRAM_FAILED: "the solver's program failed on the true values",
    Code.PROGRAM_TIMEOUT: "the solver's program did not finish within its budget",
    Code.ANSWER_CONSTANT: "the answer does not depend on any restored operand",
}


class ChildExecutor:
    """Interprets each program in a fresh child. See the module for what that covers."""

    async def execute(self, restored: RestoredProgram, *, timeout_s: float) -> Value:
        """The value of ``answer`` within ``timeout_s`` seconds, start-up included."""
        request = {
            "program": restored.program,
            "operands": [str(operand) for operand in restored.operands],
            "names": restored.names,
            "cpu_s": math.ceil(timeout_s) + 1,
        }
        child = await _start()
        try:
            async with asyncio.timeout(timeout_s):
                reply = await _exchange(child, json.dumps(request).encode())
        except TimeoutError:
            raise _refusal(Code.PROGRAM_TIMEOUT) from None
        finally:
            await _end(child)
        return _value_of(reply)


async def _start() -> Process:
    try:
        return await asyncio.create_subprocess_exec(
            sys.executable, "-I", "-S", str(CHILD),
            stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
            env={}, cwd="/", close_fds=True, start_new_session=True,
        )  # fmt: skip
    except OSError:
        raise InternalError(Code.INTERNAL, "no child process could be started") from None


async def _exchange(child: Process, request: bytes) -> bytes:
    assert child.stdin is not None
    assert child.stdout is not None
    try:
        child.stdin.write(request)
        await child.stdin.drain()
        child.stdin.close()
    except (BrokenPipeError, ConnectionResetError):
        raise _refusal(Code.PROGRAM_FAILED) from None
    reply = bytearray()
    while block := await child.stdout.read(65_536):
        reply += block
        if len(reply) > MAX_REPLY:
            raise _refusal(Code.PROGRAM_FAILED)
    return bytes(reply)


async def _end(child: Process) -> None:
    """Kill the whole group, even one whose leader is gone, and reap the leader."""
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    if child.stdin is not None:
        child.stdin.close()
    await asyncio.shield(child.wait())


def _value_of(reply: bytes) -> Value:
    try:
        found = json.loads(reply)
        if "code" in found:
            raise _refusal(Code(found["code"]))
        return _decoded(found["value"])
    except (ValueError, KeyError, TypeError):
        # killed by a limit before it could answer
        raise _refusal(Code.PROGRAM_FAILED) from None


def _decoded(value: Any) -> Value:
    match value:
        case bool() | str() | float():
            return value
        case {"number": str(text)}:
            number = Fraction(text)
            return number.numerator if number.denominator == 1 else number
        case {"list": list(parts)}:
            return tuple(_decoded(part) for part in parts)  # type: ignore[misc]  # never nested
    raise ValueError


def _refusal(code: Code) -> Unanswered:
    return Unanswered(code, _HINTS.get(code, ""), where="program")
