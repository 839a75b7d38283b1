"""The rewriting stage: names, topic and wording change; numbers stay (paper, section 3.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from recast_agent.private.record import Record
from recast_agent.private.rewrite.dictionary import Dictionary


@dataclass(frozen=True, repr=False)
class RewriteRequest:
    """``key`` seeds every choice; ``attempt`` counts regenerations; ``prior`` is extended, never
    changed, so that one evidence keeps one world over many questions.
    """

    record: Record
    key: bytes
    attempt: int = 0
    prior: Dictionary | None = None


@dataclass(frozen=True, repr=False)
class Rewrite:
    """``record`` has the same id, modality, numbers and shape as the request's."""

    theme: str
    record: Record
    dictionary: Dictionary


class Rewriter(Protocol):
    """Raises Withheld(rewrite_invalid) where no rewrite can be made."""

    async def rewrite(self, request: RewriteRequest) -> Rewrite:
        """Another topic, the same relations."""
        ...
