"""The door with a question that is said in the recording, and with text beside a picture."""

from __future__ import annotations

import asyncio
import copy
from pathlib import Path
from typing import Any

import pytest

from recast_agent.core import prompts
from recast_agent.core.errors import Code, Withheld
from recast_agent.core.types import TEXT, WAV, Artifact, Permit
from tests.released import endpoints
from tests.released.doors import ARTIFACT, PERMIT, body, budget, door_to
from tests.released.endpoints import endpoint

ANSWER = "answer = protected(48)"
SOUND = Artifact(data=b"RIFF\x24\x00\x00\x00WAVE pretend sound", media_type=WAV)
SPOKEN = PERMIT.model_copy(
    update={"artifact_sha256": SOUND.sha256, "media_type": WAV, "spoken_question": True}
)
DRAWN = PERMIT.model_copy(update={"beside": "Wednesday was busy.", "choices": ("Monday", "Friday")})


def texts(sent: dict[str, Any]) -> list[str]:
    return [part["text"] for part in sent["messages"][1]["content"] if part["type"] == "text"]


def asked(home: Path, permit: Permit, sent: dict[str, Any]) -> list[dict[str, Any]]:
    with endpoint(endpoints.reply(ANSWER)) as server:
        door = door_to(server.url, home)
        asyncio.run(door.ask("solver", sent, permit=permit, budget=budget()))
    return server.bodies


def test_of_a_spoken_question_the_text_is_the_pinned_instruction(tmp_path: Path) -> None:
    sent = body(SPOKEN, SOUND)
    assert asked(tmp_path, SPOKEN, sent) == [sent]
    assert texts(sent) == [prompts.render("spoken")]
    assert SPOKEN.question not in str(sent)


def test_text_beside_a_picture_leaves_as_evidence(tmp_path: Path) -> None:
    sent = body(DRAWN, ARTIFACT)
    assert asked(tmp_path, DRAWN, sent) == [sent]
    assert texts(sent)[0] == DRAWN.question
    assert texts(sent)[2] == prompts.render("evidence", evidence=DRAWN.beside)
    assert sent["messages"][1]["content"][-1]["type"] == "image_url"


@pytest.mark.parametrize(
    ("permit", "artifact", "place", "text"),
    [
        (SPOKEN, SOUND, 0, SPOKEN.question),
        (SPOKEN, SOUND, 0, prompts.render("spoken") + " "),
        (DRAWN, ARTIFACT, 0, prompts.render("spoken")),
        (DRAWN, ARTIFACT, 2, DRAWN.beside),
        (DRAWN, ARTIFACT, 2, prompts.render("evidence", evidence=DRAWN.beside + " ")),
    ],
)
def test_any_other_text_is_withheld(
    tmp_path: Path, permit: Permit, artifact: Artifact, place: int, text: str
) -> None:
    sent = copy.deepcopy(body(permit, artifact))
    sent["messages"][1]["content"][place]["text"] = text
    refused(tmp_path, permit, sent)


@pytest.mark.parametrize(
    ("permit", "media_type"), [(SPOKEN, TEXT), (SPOKEN, "image/png"), (DRAWN, TEXT), (DRAWN, WAV)]
)
def test_a_part_that_its_media_cannot_have_is_withheld(
    tmp_path: Path, permit: Permit, media_type: str
) -> None:
    artifact = Artifact(data=b"pretend", media_type=media_type)
    held = {"artifact_sha256": artifact.sha256, "media_type": media_type}
    permit = permit.model_copy(update=held)
    refused(tmp_path, permit, body(permit, artifact))


def refused(home: Path, permit: Permit, sent: dict[str, Any]) -> None:
    with endpoint(endpoints.reply(ANSWER)) as server, pytest.raises(Withheld) as caught:
        asyncio.run(door_to(server.url, home).ask("solver", sent, permit=permit, budget=budget()))
    assert caught.value.code is Code.PROVENANCE_UNKNOWN
    assert server.requests == []
