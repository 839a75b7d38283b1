"""Passages are taken to the letter, twice, or refused by name."""

from __future__ import annotations

import asyncio

import pytest

from recast_agent.core.errors import Code, InputError
from recast_agent.private.capture.protocol import CaptureRequest
from recast_agent.private.capture.text import TextCapture
from recast_agent.private.record import Source

PASSAGE = "Harbourview has 48 nurses.\n\n- Lakeside: 1 812 (−3.5 %)\n"


def context(data: bytes | str) -> str:
    """The passage as captured; the second reading says the same."""
    raw = data if isinstance(data, bytes) else data.encode()
    source, capture = Source(kind="text", data=raw), TextCapture()
    taken = asyncio.run(capture.capture(CaptureRequest("case-1", source, "How many?", ("1",))))
    assert taken.record.modality == "text"
    assert taken.record.question == "How many?"
    assert taken.record.choices == ("1",)
    assert taken.witnesses == ()
    assert asyncio.run(capture.second_reading(source)) == taken.record.context
    return taken.record.context


def refused(data: bytes | str) -> Code:
    with pytest.raises(InputError) as caught:
        context(data)
    assert "Harbourview" not in str(caught.value)
    return caught.value.code


def test_a_passage_is_taken_as_it_stands() -> None:
    assert context(PASSAGE) == PASSAGE.strip()


@pytest.mark.parametrize(
    ("written", "taken"),
    [
        ("A\r\nhas 4\rB", "A\nhas 4\nB"),
        ("A has\u20284 B", "A has\n4 B"),
        ("zero\u200bwidth 4\ufeff8 so\u00adft", "zerowidth 48 soft"),
        ("Velvet® has 4 😀 pens™", "Velvet has 4  pens"),
        ("It costs €5, £6 or 50¢", "It costs €5, £6 or 50 cents"),
        ("Zu\u0308rich has 5", "Zu\u0308rich has 5"),
    ],
)
def test_what_nobody_sees_or_reads_is_left_out(written: str, taken: str) -> None:
    """Signs of currencies are read; line ends are one kind."""
    assert context(written) == taken


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_common_encodings_are_read(encoding: str) -> None:
    text = "Zürich’s clinic – 48 nurses"
    assert context(text.encode(encoding)) == text


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"\x00\x01\x02Harbourview 5", Code.UNSUPPORTED_EVIDENCE),
        ("Zürich has 5. ".encode() + "Zürich".encode("cp1252"), Code.UNSUPPORTED_EVIDENCE),
        ("Harbourview has \u202e84 nurses", Code.UNSUPPORTED_EVIDENCE),
        ("12, 15, 300", Code.UNSUPPORTED_EVIDENCE),
        ("\u200b\u200b", Code.TEXT_EMPTY),
        ("Harbourview has nurses, the first of them retired.", Code.TEXT_NO_NUMBERS),
        ("В больнице работает 48 медсестёр.", Code.UNSUPPORTED_SCRIPT),
        ("Harbourview 5 " * 20_000, Code.EVIDENCE_TOO_LARGE),
    ],
    ids=["binary", "mixed", "reordered", "numbers", "unseen", "no number", "script", "long"],
)
def test_what_cannot_be_used_is_refused_by_its_code(data: bytes | str, code: Code) -> None:
    assert refused(data) is code
