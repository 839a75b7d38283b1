"""The door: the only opener of connections to anything that is not declared local."""

from __future__ import annotations

import asyncio
import hashlib
import json
import weakref
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from recast_agent.core.errors import Code, ReCastError, Withheld
from recast_agent.core.net import public_url
from recast_agent.core.settings import Settings
from recast_agent.core.types import Permit
from recast_agent.released.egress.budget import Budget
from recast_agent.released.egress.log import RequestLog
from recast_agent.released.egress.protocol import Failed, Outgoing, Transport
from recast_agent.released.egress.provenance import Checked, checked

MAX_REPLY_CHARS = 100_000


@dataclass(frozen=True)
class Pace:
    """Seconds: ``attempt_s`` bounds one attempt; pauses double from ``first_pause_s`` up to
    ``longest_pause_s``, which also caps what a server may ask for by Retry-After."""

    attempt_s: float = 60.0
    first_pause_s: float = 0.5
    longest_pause_s: float = 10.0

    def pause(self, attempt: int, asked_s: float | None) -> float:
        """The pause after the ``attempt``-th attempt (from 1)."""
        backoff: float = self.first_pause_s * 2 ** (attempt - 1)
        return min(max(backoff, asked_s or 0.0), self.longest_pause_s)


@dataclass(frozen=True, eq=False, repr=False, weakref_slot=True, slots=True)
class Reply:
    """What came back. ``event`` is its event in the request log, the parent of a repair."""

    case: str
    event: str
    text: str


@dataclass(frozen=True, repr=False)
class _Question:
    """A checked request on its way: what every attempt at it has in common."""

    boundary: str
    case: str
    request: Checked
    budget: Budget


class Door:
    """Sends what the gate permitted, logged before it leaves, within a case's budget.

    A sealed case never sends again: once true operands exist, nothing leads back here.
    """

    def __init__(
        self, transport: Transport, log: RequestLog, settings: Settings, *, pace: Pace | None = None
    ) -> None:
        self._transport = transport
        self._log = log
        self._settings = settings
        self._pace = pace or Pace()
        self._given: weakref.WeakSet[Reply] = weakref.WeakSet()

    async def ask(
        self,
        boundary: str,
        body: dict[str, Any],
        *,
        permit: Permit,
        budget: Budget,
        parent: Reply | None = None,
    ) -> Reply:
        """The reply to a chat.completions body, every field of which ``permit`` accounts for.

        ``parent`` is the reply that a format repair refers to. Raises
        Withheld(provenance_unknown | case_sealed) and InternalError(log_… | disk_full) with
        nothing sent; Unanswered(solver_… | deadline | byte_budget) otherwise.
        """
        if parent is not None and (parent not in self._given or parent.case != permit.case):
            raise Withheld(Code.PROVENANCE_UNKNOWN, "not a reply of this case", where="parent")
        text = None if parent is None else parent.text
        request = await asyncio.to_thread(checked, boundary, body, permit, self._settings, text)
        question = _Question(boundary, permit.case, request, budget)
        reply = await self._attempts(question, "" if parent is None else parent.event)
        self._given.add(reply)
        return reply

    def seal(self, case: str) -> None:
        """Close the door for a case, for ever and for every process."""
        self._log.seal(case)

    async def _attempts(self, question: _Question, parent: str) -> Reply:
        attempt = 1
        while True:
            question.budget.check()
            event = await asyncio.to_thread(self._announce, question, attempt, parent)
            try:
                text = await self._attempt(question)
            except Failed as failure:
                await self._settle(event, failure.kind)
                pause = self._pace.pause(attempt, failure.retry_after_s)
                last = attempt >= self._settings.transport_attempts
                if last or not failure.retryable or pause >= question.budget.seconds_left:
                    raise
            except ReCastError as refusal:
                await self._settle(event, refusal.code.value)
                raise
            else:
                settled = await self._settle(event, "reply", text)
                return Reply(question.case, settled, text)
            await asyncio.sleep(pause)
            attempt, parent = attempt + 1, event

    async def _attempt(self, question: _Question) -> str:
        seconds = min(self._pace.attempt_s, question.budget.seconds_left)
        outgoing = Outgoing(
            question.boundary,
            self._settings.solver_base_url,
            question.request.body,
            seconds,
            question.budget,
        )
        pieces: list[str] = []
        length = 0
        try:
            async with (
                asyncio.timeout(seconds),
                aclosing(self._transport.stream(outgoing)) as stream,
            ):
                async for piece in stream:
                    pieces.append(piece)
                    length += len(piece)
                    if length > MAX_REPLY_CHARS:
                        raise Failed("too_long")
        except TimeoutError:
            raise Failed("timeout" if question.budget.seconds_left > 0 else "deadline") from None
        return "".join(pieces)

    def _announce(self, question: _Question, attempt: int, parent: str) -> str:
        """Write the attempt down; only then may it be sent."""
        if self._log.is_sealed(question.case):
            raise Withheld(Code.CASE_SEALED, "the true values of this case have been restored")
        request = question.request
        return self._log.write(
            "attempt",
            case=question.case,
            boundary=question.boundary,
            attempt=attempt,
            parent=parent,
            url=public_url(self._settings.solver_base_url),
            body=request.loggable,
            body_sha256=_sha256(json.dumps(request.body, sort_keys=True)),
            media=self._log.keep_media(request.media),
        )

    async def _settle(self, event: str, outcome: str, text: str = "") -> str:
        return await asyncio.to_thread(
            self._log.write,
            "outcome",
            parent=event,
            outcome=outcome,
            reply_sha256=_sha256(text) if text else "",
            reply_chars=len(text),
        )


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
