"""Where released bytes are kept between nodes, by content."""

from __future__ import annotations

from typing import Protocol

from recast_agent.core.errors import Code, InternalError
from recast_agent.core.types import Artifact, Ref


class ArtifactStore(Protocol):
    """Content-addressed store of released artifacts."""

    async def put(self, artifact: Artifact) -> Ref:
        """Keep the bytes; the same bytes give the same reference."""
        ...

    async def get(self, ref: Ref) -> Artifact:
        """The bytes of a reference. Raises InternalError where they are not there."""
        ...


class MemoryArtifacts:
    """Artifacts of one process."""

    def __init__(self) -> None:
        self._held: dict[str, Artifact] = {}

    async def put(self, artifact: Artifact) -> Ref:
        self._held[artifact.sha256] = artifact
        return artifact.ref

    async def get(self, ref: Ref) -> Artifact:
        try:
            return self._held[ref["sha256"]]
        except KeyError:
            raise InternalError(
                Code.INTERNAL, "the released artifact is no longer held: protect the case again"
            ) from None
