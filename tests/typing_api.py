"""How a user's code is typed: read by mypy with the rest, never run."""

from __future__ import annotations

from pathlib import Path
from typing import Any, assert_type

from langchain_core.tools import BaseTool

from recast_agent import ReCast, ReCastError, Release, Result, Settings, TableEvidence
from recast_agent.agents.tools import EvidenceShelf, protected_solve_tool


def plain(client: ReCast, events: list[dict[str, Any]]) -> str:
    result = client.solve(
        Path("chart.png"), "How many?", choices=("3", "4"), on_event=events.append
    )
    assert_type(result, Result)
    assert_type(client.protect(b"a,b\n1,2\n", "How many?", chart_type="bar"), Result)
    assert_type(client.recover(result.case, "answer = 1"), Result)
    assert_type(client.resume(result.case), Result)
    assert_type(result.release, Release | None)
    assert_type(result.exit_code, int)
    client.forget(result.case)
    return client.reveal(result.show(), conversation="c")


async def awaited(client: ReCast) -> None:
    try:
        result = await client.asolve(TableEvidence(text="a,b\n1,2\n"), "How many?", release="image")
    except ReCastError as error:
        assert_type(error.code.value, str)
        return
    assert_type(result, Result)
    assert_type(await client.areveal("text"), str)
    async for part in client.astream("| a |\n|---|\n| 1 |", "How many?"):
        assert_type(part, dict[str, Any])


def agent() -> BaseTool:
    client = ReCast(Settings(profile="local"), approve=lambda release: bool(release.question))
    shelf = EvidenceShelf()
    assert_type(shelf.add(Path("chart.png")), str)
    return protected_solve_tool(client, root=Path("evidence"), shelf=shelf, reply="handle")
