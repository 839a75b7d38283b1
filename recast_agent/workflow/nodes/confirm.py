"""Confirm: a person may correct what was read of a chart; what nobody vouches for is withheld."""

from __future__ import annotations

from langgraph.runtime import Runtime
from langgraph.types import interrupt

from recast_agent.core.errors import Code, Withheld
from recast_agent.workflow.boundary import ended, stage
from recast_agent.workflow.case import taken
from recast_agent.workflow.confirming import waits
from recast_agent.workflow.context import Context
from recast_agent.workflow.state import SolveState, Update


@stage("confirm")
async def confirm(state: SolveState, runtime: Runtime[Context]) -> Update:
    """Wait for the person where one is to be asked; the table itself stays in the vault.

    The host reads it by ``ReCast.captured``, keeps it by ``ReCast.confirm``, and resumes.
    """
    vault, case = runtime.context.stages.vault, state["case"]
    if state.get("confirm") and await waits(vault, case):
        reply = interrupt({"kind": "confirm", "case": case})
        if reply != {"confirmed": True} or await waits(vault, case):
            return ended("withheld", Code.NOT_CONFIRMED)
    held = await taken(vault, case)
    if any(w == "conflict" for row in held.witnesses for w in row):
        heard = held.record.modality == "audio"
        code = Code.AUDIO_UNCLEAR if heard else Code.CHART_UNREADABLE
        raise Withheld(code, "two readings of the source disagree")
    return {}
