"""The one boundary around every node: time, budget and foreign exceptions.

A refusal becomes a status with a stable code; an exception that is not ours could hold private
text, so only a code is left of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import time
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from langgraph.errors import GraphBubbleUp
from langgraph.runtime import Runtime

from recast_agent.core.errors import (
    Code,
    InputError,
    InternalError,
    Unanswered,
    Withheld,
    without_causes,
)
from recast_agent.core.speech.heard import reported_to
from recast_agent.released.egress.budget import Budget
from recast_agent.workflow.allowance import allow
from recast_agent.workflow.context import Context
from recast_agent.workflow.state import SolveState, Status, Update

GRACE_S = 0.5
"""How long after the deadline a stage is cut off: one that keeps the deadline itself (the door, a
child process) ends first, and so writes down its own end."""


class Node(Protocol):
    """A node of a graph as LangGraph calls it."""

    async def __call__(self, state: SolveState, runtime: Runtime[Context]) -> Update:
        """The update of the state."""
        ...


def stage(name: str) -> Callable[[Node], Node]:
    """Wrap a node as a stage of a case: reports progress, ends the case on a refusal and at its
    deadline, which a recording moves.

    Raises InputError and our own InternalError unchanged (they hold no payload).
    """

    def wrap(node: Node) -> Node:
        @functools.wraps(node)
        async def run(state: SolveState, runtime: Runtime[Context]) -> Update:
            started = time.monotonic()
            _report(runtime, stage=name, event="start")
            context = runtime.context
            try:
                context.budget.check()
                with without_causes(), reported_to(_listener(runtime, name)):
                    await allow(context, state["case"])
                    update = await _in_time(node(state, runtime), context.budget)
            except (InputError, InternalError, GraphBubbleUp):
                raise
            except Withheld as refusal:
                update = ended("withheld", refusal.code)
            except Unanswered as refusal:
                # a deadline before the release means that nothing left
                update = ended("unanswered" if "release" in state else "withheld", refusal.code)
            except Exception:
                update = ended("unanswered" if "release" in state else "withheld", Code.INTERNAL)
            seconds = round(time.monotonic() - started, 4)
            _report(runtime, stage=name, event="end", seconds=seconds)
            return update

        return run

    return wrap


async def _in_time(work: Awaitable[Update], budget: Budget) -> Update:
    """The update of a stage, unless the time of its case ran out meanwhile.

    A thread cannot be ended: it runs on unheard, and as nodes alone write to the vault, nothing of
    it is kept. What a node has kept before its end stays, under its own name, for a resumed case.
    Raises Unanswered(deadline).
    """
    try:
        async with asyncio.timeout(budget.seconds_left + GRACE_S) as timer:
            update = await work
    except TimeoutError:
        if not timer.expired():
            raise
    else:
        if budget.seconds_left > 0 and not timer.expired():
            return update
    raise Unanswered(Code.DEADLINE, "allow more time with deadline_s")


def ended(status: Status, code: Code) -> Update:
    """The update that ends a case."""
    return {"status": status, "reason": code.value}


def counted(state: SolveState, what: str) -> dict[str, int]:
    """The attempts with one more of ``what``."""
    attempts = state.get("attempts", {})
    return {**attempts, what: attempts.get(what, 0) + 1}


def _listener(runtime: Runtime[Context], name: str) -> Callable[[float], None]:
    """Reports, from any thread, how much of a recording a stage has listened to: its share alone,
    since how long the source is stays here."""
    loop = asyncio.get_running_loop()

    def heard(share: float) -> None:
        event = functools.partial(
            _report, runtime, stage=name, event="heard", share=round(share, 3)
        )
        with contextlib.suppress(RuntimeError):  # the loop has ended; the thread may go on
            loop.call_soon_threadsafe(event)

    return heard


def _report(runtime: Runtime[Context], **event: Any) -> None:
    runtime.stream_writer(event)
