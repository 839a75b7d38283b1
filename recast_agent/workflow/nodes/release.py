"""check_release and approve: nothing passes unseen by the gate, and by a person where asked."""

from __future__ import annotations

import hashlib

from langgraph.runtime import Runtime
from langgraph.types import interrupt

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.types import Permit, ProtectedRecord
from recast_agent.gate.decision import decide
from recast_agent.gate.protocol import CheckRequest, PrivateEntry
from recast_agent.gate.provenance import permit as permit_for
from recast_agent.workflow.boundary import counted, ended, stage
from recast_agent.workflow.case import (
    CaseInput,
    Disguise,
    Numbers,
    Passed,
    Taken,
    count_release,
    evidence_scope,
    held,
    keep,
    load,
    pin_world,
    taken,
)
from recast_agent.workflow.context import Context, Stages
from recast_agent.workflow.reading import reading_of
from recast_agent.workflow.state import SolveState, Update


@stage("check_release")
async def check_release(state: SolveState, runtime: Runtime[Context]) -> Update:
    """Both release checks and the provenance guard (paper, equation 6); then the disguise is
    pinned to its evidence."""
    stages, case, mapping = runtime.context.stages, state["case"], state["mapping"]
    given = await load(stages.vault, case, "input", CaseInput)
    evidence = await taken(stages.vault, case)
    disguise = await load(stages.vault, case, f"rewrite/{mapping}", Disguise)
    numbers = (await load(stages.vault, case, f"numbers/{mapping}", Numbers)).numbers
    artifact = await stages.artifacts.get(state["candidate"])
    record = ProtectedRecord.model_validate(state["protected"])
    entry = PrivateEntry(
        record=evidence.record,
        dictionary=disguise.dictionary,
        numbers=numbers,
        second=await _second(stages, case, given),
    )
    request = CheckRequest(record, state["draft"], artifact, await reading_of(artifact), entry)
    attempts = counted(state, "checks")
    findings = await decide(stages.checks, request)
    if findings:
        return {"findings": list(findings), "attempts": attempts}
    scope = evidence_scope(stages.vault, given.source)
    if not await count_release(
        stages.vault, scope, case, runtime.context.settings.releases_per_evidence
    ):
        raise Withheld(Code.RELEASE_CAP, "this evidence has been released as often as allowed")
    if not await pin_world(stages.vault, scope, disguise, numbers):
        outrun = {"code": "world_outrun", "where": "", "seen": ""}
        return {"findings": [outrun], "attempts": attempts}  # type: ignore[list-item]
    passed = Passed(permit=permit_for(record, artifact), record=record, release=artifact.ref)
    await keep(stages.vault, case, f"permit/{mapping}", passed)
    update: Update = {"release": state["candidate"], "findings": [], "attempts": attempts}
    if state.get("goal", "solve") != "solve":  # only what was asked to be sent is
        update["status"] = "protected"
    return update


async def _second(stages: Stages, case: str, given: CaseInput) -> str:
    """The source read by another reader than the capture: a person, where one has confirmed it."""
    confirmed = await held(stages.vault, case, "confirmed", Taken)
    if confirmed is not None:
        return confirmed.record.context
    return await stages.capture.second_reading(given.source)


@stage("approve")
async def approve(state: SolveState, runtime: Runtime[Context]) -> Update:
    """Show exactly what would leave and wait; the approval is bound to its hash."""
    if not state.get("approval"):
        return {}
    stages, case, mapping = runtime.context.stages, state["case"], state["mapping"]
    permit = (await load(stages.vault, case, f"permit/{mapping}", Passed)).permit
    shown = request_sha256(permit)
    reply = interrupt(
        {
            "kind": "approve",
            "case": case,
            "question": permit.question,
            "spoken_question": permit.spoken_question,
            "beside": permit.beside,
            "choices": list(permit.choices),
            "artifact": state["release"],
            "request_sha256": shown,
        }
    )
    if not isinstance(reply, dict) or reply != {"approved": True, "request_sha256": shown}:
        return ended("withheld", Code.NOT_APPROVED)
    return {}


def request_sha256(permit: Permit) -> str:
    """What an approval is bound to."""
    return hashlib.sha256(permit.model_dump_json().encode()).hexdigest()
