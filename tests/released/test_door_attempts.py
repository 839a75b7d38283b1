"""Attempts of the door: bounded, paced, within one deadline and one byte budget."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from recast_agent.core.errors import Code, Unanswered
from recast_agent.released.egress.door import Pace
from recast_agent.released.egress.log import LOG
from tests.released import endpoints
from tests.released.doors import (
    ANSWER,
    ask,
    body,
    budget,
    door_to,
    events,
)
from tests.released.endpoints import Behaviour, endpoint


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
