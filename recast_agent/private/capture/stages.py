"""The embedded capture: tables by parser, charts by OCR and geometry, passages to the letter,
recordings by speech recognition.
"""

from __future__ import annotations

from recast_agent.core.settings import Settings
from recast_agent.private.capture.protocol import Capture, Captured, CaptureRequest
from recast_agent.private.capture.speech import SpeechCapture
from recast_agent.private.capture.tables import TableCapture
from recast_agent.private.capture.text import TextCapture
from recast_agent.private.record import Source


class EmbeddedCapture:
    """Chooses the capture by the kind of the source."""

    def __init__(self, settings: Settings | None = None) -> None:
        self._tables: Capture = TableCapture((settings or Settings()).max_table_rows)
        self._passages: Capture = TextCapture()
        self._recordings: Capture = SpeechCapture()
        self._charts: Capture | None = None

    async def capture(self, request: CaptureRequest) -> Captured:
        """The record, as the capture of its kind gives it."""
        return await self._for(request.source).capture(request)

    async def second_reading(self, source: Source) -> str:
        """The second reading by the same capture."""
        return await self._for(source).second_reading(source)

    def _for(self, source: Source) -> Capture:
        if source.kind == "text":
            return self._passages
        if source.kind == "audio":
            return self._recordings
        return self._chart_reader() if source.kind == "image" else self._tables

    def _chart_reader(self) -> Capture:
        """Loaded where it is needed: recognition takes a second and much memory."""
        if self._charts is None:
            from recast_agent.private.capture.chart import ChartCapture

            self._charts = ChartCapture()
        return self._charts
