"""The gate on passages: clean ones pass, each kind of fault is seen."""

from __future__ import annotations

import asyncio
import dataclasses
import random
import re

import pytest

from recast_agent.core.types import TEXT, Artifact, Finding, TextReading
from recast_agent.gate.decision import decide
from recast_agent.gate.protected import ProtectedCheck
from recast_agent.gate.protocol import CheckRequest, PrivateEntry
from recast_agent.gate.provenance import ProvenanceCheck
from recast_agent.gate.source import SourceCheck
from recast_agent.private.numbermap.natural import NaturalPolicy
from recast_agent.private.numbermap.protocol import ExtendRequest, NumberMap
from recast_agent.private.numbermap.records import numbers_of, protect
from tests.private.rewrite_text.passages import passage, rewrite

CHECKS = (ProtectedCheck(), SourceCheck(), ProvenanceCheck())
CLINIC = (
    "Harbourview Clinic had 48 nurses in 2014 and 73 in 2019. Lakeside lost 12 of its nurses "
    "before 2019, which cost $3.2 million. Two of its wards closed."
)
QUESTION = "How many more nurses did Harbourview have in 2019 than in 2014?"


def candidate(context: str = CLINIC, question: str = QUESTION) -> CheckRequest:
    """What the private stages make of a passage, released as text."""
    source = passage(context, question, ("Harbourview", "Lakeside"))
    made = rewrite(source)
    wanted = ExtendRequest(NumberMap(policy="natural"), numbers_of(made.record), random.Random(11))
    numbers = asyncio.run(NaturalPolicy().extend(wanted))
    record = protect(made.record, numbers)
    entry = PrivateEntry(source, made.dictionary, numbers, context)
    return released(CheckRequest(record, {}, Artifact(data=b""), TextReading(text=""), entry))


def released(request: CheckRequest) -> CheckRequest:
    """With the record's own text as the release."""
    text = request.record.context
    return dataclasses.replace(
        request,
        draft={"type": "text", "text": text},
        artifact=Artifact(data=text.encode(), media_type=TEXT),
        reading=TextReading(text=text),
    )


def with_context(request: CheckRequest, text: str) -> CheckRequest:
    return released(
        dataclasses.replace(request, record=request.record.model_copy(update={"context": text}))
    )


def found(request: CheckRequest) -> tuple[Finding, ...]:
    return asyncio.run(decide(CHECKS, request))


def codes(request: CheckRequest) -> set[str]:
    return {finding["code"] for finding in found(request)}


@pytest.fixture(scope="module")
def clean() -> CheckRequest:
    return candidate()


def test_a_clean_passage_passes(clean: CheckRequest) -> None:
    assert found(clean) == ()
    assert "Harbourview" not in clean.record.context


@pytest.mark.parametrize(
    "fault",
    [
        lambda text: re.sub(r"\d\d(?= )", "99", text, count=1),  # a quantity altered
        lambda text: _swapped(text, *re.findall(r"[A-Z]\w+", text)[:3:2]),  # entities swapped
        lambda text: text.partition(". ")[2],  # a sentence dropped
        lambda text: ". ".join(reversed(text.removesuffix(".").split(". "))) + ".",  # order
        lambda text: text.replace("million", "billion"),  # a unit
        lambda text: text.replace("before", "after"),  # a relation of time
        lambda text: text + " Harbourview closed.",  # a word of the source
        lambda text: text + " ✓",
    ],
    ids=["quantity", "entities", "dropped", "order", "unit", "time", "source", "symbol"],
)
def test_a_fault_in_the_record_is_seen(clean: CheckRequest, fault: object) -> None:
    """What leaves equals the record, so only the source can tell."""
    changed = fault(clean.record.context)  # type: ignore[operator]
    assert changed != clean.record.context
    assert codes(with_context(clean, changed)) & {"source_differs", "provenance_unknown"}


def test_other_bytes_than_the_record_are_seen(clean: CheckRequest) -> None:
    other = TextReading(text=clean.record.context + " ")
    assert "text_differs" in codes(dataclasses.replace(clean, reading=other))


def test_a_second_reading_that_differs_rejects(clean: CheckRequest) -> None:
    """The fault is of the capture: drawing again cannot mend it."""
    private = dataclasses.replace(clean.private, second=CLINIC.replace("48", "43"))
    assert found(dataclasses.replace(clean, private=private)) == (
        {"code": "source_differs", "where": "second", "seen": ""},
    )


def test_words_of_the_source_in_question_or_choices_are_seen(clean: CheckRequest) -> None:
    for update in ({"question": "How many nurses?"}, {"choices": ("Harbourview", "x")}):
        record = clean.record.model_copy(update=update)
        places = {
            f["where"].partition(":")[0] for f in found(dataclasses.replace(clean, record=record))
        }
        assert places <= {"question", "choice"}
        assert places


def test_a_number_of_the_source_in_its_own_place_is_seen(clean: CheckRequest) -> None:
    """Even where it happens to be one that stays elsewhere."""
    request = candidate(f"{CLINIC} See section 48.")
    text = re.sub(r"had \d+", "had 48", request.record.context)
    text = re.sub(r"had \w+ \d+", "had 48", text) if text == request.record.context else text
    assert codes(with_context(request, text)) & {"source_differs", "provenance_unknown"}


def _swapped(text: str, one: str, other: str) -> str:
    pairs = {one: other, other: one}
    return re.sub(rf"\b(?:{one}|{other})\b", lambda m: pairs[m[0]], text)
