"""The door: what was permitted leaves, logged first, until its case is sealed."""

from __future__ import annotations

import asyncio
import base64
from pathlib import Path

import pytest

from recast_agent.core.errors import Code, InternalError, ReCastError, Withheld
from recast_agent.core.types import Artifact, Permit
from recast_agent.released.egress.door import Door, Pace, Reply
from recast_agent.released.egress.log import LOG, verify
from recast_agent.released.solve.prompt import repair_request
from tests.released import endpoints
from tests.released.doors import (
    ANSWER,
    API_KEY,
    ARTIFACT,
    CASE,
    KEY,
    PERMIT,
    ask,
    body,
    budget,
    changed,
    door_to,
    events,
)
from tests.released.endpoints import endpoint


def test_a_permitted_question_gets_its_reply(tmp_path: Path) -> None:
    with endpoint(endpoints.reply(ANSWER)) as server:
        reply = ask(door_to(server.url, tmp_path))
    assert reply.text == ANSWER
    assert server.bodies == [body()]


def test_the_log_holds_what_left_and_no_secret(tmp_path: Path) -> None:
    with endpoint(endpoints.reply(ANSWER)) as server:
        reply = ask(door_to(server.url, tmp_path))
    (attempt,), (outcome,) = events(tmp_path, "attempt"), events(tmp_path, "outcome")
    assert (attempt["case"], attempt["boundary"], attempt["attempt"]) == (CASE, "solver", 1)
    assert attempt["url"] == server.url
    shown = attempt["body"]["messages"][1]["content"]
    assert shown[0]["text"] == PERMIT.question
    assert shown[1]["image_url"]["url"] == f"sha256:{ARTIFACT.sha256}"
    assert (tmp_path / "log" / "media" / attempt["media"]).read_bytes() == ARTIFACT.data
    assert (outcome["parent"], outcome["event"]) == (attempt["event"], reply.event)
    assert (outcome["outcome"], outcome["reply_chars"]) == ("reply", len(ANSWER))
    assert verify(tmp_path / "log", KEY).ok
    written = (tmp_path / "log" / LOG).read_text()
    assert API_KEY not in written
    assert ANSWER not in written
    assert base64.b64encode(ARTIFACT.data).decode() not in written


def test_the_attempt_is_on_disk_before_the_server_sees_it(tmp_path: Path) -> None:
    logged: list[int] = []

    def look(handler: endpoints.Handler) -> None:
        logged.append(len(events(tmp_path, "attempt")))
        endpoints.reply(ANSWER)(handler)

    with endpoint(look) as server:
        ask(door_to(server.url, tmp_path))
    assert logged == [1]


def test_a_sealed_case_never_sends_again(tmp_path: Path) -> None:
    """Neither through this door nor through one in another process."""
    other = PERMIT.model_copy(update={"case": "d" * 32})
    with endpoint(endpoints.reply("answer = 48")) as server:
        door = door_to(server.url, tmp_path)
        first = ask(door)
        door.seal(CASE)
        repair = repair_request(body(), first.text, ["constant_answer"])
        for closed, sent, parent in [
            (door, body(), None),
            (door, repair, first),
            (door_to(server.url, tmp_path), body(), None),
        ]:
            with pytest.raises(Withheld) as caught:
                ask(closed, sent, parent=parent)
            assert caught.value.code is Code.CASE_SEALED
        assert ask(door, permit=other).text == "answer = 48"
    assert len(server.requests) == 2


def test_a_case_sealed_between_two_attempts_makes_no_second_one(tmp_path: Path) -> None:
    with endpoint() as server:
        door = door_to(server.url, tmp_path)

        def seal_then_fail(handler: endpoints.Handler) -> None:
            door.seal(CASE)
            endpoints.status(500)(handler)

        server.script.append(seal_then_fail)
        with pytest.raises(Withheld):
            ask(door)
    assert len(server.requests) == 1


def test_what_cannot_be_logged_is_not_sent(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("a file stands in the way")
    with endpoint(endpoints.reply(ANSWER)) as server, pytest.raises(InternalError) as caught:
        ask(door_to(server.url, tmp_path))
    assert caught.value.code is Code.LOG_UNWRITABLE
    assert server.requests == []


def test_a_broken_log_stops_everything(tmp_path: Path) -> None:
    with endpoint(endpoints.reply(ANSWER)) as server:
        door = door_to(server.url, tmp_path)
        ask(door)
        (tmp_path / "log" / LOG).write_bytes(b"")
        with pytest.raises(InternalError) as caught:
            ask(door)
    assert caught.value.code is Code.LOG_BROKEN
    assert len(server.requests) == 1


def test_neither_replies_nor_errors_show_content(tmp_path: Path) -> None:
    with endpoint(endpoints.reply(ANSWER)) as server:
        door = door_to(server.url, tmp_path)
        reply = ask(door)
        with pytest.raises(ReCastError) as caught:
            ask(door, changed("messages/1/content/0/text", "private words"))
    assert "protected" not in repr(reply)
    assert "private" not in str(caught.value)
    assert PERMIT.question not in str(caught.value)


def test_questions_asked_at_once_do_not_mix(tmp_path: Path) -> None:
    artifacts = [Artifact(data=b"\x89PNG %d" % number) for number in range(6)]
    permits = [
        Permit(
            case=f"{number:032x}",
            question=f"Question {number}?",
            artifact_sha256=artifact.sha256,
            media_type=artifact.media_type,
        )
        for number, artifact in enumerate(artifacts)
    ]

    async def run(door: Door) -> list[Reply]:
        asked = [
            door.ask("solver", body(permit, artifact), permit=permit, budget=budget())
            for permit, artifact in zip(permits, artifacts, strict=True)
        ]
        return list(await asyncio.gather(*asked))

    with endpoint(endpoints.reply(ANSWER)) as server:
        replies = asyncio.run(run(door_to(server.url, tmp_path, pace=Pace())))
    assert [reply.case for reply in replies] == [permit.case for permit in permits]
    by_case = {event["case"]: event for event in events(tmp_path, "attempt")}
    for permit in permits:
        content = by_case[permit.case]["body"]["messages"][1]["content"]
        assert content[0]["text"] == permit.question
        assert content[1]["image_url"]["url"] == f"sha256:{permit.artifact_sha256}"
    assert verify(tmp_path / "log", KEY).ok
