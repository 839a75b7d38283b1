"""Rewrite and protect_numbers: the record gets another topic, then other numbers."""

from __future__ import annotations

import random

from langgraph.runtime import Runtime

from recast_agent.private.numbermap.protocol import ExtendRequest, NumberMap
from recast_agent.private.numbermap.records import numbers_of, protect
from recast_agent.private.rewrite.protocol import RewriteRequest
from recast_agent.private.rewrite.validate import rewrite_validated
from recast_agent.workflow.boundary import stage
from recast_agent.workflow.case import (
    CaseInput,
    Disguise,
    Numbers,
    evidence_scope,
    held,
    keep,
    latest_world,
    load,
    taken,
)
from recast_agent.workflow.context import Context
from recast_agent.workflow.modality import as_released
from recast_agent.workflow.state import SolveState, Update


@stage("rewrite")
async def rewrite(state: SolveState, runtime: Runtime[Context]) -> Update:
    """Names, topic and wording change; the numbers stay (paper, section 3.3)."""
    stages, case, mapping = runtime.context.stages, state["case"], state.get("mapping", -1) + 1
    disguise = await held(stages.vault, case, f"rewrite/{mapping}", Disguise)
    if disguise is None:
        given = await load(stages.vault, case, "input", CaseInput)
        evidence = await taken(stages.vault, case)
        scope = evidence_scope(stages.vault, given.source)
        count, world = await latest_world(stages.vault, scope)
        request = RewriteRequest(
            record=evidence.record,
            key=stages.vault.derive("rewrite", scope.encode()),
            attempt=mapping,
            prior=world.dictionary if world else None,
        )
        made = await rewrite_validated(
            stages.rewriter, request, runtime.context.settings.rewrite_attempts
        )
        disguise = Disguise(
            theme=made.theme, record=made.record, dictionary=made.dictionary, world=count
        )
        await keep(stages.vault, case, f"rewrite/{mapping}", disguise)
    return {"mapping": mapping, "theme": disguise.theme}


@stage("protect_numbers")
async def protect_numbers(state: SolveState, runtime: Runtime[Context]) -> Update:
    """Numbers go through the map that only the vault can invert."""
    stages, case, mapping = runtime.context.stages, state["case"], state["mapping"]
    disguise = await load(stages.vault, case, f"rewrite/{mapping}", Disguise)
    numbers = await held(stages.vault, case, f"numbers/{mapping}", Numbers)
    given = await load(stages.vault, case, "input", CaseInput)
    if numbers is None:
        scope = evidence_scope(stages.vault, given.source)
        prior = NumberMap(policy=stages.numbers.name)
        if disguise.world:
            _, world = await latest_world(stages.vault, scope)
            prior = world.numbers if world else prior
        drawn = f"{scope}/{len(prior.assignments)}/{mapping}".encode()
        rng = random.Random(stages.vault.derive("numbers", drawn))  # noqa: S311 - keyed by the vault
        request = ExtendRequest(prior, numbers_of(disguise.record), rng)
        numbers = Numbers(numbers=await stages.numbers.extend(request))
        await keep(stages.vault, case, f"numbers/{mapping}", numbers)
    own = (await taken(stages.vault, case)).record
    record = as_released(protect(disguise.record, numbers.numbers), own, given)
    attempts = {k: n for k, n in state.get("attempts", {}).items() if not k.endswith(" drafts")}
    return {
        "protected": record.model_dump(mode="json"),
        "form": "chart",
        "findings": [],
        "attempts": attempts,
    }
