"""A case goes on where it stopped: nothing is made, asked or sent twice."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from recast_agent.client import ReCast
from recast_agent.core.errors import Code, InputError, Unanswered
from recast_agent.core.types import Modality
from recast_agent.private.capture.protocol import Captured, CaptureRequest
from recast_agent.released.solve.protocol import SolveRequest
from recast_agent.workflow.context import Stages
from recast_agent.workflow.home import file_vault
from recast_agent.workflow.stages import embedded
from tests.support import settings

CSV = b"Ward,Cost\nCardiology,412.5\nMaternity,388.0\nOncology,530.8\n"
QUESTION = "What was the cost in Oncology?"


class Counting:
    """Stages that count what is asked of them; in the one named ``late`` the time runs out."""

    def __init__(self, home: Path, *, late: str = "") -> None:
        self.calls: list[str] = []
        given = settings(home)
        inner = embedded(given, vault=file_vault(given))
        self.late = late
        parts: dict[str, Any] = {"capture": _Capture(self, inner.capture)}
        parts |= {"rewriter": _Rewriter(self, inner.rewriter), "solver": _Solver(self)}
        self.stages: Stages = replace(inner, **parts)
        self.client = ReCast(given, stages=self.stages)

    async def called(self, stage: str) -> None:
        self.calls.append(stage)
        if stage == self.late:
            raise Unanswered(Code.DEADLINE, "allow more time with deadline_s")


class _Part:
    def __init__(self, counting: Counting, inner: Any = None) -> None:
        self._counting, self._inner = counting, inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)


class _Capture(_Part):
    async def capture(self, request: CaptureRequest) -> Captured:
        await self._counting.called("capture")
        captured: Captured = await self._inner.capture(request)
        return captured


class _Rewriter(_Part):
    async def rewrite(self, request: Any) -> Any:
        await self._counting.called("rewriter")
        return await self._inner.rewrite(request)


class _Solver(_Part):
    async def solve(self, request: SolveRequest, door: Any) -> str:
        await self._counting.called("solver")
        return f"answer = protected({request.record.table().cells[0][0]})\n"


def test_out_of_time_before_the_release_it_goes_on_from_what_the_vault_holds(
    tmp_path: Path,
) -> None:
    counting = Counting(tmp_path, late="rewriter")
    first = counting.client.solve(CSV, QUESTION)
    assert (first.status, first.reason) == ("withheld", "deadline")
    counting.late = ""
    again = counting.client.resume(first.case)
    assert (again.status, again.case) == ("answered", first.case)
    assert counting.calls == ["capture", "rewriter", "rewriter", "solver"]
    assert counting.client.resume(first.case).show() == again.show()
    assert counting.calls[4:] == []


@pytest.mark.parametrize("late", ["rewriter", "solver"])
def test_another_process_goes_on_as_far_as_the_vault_knows(tmp_path: Path, late: str) -> None:
    """Asking again shows the same release: the picture that was checked is the one that leaves."""
    before, after = Counting(tmp_path, late=late), Counting(tmp_path)
    first = before.client.solve(CSV, QUESTION)
    assert first.reason == "deadline"
    again = after.client.resume(first.case)
    assert again.status == "answered"
    assert after.calls == (["rewriter", "solver"] if late == "rewriter" else ["solver"])
    if first.release is not None:
        assert again.release == first.release


def test_a_protected_case_is_never_sent_whatever_process_resumes_it(tmp_path: Path) -> None:
    before, after = Counting(tmp_path), Counting(tmp_path)
    first = before.client.protect(CSV, QUESTION)
    for client in (before.client, after.client):
        again = client.resume(first.case)
        assert (again.status, again.release) == ("protected", first.release)
    assert "solver" not in before.calls + after.calls


def test_what_a_check_spoke_against_stays_withheld(tmp_path: Path) -> None:
    counting = Counting(tmp_path)
    client = ReCast(counting.client.settings, stages=replace(counting.stages, checks=()))
    first = client.solve(CSV, QUESTION)
    calls = list(counting.calls)
    assert client.resume(first.case).reason == first.reason == "no_check_answered"
    assert counting.calls == calls


def test_a_case_that_was_only_opened_has_no_run_to_resume(tmp_path: Path) -> None:
    client = Counting(tmp_path).client
    with pytest.raises(InputError) as caught:
        client.resume(client.open(CSV, QUESTION))
    assert caught.value.code is Code.CASE_UNKNOWN


@pytest.mark.parametrize(
    ("evidence", "release"),
    [
        ("The ward spent 412.5 on staff.", None),
        (b"\x89PNG\r\n\x1a\n", None),
        (b"RIFF\x24\x00\x00\x00WAVEfmt ", None),
        (CSV, "text"),
    ],
)
def test_a_chart_type_needs_a_table_that_is_drawn(
    tmp_path: Path, evidence: str | bytes, release: Modality | None
) -> None:
    client = ReCast(settings(tmp_path))
    with pytest.raises(InputError) as caught:
        client.solve(evidence, QUESTION, chart_type="bar", release=release)
    assert caught.value.code is Code.RELEASE_UNSUPPORTED
    assert "chart type" in caught.value.hint
