"""A stage that breaks ends its case: nothing is lost and nothing is told."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from langgraph.checkpoint.memory import InMemorySaver

from recast_agent.cli.output import shown_stage
from recast_agent.client import ReCast
from recast_agent.core.errors import Code, InputError
from recast_agent.core.speech.decode import RATE
from recast_agent.core.speech.heard import report
from recast_agent.private.capture.protocol import Captured, CaptureRequest
from recast_agent.private.record import Source
from recast_agent.private.recover.protocol import RestoredProgram, Value
from recast_agent.released.solve.protocol import SolveRequest
from recast_agent.result import Result
from recast_agent.workflow.allowance import BYTES_A_SECOND, allow
from recast_agent.workflow.case import CaseInput, open_case
from recast_agent.workflow.context import Context, Stages
from recast_agent.workflow.stages import embedded, new_budget
from tests.recordings import sound
from tests.support import settings

CSV = b"Ward,Cost\nCardiology,412.5\nMaternity,388.0\nOncology,530.8\n"
QUESTION = "What was the cost in Oncology?"
PRIVATE = "Oncology cost 530.8"


class Broken:
    """Any stage at all: whatever is called raises what a library of ours might."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __getattr__(self, name: str) -> Any:
        async def call(*given: Any, **more: Any) -> Any:
            raise self._error

        return call


class FirstCell:
    """A solver whose program is the first cell of the release."""

    async def solve(self, request: SolveRequest, door: Any) -> str:
        return f"answer = protected({request.record.table().cells[0][0]})\n"


def broken(home: Path, stage: str, error: Exception) -> tuple[Result, str]:
    """The result of a case with a broken stage, and everything a host could come to see of it."""
    given = settings(home)
    parts: dict[str, Any] = {"solver": FirstCell(), stage: Broken(error)}
    if stage == "checks":
        parts["checks"] = (Broken(error),)
    stages: Stages = replace(embedded(given), **parts)
    saver = InMemorySaver()
    events: list[dict[str, Any]] = []
    client = ReCast(given, stages=stages, checkpointer=saver)
    result = client.solve(CSV, QUESTION, on_event=events.append)
    checkpoints = [(c.checkpoint, c.metadata, c.pending_writes) for c in saver.list(None)]
    seen = [repr(result), json.dumps(result.to_json()), str(events), str(checkpoints)]
    seen += [p.read_text(errors="replace") for p in home.rglob("*") if p.is_file()]
    return result, "\n".join(seen)


@pytest.mark.parametrize(
    ("stage", "reason"),
    [
        ("capture", "internal"),
        ("rewriter", "internal"),
        ("numbers", "internal"),
        ("reconstructor", "internal"),
        ("checks", "no_check_answered"),
    ],
)
def test_a_foreign_exception_before_the_release_withholds(
    stage: str,
    reason: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    with caplog.at_level(logging.DEBUG):
        result, seen = broken(tmp_path, stage, ValueError(PRIVATE))
    assert (result.status, result.reason, result.exit_code) == ("withheld", reason, 3)
    assert result.release is None
    printed = capfd.readouterr()
    assert PRIVATE not in seen + caplog.text + printed.out + printed.err


@pytest.mark.parametrize("stage", ["solver", "executor"])
def test_a_foreign_exception_after_the_release_leaves_it_unanswered(
    stage: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        result, seen = broken(tmp_path, stage, ValueError(PRIVATE))
    assert (result.status, result.reason, result.exit_code) == ("unanswered", "internal", 4)
    assert result.release is not None
    assert result.answer is None
    assert PRIVATE not in seen + caplog.text


def test_an_error_about_the_input_reaches_the_caller(tmp_path: Path) -> None:
    error = InputError(Code.TABLE_MALFORMED, "give a table with a header row")
    with pytest.raises(InputError) as caught:
        broken(tmp_path, "capture", error)
    assert caught.value.code is Code.TABLE_MALFORMED


def test_a_stage_out_of_time_withholds(tmp_path: Path) -> None:
    client = ReCast(settings(tmp_path, deadline_s=1e-6))
    result = client.solve(CSV, QUESTION)
    assert (result.status, result.reason) == ("withheld", "deadline")


class Endless:
    """A stage that never comes to an end by itself, and is told when it is cut off."""

    def __init__(self) -> None:
        self.cut = False

    def __getattr__(self, name: str) -> Any:
        async def call(*given: Any, **more: Any) -> Any:
            try:
                await asyncio.Event().wait()
            finally:
                self.cut = True

        return call


@pytest.mark.parametrize(
    ("stage", "status"),
    [("capture", "withheld"), ("rewriter", "withheld"), ("executor", "unanswered")],
)
def test_a_stage_that_never_ends_is_cut_off_at_the_deadline(
    stage: str, status: str, tmp_path: Path
) -> None:
    given, endless = settings(tmp_path, deadline_s=3.0), Endless()
    parts: dict[str, Any] = {"solver": FirstCell(), stage: endless}
    result = ReCast(given, stages=replace(embedded(given), **parts)).solve(CSV, QUESTION)
    assert (result.status, result.reason) == (status, "deadline")
    assert endless.cut


class Slow:
    """A capture whose thread comes back only when it is let go."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.go, self.back = threading.Event(), threading.Event()

    async def capture(self, request: CaptureRequest) -> Captured:
        captured: Captured = await self._inner.capture(request)
        await asyncio.to_thread(self._wait)
        return captured

    def _wait(self) -> None:
        self.go.wait(30)
        self.back.set()


def test_what_a_thread_brings_after_the_deadline_is_not_kept(tmp_path: Path) -> None:
    given = settings(tmp_path, deadline_s=0.5)
    inner = embedded(given)
    slow = Slow(inner.capture)
    stages = replace(inner, capture=slow)  # type: ignore[arg-type]  # captures only
    result = ReCast(given, stages=stages).solve(CSV, QUESTION)
    assert (result.status, result.reason) == ("withheld", "deadline")
    slow.go.set()
    assert slow.back.wait(30)
    assert asyncio.run(inner.vault.names(result.case)) == ("input", "run")


class SlowOnce:
    """An executor that is cut off the first time."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner
        self.calls = 0

    async def execute(self, restored: RestoredProgram, *, timeout_s: float) -> Value:
        self.calls += 1
        if self.calls == 1:
            await asyncio.Event().wait()
        value: Value = await self._inner.execute(restored, timeout_s=timeout_s)
        return value


def test_a_case_out_of_time_behind_the_door_goes_on_without_asking_again(tmp_path: Path) -> None:
    given = settings(tmp_path, deadline_s=3.0)
    inner = embedded(given)
    asked: list[str] = []

    class Asked(FirstCell):
        async def solve(self, request: SolveRequest, door: Any) -> str:
            asked.append(request.permit.case)
            return await super().solve(request, door)

    stages = replace(inner, solver=Asked(), executor=SlowOnce(inner.executor))
    client = ReCast(given, stages=stages)
    first = client.solve(CSV, QUESTION)
    assert (first.status, first.reason) == ("unanswered", "deadline")
    again = client.resume(first.case)
    assert (again.status, len(asked)) == ("answered", 1)


class Listening:
    """A capture that listens for long, in a thread."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    async def capture(self, request: CaptureRequest) -> Captured:
        await asyncio.to_thread(report, 0.25)
        captured: Captured = await self._inner.capture(request)
        return captured

    async def second_reading(self, source: Source) -> str:
        read: str = await self._inner.second_reading(source)
        return read


def test_a_long_stage_tells_how_much_it_has_heard(tmp_path: Path) -> None:
    given, events = settings(tmp_path), list[dict[str, Any]]()
    stages = embedded(given)
    stages = replace(stages, capture=Listening(stages.capture), solver=FirstCell())
    ReCast(given, stages=stages).protect(CSV, QUESTION, on_event=events.append)
    heard = {"stage": "capture", "event": "heard", "share": 0.25}
    assert events.index(heard) == 1
    assert shown_stage(heard) == "reading the evidence: heard 25%"
    assert shown_stage(events[0]) == "reading the evidence"


def test_a_recording_adds_what_it_takes_to_the_limits(tmp_path: Path) -> None:
    """Once for a run, whichever stage is its first."""
    given = settings(tmp_path, deadline_s=10.0, byte_budget=1, format_repairs=0)
    stages = embedded(given)
    context = Context(stages, given, new_budget(given))
    minute = sound(0.1 * np.sin(np.arange(60 * RATE)))

    async def run() -> None:
        source = Source(kind="audio", data=minute)
        case = await open_case(stages.vault, CaseInput(source=source, question=QUESTION))
        await allow(context, case)
        await allow(context, case)

    asyncio.run(run())
    assert 60 < context.budget.seconds_left <= 70
    context.budget.spend(60 * BYTES_A_SECOND)
    assert not context.budget.spent
