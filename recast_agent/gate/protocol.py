"""The gate: no check that answers means reject."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from recast_agent.core.types import Artifact, ArtifactReading, Finding, ProtectedRecord
from recast_agent.private.numbermap.protocol import NumberMap
from recast_agent.private.record import Record
from recast_agent.private.rewrite.dictionary import Dictionary


@dataclass(frozen=True, repr=False)
class PrivateEntry:
    """The private side of a case: the captured record, its disguise, and the context of the source
    as it was read again."""

    record: Record
    dictionary: Dictionary
    numbers: NumberMap
    second: str


@dataclass(frozen=True, repr=False)
class CheckRequest:
    """A release candidate beside everything it must agree with. ``draft`` is its specification."""

    record: ProtectedRecord
    draft: dict[str, Any]
    artifact: Artifact
    reading: ArtifactReading
    private: PrivateEntry


class ReleaseCheck(Protocol):
    """One check of a release candidate. Findings name places and what was seen, never originals."""

    name: str

    async def check(self, request: CheckRequest) -> tuple[Finding, ...]:
        """The faults found; empty means that this check lets the candidate out."""
        ...
