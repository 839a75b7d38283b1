"""Use a remote model on private evidence without showing it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

# the runtime of the text recognition reports its use to its maker unless told before its import;
# child processes inherit it
os.environ.setdefault("ORT_DISABLE_TELEMETRY", "1")

if TYPE_CHECKING:
    from recast_agent.client import ReCast
    from recast_agent.core.errors import InputError, InternalError, ReCastError
    from recast_agent.core.settings import Settings
    from recast_agent.private.record import TableEvidence, TextEvidence
    from recast_agent.result import Release, Result

__all__ = [
    "InputError",
    "InternalError",
    "ReCast",
    "ReCastError",
    "Release",
    "Result",
    "Settings",
    "TableEvidence",
    "TextEvidence",
]

_HOMES = {
    "ReCast": "recast_agent.client",
    "InputError": "recast_agent.core.errors",
    "InternalError": "recast_agent.core.errors",
    "ReCastError": "recast_agent.core.errors",
    "Settings": "recast_agent.core.settings",
    "TableEvidence": "recast_agent.private.record",
    "TextEvidence": "recast_agent.private.record",
    "Release": "recast_agent.result",
    "Result": "recast_agent.result",
}


def __getattr__(name: str) -> Any:
    """Public names are imported when they are first asked for: the command line starts at once."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)
