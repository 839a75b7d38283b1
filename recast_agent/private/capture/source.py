"""Evidence is read once, into bounded memory, and told apart by content, never by its name."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import get_args

from recast_agent.core.errors import Code, InputError
from recast_agent.core.settings import Settings
from recast_agent.core.speech.container import container_of
from recast_agent.core.table import ChartType
from recast_agent.private.capture.encoding import decode
from recast_agent.private.capture.foreign import foreign
from recast_agent.private.capture.sniff import TextKind, table_kind, text_kind
from recast_agent.private.record import Evidence, Source, TableEvidence, TextEvidence


def load_source(
    evidence: Evidence, settings: Settings, *, chart_type: ChartType | None = None
) -> Source:
    """The evidence as bytes and how to read them.

    ``chart_type`` says as which chart a table is drawn; it wins over the evidence's own.
    Raises InputError(evidence_not_found | evidence_too_large | unsupported_evidence |
    not_an_image | text_empty). Whether a recording can be heard is seen at its capture. No file
    name is kept, and none appears in an error.
    """
    if chart_type is not None:
        _known_type(chart_type)
    source = _load(evidence, settings.max_evidence_bytes, settings.max_recording_bytes)
    return source if chart_type is None else source.model_copy(update={"chart_type": chart_type})


def _load(evidence: Evidence, limit: int, longest: int) -> Source:
    match evidence:
        case Path():
            return _from_bytes(_read(evidence, max(limit, longest)), limit, longest)
        case bytes():
            return _from_bytes(evidence, limit, longest)
        case TableEvidence(text=str(text), title=str()):
            _known_type(evidence.chart_type)
            _encoded(evidence.title)
            data = _bounded(_encoded(text), limit)
            kind = table_kind(text)
            return Source(
                kind=kind, data=data, chart_type=evidence.chart_type, title=evidence.title
            )
        case TextEvidence(text=str(text)):
            _kind(text)
            return Source(kind="text", data=_bounded(_encoded(text), limit))
        case str(text):
            return Source(kind=_kind(text), data=_bounded(_encoded(text), limit))
        case _:
            raise InputError(
                Code.UNSUPPORTED_EVIDENCE,
                "give a Path, bytes, text, TextEvidence or TableEvidence",
            )


def _known_type(chart_type: str) -> None:
    if chart_type not in get_args(ChartType):
        hint = "a chart type is one of " + ", ".join(get_args(ChartType))
        raise InputError(Code.UNSUPPORTED_EVIDENCE, hint)


def _encoded(text: str) -> bytes:
    if any(0xD800 <= ord(char) < 0xE000 for char in text):
        hint = "the text holds half a character: decode it anew"
        raise InputError(Code.UNSUPPORTED_EVIDENCE, hint)
    return text.encode()


def _read(path: Path, limit: int) -> bytes:
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    try:
        descriptor = os.open(path, flags | getattr(os, "O_CLOEXEC", 0))
    except OSError as error:
        # a link is refused where it stands: what it points to may change between two readings
        if error.errno in (errno.ELOOP, errno.EMLINK):
            raise InputError(
                Code.UNSUPPORTED_EVIDENCE, "a link is not followed: give the file itself"
            ) from None
        raise InputError(
            Code.EVIDENCE_NOT_FOUND, "no readable file there: check the path and its permissions"
        ) from None
    except ValueError:
        raise InputError(Code.EVIDENCE_NOT_FOUND, "this is no path") from None
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise InputError(
                Code.UNSUPPORTED_EVIDENCE, "only regular files are read, no folders or devices"
            )
        with os.fdopen(descriptor, "rb", closefd=False) as file:
            return _bounded(file.read(limit + 1), limit)
    except OSError:
        raise InputError(Code.EVIDENCE_NOT_FOUND, "the file cannot be read") from None
    finally:
        os.close(descriptor)


def _bounded(data: bytes, limit: int) -> bytes:
    if len(data) > limit:
        raise InputError(Code.EVIDENCE_TOO_LARGE, f"evidence may have at most {limit} bytes")
    return data


def _from_bytes(data: bytes, limit: int, longest: int) -> Source:
    recording = container_of(data) is not None
    _bounded(data, longest if recording else limit)
    if recording:
        return Source(kind="audio", data=data)
    if _is_image(data):
        return Source(kind="image", data=data)
    known = foreign(data)
    if known is not None:
        hint = f"its content is {known.name}: {known.instead}"
        raise InputError(Code.UNSUPPORTED_EVIDENCE, hint)
    text = decode(data)
    if text is None:
        raise InputError(
            Code.NOT_AN_IMAGE,
            "neither an image (PNG, JPEG, WebP, GIF) nor a recording (WAV, "
            "FLAC, MP3, M4A, Ogg), a table or a text",
        )
    return Source(kind=_kind(text), data=data)


def _kind(text: str) -> TextKind:
    if not text.strip():
        raise InputError(Code.TEXT_EMPTY, "the evidence is empty")
    return text_kind(text)


def _is_image(data: bytes) -> bool:
    return data.startswith((b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"GIF87a", b"GIF89a")) or (
        data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    )
