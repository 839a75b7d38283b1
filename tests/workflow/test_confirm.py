"""A person confirms what was read of a chart; what nobody vouches for is withheld."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from recast_agent import ReCast
from recast_agent.core.errors import Code, InputError, InternalError
from recast_agent.core.table import Table
from recast_agent.core.types import Witness
from recast_agent.private.capture.protocol import Captured, CaptureRequest
from recast_agent.private.capture.stages import EmbeddedCapture
from recast_agent.workflow.confirming import AsRead
from recast_agent.workflow.context import Context
from recast_agent.workflow.graph import solve_graph
from recast_agent.workflow.stages import embedded, new_budget
from tests.support import REPOSITORY, settings

CHART = REPOSITORY / "examples" / "late_deliveries.png"
TABLE = REPOSITORY / "examples" / "ward_costs.csv"
QUESTION = "Which carrier had the highest share?"


class Doubting(EmbeddedCapture):
    """The embedded capture with its first cell read in two ways."""

    def __init__(self, witness: Witness) -> None:
        super().__init__()
        self._witness = witness

    async def capture(self, request: CaptureRequest) -> Captured:
        found = await super().capture(request)
        first, *others = found.witnesses
        return dataclasses.replace(found, witnesses=((self._witness, *first[1:]), *others))


def client(home: Path, witness: Witness, confirm: Any = None, **given: Any) -> ReCast:
    chosen = settings(home, **given)
    stages = dataclasses.replace(embedded(chosen), capture=Doubting(witness))
    return ReCast(chosen, stages=stages, confirm=confirm)


def edited(table: Table, cell: str) -> Table:
    (_, *rest), *others = table.cells
    return table.model_copy(update={"cells": ((cell, *rest), *others)})


def test_a_conflict_is_withheld_where_nobody_is_asked(tmp_path: Path) -> None:
    result = client(tmp_path, "conflict").protect(CHART, QUESTION)
    assert (result.status, result.reason) == ("withheld", "chart_unreadable")


def test_a_confirmed_chart_is_released_and_its_person_is_the_witness(tmp_path: Path) -> None:
    shown: list[AsRead] = []

    def confirm(read: AsRead) -> Table:
        shown.append(read)
        return edited(read.table, "55.5")

    asked = client(tmp_path, "conflict", confirm)
    result = asked.protect(CHART, QUESTION)
    assert result.status == "protected"
    (read,) = shown
    assert read.doubtful == ((0, 0),)
    assert read.table.categories[0] not in repr(read)
    assert result.release is not None
    program = _program_over_all(result.release.artifact.data)
    recovered = asked.recover(result.case, program)
    assert recovered.receipt is not None
    assert recovered.receipt.marked == ()
    assert "55.5" in {operand.value for operand in recovered.receipt.restored}


def test_a_person_who_declines_ends_the_case(tmp_path: Path) -> None:
    result = client(tmp_path, "none", lambda read: None).protect(CHART, QUESTION)
    assert (result.status, result.reason, result.release) == ("withheld", "not_confirmed", None)


def test_tables_are_not_asked_about(tmp_path: Path) -> None:
    """Their cells are what is written."""

    def confirm(read: AsRead) -> Table:
        raise AssertionError("asked")

    asked = ReCast(settings(tmp_path), confirm=confirm)
    assert asked.protect(TABLE, "What was the cost of supplies in Renal?").status == "protected"


def test_a_host_confirms_between_two_runs_of_the_graph(tmp_path: Path) -> None:
    """The interrupt names the case alone; a reply without a confirmed table is none."""
    asyncio.run(_hosted(tmp_path))


async def _hosted(home: Path) -> None:
    asked = client(home, "conflict")
    graph = solve_graph(InMemorySaver())
    context = Context(asked.stages, asked.settings, new_budget(asked.settings))
    for confirmed in (False, True):
        case = await asked.aopen(CHART, QUESTION)
        config: Any = {"configurable": {"thread_id": case}}
        start: Any = {"case": case, "goal": "protect", "approval": False, "accept_table": True,
                      "confirm": True}  # fmt: skip
        held = await graph.ainvoke(start, config, context=context)
        (interrupt,) = held["__interrupt__"]
        assert interrupt.value == {"kind": "confirm", "case": case}
        if confirmed:
            await asked.aconfirm(case, edited((await asked.acaptured(case)).table, "55.5"))
        reply: Any = Command(resume={"confirmed": True})
        held = await graph.ainvoke(reply, config, context=context)
        ended = (held["status"], held.get("reason"))
        assert ended == (("protected", None) if confirmed else ("withheld", "not_confirmed"))
        assert "55.5" not in json.dumps(held["protected"] if confirmed else {})


def test_a_table_is_confirmed_once_and_has_numbers(tmp_path: Path) -> None:
    asked = client(tmp_path, "none", lambda read: read.table)
    case = asked.protect(CHART, QUESTION).case
    table = asked.captured(case).table
    asked.confirm(case, table)  # the same again says nothing new
    with pytest.raises(InternalError) as twice:
        asked.confirm(case, edited(table, "55.5"))
    assert twice.value.code is Code.VAULT_CONFLICT
    with pytest.raises(InputError) as unknown:
        asked.captured("0" * 32)
    assert unknown.value.code is Code.CASE_UNKNOWN


def test_a_chart_that_was_disguised_as_read_is_confirmed_no_more(tmp_path: Path) -> None:
    """The person's word would stand beside operands of the table as read."""
    asked = client(tmp_path, "estimate")
    case = asked.protect(CHART, QUESTION).case
    with pytest.raises(InternalError) as late:
        asked.confirm(case, edited(asked.captured(case).table, "55.5"))
    assert late.value.code is Code.VAULT_CONFLICT


@pytest.mark.parametrize(
    "change",
    [
        {"cells": ((None,),) * 5},
        {"cells": (("abc",),) * 5},
        {"cells": ((48.5,),) * 5},
        {"cells": (("1", "2"),)},
        {"chart_type": "nonsense"},
        {"categories": ("North",) * 5},
        {"categories": ("North", "", "a", "b", "c")},
        {"categories": (1, 2, 3, 4, 5)},
        None,
    ],
    ids=str,
)
def test_what_is_no_table_is_not_confirmed(tmp_path: Path, change: Any) -> None:
    """The person's code gave it: an error of input, and nothing is released."""

    def confirm(read: AsRead) -> Any:
        assert len(read.table.categories) == 5
        return "no table" if change is None else read.table.model_copy(update=change)

    with pytest.raises(InputError) as refused:
        client(tmp_path, "none", confirm).protect(CHART, QUESTION)
    assert refused.value.code is Code.TABLE_MALFORMED


def _program_over_all(picture: bytes) -> str:
    """As a solver writes it who sees the release alone."""
    from recast_agent.core.perception.read import read_chart

    table = read_chart(picture).table
    assert table is not None
    cells = ", ".join(f'protected("{cell}")' for row in table.cells for cell in row)
    return f"answer = max([{cells}])"
