"""The graph as a LangGraph server loads it: no context is passed, the settings make one."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from blockbuster import blockbuster_ctx
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from recast_agent.client import ReCast
from recast_agent.evaluation.recording import Recorder, recording
from recast_agent.workflow import hosted
from recast_agent.workflow.home import file_vault
from recast_agent.workflow.stages import embedded
from tests.support import settings

SECRET = "hosted-secret-0123456789abcdef"
QUESTION = "What was the cost in Oncology?"
CSV = b"Ward,Cost\nCardiology,412.5\nMaternity,388.0\nOncology,530.8\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[ReCast, Recorder]]:
    """A client over the vault that the settings of the environment name, and a solver."""
    with recording() as solver:
        for name, value in (
            ("RECAST_HOME", str(tmp_path)),
            ("RECAST_SECRET", SECRET),
            ("RECAST_SOLVER_BASE_URL", solver.base_url),
        ):
            monkeypatch.setenv(name, value)
        hosted._own_stages.cache_clear()
        given = settings(tmp_path, secret=SECRET, solver_base_url=solver.base_url)
        yield ReCast(given, stages=embedded(given, vault=file_vault(given))), solver
    hosted._own_stages.cache_clear()


@pytest.mark.parametrize("context", [None, {}, {"secret": "of another"}])
@pytest.mark.parametrize("approval", [False, True])
def test_a_case_of_the_vault_is_solved_with_the_context_of_the_settings(
    home: tuple[ReCast, Recorder], approval: bool, context: dict[str, str] | None
) -> None:
    """A LangGraph server passes a dict of JSON, empty where its client gives none."""
    client, _ = home
    case = client.open(CSV, QUESTION)
    state = asyncio.run(_run(case, approval, context))
    assert state["status"] == "answered"
    assert client.recover(case, state["program"]).show().startswith("530.8")
    assert "Oncology" not in str(state)


async def _run(case: str, approval: bool, context: Any) -> dict[str, Any]:
    graph = hosted.hosted_graph(InMemorySaver())
    thread: RunnableConfig = {"configurable": {"thread_id": case}}
    start: Any = {"case": case, "goal": "solve", "approval": approval, "accept_table": True}
    with blockbuster_ctx():  # a server shares its event loop with other runs
        state = await graph.ainvoke(start, thread, context=context)
        if approval:
            (asked,) = (await graph.aget_state(thread)).interrupts
            yes = {"approved": True, "request_sha256": asked.value["request_sha256"]}
            state = await graph.ainvoke(Command(resume=yes), thread, context=context)
    return state


def test_a_goal_that_is_none_sends_nothing(home: tuple[ReCast, Recorder]) -> None:
    """Whatever else a client asks for: the release is made and kept."""
    client, solver = home
    case = client.open(CSV, QUESTION)
    start: Any = {"case": case, "goal": "Protect", "approval": False, "accept_table": True}
    thread: RunnableConfig = {"configurable": {"thread_id": case}}
    state = asyncio.run(hosted.hosted_graph(InMemorySaver()).ainvoke(start, thread))
    assert state["status"] == "protected"
    assert not solver.heard
