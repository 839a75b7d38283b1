"""The source check: what the pixels show, put back through both inverses, is the source."""

from __future__ import annotations

import asyncio
import random

import pytest

from recast_agent.core.table import Table
from recast_agent.core.types import Artifact, ChartReading
from recast_agent.evaluation.synthetic import SyntheticCase, disguised, source_table
from recast_agent.gate.protocol import CheckRequest, PrivateEntry
from recast_agent.gate.source import SourceCheck

TRUTH = source_table("grouped", random.Random(5))


def case_of(captured: Table = TRUTH, second: Table = TRUTH) -> SyntheticCase:
    return asyncio.run(disguised(captured, second, random.Random(6)))


def found(case: SyntheticCase, reading: Table | None = None) -> set[tuple[str, str]]:
    seen = ChartReading(width=1, height=1, tokens=(), table=reading or case.record.table())
    request = CheckRequest(case.record, {}, Artifact(data=b""), seen, case.private)
    findings = asyncio.run(SourceCheck().check(request))
    assert all(f["seen"] == "" for f in findings), "what the source says is never told"
    return {(f["code"], f["where"]) for f in findings}


def edited(table: Table, i: int, j: int, cell: str | None) -> Table:
    row = (*table.cells[i][:j], cell, *table.cells[i][j + 1 :])
    return table.model_copy(update={"cells": (*table.cells[:i], row, *table.cells[i + 1 :])})


def permuted(table: Table) -> Table:
    return table.model_copy(
        update={"categories": table.categories[::-1], "cells": table.cells[::-1]}
    )


@pytest.mark.parametrize("seed", range(8))
def test_a_faithful_reading_of_a_faithful_capture_passes(seed: int) -> None:
    rng = random.Random(seed)
    truth = source_table("line", rng)
    assert found(asyncio.run(disguised(truth, truth, rng))) == set()


def test_a_capture_that_dropped_a_decimal_point_rejects_for_good() -> None:
    wrong = edited(TRUTH, 0, 1, (TRUTH.cells[0][1] or "").replace(".", ""))
    assert found(case_of(captured=wrong)) == {("source_value_differs", "cell:0:1")}


def test_a_second_reading_with_a_gap_rejects() -> None:
    assert found(case_of(second=edited(TRUTH, 1, 0, None))) == {("source_unread", "cell:1:0")}


def test_labels_of_the_second_reading_may_be_misread_but_not_be_other_ones() -> None:
    first, *rest = TRUTH.categories
    near = TRUTH.model_copy(update={"categories": (first[:-1] + "x", *rest)})
    other = TRUTH.model_copy(update={"categories": ("Zanzibar", *rest)})
    assert found(case_of(second=near)) == set()
    assert found(case_of(second=other)) == {("source_label_differs", "category:0")}


def test_a_reading_that_differs_from_the_record_is_a_fault_of_the_drawing() -> None:
    case = case_of()
    record = case.record.table()
    swapped = edited(edited(record, 0, 0, record.cells[1][0]), 1, 0, record.cells[0][0])
    codes = found(case, swapped)
    assert codes >= {("value_differs", "cell:0:0"), ("value_differs", "cell:1:0")}
    assert not any(code.startswith("source_") for code, _ in codes)


def test_no_reading_or_a_lost_label_rejects() -> None:
    case = case_of()
    record = case.record.table()
    lost = record.model_copy(update={"categories": ("Zanzibar", *record.categories[1:])})
    assert found(case, lost) == {("unread", "chart")}
    blank = ChartReading(width=1, height=1, tokens=())
    request = CheckRequest(case.record, {}, Artifact(data=b""), blank, case.private)
    assert [f["code"] for f in asyncio.run(SourceCheck().check(request))] == ["unread"]


def test_shuffled_names_pass_and_shuffled_years_do_not() -> None:
    case = case_of()
    shuffled = case.record.model_copy(update={"context": permuted(case.record.table()).to_text()})
    assert found(SyntheticCase(shuffled, case.private)) == set()

    years = TRUTH.model_copy(
        update={"categories": tuple(f"{2001 + i}" for i in range(len(TRUTH.categories)))}
    )
    case = case_of(years, years)
    assert found(case) == set()
    shuffled = case.record.model_copy(update={"context": permuted(case.record.table()).to_text()})
    assert {code for code, _ in found(SyntheticCase(shuffled, case.private))} == {
        "source_order_differs"
    }


def test_an_inverse_that_is_not_exact_rejects() -> None:
    case = case_of()
    entries = tuple(
        e.model_copy(update={"original": e.original + "e"}) if e.kind == "category" else e
        for e in case.private.dictionary.entries
    )
    dictionary = case.private.dictionary.model_copy(update={"entries": entries})
    private = PrivateEntry(
        case.private.record, dictionary, case.private.numbers, case.private.second
    )
    codes = {code for code, _ in found(SyntheticCase(case.record, private))}
    assert "source_inverse_differs" in codes
