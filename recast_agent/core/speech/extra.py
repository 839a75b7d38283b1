"""The libraries of the ``speech`` extra, or a clear word that they are missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from recast_agent.core.errors import Code, InputError


@contextmanager
def speech_extra() -> Iterator[None]:
    """Around imports of the extra. Raises InputError(speech_not_installed)."""
    try:
        yield
    except ImportError:
        raise InputError(
            Code.SPEECH_NOT_INSTALLED, 'recordings need: pip install "recast-agent[speech]"'
        ) from None
