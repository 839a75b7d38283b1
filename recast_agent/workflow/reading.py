"""One reading per image: review, gate and log all see the same one."""

from __future__ import annotations

import asyncio

from recast_agent.core.types import Artifact, ChartReading


async def reading_of(artifact: Artifact) -> ChartReading:
    """What perception reads in the bytes (cached by their hash in core.perception)."""
    from recast_agent.core.perception.read import read_chart

    return await asyncio.to_thread(read_chart, artifact.data)
