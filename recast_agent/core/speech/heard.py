"""How much of a recording has been listened to, told to whoever asked for it to be heard."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Listener = Callable[[float], None]
"""Is told the share that is done, 0 to 1, in the thread that listens."""


def _nobody(share: float) -> None:
    """Nobody asked."""


_LISTENER: ContextVar[Listener] = ContextVar("listener", default=_nobody)


@contextmanager
def reported_to(listener: Listener) -> Iterator[None]:
    """Shares of what is heard inside the block, its threads among them, go to ``listener``.

    A recording that another caller is listening to already reports to that one alone.
    """
    token = _LISTENER.set(listener)
    try:
        yield
    finally:
        _LISTENER.reset(token)


@contextmanager
def part(start: float, size: float) -> Iterator[None]:
    """What is heard inside the block is this part of a whole: ``size`` of it, from ``start`` on."""
    whole = _LISTENER.get()
    with reported_to(lambda share: whole(start + size * share)):
        yield


def report(share: float) -> None:
    """Tell the listener of this context."""
    _LISTENER.get()(share)
