"""As what kind of media an evidence may be released."""

from __future__ import annotations

from typing import get_args

from recast_agent.core.errors import Code, InputError
from recast_agent.core.table import ChartType
from recast_agent.core.types import Modality
from recast_agent.private.record import Source

OWN: dict[str, Modality] = {"text": "text", "audio": "audio"}
"""The kind of media of a source where it is no picture; tables are drawn."""

_POSSIBLE: dict[Modality, tuple[Modality, ...]] = {
    "text": ("text", "audio"),
    "image": ("image", "text"),
    "audio": ("audio", "text"),
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


def check_drawn(source: Source, release: Modality, chart_type: ChartType | None) -> None:
    """That a chart type, where one is asked for, has a table to be drawn.

    Raises InputError(release_unsupported).
    """
    if chart_type is None:
        return
    if OWN.get(source.kind, "image") != "image" or source.kind == "image":
        hint = "a chart type is how a table is drawn: leave it out for a picture, a text, a sound"
        raise InputError(Code.RELEASE_UNSUPPORTED, hint)
    if release != "image":
        hint = "a table that is released as text is not drawn: leave out the chart type"
        raise InputError(Code.RELEASE_UNSUPPORTED, hint)
