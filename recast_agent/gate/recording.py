"""The three checks for what is released as a recording: what is heard in its bytes is the protected
record, inverts to the source, and every word of it has an origin. A spoken question is held to the
same as the passage or the table before it.
"""

from __future__ import annotations

from typing import Any

from recast_agent.core.speech.compare import respelled, unattributed
from recast_agent.core.speech.script import evidence_said, said
from recast_agent.core.speech.told import heard_table
from recast_agent.core.table import Table
from recast_agent.core.types import AudioReading, Finding, ProtectedRecord, TextReading
from recast_agent.gate import passage
from recast_agent.gate.protocol import PrivateEntry
from recast_agent.released.reconstruct.speech import heard_findings


def protected_findings(
    record: ProtectedRecord, draft: dict[str, Any], reading: AudioReading
) -> tuple[Finding, ...]:
    """``quantity_differs`` and ``word_differs`` for what is heard otherwise than the record says;
    ``draft_differs`` where the text to be spoken is not the record's."""
    found = [] if draft.get("text") == said(record) else [_finding("draft_differs")]
    return (*found, *heard_findings(record, reading))


def source_findings(
    record: ProtectedRecord, reading: AudioReading, private: PrivateEntry
) -> tuple[Finding, ...]:
    """As for a passage, of what is heard in the spelling of the record.

    Where the recording does not say what the record says, another recording may mend it: then the
    finding is ``heard_differs``.
    """
    unlike = differs(record, reading)
    return unlike or passage.source_findings(TextReading(text=record.context), private)


def differs(record: ProtectedRecord, reading: AudioReading) -> tuple[Finding, ...]:
    """``heard_differs`` where what is heard, in the record's spelling, is not what it says."""
    script = said(record)
    return () if respelled(script, reading.text) == script else (_finding("heard_differs"),)


def told_table(record: ProtectedRecord) -> Table | None:
    """The table that a listener makes of the sentences which a recording of the record says."""
    return heard_table(evidence_said(record))


def unattributed_places(record: ProtectedRecord, reading: AudioReading) -> list[str]:
    """``heard:n`` of every word and number heard that is none of the record's."""
    return [f"heard:{n}" for n in unattributed(said(record), reading.text)]


def _finding(code: str, where: str = "context") -> Finding:
    return {"code": code, "where": where, "seen": ""}
