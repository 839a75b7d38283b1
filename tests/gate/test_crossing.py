"""The gate where a release is of another kind than its evidence: a table that is told, a question
that is said, the table of a passage that is drawn. Readings are given, nothing is spoken or drawn.
"""

from __future__ import annotations

import asyncio
import dataclasses
import random

import pytest

from recast_agent.core.speech.script import evidence_said, said
from recast_agent.core.table import Table
from recast_agent.core.types import (
    Artifact,
    ArtifactReading,
    AudioReading,
    ChartReading,
    ProtectedRecord,
    TextReading,
)
from recast_agent.evaluation.synthetic import disguised, source_table
from recast_agent.gate.decision import decide
from recast_agent.gate.protected import ProtectedCheck
from recast_agent.gate.protocol import CheckRequest
from recast_agent.gate.provenance import ProvenanceCheck, permit
from recast_agent.gate.source import SourceCheck
from recast_agent.private.capture.pasted import pasted_table
from recast_agent.private.record import Record
from recast_agent.released.reconstruct.draft import draft_spec
from tests.gate.test_passage import CLINIC, candidate

CHECKS = (ProtectedCheck(), SourceCheck(), ProvenanceCheck())
TRUTH = source_table("grouped", random.Random(5))
QUESTION = "How many of the 48 nurses had Harbourview in 2019?"
REPORT = (
    f"{CLINIC}\n\n| Ward | Beds | Nurses |\n|---|---|---|\n| Renal | 24 | 11 |\n| Burns | 36 | 8 |"
)


def told_case(second: Table = TRUTH) -> CheckRequest:
    case = asyncio.run(disguised(TRUTH, second, random.Random(6)))
    return heard(
        CheckRequest(case.record, {}, Artifact(data=b""), TextReading(text=""), case.private)
    )


def asked_case() -> CheckRequest:
    return heard(candidate(CLINIC, QUESTION), spoken_question=True)


def drawn_case() -> CheckRequest:
    request = candidate(REPORT, "How many beds has Renal?")
    pasted = pasted_table(request.record.context, "bar")
    parts = {"modality": "image", "drawn": pasted.table.to_text(), "beside": pasted.beside}
    record = request.record.model_copy(update=parts)
    draft = draft_spec(pasted.table, record.question, "chart").model_dump(mode="json")
    request = dataclasses.replace(request, record=record, draft=draft)
    return dataclasses.replace(request, reading=seen(pasted.table))


def heard(request: CheckRequest, **update: object) -> CheckRequest:
    """Released as a recording that says what the record says."""
    record = request.record.model_copy(update={"modality": "audio", **update})
    draft = {"type": "audio", "text": said(record)}
    return dataclasses.replace(
        request, record=record, draft=draft, reading=AudioReading(text=said(record))
    )


def seen(table: Table) -> ChartReading:
    return ChartReading(width=1, height=1, tokens=(), table=table)


def codes(request: CheckRequest, reading: ArtifactReading | None = None) -> set[tuple[str, str]]:
    request = dataclasses.replace(request, reading=reading or request.reading)
    return {(one["code"], one["where"]) for one in asyncio.run(decide(CHECKS, request))}


def names(request: CheckRequest, reading: ArtifactReading | None = None) -> set[str]:
    return {code for code, _ in codes(request, reading)}


def changed(request: CheckRequest, old: str, new: str) -> AudioReading:
    text = said(request.record)
    assert old in text
    return AudioReading(text=text.replace(old, new, 1))


@pytest.mark.parametrize("case", [told_case, asked_case, drawn_case])
def test_a_clean_release_passes(case: object) -> None:
    assert codes(case()) == set()  # type: ignore[operator]


def test_a_cell_that_is_said_otherwise_is_said_again() -> None:
    request = told_case()
    cell = request.record.table().cells[0][0] or ""
    found = names(request, changed(request, f"is {cell}", "is 9871.25"))
    assert {"quantity_differs", "heard_differs"} <= found
    assert not any(code.startswith("source_") for code in found)


def test_rows_that_are_exchanged_are_heard() -> None:
    request = told_case()
    first, other = request.record.table().categories[:2]
    text = said(request.record).replace(first, "\0").replace(other, first).replace("\0", other)
    assert "word_differs" in names(request, AudioReading(text=text))


def test_a_fault_of_capture_is_seen_in_a_told_table() -> None:
    row = ("9871.25", *TRUTH.cells[0][1:])
    second = TRUTH.model_copy(update={"cells": (row, *TRUTH.cells[1:])})
    assert codes(told_case(second)) == {("source_value_differs", "cell:0:0")}


def test_a_word_that_is_only_heard_has_no_origin() -> None:
    request = told_case()
    reading = AudioReading(text=said(request.record) + " Quorvane.")
    assert "provenance_unknown" in names(request, reading)


def test_a_spoken_question_is_heard_to_the_number() -> None:
    request = asked_case()
    number = next(word for word in request.record.question.split() if word.isdigit())
    question = request.record.question.replace(number, "9871", 1)
    reading = AudioReading(text=f"{evidence_said(request.record)} {question}")
    assert {"quantity_differs", "heard_differs"} <= names(request, reading)
    silent = AudioReading(text=evidence_said(request.record))
    assert {"quantity_differs", "word_differs", "heard_differs"} <= names(request, silent)


def test_a_number_of_the_question_in_anothers_place_rejects_for_good() -> None:
    """The recording says what the record says; the record asks about another number of the map."""
    request = asked_case()
    made = [str(a.surrogate) for a in request.private.numbers.assignments]
    asked = [word for word in request.record.question.split() if word.rstrip("?") in made]
    other = next(one for one in made if one not in {word.rstrip("?") for word in asked})
    question = request.record.question.replace(asked[0].rstrip("?"), other)
    wrong = heard(request, spoken_question=True, question=question)
    assert ("source_differs", "question") in codes(wrong)


def test_of_a_recording_with_its_question_both_decodings_say_the_same() -> None:
    request = asked_case()
    own = request.private.record
    asking = Record.model_validate(
        {**own.model_dump(), "modality": "audio", "spoken_question": True}
    )
    same = dataclasses.replace(request.private, record=asking, second=said(asking))
    other = dataclasses.replace(same, second=said(asking).replace("the 48", "the 44"))
    assert codes(dataclasses.replace(request, private=same)) == set()
    found = codes(dataclasses.replace(request, private=other))
    assert found == {("source_differs", "second")}


def test_a_drawing_shows_the_table_of_its_passage() -> None:
    request = drawn_case()
    table = request.record.drawing()
    row = ("9871", *table.cells[0][1:])
    wrong = table.model_copy(update={"cells": (row, *table.cells[1:])})
    assert {"value_differs", "unread"} <= names(request, seen(wrong))


@pytest.mark.parametrize("part", ["drawn", "beside"])
def test_what_is_drawn_and_what_leaves_beside_it_are_of_the_passage(part: str) -> None:
    request = drawn_case()
    text = getattr(request.record, part)
    number = request.record.drawing().cells[0][1] or ""
    other = text.replace(number, "9871") if part == "drawn" else f"{text} Quorvane."
    record = request.record.model_copy(update={part: other})
    found = codes(dataclasses.replace(request, record=record))
    assert ("provenance_unknown", part) in found


def test_a_passage_is_not_seen_in_a_picture_of_nothing() -> None:
    request = candidate(CLINIC)
    assert codes(request, seen(TRUTH))


def test_the_permit_names_every_part() -> None:
    record = drawn_case().record
    assert permit(record, Artifact(data=b"")).beside == record.beside
    spoken: ProtectedRecord = asked_case().record
    assert permit(spoken, Artifact(data=b"")).spoken_question
