"""Speech reconstruction: the protected passage or table is spoken, heard, and spoken again where it
was misheard (paper, section 3.4).
"""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.speech.compare import differences, homophones
from recast_agent.core.speech.script import said
from recast_agent.core.types import (
    WAV,
    Artifact,
    ArtifactReading,
    AudioReading,
    Finding,
    ProtectedRecord,
)
from recast_agent.released.reconstruct.protocol import DraftRequest, Rendered
from recast_agent.released.reconstruct.spoken import Spelling, speakable
from recast_agent.released.reconstruct.voice import speak

LONGEST = 6_000
"""Characters that are spoken: some seven minutes, more than a request may carry beyond."""


class Manner(NamedTuple):
    """How a passage is said."""

    speed: float
    seed: int
    spelling: Spelling


MANNERS = (
    Manner(1.0, 0, "figures"),
    Manner(0.9, 1, "words"),
    Manner(0.85, 2, "figures"),
    Manner(0.95, 3, "words"),
    Manner(0.8, 4, "words"),
    Manner(1.0, 5, "words"),
    Manner(0.9, 6, "figures"),
    Manner(0.85, 7, "words"),
    Manner(0.95, 8, "figures"),
)
"""Of the first draft and of each repair in turn."""

TRIED = 2
"""Manners after which a place that is misheard again ends a disguise: where the words are pinned to
the evidence, the next one has the same, and begins with other manners."""


class SpeechReconstructor:
    """Implements ``Reconstructor`` with the embedded voice."""

    async def draft(self, request: DraftRequest) -> dict[str, Any]:
        """``{"type": "audio", "text": …, "speed": …, "seed": …, "spelling": …, "misheard": …}``,
        said in another manner at every repair; ``misheard`` are the places where the last one was.

        Raises Withheld(reconstruction_failed) for what takes too long to say.
        """
        text = said(request.record)
        if len(text) > LONGEST:
            raise Withheld(
                Code.RECONSTRUCTION_FAILED,
                f"at most {LONGEST} characters are spoken: release it as text",
                where="context",
            )
        manner = MANNERS[(TRIED * request.disguise + request.repair) % len(MANNERS)]
        places = [f["where"] for f in request.findings]
        return {"type": "audio", "text": text, **manner._asdict(), "misheard": places}

    async def render(self, draft: dict[str, Any]) -> Rendered:
        """A WAV. Raises InputError(speech_not_installed)."""
        data = await asyncio.to_thread(_spoken, draft)
        return Rendered(Artifact(data=data, media_type=WAV), ())

    async def review(
        self,
        record: ProtectedRecord,
        draft: dict[str, Any],
        rendered: Rendered,
        reading: ArtifactReading,
    ) -> tuple[Finding, ...]:
        """What is heard otherwise than the record says, and names that sound alike; ``unspeakable``
        where that happened in the same place before.
        """
        assert isinstance(reading, AudioReading)  # a recording's
        alike = await asyncio.to_thread(homophones, said(record))
        found = [Finding(code="names_alike", where="context", seen=word) for word in alike]
        found += await asyncio.to_thread(heard_findings, record, reading)
        if any(f["where"] in draft.get("misheard", ()) for f in found):
            found.append(Finding(code="unspeakable", where="context", seen=""))
        return tuple(found)


def heard_findings(record: ProtectedRecord, reading: AudioReading) -> tuple[Finding, ...]:
    """``quantity_differs`` and ``word_differs``, with the place in the words of the recording and
    what was heard there."""
    return tuple(
        Finding(code=f"{one.kind}_differs", where=f"heard:{one.place}", seen=one.heard)
        for one in differences(said(record), reading.text)
    )


def _spoken(draft: dict[str, Any]) -> bytes:
    text = speakable(str(draft["text"]), draft["spelling"])
    return speak(text, seed=int(draft["seed"]), speed=float(draft["speed"]))
