"""Drafts and repairs: the record's own data, validated by the published schema."""

from __future__ import annotations

import asyncio
import json
from importlib import resources
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.table import ChartType, Table
from recast_agent.core.types import Finding, ProtectedRecord
from recast_agent.released.reconstruct.draft import first_spec, next_spec
from recast_agent.released.reconstruct.protocol import DraftRequest
from recast_agent.released.reconstruct.reconstructor import MatplotlibReconstructor
from recast_agent.released.reconstruct.repair import KNOBS, repaired
from recast_agent.released.reconstruct.spec import ChartSpec, Layout, parse_spec
from recast_agent.released.reconstruct.templates import TEMPLATES
from recast_agent.released.reconstruct.templates.colors import NAMED
from tests.released.charts import EVERY_TYPE, chart


def record(table: Table, question: str = "What is the total?") -> ProtectedRecord:
    return ProtectedRecord(
        id="0" * 32, modality="image", context=table.to_text(), question=question
    )


def draft(table: Table, question: str = "What is the total?", **request: Any) -> dict[str, Any]:
    made = DraftRequest(record(table, question), **request)
    return asyncio.run(MatplotlibReconstructor().draft(made))


def finding(code: str, where: str = "layout") -> Finding:
    return {"code": code, "where": where, "seen": ""}


def test_the_schema_is_a_schema_and_knows_every_template() -> None:
    file = resources.files("recast_agent.released.reconstruct") / "schema/chartspec.v1.json"
    schema = json.loads(file.read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    assert set(schema["properties"]["type"]["enum"]) == set(TEMPLATES)
    assert set(schema["properties"]["layout"]["properties"]) == set(Layout.model_fields)
    assert set(schema["properties"]) == set(ChartSpec.model_fields)


@pytest.mark.parametrize("kind", EVERY_TYPE)
def test_a_draft_is_json_and_holds_the_records_data(kind: ChartType) -> None:
    table = chart(kind)
    made = draft(table)
    assert json.loads(json.dumps(made)) == made
    assert parse_spec(made).table() == table
    assert draft(table) == made, "drafts are deterministic"


@pytest.mark.parametrize(
    ("path", "value", "place", "rule"),
    [
        (("values", 0, 0), "sk-private", "$.values[0][0]", "anyOf"),
        (("type",), "sk-private", "$.type", "enum"),
        (("layout", "font"), 3, "$.layout.font", "minimum"),
        (("colors", 0), "sk-private", "$.colors[0]", "pattern"),
        (("extra",), "sk-private", "$", "additionalProperties"),
        (("values",), [["1"]], "$.values", "shape"),
        (("colors",), ["#000000"] * 3, "$.colors", "shape"),
    ],
)
def test_a_faulty_draft_is_refused_by_place_and_rule_without_its_content(
    path: tuple[Any, ...], value: object, place: str, rule: str
) -> None:
    made = draft(chart("bar"))
    *parents, last = path
    target: Any = made
    for key in parents:
        target = target[key]
    target[last] = value
    with pytest.raises(Withheld) as caught:
        parse_spec(made)
    assert caught.value.code is Code.RECONSTRUCTION_FAILED
    assert caught.value.where == place
    assert rule in str(caught.value)
    assert "sk-private" not in str(caught.value)


def test_named_colours_are_drawn_and_the_others_keep_clear_of_them() -> None:
    spec = first_spec(chart("grouped").model_copy(update={"colors": ("", "Blue", "")}), "grouped")
    assert spec.colors[1] == NAMED["blue"]
    assert len(set(spec.colors)) == 3


def test_the_default_palette_does_not_repeat() -> None:
    table = Table(
        chart_type="pie",
        categories=tuple(f"Name {i}" for i in range(30)),
        cells=tuple((str(i + 1),) for i in range(30)),
    )
    assert len(set(first_spec(table, "pie").colors)) == 30


def test_wide_standing_bars_are_laid_down_unless_the_question_speaks_of_positions() -> None:
    table = chart("bar", categories=40)
    assert draft(table)["type"] == "hbar"
    assert draft(table, "What does the leftmost bar show?")["type"] == "bar"
    assert draft(table, form="table")["type"] == "table"


@pytest.mark.parametrize("code", sorted(KNOBS))
def test_each_finding_turns_its_knobs_and_only_those(code: str) -> None:
    before = Layout()
    after = repaired(before, [finding(code)])
    turned = {k for k in Layout.model_fields if getattr(after, k) != getattr(before, k)}
    assert turned == set(KNOBS[code])


def test_repairs_stay_within_the_schema_and_come_to_rest() -> None:
    table, made = chart("grouped"), draft(chart("grouped"))
    for _ in range(30):
        made = next_spec(table, made, [finding(code) for code in KNOBS]).model_dump(mode="json")
        parse_spec(made)


def test_a_repair_takes_its_data_from_the_record_again() -> None:
    table = chart("bar")
    tampered = {**draft(table), "title": "something else", "values": [["9"]] * 6}
    mended = draft(table, previous=tampered, repair=1, findings=(finding("value_differs"),))
    assert parse_spec(mended).table() == table
    assert mended["layout"]["font"] > tampered["layout"]["font"]
