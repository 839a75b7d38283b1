"""The door: only what was permitted leaves, logged first, within one budget."""

from __future__ import annotations

import asyncio
import base64
import copy
import json
import time
from pathlib import Path
from typing import Any

import pytest

from recast_agent.core import prompts
from recast_agent.core.errors import Code, InternalError, ReCastError, Unanswered, Withheld
from recast_agent.core.types import Artifact, Permit
from recast_agent.released.egress.budget import Budget
from recast_agent.released.egress.door import Door, Pace, Reply
from recast_agent.released.egress.log import LOG, entries, verify
from recast_agent.released.egress.provenance import FORMAT_CODES, PINNED
from recast_agent.released.solve.prompt import repair_request
from tests.released import endpoints
from tests.released.doors import (
    API_KEY,
    ARTIFACT,
    CASE,
    KEY,
    PERMIT,
    body,
    budget,
    door_to,
)
from tests.released.endpoints import Behaviour, endpoint

ANSWER = "answer = protected(48)"


def ask(
    door: Door,
    sent: dict[str, Any] | None = None,
    *,
    boundary: str = "solver",
    permit: Permit = PERMIT,
    parent: Reply | None = None,
    allowed: Budget | None = None,
) -> Reply:
    return asyncio.run(
        door.ask(
            boundary,
            body() if sent is None else sent,
            permit=permit,
            budget=allowed or budget(),
            parent=parent,
        )
    )


def events(home: Path, kind: str) -> list[dict[str, Any]]:
    return [event for event in entries(home / "log") if event["kind"] == kind]


def changed(path: str, value: Any) -> dict[str, Any]:
    """The permitted body with one place set to something else."""
    found: Any = copy.deepcopy(body())
    *parents, last = path.split("/")
    place = found
    for step in parents:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[int(last) if isinstance(place, list) else last] = value
    return dict(found)


def image(data: bytes = ARTIFACT.data, media_type: str = "image/png") -> str:
    return f"data:{media_type};base64,{base64.b64encode(data).decode()}"


def unused_bits(url: str) -> str:
    """The same bytes in another spelling of base64."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    text = url.rstrip("=")
    padding = url[len(text) :]
    assert padding, "the picture must need padding"
    return text[:-1] + alphabet[alphabet.index(text[-1]) + 1] + padding


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


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(changed("model", "another-model"), id="model"),
        pytest.param(changed("temperature", 0.7), id="temperature"),
        pytest.param(changed("temperature", False), id="temperature-type"),
        pytest.param(changed("max_tokens", 2001), id="max_tokens"),
        pytest.param(changed("stream", False), id="stream"),
        pytest.param(changed("stream", 1), id="stream-type"),
        *(
            pytest.param(changed(key, value), id=key)
            for key, value in [
                ("logprobs", True),
                ("top_logprobs", 5),
                ("logit_bias", {"42": 1}),
                ("prediction", {"type": "content", "content": "x"}),
                ("user", "alice"),
                ("metadata", {"k": "v"}),
                ("tools", []),
                ("tool_choice", "none"),
                ("response_format", {"type": "json_object"}),
                ("seed", 48213),
                ("stop", ["x"]),
                ("store", True),
                ("stream_options", {"include_usage": True}),
                ("extra", None),
            ]
        ),
        pytest.param({k: v for k, v in body().items() if k != "temperature"}, id="key-missing"),
        pytest.param({}, id="empty"),
        pytest.param(changed("messages", []), id="no-messages"),
        pytest.param(changed("messages", {"0": 1}), id="messages-type"),
        pytest.param(changed("messages/0/content", "You are free."), id="system"),
        pytest.param(changed("messages/0/role", "developer"), id="system-role"),
        pytest.param(changed("messages/0/name", "alice"), id="system-name"),
        pytest.param(changed("messages/1/name", "alice"), id="user-name"),
        pytest.param(changed("messages/1/role", "system"), id="user-role"),
        pytest.param(changed("messages/1/content", PERMIT.question), id="content-type"),
        pytest.param(changed("messages/1/content/0/text", PERMIT.question + " "), id="question"),
        pytest.param(changed("messages/1/content/0/text", "How much revenue?"), id="other-words"),
        pytest.param(changed("messages/1/content/0/extra", 1), id="part-key"),
        pytest.param(changed("messages/1/content/0", "text"), id="part-type"),
        pytest.param(changed("messages/1/content/1/image_url", image()), id="image-shape"),
        pytest.param(changed("messages/1/content/1/image_url/detail", "high"), id="image-detail"),
        pytest.param(changed("messages/1/content/1/image_url/url", image(b"source")), id="image"),
        pytest.param(
            changed("messages/1/content/1/image_url/url", image(media_type="image/jpeg")),
            id="media-type",
        ),
        pytest.param(
            changed("messages/1/content/1/image_url/url", "https://example.org/a.png"),
            id="image-link",
        ),
        pytest.param(
            changed("messages/1/content/1/image_url/url", unused_bits(image())), id="base64-bits"
        ),
        pytest.param(changed("messages/1/content/1/image_url/url", image() + "\n"), id="newline"),
        pytest.param(changed("messages/1/content/1/image_url/url", 7), id="url-type"),
        pytest.param(
            changed("messages", [*body()["messages"], {"role": "user", "content": "and?"}]),
            id="another-message",
        ),
        pytest.param(
            repair_request(body(), "invented reply", ["no_answer"]), id="repair-without-parent"
        ),
        pytest.param(changed("max_tokens", float("nan")), id="not-json"),
        pytest.param(changed("max_tokens", object()), id="not-serialisable"),
    ],
)
def test_any_other_field_is_withheld_and_nothing_is_sent_or_logged(
    tmp_path: Path, sent: dict[str, Any]
) -> None:
    with endpoint(endpoints.reply(ANSWER)) as server, pytest.raises(Withheld) as caught:
        ask(door_to(server.url, tmp_path), sent)
    assert caught.value.code is Code.PROVENANCE_UNKNOWN
    assert server.requests == []
    assert list(entries(tmp_path / "log")) == []


@pytest.mark.parametrize("boundary", ["reconstruction", "conversation", "", "Solver"])
def test_a_boundary_without_rules_is_withheld(tmp_path: Path, boundary: str) -> None:
    with endpoint(endpoints.reply(ANSWER)) as server, pytest.raises(Withheld):
        ask(door_to(server.url, tmp_path), boundary=boundary)
    assert server.requests == []


def test_choices_leave_exactly_as_permitted(tmp_path: Path) -> None:
    permit = PERMIT.model_copy(update={"choices": ("Tuesday", "Wednesday")})
    with endpoint(endpoints.reply(ANSWER)) as server:
        door = door_to(server.url, tmp_path)
        ask(door, body(permit), permit=permit)
        for wrong in (body(), body(permit.model_copy(update={"choices": ("Tuesday",)}))):
            with pytest.raises(Withheld):
                ask(door, wrong, permit=permit)
        with pytest.raises(Withheld):
            ask(door, body(permit))
    (sent,) = server.bodies
    assert [part["type"] for part in sent["messages"][1]["content"]] == [
        "text",
        "text",
        "image_url",
    ]


def test_what_is_checked_is_what_is_sent(tmp_path: Path) -> None:
    """A body that is changed after the check, by whoever still holds it, changes nothing."""
    sent = body()

    async def run(door: Door) -> None:
        asking = asyncio.create_task(door.ask("solver", sent, permit=PERMIT, budget=budget()))
        while not events(tmp_path, "attempt"):
            await asyncio.sleep(0)
        sent["user"] = "alice"
        sent["messages"][0]["content"] = "secret"
        await asking

    with endpoint(endpoints.status(500), endpoints.reply(ANSWER)) as server:
        asyncio.run(run(door_to(server.url, tmp_path)))
    assert server.bodies == [body(), body()]


def test_every_prompt_that_may_leave_is_pinned() -> None:
    assert {name: prompts.template_sha256(name) for name in PINNED} == PINNED


def test_a_prompt_that_is_not_the_pinned_one_is_withheld(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PINNED, "solver", "0" * 64)
    with endpoint(endpoints.reply(ANSWER)) as server, pytest.raises(Withheld):
        ask(door_to(server.url, tmp_path))
    assert server.requests == []


def test_a_repair_names_codes_and_shows_its_parents_reply_alone(tmp_path: Path) -> None:
    with endpoint(endpoints.reply("answer = 48")) as server:
        door = door_to(server.url, tmp_path)
        first = ask(door)
        codes = ["unmarked_replacement", "constant_answer"]
        second = ask(door, repair_request(body(), first.text, codes), parent=first)
    messages = server.bodies[1]["messages"]
    assert messages[2] == {"role": "assistant", "content": "answer = 48"}
    assert [event["parent"] for event in events(tmp_path, "attempt")] == ["", first.event]
    assert second.event != first.event


@pytest.mark.parametrize(
    "codes",
    [
        ["true value 31"],
        ["no_answer", "48213"],
        ["constant_answer", "no_answer"],
        ["no_answer", "no_answer"],
        ["no_answer "],
        [],
    ],
)
def test_a_repair_with_anything_but_codes_is_withheld(tmp_path: Path, codes: list[str]) -> None:
    with endpoint(endpoints.reply("answer = 48")) as server:
        door = door_to(server.url, tmp_path)
        first = ask(door)
        with pytest.raises(Withheld):
            ask(door, repair_request(body(), first.text, codes), parent=first)
    assert len(server.requests) == 1


def test_a_repair_of_another_reply_is_withheld(tmp_path: Path) -> None:
    """Text that never came back, a forged reply, one of another case, an unasked repair."""
    other = PERMIT.model_copy(update={"case": "d" * 32})
    with endpoint(endpoints.reply("answer = 48")) as server:
        door = door_to(server.url, tmp_path)
        first, foreign = ask(door), ask(door, permit=other)
        for text, parent in [
            ("answer = 31", first),
            ("answer = 48", Reply(CASE, first.event, "answer = 48")),
            ("answer = 48", foreign),
        ]:
            with pytest.raises(Withheld):
                ask(door, repair_request(body(), text, ["no_answer"]), parent=parent)
        with pytest.raises(Withheld):
            ask(door, body(), parent=first)
    assert len(server.requests) == 2


def test_every_format_code_is_explained_to_the_solver() -> None:
    assert all(f"`{code}`" in prompts.template("repair") for code in FORMAT_CODES)


@pytest.mark.parametrize(
    ("behaviour", "attempts", "code"),
    [
        (endpoints.status(500), 5, Code.SOLVER_UNREACHABLE),
        (endpoints.status(429), 5, Code.SOLVER_UNREACHABLE),
        (endpoints.half, 5, Code.SOLVER_REPLY_INVALID),
        (endpoints.hang, 5, Code.SOLVER_UNREACHABLE),
        (endpoints.status(401), 1, Code.SOLVER_REFUSED),
        (endpoints.refusal, 1, Code.SOLVER_REFUSED),
        (endpoints.html, 1, Code.SOLVER_REPLY_INVALID),
        (endpoints.endless_text, 1, Code.SOLVER_REPLY_INVALID),
    ],
)
def test_attempts_are_bounded_and_each_is_an_event_with_its_parent(
    tmp_path: Path, behaviour: Behaviour, attempts: int, code: Code
) -> None:
    pace = Pace(attempt_s=0.3 if behaviour is endpoints.hang else 5, first_pause_s=0.001)
    with endpoint(behaviour) as server, pytest.raises(Unanswered) as caught:
        ask(door_to(server.url, tmp_path, pace=pace))
    assert caught.value.code is code
    made = events(tmp_path, "attempt")
    assert [event["attempt"] for event in made] == list(range(1, attempts + 1))
    assert [event["parent"] for event in made] == ["", *(event["event"] for event in made[:-1])]
    outcomes = events(tmp_path, "outcome")
    assert [event["parent"] for event in outcomes] == [event["event"] for event in made]
    assert "SECRET" not in (tmp_path / "log" / LOG).read_text()


def test_a_later_attempt_can_succeed(tmp_path: Path) -> None:
    script = (endpoints.status(503), endpoints.half, endpoints.dropped, endpoints.reply(ANSWER))
    with endpoint(*script) as server:
        assert ask(door_to(server.url, tmp_path)).text == ANSWER
    assert [event["outcome"] for event in events(tmp_path, "outcome")] == [
        "overloaded",
        "cut_short",
        "cut_short",
        "reply",
    ]


def test_nobody_listening_is_tried_again_and_reported(tmp_path: Path) -> None:
    with endpoint(endpoints.hang) as server:
        url = server.url
    with pytest.raises(Unanswered) as caught:
        ask(door_to(url, tmp_path))
    assert caught.value.code is Code.SOLVER_UNREACHABLE
    assert len(events(tmp_path, "attempt")) == 5


def test_one_deadline_covers_all_attempts(tmp_path: Path) -> None:
    started = time.monotonic()
    with endpoint(endpoints.hang) as server, pytest.raises(Unanswered) as caught:
        ask(door_to(server.url, tmp_path, pace=Pace()), allowed=budget(seconds=0.4))
    assert caught.value.code is Code.DEADLINE
    assert time.monotonic() - started < 15


def test_a_stream_that_never_ends_is_cut_by_the_deadline_too(tmp_path: Path) -> None:
    started, allowed = time.monotonic(), budget(seconds=0.4, max_bytes=10**12)
    with endpoint(endpoints.endless_comments) as server, pytest.raises(Unanswered) as caught:
        ask(door_to(server.url, tmp_path, pace=Pace()), allowed=allowed)
    assert caught.value.code is Code.DEADLINE
    assert time.monotonic() - started < 15


def test_no_attempt_starts_after_the_deadline_or_without_bytes(tmp_path: Path) -> None:
    with endpoint(endpoints.reply(ANSWER)) as server:
        door = door_to(server.url, tmp_path)
        for allowed, code in [
            (budget(seconds=-1), Code.DEADLINE),
            (budget(max_bytes=0), Code.BYTE_BUDGET),
        ]:
            with pytest.raises(Unanswered) as caught:
                ask(door, allowed=allowed)
            assert caught.value.code is code
    assert server.requests == []
    assert events(tmp_path, "attempt") == []


def test_one_byte_budget_covers_all_attempts(tmp_path: Path) -> None:
    allowed = budget(max_bytes=len(json.dumps(body())) * 3)
    with endpoint(endpoints.half) as server, pytest.raises(Unanswered) as caught:
        ask(door_to(server.url, tmp_path), allowed=allowed)
    assert caught.value.code is Code.BYTE_BUDGET
    assert len(server.requests) == 2


def test_a_long_retry_after_is_capped_or_given_up(tmp_path: Path) -> None:
    started = time.monotonic()
    script = (endpoints.status(429, Retry_After="3600"), endpoints.reply(ANSWER))
    with endpoint(*script) as server:
        assert ask(door_to(server.url, tmp_path)).text == ANSWER
        assert time.monotonic() - started < 15
    with endpoint(*script) as server, pytest.raises(Unanswered) as caught:
        ask(door_to(server.url, tmp_path, pace=Pace()), allowed=budget(seconds=5))
    assert caught.value.code is Code.SOLVER_UNREACHABLE
    assert time.monotonic() - started < 15


def test_pauses_double_up_to_their_cap() -> None:
    pace = Pace(first_pause_s=1, longest_pause_s=5)
    assert [pace.pause(attempt, None) for attempt in (1, 2, 3, 4)] == [1, 2, 4, 5]
    assert [pace.pause(1, asked) for asked in (0.0, 3.0, 99.0)] == [1, 3, 5]


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
