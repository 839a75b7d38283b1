"""The door's transports: what actually speaks to an endpoint. Only the door holds one."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any, Protocol

from recast_agent.core.errors import Code, Unanswered
from recast_agent.released.egress.budget import Budget


@dataclass(frozen=True, repr=False)
class Outgoing:
    """One attempt: the JSON body of a chat.completions request and where it goes.

    ``timeout_s`` bounds the whole attempt. Every byte that moves is taken from ``budget``.
    """

    boundary: str
    base_url: str
    body: dict[str, Any]
    timeout_s: float
    budget: Budget


FAILURES: dict[str, tuple[Code, bool, str]] = {
    "unreachable": (Code.SOLVER_UNREACHABLE, True, "start the solver or check solver_base_url"),
    "timeout": (Code.SOLVER_UNREACHABLE, True, "the solver did not answer in time"),
    "overloaded": (Code.SOLVER_UNREACHABLE, True, "the solver is overloaded or failing"),
    "rejected": (Code.SOLVER_REFUSED, False, "check solver_model, solver_api_key and the server"),
    "refusal": (Code.SOLVER_REFUSED, False, "the model declined to answer"),
    "redirect": (
        Code.SOLVER_REPLY_INVALID,
        False,
        "redirects are not followed: give the final URL",
    ),
    "not_a_stream": (Code.SOLVER_REPLY_INVALID, False, "no event stream: check solver_base_url"),
    "malformed": (Code.SOLVER_REPLY_INVALID, True, "the event stream cannot be read"),
    "cut_short": (Code.SOLVER_REPLY_INVALID, True, "the stream ended before the reply did"),
    "empty": (Code.SOLVER_REPLY_INVALID, False, "the reply has no text"),
    "too_long": (Code.SOLVER_REPLY_INVALID, False, "the reply is far longer than max_tokens"),
    "deadline": (Code.DEADLINE, False, "allow more time with deadline_s"),
    "bytes": (Code.BYTE_BUDGET, False, "the reply is longer than the byte budget allows"),
}
"""What can become of an attempt: its code, whether another one is worth it, what to do."""


class Failed(Unanswered):
    """An attempt that gave no reply. ``kind`` is a key of ``FAILURES``.

    ``retry_after_s`` is the pause that the server asked for, if any.
    """

    def __init__(self, kind: str, *, retry_after_s: float | None = None) -> None:
        code, self.retryable, hint = FAILURES[kind]
        self.kind, self.retry_after_s = kind, retry_after_s
        super().__init__(code, hint)


class Transport(Protocol):
    """Streams the text of a reply. Raises Failed and nothing else; never retries."""

    def stream(self, outgoing: Outgoing) -> AsyncGenerator[str]:
        """Pieces of the reply's text as they arrive; it ends only after a complete reply."""
        ...
