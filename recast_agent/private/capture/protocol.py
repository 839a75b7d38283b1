"""The capture stage: evidence in, a normalised record with a witness for every cell out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from recast_agent.core.types import Witness
from recast_agent.private.record import Record, Source


@dataclass(frozen=True, repr=False)
class CaptureRequest:
    """``case`` becomes the record's id. ``question`` is empty where the recording asks it."""

    case: str
    source: Source
    question: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, repr=False)
class Captured:
    """``witnesses`` has the shape of the table's cells. A recording has one row, with one witness
    for each number of its transcript in order; a passage has none, its numbers are read as they are
    written. ``bound``: how far a cell with the witness "estimate" may be off."""

    record: Record
    witnesses: tuple[tuple[Witness, ...], ...]
    bound: str = ""


class Capture(Protocol):
    """Reads a source. Raises InputError for unusable input, Withheld where it cannot be sure."""

    async def capture(self, request: CaptureRequest) -> Captured:
        """The normalised record (paper, section 3.2)."""
        ...

    async def second_reading(self, source: Source) -> str:
        """The context of the source read again, independently of ``capture``, for the gate's
        source check."""
        ...
