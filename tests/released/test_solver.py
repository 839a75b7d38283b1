"""The solver stage through a real door: repairs, reports and refusals."""

from __future__ import annotations

import ast
import asyncio
import inspect
import time
from pathlib import Path

import pytest

from recast_agent.core.errors import Code, Unanswered, Withheld
from recast_agent.core.table import Table
from recast_agent.core.types import Artifact, ProtectedRecord
from recast_agent.released.egress.budget import Budget
from recast_agent.released.egress.log import entries
from recast_agent.released.egress.provenance import FORMAT_CODES
from recast_agent.released.solve import faults as fault_module
from recast_agent.released.solve.protocol import SolveRequest
from recast_agent.released.solve.solver import OpenAISolver
from tests.released import endpoints
from tests.released.audit import connections
from tests.released.doors import ARTIFACT, CASE, PERMIT, budget, door_to
from tests.released.endpoints import Behaviour, Endpoint, endpoint
from tests.support import settings

RECORD = ProtectedRecord(
    id=CASE,
    modality="image",
    context=Table(
        title="Visits", categories=("Tuesday", "Wednesday"), cells=(("48",), ("71",))
    ).to_text(),
    question=PERMIT.question,
)
GOOD = "```python\nanswer = protected(71) - protected(48)\n```"
UNMARKED = "```python\nanswer = protected(71) - 48\n```"
CONSTANT = "```python\nanswer = 23\n```"
UNKNOWN = "```python\nanswer = protected(99)\n```"
IMPORT = "```python\nimport os\nanswer = protected(71)\n```"
NO_ANSWER = "```python\nresult = protected(71)\n```"


def solve(
    server: Endpoint,
    home: Path,
    *,
    allowed: Budget | None = None,
    artifact: Artifact = ARTIFACT,
) -> str:
    request = SolveRequest(RECORD, artifact, PERMIT, allowed or budget())
    solver = OpenAISolver(settings(home, solver_base_url=server.url))
    return asyncio.run(solver.solve(request, door_to(server.url, home)))


def named(server: Endpoint, request: int) -> str:
    """The first line of what a repair says."""
    return str(server.bodies[request]["messages"][-1]["content"]).splitlines()[0]


def test_a_good_program_needs_one_request_and_one_connection(tmp_path: Path) -> None:
    with endpoint(endpoints.reply(GOOD)) as server, connections() as seen:
        assert solve(server, tmp_path) == "answer = protected(71) - protected(48)\n"
    assert len(server.requests) == 1
    assert [(what, host) for what, host, _ in seen] == [("connect", "127.0.0.1")]


@pytest.mark.parametrize(
    ("reply", "codes"),
    [
        (UNMARKED, "unmarked_replacement"),
        (CONSTANT, "constant_answer"),
        (UNKNOWN, "unknown_operand"),
        (IMPORT, "syntax_refused"),
        (NO_ANSWER, "no_answer"),
        ("The answer is 23.", "syntax_refused"),
        (GOOD + "\n" + GOOD, "not_one_program"),
        ("```python\nanswer = protected(71", "not_one_program"),
    ],
)
def test_a_format_fault_is_named_by_its_code_and_repaired(
    tmp_path: Path, reply: str, codes: str
) -> None:
    with endpoint(endpoints.reply(reply), endpoints.reply(GOOD)) as server:
        assert solve(server, tmp_path) == "answer = protected(71) - protected(48)\n"
    assert codes in named(server, 1)
    assert server.bodies[1]["messages"][2]["content"] == reply


def test_the_repair_message_shows_no_word_of_the_fault(tmp_path: Path) -> None:
    """The solver's own operand comes back to it in its own reply and nowhere else."""
    with endpoint(endpoints.reply(UNKNOWN), endpoints.reply(GOOD)) as server:
        solve(server, tmp_path)
    assert "99" not in server.bodies[1]["messages"][3]["content"]


def test_a_repair_shows_the_last_reply_alone(tmp_path: Path) -> None:
    script = [endpoints.reply(text) for text in (UNMARKED, CONSTANT, GOOD)]
    with endpoint(*script) as server:
        solve(server, tmp_path)
    shown = [body["messages"][2]["content"] for body in server.bodies[1:]]
    assert shown == [UNMARKED, CONSTANT]
    assert all(len(body["messages"]) == 4 for body in server.bodies[1:])
    attempts = [e for e in entries(tmp_path / "log") if e["kind"] == "attempt"]
    outcomes = [e["event"] for e in entries(tmp_path / "log") if e["kind"] == "outcome"]
    assert [event["parent"] for event in attempts] == ["", *outcomes[:2]]


def test_three_repairs_are_asked_for_and_no_fourth(tmp_path: Path) -> None:
    with endpoint(endpoints.reply(CONSTANT)) as server, pytest.raises(Unanswered) as caught:
        solve(server, tmp_path)
    assert caught.value.code is Code.FORMAT_NOT_REPAIRED
    assert len(server.requests) == 4


@pytest.mark.parametrize("earlier", [[], [UNMARKED]])
def test_missing_evidence_is_reported(tmp_path: Path, earlier: list[str]) -> None:
    script = [endpoints.reply(text) for text in (*earlier, "EVIDENCE MISSING")]
    with endpoint(*script) as server, pytest.raises(Unanswered) as caught:
        solve(server, tmp_path)
    assert caught.value.code is Code.EVIDENCE_MISSING
    assert len(server.requests) == len(script)


@pytest.mark.parametrize(
    ("behaviour", "code"),
    [
        (endpoints.refusal, Code.SOLVER_REFUSED),
        (endpoints.status(400), Code.SOLVER_REFUSED),
        (endpoints.html, Code.SOLVER_REPLY_INVALID),
        (endpoints.half, Code.SOLVER_REPLY_INVALID),
        (endpoints.status(500), Code.SOLVER_UNREACHABLE),
    ],
)
def test_a_solver_that_gives_no_reply_has_its_code(
    tmp_path: Path, behaviour: Behaviour, code: Code
) -> None:
    with endpoint(behaviour) as server, pytest.raises(Unanswered) as caught:
        solve(server, tmp_path)
    assert caught.value.code is code


def test_one_deadline_covers_repairs_too(tmp_path: Path) -> None:
    """The first reply is faulty, the repair hangs: the case ends when its time does."""
    started = time.monotonic()
    script = (endpoints.reply(CONSTANT), endpoints.hang)
    with endpoint(*script) as server, pytest.raises(Unanswered) as caught:
        solve(server, tmp_path, allowed=budget(seconds=0.9))
    assert caught.value.code is Code.DEADLINE
    assert time.monotonic() - started < 15


def test_an_artifact_that_the_gate_did_not_see_is_withheld(tmp_path: Path) -> None:
    with endpoint(endpoints.reply(GOOD)) as server, pytest.raises(Withheld) as caught:
        solve(server, tmp_path, artifact=Artifact(data=b"\x89PNG the source"))
    assert caught.value.code is Code.PROVENANCE_UNKNOWN
    assert server.requests == []


def test_every_code_of_a_format_fault_can_be_named() -> None:
    """A new code in ``faults`` without a line in the repair prompt fails here, not in a case."""
    documented = inspect.getdoc(fault_module.faults) or ""
    assert all(code in documented for code in FORMAT_CODES if code != "not_one_program")
    source = inspect.getsource(fault_module)
    assert set(FORMAT_CODES) >= set(_codes_in(source))


def _codes_in(source: str) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id == "_finding" and isinstance(node.args[0], ast.Constant):
            found.append(str(node.args[0].value))
        if node.func.id == "Finding":
            found += [
                str(k.value.value)
                for k in node.keywords
                if k.arg == "code" and isinstance(k.value, ast.Constant)
            ]
    assert found
    return found
