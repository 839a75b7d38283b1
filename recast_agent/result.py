"""What a caller gets: released views to look at, and the true answer only where it is asked for."""

from __future__ import annotations

import base64
import html
from dataclasses import dataclass, field
from typing import Any, Literal

from recast_agent.core.hints import hint_for
from recast_agent.core.types import TEXT, WAV, Artifact
from recast_agent.private.recover.answer import Answer
from recast_agent.private.recover.receipt import Receipt

Status = Literal["answered", "protected", "withheld", "unanswered"]

EXIT_CODES: dict[Status, int] = {"answered": 0, "protected": 0, "withheld": 3, "unanswered": 4}

ENDINGS: dict[Status, str] = {
    "answered": "answered",
    "protected": "protected, not sent",
    "withheld": "withheld",
    "unanswered": "no answer",
}
"""Each status in words where no answer stands."""

SCHEMA = 1


def _shown(artifact: Artifact) -> str:
    """Released bytes as HTML: text to read, a picture to look at, a recording to hear."""
    if artifact.media_type == TEXT:
        style = "white-space:pre-wrap;max-width:48em"
        return f"<pre style='{style}'>{html.escape(artifact.data.decode())}</pre>"
    data = base64.b64encode(artifact.data).decode()
    if artifact.media_type == WAV:
        return f"<audio controls src='data:{WAV};base64,{data}'></audio>"
    return f"<img src='data:{artifact.media_type};base64,{data}' style='max-width:36em'>"


def _caption(text: str) -> str:
    return f"<figcaption>{html.escape(text)}</figcaption>"


@dataclass(frozen=True)
class Release:
    """What left, or would leave: an artifact and its question.

    ``spoken_question``: the recording says the question, and no text of the request does.
    ``beside``: the rest of a passage whose table is the picture, sent as text.
    """

    artifact: Artifact = field(repr=False)
    question: str
    choices: tuple[str, ...] = ()
    spoken_question: bool = False
    beside: str = ""

    def _repr_html_(self) -> str:
        text = Artifact(data=self.beside.encode(), media_type=TEXT)
        beside = _shown(text) if self.beside else ""
        return f"<figure>{_shown(self.artifact)}{beside}{_caption(self.question)}</figure>"

    def to_json(self) -> dict[str, Any]:
        """The artifact by its hash; its bytes are written by ``--out``."""
        return {
            **self.artifact.ref,
            "question": self.question,
            "choices": list(self.choices),
            "spoken_question": self.spoken_question,
            "beside": self.beside,
        }


@dataclass(frozen=True, repr=False)
class Result:
    """``answer`` and ``receipt`` are private: they never show in ``repr`` or the rich display.

    ``events`` are the stages with their seconds; ``reason`` is a code of ``core.errors``.
    """

    status: Status
    case: str
    reason: str = ""
    theme: str = ""
    release: Release | None = None
    answer: Answer | None = None
    receipt: Receipt | None = None
    events: tuple[dict[str, Any], ...] = ()

    def __repr__(self) -> str:
        reason = f", reason={self.reason!r}" if self.reason else ""
        released = f", release={self.release!r}" if self.release else ""
        return f"Result(status={self.status!r}{reason}, case={self.case!r}{released})"

    def _repr_html_(self) -> str:
        """The released view: for a notebook that may be shared."""
        head = f"<b>{self.status}</b> {self.reason} <code>{self.case}</code>"
        if self.release is None:
            return head
        return head + self.release._repr_html_()

    def show(self) -> str:
        """The true answer as text, or why there is none. Reveals: for the user's eyes."""
        if self.answer:
            return self.answer.text
        return ENDINGS[self.status] + (f" ({self.reason})" if self.reason else "")

    @property
    def hint(self) -> str:
        """What to do where there is no answer: a fixed text for each reason."""
        return hint_for(self.reason)

    @property
    def exit_code(self) -> int:
        return EXIT_CODES[self.status]

    def to_json(self) -> dict[str, Any]:
        """Everything, the true answer included: for the user's own machine."""
        return {
            "schema": SCHEMA,
            "status": self.status,
            "reason": self.reason or None,
            "hint": self.hint or None,
            "case": self.case,
            "theme": self.theme or None,
            "answer": self.answer.to_json() if self.answer else None,
            "receipt": self.receipt.to_json() if self.receipt else None,
            "release": self.release.to_json() if self.release else None,
            "events": list(self.events),
        }
