"""What the child process can and cannot do, seen from outside and from inside."""

from __future__ import annotations

import ast
import asyncio
import json
import os
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest

from recast_agent.core.errors import Unanswered
from recast_agent.core.program import ProgramRefused, parse
from recast_agent.private.recover.executor import CHILD, ChildExecutor
from recast_agent.private.recover.protocol import RestoredProgram

LIMITED = f"""
import json, os, resource, socket, sys
sys.path.insert(0, {str(CHILD.parent)!r})
import child
child.limit(6)
def tried(action):
    try:
        action()
    except BaseException as error:
        return type(error).__name__
    return "done"
os.write(1, json.dumps({{
    "read": tried(lambda: open("/etc/hostname")),
    "write": tried(lambda: open({{path!r}}, "w")),
    "socket": tried(socket.socket),
    "pipe": tried(os.pipe),
    "memory": tried(lambda: bytearray(1 << 30)),
    "core": resource.getrlimit(resource.RLIMIT_CORE)[1],
    "cpu": resource.getrlimit(resource.RLIMIT_CPU)[1],
}}).encode())
"""


def children() -> set[str]:
    """Processes that run the child's file."""
    found = set()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if str(CHILD).encode() in (process / "cmdline").read_bytes():
                found.add(process.name)
        except OSError:
            continue
    return found


def test_after_its_limits_nothing_can_be_opened_not_even_by_root(tmp_path: Path) -> None:
    code = LIMITED.replace("{path!r}", repr(str(tmp_path / "spool")))
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, timeout=20, check=True
    )
    found = json.loads(done.stdout)
    assert found == {
        "read": "OSError",
        "write": "OSError",
        "socket": "OSError",
        "pipe": "OSError",
        "memory": "MemoryError",
        "core": 0,
        "cpu": 6,
    }
    assert not (tmp_path / "spool").exists()


def test_the_child_imports_only_the_standard_library() -> None:
    sources = [CHILD, *sorted((CHILD.parent / "interpreter").glob("*.py"))]
    imported = set()
    for source in sources:
        for node in ast.walk(ast.parse(source.read_text())):
            if isinstance(node, ast.Import):
                imported |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                imported.add(str(node.module))
    outside = {name.partition(".")[0] for name in imported} - set(sys.stdlib_module_names)
    assert outside == {"interpreter"}


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="needs /proc")
def test_neither_arguments_nor_environment_nor_directory_tell_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RECAST_SECRET", "canary-in-the-environment")

    async def watched() -> tuple[str, str, str, int]:
        restored = RestoredProgram("while True: pass", (Fraction(4711),), {"Tue": "canary"})
        task = asyncio.create_task(ChildExecutor().execute(restored, timeout_s=5))
        while True:
            await asyncio.sleep(0)
            for pid in children():
                process = Path("/proc", pid)
                seen = (
                    (process / "cmdline").read_bytes().decode(),
                    (process / "environ").read_bytes().decode(),
                    os.readlink(process / "cwd"),
                    os.getsid(int(pid)),
                )
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                return (*seen[:3], seen[3] - int(pid))

    arguments, environment, directory, session = asyncio.run(watched())
    assert "4711" not in arguments
    assert "canary" not in arguments
    assert environment == ""
    assert directory == "/"
    assert session == 0


@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="needs /proc")
def test_a_cancelled_run_leaves_no_process() -> None:
    async def cancelled() -> None:
        restored = RestoredProgram("while True: pass", (), {})
        task = asyncio.create_task(ChildExecutor().execute(restored, timeout_s=5))
        while not children():
            await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    start = time.monotonic()
    asyncio.run(cancelled())
    assert not children()
    assert time.monotonic() - start < 3


def test_a_child_that_is_killed_by_its_limits_is_a_failed_program() -> None:
    names = {"Tue": "x" * 3_000_000}  # more than the child reads
    with pytest.raises(Unanswered) as caught:
        asyncio.run(ChildExecutor().execute(RestoredProgram("answer = 1", (), names), timeout_s=5))
    assert "xxx" not in str(caught.value)


def test_start_up_is_quick() -> None:
    restored = RestoredProgram("answer = protected(1)", (Fraction(1),), {})
    taken = []
    for _ in range(3):
        start = time.monotonic()
        asyncio.run(ChildExecutor().execute(restored, timeout_s=5))
        taken.append(time.monotonic() - start)
    assert min(taken) < 0.5  # about 0.06 s alone; several times that on a busy machine


def test_private_values_do_not_show_in_the_repr_of_a_restored_program() -> None:
    restored = RestoredProgram("answer = 1", (Fraction(4711),), {"Tue": "canary"})
    assert "4711" not in repr(restored)
    assert "canary" not in repr(restored)


@pytest.mark.parametrize(
    "program",
    [
        "größe = protected(3)\nanswer = größe",
        "ﬁnal = protected(3)\nanswer = final",
        "def 合計(値):\n    return 値\nanswer = 合計(protected(3))",
        "answer = max([protected(3)], ｋey=abs)",
    ],
)
def test_names_beyond_ascii_are_brought_to_one_form_as_python_does(program: str) -> None:
    assert parse(program).operands == ("3",)
    restored = RestoredProgram(program=program, operands=(Fraction(7),), names={})
    assert asyncio.run(ChildExecutor().execute(restored, timeout_s=5)) == 7


@pytest.mark.parametrize(
    "program",
    [
        "＿＿import＿＿ = protected(3)\nanswer = ＿＿import＿＿",
        "ｐrotected = abs\nanswer = protected(3)",
        "answer = ｅval('1') + protected(3)",
    ],
)
def test_a_refused_name_is_refused_in_every_form(program: str) -> None:
    with pytest.raises(ProgramRefused):
        parse(program)
    restored = RestoredProgram(program=program, operands=(Fraction(7),), names={})
    with pytest.raises(Unanswered):
        asyncio.run(ChildExecutor().execute(restored, timeout_s=5))
