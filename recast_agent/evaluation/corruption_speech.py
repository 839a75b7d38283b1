"""Corruption of the gate for recordings: what is said has one injected fault, or none.

A faulty recording comes before the gate twice: beside the true record, where what is heard must
tell, and beside a record with the same fault, where only the source can.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from recast_agent.core.errors import ReCastError
from recast_agent.core.types import WAV, Artifact, ArtifactReading
from recast_agent.evaluation import corruption_text
from recast_agent.evaluation.corruption_text import CHECKS, candidate
from recast_agent.evaluation.passages import Example
from recast_agent.gate.decision import decide
from recast_agent.gate.protocol import CheckRequest
from recast_agent.released.reconstruct.speech import MANNERS, Manner
from recast_agent.released.reconstruct.spoken import speakable
from recast_agent.released.reconstruct.voice import speak
from recast_agent.workflow.reading import reading_of

FAULTS = {
    name: corruption_text.FAULTS[name]
    for name in ("quantity", "entities", "dropped sentence", "order of events", "unit", "relation")
}


@dataclass
class Summary(corruption_text.Summary):
    """``first``: clean recordings that passed as first said; ``rejected`` are those that did not in
    any manner."""

    first: int = 0


def run(cases: Sequence[Example], seed: int = 0) -> Summary:
    """Each passage said once clean, again in the next manner where it is not let out, and once with
    a fault in turn; a fault that the text does not offer gives way to the next."""
    return asyncio.run(_run(cases, seed))


async def _run(cases: Sequence[Example], seed: int) -> Summary:
    summary = Summary()
    for number, case in enumerate(cases):
        rng = random.Random(f"{seed}/{case.id}")  # noqa: S311 - a benchmark, repeatable
        try:
            request = await candidate(case, rng, "audio")
        except ReCastError:
            summary.withheld += 1
            continue
        await _clean(summary, request, case.id)
        for name, changed in corruption_text.injected(FAULTS, number, request, rng):
            summary.tried[name] += 1
            if await _passes(request, changed):
                summary.passed.append(f"{name}/{case.id}")
    return summary


async def _clean(summary: Summary, request: CheckRequest, name: str) -> None:
    summary.clean += 1
    for turn, manner in enumerate(MANNERS):
        if not await decide(CHECKS, await _said(request, request.record.context, manner)):
            summary.first += turn == 0
            return
    summary.rejected.append(name)


async def _passes(request: CheckRequest, changed: str) -> bool:
    """Whether a faulty recording is let out beside the true record, or beside a faulty one."""
    alone = await _said(request, changed, MANNERS[0])
    record = request.record.model_copy(update={"context": changed})
    both = replace(alone, record=record, draft={**alone.draft, "text": changed})
    return not await decide(CHECKS, alone) or not await decide(CHECKS, both)


async def _said(request: CheckRequest, text: str, manner: Manner) -> CheckRequest:
    """The candidate with a recording of ``text``."""
    data = speak(speakable(text, manner.spelling), seed=manner.seed, speed=manner.speed)
    artifact = Artifact(data=data, media_type=WAV)
    reading: ArtifactReading = await reading_of(artifact)
    draft = {"type": "audio", "text": request.record.context, **manner._asdict()}
    return replace(request, draft=draft, artifact=artifact, reading=reading)
