"""The stand-in on recordings: it hears the request, and answers as over the same text."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from recast_agent.standin.answer import MISSING, answer_recording, answer_text
from recast_agent.standin.server import MODEL, BadRequest, read_request
from tests.recordings import noise, spoken

TOLD = "Anna had 48 pears. Peter had 21 pears."
ASKED = "How many pears did Anna have?"


def request(audio: Any) -> bytes:
    content = [
        {"type": "text", "text": ASKED},
        {"type": "input_audio", "input_audio": audio},
    ]
    return json.dumps({"model": MODEL, "messages": [{"role": "user", "content": content}]}).encode()


def test_a_recording_of_a_request_is_its_evidence() -> None:
    data = spoken(TOLD)
    asked = read_request(request({"data": base64.b64encode(data).decode(), "format": "wav"}))
    assert (asked.recording, asked.question, asked.image, asked.passage) == (
        data,
        ASKED,
        None,
        None,
    )


@pytest.mark.parametrize("audio", [{"data": "???", "format": "wav"}, {"format": "wav"}, "x"])
def test_a_recording_that_is_none_is_a_bad_request(audio: Any) -> None:
    with pytest.raises(BadRequest) as caught:
        read_request(request(audio))
    assert caught.value.status == 400


def test_what_is_heard_is_answered() -> None:
    assert answer_recording(spoken(TOLD), ASKED) == answer_text(TOLD, ASKED) != MISSING


@pytest.mark.parametrize("data", [b"", noise(2)], ids=["nothing", "noise"])
def test_where_nothing_is_heard_evidence_is_missing(data: bytes) -> None:
    assert answer_recording(data, ASKED) == MISSING
