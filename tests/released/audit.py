"""What this process really connected to or looked up, as the interpreter itself reports it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_recorders: list[set[tuple[str, str, int]]] = []


def _hook(event: str, arguments: tuple[Any, ...]) -> None:
    if not _recorders:
        return
    if event == "socket.connect" and isinstance(arguments[1], tuple):
        seen = ("connect", str(arguments[1][0]), int(arguments[1][1]))
    elif event == "socket.getaddrinfo":
        seen = ("lookup", str(arguments[0]), int(arguments[1] or 0))
    else:
        return
    for recorder in _recorders:
        recorder.add(seen)


sys.addaudithook(_hook)  # cannot be removed: idle without a recorder


@contextmanager
def connections() -> Iterator[set[tuple[str, str, int]]]:
    """The distinct (what, host, port) of every connection and look-up inside."""
    found: set[tuple[str, str, int]] = set()
    _recorders.append(found)
    try:
        yield found
    finally:
        _recorders.remove(found)
