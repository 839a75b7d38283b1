"""From the state and the vault of a case to what the caller is given."""

from __future__ import annotations

from typing import Any

from recast_agent.result import Release, Result
from recast_agent.workflow.case import Passed, Recovered, answer_name, load
from recast_agent.workflow.context import Stages


async def release_of(stages: Stages, case: str, mapping: int) -> Release:
    """What the gate let out of a case."""
    passed = await load(stages.vault, case, f"permit/{mapping}", Passed)
    artifact = await stages.artifacts.get(passed.release)
    permit = passed.permit
    return Release(artifact, permit.question, permit.choices, permit.spoken_question, permit.beside)


async def result_of(
    stages: Stages, case: str, state: dict[str, Any], events: tuple[dict[str, Any], ...]
) -> Result:
    """The result of a case whose graph has come to an end."""
    recovered = None
    if state.get("status") == "answered":
        recovered = await load(stages.vault, case, answer_name(state["program"]), Recovered)
    return Result(
        status=state["status"],
        case=case,
        reason=state.get("reason") or "",
        theme=state.get("theme", ""),
        release=await release_of(stages, case, state["mapping"]) if "release" in state else None,
        answer=recovered.answer if recovered else None,
        receipt=recovered.receipt if recovered else None,
        events=tuple(event for event in events if event["event"] == "end"),
    )
