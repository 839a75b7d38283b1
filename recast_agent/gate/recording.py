"""The three checks for a passage released as a recording: what is heard in its bytes is the
protected record, inverts to the source, and every word of it has an origin.
"""

from __future__ import annotations

from typing import Any

from recast_agent.core.speech.compare import respelled, unattributed
from recast_agent.core.types import AudioReading, Finding, ProtectedRecord, TextReading
from recast_agent.gate import passage
from recast_agent.gate.protocol import PrivateEntry
from recast_agent.released.reconstruct.speech import heard_findings


def protected_findings(
    record: ProtectedRecord, draft: dict[str, Any], reading: AudioReading
) -> tuple[Finding, ...]:
    """``quantity_differs`` and ``word_differs`` for what is heard otherwise than the record says;
    ``draft_differs`` where the text to be spoken is not the record's."""
    found = [] if draft.get("text") == record.context else [_finding("draft_differs")]
    return (*found, *heard_findings(record, reading))


def source_findings(
    record: ProtectedRecord, reading: AudioReading, private: PrivateEntry
) -> tuple[Finding, ...]:
    """As for a passage, of what is heard in the spelling of the record.

    Where the recording does not say what the record says, another recording may mend it: then the
    finding is ``heard_differs``.
    """
    heard = respelled(record.context, reading.text)
    found = passage.source_findings(TextReading(text=heard), private)
    if found and heard != record.context:
        return tuple(_finding("heard_differs", one["where"]) for one in found)
    return found


def unattributed_places(record: ProtectedRecord, reading: AudioReading) -> list[str]:
    """``heard:n`` of every word and number heard that is none of the record's."""
    return [f"heard:{n}" for n in unattributed(record.context, reading.text)]


def _finding(code: str, where: str = "context") -> Finding:
    return {"code": code, "where": where, "seen": ""}
