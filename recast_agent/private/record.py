"""The private five-field record and the evidence it is made from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import ConfigDict

from recast_agent.core.model import Model
from recast_agent.core.table import ChartType
from recast_agent.core.types import FiveFields


class Record(FiveFields):
    """The normalised source (paper, section 3.2). Lives in the vault and in local variables."""

    def __repr__(self) -> str:
        return f"Record(id={self.id!r})"  # content never shows in a traceback

    __str__ = __repr__


@dataclass(frozen=True, repr=False)
class TextEvidence:
    """A passage of text, also where it looks like a table."""

    text: str


@dataclass(frozen=True, repr=False)
class TableEvidence:
    """A table as CSV, JSON records or Markdown, with the chart to draw it as."""

    text: str
    chart_type: ChartType = "table"
    title: str = ""


Evidence = Path | bytes | str | TextEvidence | TableEvidence
"""What a caller may hand in. A ``str`` is text, never a path."""


SourceKind = Literal["image", "audio", "csv", "json", "markdown", "text"]


class Source(Model):
    """Evidence as read once into bounded memory: what the vault keeps and both readings start from.

    ``kind`` says how to read ``data``: an encoded image or recording, table text in one of three
    formats, or a passage.
    """

    # bytes that are no UTF-8 survive the vault's JSON
    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    kind: SourceKind
    data: bytes
    chart_type: ChartType = "table"
    title: str = ""

    def __repr__(self) -> str:
        return f"Source(kind={self.kind!r})"

    __str__ = __repr__
