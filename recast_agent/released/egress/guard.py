"""Strict mode's last line: in this process nothing but the door connects or looks up a name.

For a process of our own, such as the command line: an audit hook cannot be taken back, and in a
host's process it would forbid the host's own connections. It stops what libraries do on the side
(telemetry, downloads, retries); it is no sandbox for native code, which can avoid audit hooks.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

_open: Counter[str] = Counter()
_lock = threading.Lock()

_TO_ADDRESS = {"socket.connect", "socket.sendto", "socket.sendmsg"}
_LOOKUPS = {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"}


@contextmanager
def passage(host: str) -> Iterator[None]:
    """Let connections to, and look-ups of, one host or address through while inside."""
    with _lock:
        _open[host] += 1
    try:
        yield
    finally:
        with _lock:
            _open[host] -= 1


@cache
def guard_sockets() -> None:
    """From now on every other internet connection or look-up raises PermissionError."""
    sys.addaudithook(_hook)


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if event in _TO_ADDRESS:
        # other kinds of sockets (unix) have no (host, port) address
        host = arguments[1][0] if isinstance(arguments[1], tuple) else None
    elif event in _LOOKUPS:
        host = arguments[0]
    else:
        return
    if host is not None and not _open[str(host)] > 0:
        raise PermissionError("strict mode: only the door opens connections")
