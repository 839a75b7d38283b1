"""What passes the door: each field as permitted, pinned prompts, repairs of codes alone."""

from __future__ import annotations

import asyncio
import base64
from pathlib import Path
from typing import Any

import pytest

from recast_agent.core import prompts
from recast_agent.core.errors import Code, Withheld
from recast_agent.released.egress.door import Door, Reply
from recast_agent.released.egress.log import entries
from recast_agent.released.egress.provenance import FORMAT_CODES, PINNED
from recast_agent.released.solve.prompt import repair_request
from tests.released import endpoints
from tests.released.doors import (
    ANSWER,
    ARTIFACT,
    CASE,
    PERMIT,
    ask,
    body,
    budget,
    changed,
    door_to,
    events,
)
from tests.released.endpoints import endpoint


def image(data: bytes = ARTIFACT.data, media_type: str = "image/png") -> str:
    return f"data:{media_type};base64,{base64.b64encode(data).decode()}"


def unused_bits(url: str) -> str:
    """The same bytes in another spelling of base64."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    text = url.rstrip("=")
    padding = url[len(text) :]
    assert padding, "the picture must need padding"
    return text[:-1] + alphabet[alphabet.index(text[-1]) + 1] + padding


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
