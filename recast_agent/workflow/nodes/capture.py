"""Capture: the source becomes a normalised record, locally."""

from __future__ import annotations

from langgraph.runtime import Runtime

from recast_agent.private.capture.protocol import CaptureRequest
from recast_agent.private.numbermap.choices import outgoing
from recast_agent.private.question import checked_question
from recast_agent.workflow.boundary import stage
from recast_agent.workflow.case import CaseInput, Taken, held, keep, load
from recast_agent.workflow.context import Context
from recast_agent.workflow.modality import release_modality
from recast_agent.workflow.state import SolveState, Update


@stage("capture")
async def capture(state: SolveState, runtime: Runtime[Context]) -> Update:
    """Read the evidence once; its record stays in the vault."""
    stages, case = runtime.context.stages, state["case"]
    given = await load(stages.vault, case, "input", CaseInput)
    modality = release_modality(given.source, given.release)
    taken = await held(stages.vault, case, "captured", Taken)
    if taken is None:
        captured = await stages.capture.capture(
            CaptureRequest(case, given.source, given.question, outgoing(given.choices))
        )
        checked_question(captured.record.question, (), runtime.context.settings.max_question_chars)
        taken = Taken(record=captured.record, witnesses=captured.witnesses, bound=captured.bound)
        await keep(stages.vault, case, "captured", taken)
    return {"modality": modality}
