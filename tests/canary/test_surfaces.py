"""What other programs and models read of us holds no mark: the command line beside the answer
itself, and the agent tool's replies and artifacts."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import ToolMessage
from typer.testing import CliRunner

from recast_agent.agents.tools import protected_solve_tool
from recast_agent.cli.app import app
from recast_agent.client import ReCast
from recast_agent.evaluation.canary import Leaks, MarkedCase, all_logs, marked_case
from recast_agent.evaluation.canary.marks import picture
from recast_agent.evaluation.recording import Recorder, recording
from tests.support import settings, tool_call


@pytest.fixture
def marked() -> MarkedCase:
    return marked_case(random.Random(11))


def file(marked: MarkedCase, kind: str, home: Path) -> Path:
    path = home / marked.file_name
    if kind == "png":
        path = path.with_suffix(".png")
        path.write_bytes(picture(marked))
    elif kind == "ragged":
        path.write_text(f"{marked.evidence.text}{marked.file_name},1,2\n")
    elif kind == "csv":
        path.write_text(marked.evidence.text)
    return path


@pytest.mark.parametrize("kind", ["csv", "png", "ragged", "missing"])
def test_the_command_line_says_nothing_private_beside_the_answer(
    tmp_path: Path, marked: MarkedCase, kind: str
) -> None:
    """``protect`` has no answer: all that it prints is clean; of ``solve`` it is the error stream
    and the log, since its output is the user's answer."""
    leaks = Leaks()
    path = file(marked, kind, tmp_path)
    with recording() as solver, all_logs() as captured:
        given = {
            "RECAST_HOME": str(tmp_path / "home"),
            "RECAST_SECRET": "canary-secret-0123456789",
            "RECAST_SOLVER_BASE_URL": solver.base_url,
        }
        protected = _ran(given, "protect", str(path), marked.question)
        leaks.search("protect", protected.output, marked.marks)
        as_json = _ran(given, "protect", str(path), marked.question, "--json")
        leaks.search("protect --json", as_json.output, marked.marks)
        solved = _ran(given, "solve", str(path), marked.question)
        leaks.search("stderr of solve", solved.stderr, marked.marks)
        for words in (("log",), ("log", "--json"), ("log", "--verify"), ("doctor", "--json")):
            leaks.search(" ".join(words), _ran(given, *words).output, marked.marks)
        leaks.search("logs", captured.lines, marked.marks)
        leaks.search("wire", solver.heard, marked.marks)
    assert leaks.found == []
    assert protected.exit_code == (0 if kind in ("csv", "png") else 2)


def _ran(given: dict[str, str], *words: str) -> Any:
    return CliRunner().invoke(app, list(words), env=given)


@pytest.mark.parametrize("kind", ["csv", "png", "ragged", "missing", "outside"])
def test_the_agent_tool_says_nothing_private(tmp_path: Path, marked: MarkedCase, kind: str) -> None:
    root = tmp_path / "root"
    root.mkdir()
    path = file(marked, kind, tmp_path if kind == "outside" else root)
    with recording() as solver:
        reply = asyncio.run(_called(solver, tmp_path, root, path, marked.question))
        leaks = Leaks()
        leaks.search("reply", reply.content, marked.marks)
        leaks.search("artifact", reply.artifact, marked.marks)
        leaks.search("message", repr(reply), marked.marks)
        leaks.search("wire", solver.heard, marked.marks)
    assert leaks.found == []
    assert reply.artifact["status"] in (("answered",) if kind in ("csv", "png") else ("error",))


async def _called(
    solver: Recorder, home: Path, root: Path, path: Path, question: str
) -> ToolMessage:
    client = ReCast(settings(home / "home", solver_base_url=solver.base_url))
    tool = protected_solve_tool(client, root=root)
    named = str(path) if path.parent != root else path.name
    call = tool_call(tool, evidence=named, question=question).tool_calls[0]
    message = await tool.ainvoke({**call, "type": "tool_call"})
    assert isinstance(message, ToolMessage)
    return message
