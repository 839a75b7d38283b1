"""Text is released as it stands: a protected record's context is already what may leave."""

from __future__ import annotations

from typing import Any

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.types import TEXT, Artifact, ArtifactReading, Finding, ProtectedRecord
from recast_agent.released.reconstruct.protocol import DraftRequest, Rendered


class TextReconstructor:
    """Implements ``Reconstructor``: a passage as it is, a table as Markdown below its headings."""

    async def draft(self, request: DraftRequest) -> dict[str, Any]:
        """``{"type": "text", "text": …}``. Raises Withheld(reconstruction_failed) where faults were
        found: the same text would come again."""
        if request.findings:
            raise Withheld(Code.RECONSTRUCTION_FAILED, "text has one form only", where="context")
        return {"type": "text", "text": request.record.context}

    async def render(self, draft: dict[str, Any]) -> Rendered:
        """The text in UTF-8."""
        return Rendered(Artifact(data=str(draft["text"]).encode(), media_type=TEXT), ())

    async def review(
        self,
        record: ProtectedRecord,
        draft: dict[str, Any],
        rendered: Rendered,
        reading: ArtifactReading,
    ) -> tuple[Finding, ...]:
        """None: whether the bytes are the record's is for the gate to say."""
        return ()
