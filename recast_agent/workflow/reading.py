"""One reading per artifact: review, gate and log all see the same one."""

from __future__ import annotations

import asyncio

from recast_agent.core.errors import Code, InputError, Withheld
from recast_agent.core.types import (
    TEXT,
    WAV,
    Artifact,
    ArtifactReading,
    AudioReading,
    TextReading,
)


async def reading_of(artifact: Artifact) -> ArtifactReading:
    """What is read in the bytes: their characters, what perception sees in the picture, or what
    recognition hears in the recording (both cached by its hash). Raises
    Withheld(protected_mismatch) for bytes that are no text, InputError(speech_not_installed).
    """
    if artifact.media_type == TEXT:
        try:
            return TextReading(text=artifact.data.decode())
        except UnicodeDecodeError:
            raise Withheld(Code.PROTECTED_MISMATCH, "the release is no text") from None
    if artifact.media_type == WAV:
        return await asyncio.to_thread(_heard, artifact.data)
    from recast_agent.core.perception.read import read_chart

    return await asyncio.to_thread(read_chart, artifact.data)


def _heard(data: bytes) -> AudioReading:
    from recast_agent.core.speech.transcribe import transcribe

    try:
        return AudioReading(text=transcribe(data).text)
    except InputError as error:
        if error.code is Code.SPEECH_NOT_INSTALLED:
            raise
        return AudioReading(text="")  # nothing is heard: for review and gate to say
