"""Capture of recordings: the transcript, a witness for each quantity, refusals by code."""

from __future__ import annotations

import asyncio

import pytest

from recast_agent.core.errors import Code, InputError, ReCastError, Withheld
from recast_agent.core.speech.transcribe import Transcript
from recast_agent.private.capture import speech
from recast_agent.private.capture.protocol import Captured, CaptureRequest
from recast_agent.private.capture.source import load_source
from recast_agent.private.capture.stages import EmbeddedCapture
from recast_agent.private.record import Source
from tests.recordings import CLINIC, QUESTION, noise, spoken
from tests.support import SHARED_DATA, settings

STRINGS = SHARED_DATA / "speech_fsdd" / "strings"


def captured(data: bytes, question: str = QUESTION) -> Captured:
    source = Source(kind="audio", data=data)
    return asyncio.run(EmbeddedCapture().capture(CaptureRequest("c" * 32, source, question)))


def heard(monkeypatch: pytest.MonkeyPatch, first: str, second: str, *, clear: bool = True) -> None:
    """Two decodings that say something else of any recording."""
    for name, text in (("transcribe", first), ("transcribe_again", second)):
        made = Transcript(text=text, words=(), seconds=1.0, clear=clear)
        monkeypatch.setattr(speech, name, lambda data, made=made: made)


def test_a_recording_is_known_by_its_bytes(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "notes.png"
    path.write_bytes(spoken())
    chosen = settings(tmp_path, max_evidence_bytes=1_000)
    assert load_source(path, chosen).kind == "audio"
    assert load_source(spoken(), chosen).kind == "audio"
    with pytest.raises(InputError) as caught:
        load_source(spoken(), settings(tmp_path, max_recording_bytes=1_000))
    assert caught.value.code is Code.EVIDENCE_TOO_LARGE


def test_the_transcript_is_the_context_and_every_quantity_has_a_witness() -> None:
    made = captured(spoken())
    assert made.record.modality == "audio"
    assert made.record.context == CLINIC
    assert made.witnesses == (("second",) * 3,)
    second = asyncio.run(EmbeddedCapture().second_reading(Source(kind="audio", data=spoken())))
    assert "48" in second
    assert "Oakfield" not in repr(made.record)


def test_a_quantity_that_is_heard_otherwise_is_a_conflict(monkeypatch: pytest.MonkeyPatch) -> None:
    heard(monkeypatch, "Anna had $15 and 7 pears.", "Hannah had $50 and seven pears.")
    assert captured(b"").witnesses == (("conflict", "second"),)


def test_a_quantity_that_only_one_decoding_has_is_a_conflict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard(monkeypatch, "Anna had 15 pears.", "Anna had 15 pears, 2.")
    assert captured(b"").witnesses == (("conflict",),)


def test_a_number_said_digit_by_digit_has_no_witness(monkeypatch: pytest.MonkeyPatch) -> None:
    """A code and a list of small numbers are heard alike."""
    heard(monkeypatch, "Room 4, 0, 8 had 15 pears.", "Room 4, 0, 8 had 15 pears.")
    assert captured(b"").witnesses == (("conflict",) * 3 + ("second",),)


@pytest.mark.skipif(not STRINGS.is_dir(), reason="the evaluation data is not beside the checkout")
@pytest.mark.parametrize(
    "name", ["00_george_20433", "18_george_863", "12_george_2489", "15_nicolas_882"]
)
def test_no_number_of_a_real_digit_string_is_sure(name: str) -> None:
    """Said with pauses in which detection of speech lost digits, in both decodings alike."""
    (witnesses,) = captured((STRINGS / f"{name}.wav").read_bytes()).witnesses
    assert set(witnesses) == {"conflict"}


def test_names_are_spelled_as_the_question_spells_them(monkeypatch: pytest.MonkeyPatch) -> None:
    heard(monkeypatch, "Brooke had 15 pears.", "Brooke had 15 pears.")
    assert captured(b"", "How many pears had Brook?").record.context == "Brook had 15 pears."


def test_what_recognition_itself_does_not_believe_is_withheld(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard(monkeypatch, "It had 15.", "It had 15.", clear=False)
    with pytest.raises(Withheld) as caught:
        captured(b"")
    assert caught.value.code is Code.AUDIO_UNCLEAR


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (noise(3), Code.AUDIO_NO_SPEECH),
        (spoken("The clinic had many nurses."), Code.TEXT_NO_NUMBERS),
        (spoken()[:-30_000], Code.AUDIO_INVALID),
    ],
    ids=["noise", "no number", "cut"],
)
def test_what_cannot_be_used_is_refused_by_its_code(data: bytes, code: Code) -> None:
    with pytest.raises(ReCastError) as caught:
        captured(data, "How many nurses were there?")
    assert caught.value.code is code
