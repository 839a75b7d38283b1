"""The embedded reconstructor: drafts from the record, Matplotlib draws, the reading is reviewed."""

from __future__ import annotations

import asyncio
from typing import Any

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.types import (
    Artifact,
    ArtifactReading,
    ChartReading,
    Finding,
    ProtectedRecord,
)
from recast_agent.released.reconstruct.draft import draft_spec, next_spec
from recast_agent.released.reconstruct.lint import lint
from recast_agent.released.reconstruct.protocol import DraftRequest, Rendered
from recast_agent.released.reconstruct.render import draw, paint
from recast_agent.released.reconstruct.review import review_reading
from recast_agent.released.reconstruct.spec import parse_spec


class MatplotlibReconstructor:
    """Implements ``Reconstructor`` for charts and tables without any remote model.

    ``render_timeout_s`` bounds one rendering.
    """

    def __init__(self, render_timeout_s: float = 45.0) -> None:
        self._timeout = render_timeout_s

    async def draft(self, request: DraftRequest) -> dict[str, Any]:
        """The ChartSpec of the record as JSON, or its repaired successor."""
        return await asyncio.to_thread(_draft, request)

    async def render(self, draft: dict[str, Any]) -> Rendered:
        """PNG bytes and the layout lint."""
        try:
            return await asyncio.wait_for(asyncio.to_thread(_render, draft), self._timeout)
        except TimeoutError:
            raise Withheld(
                Code.RECONSTRUCTION_FAILED, "drawing took too long", where="layout"
            ) from None

    async def review(
        self,
        record: ProtectedRecord,
        draft: dict[str, Any],
        rendered: Rendered,
        reading: ArtifactReading,
    ) -> tuple[Finding, ...]:
        """Faults of the layout and of what was read back."""
        assert isinstance(reading, ChartReading)  # a picture's
        return rendered.layout + review_reading(record.drawing(), parse_spec(draft), reading)


def _draft(request: DraftRequest) -> dict[str, Any]:
    table, previous = request.record.drawing(), request.previous
    if previous is None:
        spec = draft_spec(table, request.record.question, request.form)
    else:
        spec = next_spec(table, previous, request.findings)
    draft = spec.model_dump(mode="json")
    parse_spec(draft)
    return draft


def _render(draft: dict[str, Any]) -> Rendered:
    drawing = draw(parse_spec(draft))
    return Rendered(Artifact(data=paint(drawing)), lint(drawing))
