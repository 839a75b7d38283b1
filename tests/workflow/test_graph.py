"""The wiring of the solve graph: its picture, its routes, its state."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END
from langgraph.runtime import Runtime

from recast_agent.client import ReCast
from recast_agent.workflow.context import Context
from recast_agent.workflow.graph import CHECKS, after_check, after_review
from recast_agent.workflow.stages import embedded, new_budget
from recast_agent.workflow.state import SolveState
from tests.support import settings
from tests.workflow.picture import README, block, shown

CSV = b"Ward,Cost\nCardiology,412.5\nMaternity,388.0\nOncology,530.8\n"


def state(*codes: str, **given: Any) -> SolveState:
    findings = [{"code": code, "where": "", "seen": ""} for code in codes]
    made: Any = {"case": "0" * 32, "findings": findings, "attempts": {"checks": 1}, **given}
    return made  # type: ignore[no-any-return]


def test_the_readme_shows_the_graph_of_the_code() -> None:
    """Where this fails: ``python -m tests.workflow.picture`` writes it between the markers."""
    assert shown(README.read_text(encoding="utf-8")) == block()


@pytest.mark.parametrize(
    ("reached", "following"),
    [
        (state(), "approve"),
        (state(status="protected"), END),
        (state(status="withheld", reason="release_cap"), "withhold"),
        (state("cell_differs"), "reconstruct"),
        (state("provenance_unknown"), "rewrite"),
        (state("world_outrun"), "rewrite"),
        (state("cell_differs", "provenance_unknown"), "rewrite"),
        (state("source_cell", "provenance_unknown"), "withhold"),
        (state("cell_differs", attempts={"checks": CHECKS}), "reconstruct"),
        (state("cell_differs", attempts={"checks": CHECKS + 1}), "withhold"),
    ],
)
def test_a_finding_goes_back_to_the_room_it_is_about(reached: SolveState, following: str) -> None:
    assert after_check(reached) == following


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Runtime[Context]:
    given = settings(tmp_path_factory.mktemp("home"), chart_repairs=4)
    return Runtime(context=Context(embedded(given), given, new_budget(given)))


@pytest.mark.parametrize(
    ("reached", "following"),
    [
        (state(form="chart"), END),
        (state("overlap", form="chart", status="withheld"), END),
        (state("overlap", form="chart", attempts={"chart drafts": 1}), "draft"),
        (state("overlap", form="chart", attempts={"chart drafts": 4}), "draft"),
        (state("overlap", form="chart", attempts={"chart drafts": 5}), "fall_back"),
        (state("overlap", form="table", attempts={"chart drafts": 5}), "draft"),
        (state("overlap", form="table", attempts={"table drafts": 5}), "fall_back"),
    ],
)
def test_a_chart_is_repaired_four_times(
    runtime: Runtime[Context], reached: SolveState, following: str
) -> None:
    assert after_review(reached, runtime) == following


@pytest.mark.parametrize(
    ("mapping", "following"), [(0, "fall_back"), (1, "fall_back"), (2, "draft")]
)
def test_words_that_cannot_be_heard_are_exchanged_while_there_are_others(
    runtime: Runtime[Context], mapping: int, following: str
) -> None:
    reached = state("word_differs", "unspeakable", form="chart", attempts={"chart drafts": 2})
    assert after_review({**reached, "mapping": mapping}, runtime) == following


def test_the_state_of_a_case_is_json_and_holds_nothing_private(tmp_path: Path) -> None:
    saver = InMemorySaver()
    given = settings(tmp_path)
    client = ReCast(given, checkpointer=saver)
    result = client.protect(CSV, "What was the cost in Oncology?")
    assert result.status == "protected"
    held = asyncio.run(_channels(saver, result.case))
    assert held["status"] == "protected"
    assert json.loads(json.dumps(held, allow_nan=False)) == held
    written = json.dumps(held)
    for private in ("Oncology", "Cardiology", "Ward", "412.5", "530.8"):
        assert private not in written


async def _channels(saver: InMemorySaver, case: str) -> dict[str, Any]:
    found = await saver.aget_tuple({"configurable": {"thread_id": case}})
    assert found is not None
    values = found.checkpoint["channel_values"]
    return {name: value for name, value in values.items() if not name.startswith("__")}
