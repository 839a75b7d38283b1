"""The door with a released recording: the bytes that were permitted, in one spelling."""

from __future__ import annotations

import asyncio
import base64
import copy
from pathlib import Path
from typing import Any

import pytest

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.types import WAV, Artifact
from recast_agent.released.egress.log import LOG, entries, verify
from tests.released import endpoints
from tests.released.doors import KEY, PERMIT, body, budget, door_to
from tests.released.endpoints import endpoint

ARTIFACT = Artifact(data=b"RIFF\x24\x00\x00\x00WAVE pretend sound", media_type=WAV)
AUDIO_PERMIT = PERMIT.model_copy(update={"artifact_sha256": ARTIFACT.sha256, "media_type": WAV})
SENT = body(AUDIO_PERMIT, ARTIFACT)
DATA = base64.b64encode(ARTIFACT.data).decode()


def part(data: Any = DATA, **more: Any) -> dict[str, Any]:
    return {"type": "input_audio", "input_audio": {"data": data, "format": "wav", **more}}


def changed(other: Any) -> dict[str, Any]:
    """The permitted body with another part in the place of the recording."""
    made = copy.deepcopy(SENT)
    made["messages"][1]["content"][-1] = other
    return made


def test_a_permitted_recording_leaves_to_the_byte_and_is_logged_by_its_hash(tmp_path: Path) -> None:
    with endpoint(endpoints.reply("answer = protected(48)")) as server:
        door = door_to(server.url, tmp_path)
        asyncio.run(door.ask("solver", SENT, permit=AUDIO_PERMIT, budget=budget()))
    assert server.bodies == [SENT]
    question, recording = server.bodies[0]["messages"][1]["content"]
    assert question == {"type": "text", "text": AUDIO_PERMIT.question}
    assert recording == part()
    attempt = next(e for e in entries(tmp_path / "log") if e["kind"] == "attempt")
    logged = attempt["body"]["messages"][1]["content"][-1]["input_audio"]["data"]
    assert logged == f"sha256:{ARTIFACT.sha256}"
    assert DATA not in (tmp_path / "log" / LOG).read_text()
    verify(tmp_path / "log", KEY)


@pytest.mark.parametrize(
    "other",
    [
        part(base64.b64encode(ARTIFACT.data + b" ").decode()),
        part(DATA + "\n"),
        part(DATA[:-2] + "x="),
        part("é" + DATA),
        part(None),
        part(format="mp3"),
        part(transcript="Harbourview"),
        {**part(), "text": "Harbourview"},
        {"type": "input_audio", "input_audio": DATA},
        {"type": "text", "text": DATA},
        {"type": "image_url", "image_url": {"url": f"data:audio/wav;base64,{DATA}"}},
    ],
)  # fmt: skip
def test_every_other_part_is_refused(tmp_path: Path, other: Any) -> None:
    with endpoint(endpoints.reply("answer = protected(48)")) as server:
        door = door_to(server.url, tmp_path)
        with pytest.raises(Withheld) as caught:
            asyncio.run(door.ask("solver", changed(other), permit=AUDIO_PERMIT, budget=budget()))
    assert caught.value.code is Code.PROVENANCE_UNKNOWN
    assert server.bodies == []
