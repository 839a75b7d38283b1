"""Solvers that misbehave, and a disk that does: a stable code within bounds, or nothing sent."""

from __future__ import annotations

import resource
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from recast_agent.client import ReCast
from recast_agent.core.errors import InternalError
from recast_agent.evaluation.canary.run import hostile_brain
from recast_agent.evaluation.recording import recording
from recast_agent.result import Result
from tests.released import endpoints
from tests.released.endpoints import Behaviour, endpoint
from tests.support import REPOSITORY, settings

WARD_COSTS = REPOSITORY / "examples" / "ward_costs.csv"
QUESTION = "What was the cost of supplies in Renal?"
TRUE_NUMBERS = (b"133.3", b"341.7", b"412.5", b"530.8")

pytestmark = pytest.mark.timeout(300)


class Clock:
    """Seconds that the solver stage and recovery took: the disguise is made before."""

    def __init__(self) -> None:
        self.asked = 0.0

    def __call__(self, event: dict[str, Any]) -> None:
        if event == {"stage": "ask_solver", "event": "start"}:
            self.asked = time.monotonic()

    @property
    def seconds(self) -> float:
        return time.monotonic() - self.asked


def solve(home: Path, url: str, **given: Any) -> tuple[Result, float]:
    """The result and the seconds from the first word to the solver to the end."""
    clock = Clock()
    client = ReCast(settings(home, solver_base_url=url, **given))
    result = client.solve(WARD_COSTS, QUESTION, on_event=clock)
    assert clock.asked, result.reason
    return result, clock.seconds


@pytest.fixture(autouse=True, scope="module")
def _warm(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The same evidence under the same secret makes the same release: it is read once."""
    ReCast(settings(tmp_path_factory.mktemp("warm"))).protect(WARD_COSTS, QUESTION)


@pytest.mark.parametrize(
    ("behaviour", "code", "given"),
    [
        (endpoints.half, "solver_reply_invalid", {"transport_attempts": 2}),
        (endpoints.dropped, "solver_reply_invalid", {"transport_attempts": 2}),
        (endpoints.html, "solver_reply_invalid", {}),
        (endpoints.html_as_stream, "solver_reply_invalid", {"transport_attempts": 2}),
        (endpoints.endless_text, "solver_reply_invalid", {}),
        (endpoints.endless_comments, "byte_budget", {"byte_budget": 1_000_000}),
        (endpoints.endless_error_page, "byte_budget", {"byte_budget": 1_000_000}),
        (endpoints.bomb, "solver_reply_invalid", {"transport_attempts": 1}),
        (endpoints.refusal, "solver_refused", {}),
        (endpoints.status(401), "solver_refused", {}),
        (endpoints.status(500), "solver_unreachable", {"transport_attempts": 2}),
        (endpoints.redirect("http://127.0.0.1:9/v1"), "solver_reply_invalid", {}),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_a_broken_transport_ends_in_its_code(
    tmp_path: Path, behaviour: Behaviour, code: str, given: dict[str, Any]
) -> None:
    with endpoint(behaviour) as solver:
        result, seconds = solve(tmp_path, solver.url, **given)

    assert (result.status, result.reason) == ("unanswered", code)
    assert result.exit_code == 4
    assert seconds < 20
    assert 1 <= len(solver.requests) <= given.get("transport_attempts", 1)


@pytest.mark.parametrize("behaviour", [endpoints.hang, endpoints.hang_after_start])
def test_a_solver_that_hangs_meets_the_deadline(tmp_path: Path, behaviour: Behaviour) -> None:
    """The deadline is the case's: a case that was protected earlier is resumed against it."""
    with endpoint(endpoints.status(401), behaviour) as solver:
        client = ReCast(settings(tmp_path, solver_base_url=solver.url, deadline_s=60.0))
        case = client.solve(WARD_COSTS, QUESTION).case
        client.settings = client.settings.model_copy(update={"deadline_s": 2.0})
        started = time.monotonic()
        result = client.resume(case)
        seconds = time.monotonic() - started

    assert (result.status, result.reason) == ("unanswered", "deadline")
    assert 1.5 < seconds < 10


def test_no_solver_at_all_is_unreachable(tmp_path: Path) -> None:
    """The stand-in is not running: its port refuses."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # bound but not listening: refuses, and nobody else takes it
        url = f"http://127.0.0.1:{held.getsockname()[1]}/v1"
        result, seconds = solve(tmp_path, url, transport_attempts=3)

    assert (result.status, result.reason) == ("unanswered", "solver_unreachable")
    assert seconds < 20


@pytest.mark.parametrize(
    ("reply", "codes"),
    [
        ("import os\nanswer = {operand}", {"format_not_repaired"}),
        ("while True:\n    answer = {operand}", {"format_not_repaired", "program_timeout"}),
        ("while True:\n    pass\nanswer = {operand}", {"format_not_repaired", "program_timeout"}),
        (
            "answer = {operand} + 10**10**9",
            {"format_not_repaired", "program_failed", "program_refused"},
        ),
        (
            "answer = {operand} * 'x' * 10**9",
            {"format_not_repaired", "program_failed", "program_refused"},
        ),
        ("answer = protected(31337.5)", {"format_not_repaired"}),
        ("answer = 42", {"format_not_repaired"}),
        ("answer = 'Renal'", {"format_not_repaired"}),
        ("answer = protected({operand} + {operand})", {"format_not_repaired"}),
        ("answer = protected(1 + 2)", {"format_not_repaired"}),
        ("answer = {operand} / 0", {"program_failed"}),
        ("answer = {operand}.__class__", {"format_not_repaired"}),
        ("answer = open('/etc/passwd').read() + str({operand})", {"format_not_repaired"}),
        ("<html><body>hello</body></html>", {"format_not_repaired"}),
        ("I would rather chat about the weather.", {"format_not_repaired"}),
        ("EVIDENCE MISSING", {"evidence_missing"}),
    ],
)
def test_a_hostile_program_is_refused_or_bounded(
    tmp_path: Path, reply: str, codes: set[str]
) -> None:
    """``{operand}`` becomes one that is displayed. Nothing true is ever sent back."""
    with recording(hostile_brain(reply)) as recorder:
        result, seconds = solve(tmp_path, recorder.base_url, program_timeout_s=2.0)

    assert result.status == "unanswered"
    assert result.reason in codes
    assert result.answer is None
    assert seconds < 20
    assert 1 <= len(recorder.heard) <= 4
    assert [n for n in TRUE_NUMBERS for request in recorder.heard if n in request] == []


def test_a_log_that_cannot_be_written_keeps_everything_in(tmp_path: Path) -> None:
    """A file stands where the log folder should be."""
    (tmp_path / "log").write_text("in the way")
    with recording() as recorder:
        client = ReCast(settings(tmp_path, solver_base_url=recorder.base_url))
        with pytest.raises(InternalError) as refused:
            client.solve(WARD_COSTS, QUESTION)

        assert refused.value.code == "log_unwritable"
        assert recorder.heard == []
        (tmp_path / "log").unlink()
        assert client.solve(WARD_COSTS, QUESTION).show() == "133.3"


def test_a_full_disk_keeps_everything_in(tmp_path: Path) -> None:
    """Files cannot grow beyond a few bytes; once they can, the same client answers."""
    with recording() as recorder:
        client = ReCast(settings(tmp_path, solver_base_url=recorder.base_url))
        with _files_at_most(200), pytest.raises(InternalError) as refused:
            client.solve(WARD_COSTS, QUESTION)

        assert refused.value.code == "disk_full"
        assert recorder.heard == []
        assert client.solve(WARD_COSTS, QUESTION).show() == "133.3"


@contextmanager
def _files_at_most(size: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
