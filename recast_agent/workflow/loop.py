"""One event loop in a thread, so that the synchronous client works inside a running loop."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from anyio.from_thread import BlockingPortal, start_blocking_portal

T = TypeVar("T")

_lock = threading.Lock()
_portal: BlockingPortal | None = None


def run_sync(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end on the shared loop; callable from any thread but that loop's."""

    async def call() -> T:
        return await work

    return _shared_portal().call(call)


def _shared_portal() -> BlockingPortal:
    global _portal
    with _lock:
        if _portal is None:
            manager = start_blocking_portal()
            _portal = manager.__enter__()
            atexit.register(manager.__exit__, None, None, None)
        return _portal
