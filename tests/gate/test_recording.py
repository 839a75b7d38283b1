"""The gate on recordings: clean ones pass, each kind of fault is heard in the bytes."""

from __future__ import annotations

import asyncio
import dataclasses
import random
import re
from collections.abc import Callable
from functools import cache

import pytest

from recast_agent.core.types import WAV, Artifact, AudioReading, Finding
from recast_agent.gate.decision import decide
from recast_agent.gate.decodings import borne_out
from recast_agent.gate.protected import ProtectedCheck
from recast_agent.gate.protocol import CheckRequest, PrivateEntry
from recast_agent.gate.provenance import ProvenanceCheck
from recast_agent.gate.source import SourceCheck
from recast_agent.private.numbermap.natural import NaturalPolicy
from recast_agent.private.numbermap.protocol import ExtendRequest, NumberMap
from recast_agent.private.numbermap.records import numbers_of, protect
from recast_agent.private.record import Record
from recast_agent.released.reconstruct.spoken import speakable
from recast_agent.workflow.reading import reading_of
from tests.private.rewrite_text.passages import rewrite
from tests.recordings import spoken

CHECKS = (ProtectedCheck(), SourceCheck(), ProvenanceCheck())
CLIPS = {
    "clinic": (
        "Oakfield Clinic had 48 nurses in 2014. Marlow Clinic lost 12 nurses before 2019, which "
        "cost $3.2 million.",
        "How many nurses did Oakfield Clinic have in 2014?",
    ),
    "shop": (
        "Anna sold 35 kilograms of flour on Monday. Peter sold 27 kilograms of sugar.",
        "How many kilograms did Anna sell?",
    ),
}


@cache
def clean(clip: str = "clinic") -> CheckRequest:
    """What the private stages make of a recording that was understood, released as one."""
    context, question = CLIPS[clip]
    source = Record(id="c" * 32, modality="audio", context=context, question=question)
    made = rewrite(source)
    wanted = ExtendRequest(NumberMap(policy="natural"), numbers_of(made.record), random.Random(11))
    numbers = asyncio.run(NaturalPolicy().extend(wanted))
    record = protect(made.record, numbers)
    second = context.replace("Oakfield", "Oak Field").replace("Anna", "Hannah")
    entry = PrivateEntry(source, made.dictionary, numbers, second)
    return said(CheckRequest(record, {}, Artifact(data=b""), AudioReading(text=""), entry))


def said(request: CheckRequest, text: str | None = None) -> CheckRequest:
    """With a recording that says ``text``, or what the record says; the draft stays right."""
    own = request.record.context
    wav = spoken(speakable(own if text is None else text, "figures"), seed=0)
    artifact = Artifact(data=wav, media_type=WAV)
    return dataclasses.replace(
        request,
        draft={"type": "audio", "text": own},
        artifact=artifact,
        reading=asyncio.run(reading_of(artifact)),
    )


def found(request: CheckRequest) -> tuple[Finding, ...]:
    return asyncio.run(decide(CHECKS, request))


def _first_number(text: str) -> str:
    return re.sub(r"\b\d\d\b", lambda m: str((int(m[0]) + 31) % 90 + 10), text, count=1)


def _swapped(text: str) -> str:
    """The openings of the two sentences exchanged."""
    first, second = (s.split(" ", 1) for s in re.split(r"(?<=\.) (?=[A-Z])", text, maxsplit=1))
    return f"{second[0]} {first[1]} {first[0]} {second[1]}"


def _reversed(text: str) -> str:
    return " ".join(reversed(re.split(r"(?<=\.) (?=[A-Z])", text, maxsplit=1)))


def _dropped(text: str) -> str:
    return re.split(r"(?<=\.) (?=[A-Z])", text, maxsplit=1)[1]


def _unit(text: str) -> str:
    changed = text.replace("million", "billion").replace("kilograms", "kilometers", 1)
    assert changed != text
    return changed


FAULTS: dict[str, Callable[[str], str]] = {
    "quantity": _first_number,
    "entities": _swapped,
    "dropped": _dropped,
    "order": _reversed,
    "unit": _unit,
}


@pytest.mark.parametrize("clip", CLIPS)
def test_a_clean_recording_passes(clip: str) -> None:
    assert found(clean(clip)) == ()
    assert "Oakfield" not in clean(clip).record.context


@pytest.mark.parametrize("clip", CLIPS)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_sound_is_heard(clip: str, fault: str) -> None:
    """Everything but the bytes is right; another recording could mend it."""
    request = clean(clip)
    faults = found(said(request, FAULTS[fault](request.record.context)))
    assert {one["code"] for one in faults} & {"quantity_differs", "word_differs"}
    assert not any(one["code"].startswith("source_") for one in faults)


def test_silence_rejects() -> None:
    request = dataclasses.replace(clean(), reading=AudioReading(text=""))
    assert {"quantity_differs", "heard_differs"} <= {one["code"] for one in found(request)}


def test_a_word_of_the_source_in_the_sound_is_seen_by_its_provenance() -> None:
    reading = AudioReading(text=clean().record.context + " Quorvane.")
    codes = {one["code"] for one in found(dataclasses.replace(clean(), reading=reading))}
    assert "provenance_unknown" in codes


def test_a_draft_with_another_text_rejects() -> None:
    request = dataclasses.replace(clean(), draft={"type": "audio", "text": "It had 5."})
    assert [one["code"] for one in found(request)] == ["draft_differs"]


def test_a_fault_of_capture_is_seen_by_the_second_decoding() -> None:
    """Speaking again cannot mend it."""
    private = dataclasses.replace(clean().private, second=CLIPS["clinic"][0].replace("48", "40"))
    assert found(dataclasses.replace(clean(), private=private)) == (
        {"code": "source_differs", "where": "second", "seen": ""},
    )


@pytest.mark.parametrize(
    ("second", "same"),
    [
        ("Hannah had 48 pears and 2 plums.", True),
        ("Anna had forty-eight bears and two plums.", True),
        ("Anna had 40 pears and 2 plums.", False),
        ("Anna had 2 pears and 48 plums.", False),
        ("Anna had 48 pears.", False),
        ("Who knows why 48 boats are in 2 lakes?", False),
        ("Anna had 48 pears, 1 of 2 plums.", False),
    ],
)
def test_two_decodings_agree_on_quantities_and_on_most_words(second: str, same: bool) -> None:
    assert borne_out("Anna had 48 pears and 2 plums.", second) is same
