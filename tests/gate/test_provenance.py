"""The provenance guard: a token without an origin is never released, whatever it looks like."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass

import pytest

from recast_agent.core.table import Table
from recast_agent.core.types import Artifact, ChartReading, Finding, ProtectedRecord, Token
from recast_agent.gate.attribution import unattributed
from recast_agent.gate.protocol import CheckRequest, PrivateEntry
from recast_agent.gate.provenance import ProvenanceCheck, permit
from recast_agent.private.numbermap.natural import NaturalPolicy
from recast_agent.private.numbermap.protocol import ExtendRequest, NumberMap
from recast_agent.private.numbermap.records import numbers_of, protect
from recast_agent.private.record import Record
from tests.private.rewriting import record, rewrite, table

SALES = table(
    ("Norway", "Chile", "Orange", "May", "Second"),
    ("Online sales 2019", "Offline sales 2018"),
    chart_type="grouped",
    title="Sales of shoes",
    value_axis="Revenue",
    unit="million euros",
)
QUESTION = "What is the difference between the online sales of Norway and Chile above 12?"


@dataclass(frozen=True)
class Candidate:
    private: PrivateEntry
    record: ProtectedRecord

    def places(
        self, record: ProtectedRecord | None = None, tokens: tuple[str, ...] = ()
    ) -> set[str]:
        """Where the guard finds something without an origin."""
        return {f["where"] for f in self._findings(record, tokens)}

    def _findings(
        self, record: ProtectedRecord | None, tokens: tuple[str, ...]
    ) -> tuple[Finding, ...]:
        seen = ChartReading(
            width=1, height=1, tokens=tuple(Token(text=t, box=(0, 0, 1, 1)) for t in tokens)
        )
        given = CheckRequest(record or self.record, {}, Artifact(data=b""), seen, self.private)
        found = asyncio.run(ProvenanceCheck().check(given))
        assert all(f["code"] == "provenance_unknown" and f["seen"] == "" for f in found)
        return found

    def with_table(self, **update: object) -> ProtectedRecord:
        changed = self.record.table().model_copy(update=update)
        return self.record.model_copy(update={"context": changed.to_text()})


def disguised(evidence: Table, question: str) -> Candidate:
    """What the private stages make of an evidence."""
    source: Record = record(evidence, question)
    made = rewrite(evidence, question)
    wanted = ExtendRequest(NumberMap(policy="natural"), numbers_of(made.record), random.Random(7))
    numbers = asyncio.run(NaturalPolicy().extend(wanted))
    entry = PrivateEntry(source, made.dictionary, numbers, evidence.to_text())
    return Candidate(entry, protect(made.record, numbers))


@pytest.fixture(scope="module")
def candidate() -> Candidate:
    return disguised(SALES, QUESTION)


@pytest.mark.parametrize(
    "question",
    [
        QUESTION,
        "What is the leftmost value of the blue bars?",
        "How many categories were there in May 2019?",
        "What's the third largest value in the first half of 2019?",
        "How much is 5% of the highest bar?",
    ],
)
def test_what_the_private_stages_make_passes(question: str) -> None:
    assert disguised(SALES, question).places() == set()


def test_months_pass_only_where_the_question_groups_them() -> None:
    months = table(("Jan 2019", "Feb 2019", "Jul 2019"))
    grouped = disguised(months, "What is the sum of the first half of 2019?")
    assert grouped.places() == set()
    other = disguised(months, "What is the sum?")
    labels = other.record.table().categories
    assert other.places(other.with_table(categories=("Jan 2019", *labels[1:])))


@pytest.mark.parametrize(
    "label", ["Norway", "Orange", "May", "Second", "Total", "Red", "Elsewhere"]
)
def test_a_label_without_an_entry_is_found_even_if_it_is_a_common_word(
    candidate: Candidate, label: str
) -> None:
    labels = candidate.record.table().categories
    swapped = candidate.with_table(categories=(labels[0], label, *labels[2:]))
    assert "category:1:0" in candidate.places(swapped)


@pytest.mark.parametrize("field", ["title", "category_axis", "value_axis", "unit"])
def test_an_unknown_word_in_a_heading_is_found(candidate: Candidate, field: str) -> None:
    assert candidate.places(candidate.with_table(**{field: "of Turnover"})) == {f"{field}:3"}


@pytest.mark.parametrize("word", ["revenue", "turnover", "US", "WHO", "green", "leftmost", "km"])
def test_an_unknown_word_in_the_question_is_found(candidate: Candidate, word: str) -> None:
    leaking = candidate.record.model_copy(update={"question": f"What is the {word} of all?"})
    assert candidate.places(leaking) == {"question:12"}


def test_an_unmapped_number_is_found_in_every_field(candidate: Candidate) -> None:
    cells = candidate.record.table().cells
    changed = candidate.with_table(cells=(("987654", cells[0][1]), *cells[1:]), title="of 987654")
    assert candidate.places(changed) == {"cell:0:0", "title:3"}
    asked = candidate.record.model_copy(update={"question": "How many are above 987654?"})
    assert candidate.places(asked) == {"question:19"}
    chosen = candidate.record.model_copy(update={"choices": ("987654",)})
    assert candidate.places(chosen) == {"choice:0:0"}


@pytest.mark.parametrize("sign", ["😀", "₽", "$", "→", "★", "\u200b"])
def test_a_character_that_is_not_listed_is_found_in_every_field(
    candidate: Candidate, sign: str
) -> None:
    assert candidate.places(candidate.with_table(title=f"of {sign}")) == {"title:3"}
    labels = candidate.record.table().categories
    marked = candidate.with_table(categories=(f"{labels[0]} {sign}", *labels[1:]))
    assert candidate.places(marked) == {f"category:0:{len(labels[0]) + 1}"}
    asked = candidate.record.model_copy(update={"question": f"What is {sign} of all?"})
    assert candidate.places(asked) == {"question:8"}


def test_a_number_kept_in_the_question_is_no_label() -> None:
    one = disguised(table(("21", "22", "23")), "Which is the 3rd largest in week 21?")
    assert one.places() == set()
    assert "category:0:0" in one.places(one.with_table(categories=("3", "4", "5")))
    kept = one.record.model_copy(update={"question": "In week 21?", "preserved": ("3", "21")})
    assert one.places(kept) == {"question:8"}


def test_a_colour_that_the_question_does_not_name_is_found(candidate: Candidate) -> None:
    assert candidate.places(candidate.with_table(colors=("blue", ""))) == {"color:0:0"}


def test_every_token_of_the_picture_belongs_to_a_field(candidate: Candidate) -> None:
    drawn = candidate.record.table()
    seen = (
        drawn.title,
        f"{drawn.value_axis} ({drawn.unit})",
        *drawn.categories,
        *drawn.series,
        *(c for row in drawn.cells for c in row if c),
        "".join(drawn.categories[:2]),  # two labels read as one
        drawn.categories[0][1:],  # a letter lost
        "|",
    )
    assert candidate.places(tokens=seen) == set()
    assert candidate.places(tokens=("Norway", *seen)) == {"token:0"}
    assert candidate.places(tokens=(*seen, "Source: registry")) == {f"token:{len(seen)}"}
    assert candidate.places(tokens=("987654",)) == {"token:0"}


def test_a_word_misread_by_one_letter_still_belongs_to_its_field() -> None:
    drawn = table(("Marjoram", "Thyme"))
    seen = ChartReading(
        width=1,
        height=1,
        tokens=tuple(Token(text=t, box=(0, 0, 1, 1)) for t in ("Marjoran", "Thyne", "Basil")),
    )
    assert unattributed(drawn, seen) == [2]


def test_a_permit_holds_what_was_checked(candidate: Candidate) -> None:
    artifact = Artifact(data=b"png")
    given = permit(candidate.record, artifact)
    assert (given.case, given.question) == (candidate.record.id, candidate.record.question)
    assert (given.artifact_sha256, given.media_type) == (artifact.sha256, "image/png")
