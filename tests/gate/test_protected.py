"""The protected-record check and the decision: no check that answers means reject."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.table import Table
from recast_agent.core.types import Artifact, ChartReading, Finding, ProtectedRecord
from recast_agent.gate.decision import decide
from recast_agent.gate.protected import ProtectedCheck
from recast_agent.gate.protocol import CheckRequest, PrivateEntry
from recast_agent.private.numbermap.protocol import NumberMap
from recast_agent.private.record import Record
from recast_agent.private.rewrite.dictionary import Dictionary
from recast_agent.released.reconstruct.draft import first_spec
from tests.released.charts import chart

TABLE = chart("grouped")
ENTRY = PrivateEntry(
    record=Record(id="", modality="image", context=TABLE.to_text(), question="?"),
    dictionary=Dictionary(theme="none"),
    numbers=NumberMap(policy="none"),
    second=TABLE.to_text(),
)


def request(
    table: Table = TABLE, *, reading: Table | None = TABLE, draft: dict[str, Any] | None = None
) -> CheckRequest:
    seen = ChartReading(width=1, height=1, tokens=(), table=reading)
    record = ProtectedRecord(id="", modality="image", context=table.to_text(), question="?")
    spec = draft or first_spec(table, table.chart_type).model_dump(mode="json")
    return CheckRequest(record, spec, Artifact(data=b""), seen, ENTRY)


def codes(given: CheckRequest) -> set[tuple[str, str]]:
    found = asyncio.run(ProtectedCheck().check(given))
    return {(f["code"], f["where"]) for f in found}


def test_a_faithful_candidate_passes() -> None:
    assert codes(request()) == set()


def test_a_reading_that_differs_or_is_missing_rejects() -> None:
    cells = (("1", *TABLE.cells[0][1:]), *TABLE.cells[1:])
    missing = ((None, *TABLE.cells[0][1:]), *TABLE.cells[1:])
    assert codes(request(reading=TABLE.model_copy(update={"cells": cells}))) == {
        ("value_differs", "cell:0:0")
    }
    assert codes(request(reading=TABLE.model_copy(update={"cells": missing}))) == {
        ("unread", "cell:0:0")
    }
    assert codes(request(reading=None)) == {("unread", "chart")}


@pytest.mark.parametrize("field", ["title", "unit", "value_axis", "category_axis"])
def test_a_draft_that_is_not_the_record_rejects_even_where_the_pixels_agree(field: str) -> None:
    draft = first_spec(TABLE, "grouped").model_dump(mode="json")
    assert codes(request(draft={**draft, field: "other"})) == {("draft_differs", field)}


def test_a_draft_of_another_chart_type_rejects_but_a_table_or_a_lying_chart_may_stand_in() -> None:
    def drawn_as(kind: Any) -> set[tuple[str, str]]:
        draft = first_spec(TABLE, kind).model_dump(mode="json")
        return codes(request(reading=TABLE.model_copy(update={"chart_type": kind}), draft=draft))

    assert drawn_as("hgrouped") == set()
    assert drawn_as("table") == set()
    assert drawn_as("line") == {("draft_differs", "type")}


def test_colours_that_the_record_names_must_be_drawn_and_seen() -> None:
    named = TABLE.model_copy(update={"colors": ("green", "", "")})
    assert codes(request(named, reading=named)) == set()
    assert codes(request(named, reading=TABLE)) == {("color_differs", "series:0")}
    plain = first_spec(TABLE, "grouped").model_dump(mode="json")
    assert codes(request(named, reading=named, draft=plain)) == {("draft_differs", "color:0")}


class Passing:
    name = "passing"

    async def check(self, request: CheckRequest) -> tuple[Finding, ...]:
        return ()


class Raising:
    name = "raising"

    def __init__(self, error: Exception) -> None:
        self.error = error

    async def check(self, request: CheckRequest) -> tuple[Finding, ...]:
        raise self.error


def test_no_check_or_no_answer_withholds() -> None:
    for checks in ((), (Raising(ValueError("sk-private")),)):
        with pytest.raises(Withheld) as caught:
            asyncio.run(decide(checks, request()))
        assert caught.value.code is Code.NO_CHECK_ANSWERED
        assert "sk-private" not in str(caught.value)


def test_a_check_that_raises_rejects_and_tells_nothing() -> None:
    found = asyncio.run(decide((Passing(), Raising(ValueError("sk-private"))), request()))
    assert found == ({"code": "check_failed", "where": "raising", "seen": ""},)
    ours = Raising(Withheld(Code.RECONSTRUCTION_FAILED, "x"))
    found = asyncio.run(decide((Passing(), ours), request()))
    assert [f["code"] for f in found] == ["reconstruction_failed"]


def test_all_findings_are_kept_and_none_lets_the_candidate_out() -> None:
    assert asyncio.run(decide((Passing(), ProtectedCheck()), request())) == ()
    found = asyncio.run(decide((ProtectedCheck(), ProtectedCheck()), request(reading=None)))
    assert len(found) == 2
