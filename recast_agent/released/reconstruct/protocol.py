"""Reconstruction: a protected record becomes media again (paper, section 3.4)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from recast_agent.core.types import Artifact, ArtifactReading, Finding, ProtectedRecord


@dataclass(frozen=True)
class DraftRequest:
    """``findings`` are those of the previous candidate; ``repair`` counts from 0 (first draft);
    ``disguise`` counts the disguises tried before, which may have had the same words; ``form`` is
    "chart", or "table" for the fallback.
    """

    record: ProtectedRecord
    form: str = "chart"
    repair: int = 0
    disguise: int = 0
    previous: dict[str, Any] | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True)
class Rendered:
    """The candidate and what the renderer's own geometry says of its layout."""

    artifact: Artifact
    layout: tuple[Finding, ...]


class Reconstructor(Protocol):
    """Draft a specification, render it, review what came out."""

    async def draft(self, request: DraftRequest) -> dict[str, Any]:
        """A specification as JSON. Raises Withheld(reconstruction_failed)."""
        ...

    async def render(self, draft: dict[str, Any]) -> Rendered:
        """Render a specification within the time limit. Raises Withheld(reconstruction_failed)."""
        ...

    async def review(
        self,
        record: ProtectedRecord,
        draft: dict[str, Any],
        rendered: Rendered,
        reading: ArtifactReading,
    ) -> tuple[Finding, ...]:
        """Faults that a repair could mend; empty where the candidate is good."""
        ...
