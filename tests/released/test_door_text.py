"""The door with released text: the passage that was permitted, behind its pinned heading."""

from __future__ import annotations

import asyncio
import copy
from pathlib import Path
from typing import Any

import pytest

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.types import TEXT, Artifact
from recast_agent.released.egress.log import LOG, entries, verify
from recast_agent.released.solve.prompt import repair_request
from tests.released import endpoints
from tests.released.doors import KEY, PERMIT, body, budget, door_to
from tests.released.endpoints import endpoint

ANSWER = "answer = protected(48)"
PASSAGE = "Wednesday had 48 visits.\n\nThe evidence:\n\n{{evidence}}\n"
ARTIFACT = Artifact(data=PASSAGE.encode(), media_type=TEXT)
TEXT_PERMIT = PERMIT.model_copy(
    update={"artifact_sha256": ARTIFACT.sha256, "media_type": TEXT, "choices": ("Monday", "Friday")}
)
SENT = body(TEXT_PERMIT, ARTIFACT)


def changed(part: Any) -> dict[str, Any]:
    """The permitted body with another part in the place of the passage."""
    other = copy.deepcopy(SENT)
    other["messages"][1]["content"][-1] = part
    return other


def test_a_permitted_passage_leaves_to_the_letter_and_is_logged_by_its_hash(tmp_path: Path) -> None:
    with endpoint(endpoints.reply(ANSWER)) as server:
        door = door_to(server.url, tmp_path)
        reply = asyncio.run(door.ask("solver", SENT, permit=TEXT_PERMIT, budget=budget()))
        repair = repair_request(SENT, reply.text, ["constant_answer"])
        asyncio.run(door.ask("solver", repair, permit=TEXT_PERMIT, budget=budget(), parent=reply))
    assert server.bodies == [SENT, repair]
    question, _, evidence = server.bodies[0]["messages"][1]["content"]
    assert question["text"] == TEXT_PERMIT.question
    assert evidence["text"].endswith(PASSAGE)
    attempts = [event for event in entries(tmp_path / "log") if event["kind"] == "attempt"]
    shown = attempts[0]["body"]["messages"][1]["content"][-1]
    assert shown == {"type": "text", "text": f"sha256:{ARTIFACT.sha256}"}
    assert (tmp_path / "log" / "media" / attempts[0]["media"]).read_bytes() == ARTIFACT.data
    assert "48 visits" not in (tmp_path / "log" / LOG).read_text()
    assert verify(tmp_path / "log", KEY).ok


@pytest.mark.parametrize(
    "part",
    [
        {"type": "text", "text": PASSAGE},
        {"type": "text", "text": f"The evidence:\n\n{PASSAGE} "},
        {"type": "text", "text": f"The evidence:\n\n{PASSAGE.replace('48', '49')}"},
        {"type": "text", "text": f"Look at the evidence:\n\n{PASSAGE}"},
        {"type": "text", "text": 7},
        {"type": "text"},
        {"type": "text", "text": f"The evidence:\n\n{PASSAGE}", "cache": True},
        {"type": "input_text", "text": f"The evidence:\n\n{PASSAGE}"},
        body()["messages"][1]["content"][-1],
        "text",
    ],
)
def test_any_other_evidence_is_withheld_and_nothing_is_sent(tmp_path: Path, part: Any) -> None:
    with endpoint(endpoints.reply(ANSWER)) as server:
        door = door_to(server.url, tmp_path)
        with pytest.raises(Withheld) as caught:
            asyncio.run(door.ask("solver", changed(part), permit=TEXT_PERMIT, budget=budget()))
    assert caught.value.code is Code.PROVENANCE_UNKNOWN
    assert server.requests == []
    assert list(entries(tmp_path / "log")) == []


def test_a_picture_cannot_leave_as_text_nor_text_as_a_picture(tmp_path: Path) -> None:
    with endpoint(endpoints.reply(ANSWER)) as server:
        door = door_to(server.url, tmp_path)
        for sent, permit in ((SENT, PERMIT), (body(), TEXT_PERMIT)):
            with pytest.raises(Withheld):
                asyncio.run(door.ask("solver", sent, permit=permit, budget=budget()))
    assert server.requests == []
