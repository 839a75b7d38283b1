"""What a recording adds to the limits of its case: it is listened to at length, and sent so."""

from __future__ import annotations

import asyncio

from recast_agent.core.speech.decode import RATE, length_of
from recast_agent.private.record import Source
from recast_agent.workflow.case import CaseInput, held
from recast_agent.workflow.context import Context

SECONDS_A_SECOND = 1.0
"""Two decodings of the source and one of each candidate take a tenth to a quarter of a second."""

BYTES_A_SECOND = 2 * RATE * 4 // 3
"""A second of a released recording as it is sent: 16 bits a sample, in base64."""

LONGEST_SENT_S = 8 * 60
"""What is longer leaves as a text: no recording that long is made."""


async def allow(context: Context, case: str) -> None:
    """Give the budget, once, the time and the bytes that the recording of its case takes."""
    budget, settings = context.budget, context.settings
    if budget.allowed:
        return
    given = await held(context.stages.vault, case, "input", CaseInput)
    seconds = await asyncio.to_thread(_length, given.source) if given else 0.0
    sent_s = (1 + settings.format_repairs) * min(seconds, LONGEST_SENT_S)
    budget.allow(seconds * SECONDS_A_SECOND, int(sent_s * BYTES_A_SECOND))


def _length(source: Source) -> float:
    return length_of(source.data) if source.kind == "audio" else 0.0
