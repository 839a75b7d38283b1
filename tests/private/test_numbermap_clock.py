"""Days and times stay days and times, and what is reckoned with them is restored."""

from __future__ import annotations

import asyncio
import random
import re
from decimal import Decimal

import pytest

from recast_agent.private.numbermap.natural import NaturalPolicy
from recast_agent.private.numbermap.protocol import ExtendRequest, NumberMap
from recast_agent.private.numbermap.records import invert, numbers_of, protect
from recast_agent.private.numbermap.restore import restore
from tests.private.rewrite_text.passages import passage

SEEDS = range(12)


def _protected(text: str, seed: int) -> tuple[str, NumberMap]:
    record = passage(text, "How long?")
    wanted = ExtendRequest(NumberMap(policy="natural"), numbers_of(record), random.Random(seed))
    numbers = asyncio.run(NaturalPolicy().extend(wanted))
    shown = protect(record, numbers).context
    assert invert(shown, numbers) == text
    return shown, numbers


def _minutes(hour: str, minute: str, half: str, numbers: NumberMap) -> Decimal:
    """What a program makes of a time: twelve hours more after noon, decided by what is shown."""
    later = 12 if half == "p" and hour != "12" else 0
    return (restore(hour, numbers) + later) * 60 + restore(minute, numbers)


@pytest.mark.parametrize("seed", SEEDS)
def test_half_a_clock_stays_one(seed: int) -> None:
    text = "It opens at 9:30 a.m., rests at 12:15 p.m. and closes at 5:05 p.m. sharp."
    shown, numbers = _protected(text, seed)
    times = re.findall(r"(\d+):(\d\d) ([ap])\.m\.", shown)
    assert [half for _, _, half in times] == ["a", "p", "p"]
    assert all(1 <= int(hour) <= 12 and int(minute) < 60 for hour, minute, _ in times)
    first, noon, last = (_minutes(hour, minute, half, numbers) for hour, minute, half in times)
    assert last - first == 455
    assert noon - first == 165


@pytest.mark.parametrize("seed", SEEDS)
def test_a_night_goes_over_midnight(seed: int) -> None:
    shown, numbers = _protected("She slept from 22:40 to 06:15 in all.", seed)
    (start, from_), (end, to) = re.findall(r"(\d\d):([1-5]\d)", shown)
    assert 1 <= int(end) < 12 <= int(start) < 24
    began = _minutes(start, from_, "", numbers)
    assert _minutes(end, to, "", numbers) + 24 * 60 - began == 455


@pytest.mark.parametrize("seed", SEEDS)
def test_a_date_in_digits_stays_one(seed: int) -> None:
    shown, _ = _protected("It began on 14/03/2021, 03/31/2021, 05.04.2021 and 2021-04-30.", seed)
    first, second, third = re.findall(r"(\d\d)[/.](\d\d)[/.]\d{4}", shown)
    assert (first[1], second[0], third[1]) == ("03", "03", "04")
    assert all(1 <= int(day) <= 28 for day in (first[0], second[1], third[0]))
    iso = re.search(r"\d{4}-04-(\d\d)", shown)
    assert iso is not None
    assert 1 <= int(iso[1]) <= 28


@pytest.mark.parametrize("seed", SEEDS)
def test_days_stay_in_their_order(seed: int) -> None:
    shown, numbers = _protected("He came on March 3, March 12 and March 29 of it.", seed)
    days = re.findall(r"March (\d+)", shown)
    assert sorted(map(int, days)) == list(map(int, days))
    assert [int(restore(day, numbers)) for day in days] == [3, 12, 29]


@pytest.mark.parametrize("seed", SEEDS)
def test_midnight_is_a_time_too(seed: int) -> None:
    shown, _ = _protected("It ran from 00:00 to 06:00 and from 05:05 to 23:00, in all.", seed)
    times = re.findall(r"(\d\d):(\d\d)", shown)
    assert len(times) == 4
    assert all(int(hour) < 24 and int(minute) < 60 for hour, minute in times)
