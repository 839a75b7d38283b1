"""The embedded reconstructor of every modality: one place says what is drawn by whom."""

from __future__ import annotations

from typing import Any

from recast_agent.core.types import ArtifactReading, Finding, Modality, ProtectedRecord
from recast_agent.released.reconstruct.protocol import DraftRequest, Reconstructor, Rendered
from recast_agent.released.reconstruct.reconstructor import MatplotlibReconstructor
from recast_agent.released.reconstruct.speech import SpeechReconstructor
from recast_agent.released.reconstruct.text import TextReconstructor


class EmbeddedReconstructor:
    """Implements ``Reconstructor``: pictures by Matplotlib, recordings by the embedded voice, text
    as it stands."""

    def __init__(self, render_timeout_s: float = 45.0) -> None:
        self._by: dict[Modality, Reconstructor] = {
            "image": MatplotlibReconstructor(render_timeout_s),
            "audio": SpeechReconstructor(),
            "text": TextReconstructor(),
        }

    async def draft(self, request: DraftRequest) -> dict[str, Any]:
        """A specification in the modality of the record."""
        return await self._by[request.record.modality].draft(request)

    async def render(self, draft: dict[str, Any]) -> Rendered:
        """The bytes of a specification."""
        return await self._drawing(draft).render(draft)

    async def review(
        self,
        record: ProtectedRecord,
        draft: dict[str, Any],
        rendered: Rendered,
        reading: ArtifactReading,
    ) -> tuple[Finding, ...]:
        """Faults that a repair could mend."""
        return await self._drawing(draft).review(record, draft, rendered, reading)

    def _drawing(self, draft: dict[str, Any]) -> Reconstructor:
        kind = draft.get("type")
        return self._by[kind if kind in ("audio", "text") else "image"]
