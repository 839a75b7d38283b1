"""One event loop in a thread, so that the synchronous client works inside a running loop."""

from __future__ import annotations

import asyncio
import atexit
import threading
from collections.abc import Coroutine
from typing import Any, Generic, TypeVar

from anyio.from_thread import BlockingPortal, start_blocking_portal

T = TypeVar("T")

UNWINDING_S = 0.5
"""How long an interrupted caller waits for its work to end: what it started is then stopped."""

_lock = threading.Lock()
_portal: BlockingPortal | None = None


def run_sync(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end on the shared loop; callable from any thread but that loop's.

    An interrupt of the caller cancels the work, so that nothing more of it is done or sent. A
    computation that runs in a thread just then goes on to its end, and its result is dropped.
    """
    portal, call = _shared_portal(), _Call(work)
    try:
        return portal.call(call.run)
    except BaseException:
        if not call.ended.is_set():
            portal.start_task_soon(call.cancel)
            call.ended.wait(UNWINDING_S)
        raise


class _Call(Generic[T]):
    """Work on the loop that the thread which waits for it can cancel."""

    def __init__(self, work: Coroutine[Any, Any, T]) -> None:
        self._work = work
        self._task: asyncio.Task[Any] | None = None
        self.ended = threading.Event()

    async def run(self) -> T:
        self._task = asyncio.current_task()
        try:
            return await self._work
        finally:
            self.ended.set()

    def cancel(self) -> None:
        """On the loop, after ``run`` was put there: so it has begun."""
        if self._task is not None:
            self._task.cancel()


def _shared_portal() -> BlockingPortal:
    global _portal
    with _lock:
        if _portal is None:
            manager = start_blocking_portal()
            _portal = manager.__enter__()
            atexit.register(manager.__exit__, None, None, None)
        return _portal
