"""Reconstruct an image: draft, render, review; the graph repairs in between."""

from __future__ import annotations

from langgraph.runtime import Runtime

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.types import ProtectedRecord
from recast_agent.released.reconstruct.protocol import DraftRequest, Rendered
from recast_agent.workflow.boundary import counted, stage
from recast_agent.workflow.context import Context
from recast_agent.workflow.reading import reading_of
from recast_agent.workflow.state import SolveState, Update

SPOKEN_DISGUISES = 3
"""How many disguises of a recording are tried; each is said in every manner of the synthesiser."""


@stage("draft")
async def draft(state: SolveState, runtime: Runtime[Context]) -> Update:
    """A specification from the protected record; findings of the last candidate repair it."""
    attempts = counted(state, f"{state['form']} drafts")
    request = DraftRequest(
        record=ProtectedRecord.model_validate(state["protected"]),
        form=state["form"],
        repair=attempts[f"{state['form']} drafts"] - 1,
        disguise=state["mapping"],
        previous=state.get("draft") if state.get("findings") else None,
        findings=tuple(state.get("findings", ())),
    )
    made = await runtime.context.stages.reconstructor.draft(request)
    return {"draft": made, "attempts": attempts}


@stage("render")
async def render(state: SolveState, runtime: Runtime[Context]) -> Update:
    """Bytes from the specification, with the renderer's own view of the layout."""
    stages = runtime.context.stages
    rendered = await stages.reconstructor.render(state["draft"])
    reference = await stages.artifacts.put(rendered.artifact)
    return {"candidate": reference, "findings": list(rendered.layout)}


@stage("review")
async def review(state: SolveState, runtime: Runtime[Context]) -> Update:
    """The bytes read back and held against the record; a broken layout is not read at all."""
    if state["findings"]:
        return {}
    stages = runtime.context.stages
    artifact = await stages.artifacts.get(state["candidate"])
    findings = await stages.reconstructor.review(
        ProtectedRecord.model_validate(state["protected"]),
        state["draft"],
        Rendered(artifact, ()),
        await reading_of(artifact),
    )
    return {"findings": list(findings)}


@stage("fall_back")
async def fall_back(state: SolveState, runtime: Runtime[Context]) -> Update:
    """A table where the interface accepts one and none was tried; words that cannot be heard
    rightly are exchanged for others a few times; else withheld."""
    if state["modality"] == "audio" and state["mapping"] + 1 < SPOKEN_DISGUISES:
        return {"findings": [{"code": "unspeakable", "where": "context", "seen": ""}]}
    if (
        state["modality"] != "image"
        or state["form"] == "table"
        or not state.get("accept_table", True)
    ):
        raise Withheld(Code.RECONSTRUCTION_FAILED, "no candidate passed its review")
    return {"form": "table", "findings": []}
