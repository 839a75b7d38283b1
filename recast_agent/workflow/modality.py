"""As what kind of media an evidence may be released."""

from __future__ import annotations

from typing import get_args

from recast_agent.core.errors import Code, InputError
from recast_agent.core.types import Modality
from recast_agent.private.record import Source

OWN: dict[str, Modality] = {"text": "text"}
"""The kind of media of a source where it is no picture; tables are drawn."""

_POSSIBLE: dict[Modality, tuple[Modality, ...]] = {
    "text": ("text",),
    "image": ("image", "text"),
    "audio": (),
}


def release_modality(source: Source, asked: Modality | None) -> Modality:
    """The media type to release: the one asked for, or (None) the same kind as the evidence's.

    Raises InputError(release_unsupported) where the evidence cannot be shown as asked.
    """
    own = OWN.get(source.kind, "image")
    if asked is None:
        return own
    if asked not in get_args(Modality) or asked not in _POSSIBLE[own]:
        hint = f"this evidence can be released as {' or '.join(_POSSIBLE[own])}"
        raise InputError(Code.RELEASE_UNSUPPORTED, hint)
    return asked
