"""Where released bytes are kept between nodes, by content."""

from __future__ import annotations

from typing import Protocol

from recast_agent.core.types import Artifact, Ref


class ArtifactStore(Protocol):
    """Content-addressed store of released artifacts."""

    async def put(self, artifact: Artifact) -> Ref:
        """Keep the bytes; the same bytes give the same reference."""
        ...

    async def get(self, ref: Ref) -> Artifact:
        """The bytes of a reference. Raises InternalError where they are not there."""
        ...
