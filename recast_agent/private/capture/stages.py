"""The embedded capture: tables by parser, charts by OCR and geometry."""

from __future__ import annotations

from recast_agent.core.errors import Code, InputError
from recast_agent.core.settings import Settings
from recast_agent.core.table import Table
from recast_agent.private.capture.protocol import Capture, Captured, CaptureRequest
from recast_agent.private.capture.tables import TableCapture
from recast_agent.private.record import Source


class EmbeddedCapture:
    """Chooses the capture by the kind of the source."""

    def __init__(self, settings: Settings | None = None) -> None:
        self._tables = TableCapture((settings or Settings()).max_table_rows)
        self._charts: Capture | None = None

    async def capture(self, request: CaptureRequest) -> Captured:
        """The record of a table or chart, as ``TableCapture`` and ``ChartCapture`` give it."""
        return await self._for(request.source).capture(request)

    async def second_reading(self, source: Source) -> Table:
        """The second reading by the same capture."""
        return await self._for(source).second_reading(source)

    def _for(self, source: Source) -> Capture:
        if source.kind == "text":
            raise InputError(Code.UNSUPPORTED_EVIDENCE, "passages of text come in a later version")
        if source.kind != "image":
            return self._tables
        if self._charts is None:
            from recast_agent.private.capture.chart import ChartCapture

            self._charts = ChartCapture()
        return self._charts
