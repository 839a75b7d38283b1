"""What holds in a process that is ours alone, and would not be right in a host's.

Ctrl-C ends it within about a second, with exit code 130, whatever its threads compute. The
interpreter would wait for each of them, and a recognition of text that is under way cannot be
stopped. Nothing is lost by not waiting: a transaction of the vault and an append to the log are
either there as a whole or made good by the next one.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NoReturn

INTERRUPTED = 130

GRACE_S = 1.0
"""How long an interrupted command may tidy up before its process ends all the same."""

_own = threading.Event()


def is_own() -> bool:
    """Whether this process was started by the entry point: nobody else's connections pass."""
    return _own.is_set()


def own(work: Callable[[], None]) -> None:
    """Do all that the entry point does. An interrupt finds somebody to catch it on the way out
    too, when the exit code is on its way already: no line of it is outside a ``try``."""
    _own.set()
    # a job that a script put into the background ignores Ctrl-C, and goes on doing so
    heeds = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    try:
        if heeds:
            signal.signal(signal.SIGINT, _interrupt)
        try:
            work()
        finally:
            if heeds:
                # what is left is to wait for threads, where nobody would catch an interrupt
                signal.signal(signal.SIGINT, _leave)
    except KeyboardInterrupt:
        _leave()
    except SystemExit as end:
        if end.code == INTERRUPTED:
            _leave()
        raise


def _interrupt(number: int, frame: Any) -> NoReturn:
    overdue = threading.Timer(GRACE_S, os._exit, [INTERRUPTED])
    overdue.daemon = True
    overdue.start()
    raise KeyboardInterrupt


def _leave(*_: Any) -> NoReturn:
    with suppress(OSError, ValueError, RuntimeError):
        sys.stdout.flush()
        sys.stderr.write("interrupted\n")
        sys.stderr.flush()
    os._exit(INTERRUPTED)
