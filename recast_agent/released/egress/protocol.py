"""The door's transports: what actually speaks to an endpoint. Only the door holds one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True)
class Outgoing:
    """One attempt: the JSON body of a chat.completions request and where it goes."""

    boundary: str
    base_url: str
    body: dict[str, Any]
    timeout_s: float


class Transport(Protocol):
    """Streams the text of a reply. Raises Unanswered with a stable code; never retries."""

    def stream(self, outgoing: Outgoing) -> AsyncIterator[str]:
        """Pieces of the reply's text as they arrive."""
        ...
