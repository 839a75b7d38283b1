"""One reading per artifact: review, gate and log all see the same one."""

from __future__ import annotations

import asyncio

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.types import TEXT, Artifact, ArtifactReading, TextReading


async def reading_of(artifact: Artifact) -> ArtifactReading:
    """What is read in the bytes: their characters, or what perception sees in the picture (cached
    by its hash in core.perception). Raises Withheld(protected_mismatch) for bytes that are no text.
    """
    if artifact.media_type == TEXT:
        try:
            return TextReading(text=artifact.data.decode())
        except UnicodeDecodeError:
            raise Withheld(Code.PROTECTED_MISMATCH, "the release is no text") from None
    from recast_agent.core.perception.read import read_chart

    return await asyncio.to_thread(read_chart, artifact.data)
