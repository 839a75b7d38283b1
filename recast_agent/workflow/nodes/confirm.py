"""Confirm: a person may correct what was read of a chart; what nobody vouches for is withheld."""

from __future__ import annotations

from langgraph.runtime import Runtime
from langgraph.types import interrupt

from recast_agent.core.errors import Code, Withheld
from recast_agent.private.recover.receipt import WITNESSED
from recast_agent.workflow.boundary import ended, stage
from recast_agent.workflow.case import Taken, taken
from recast_agent.workflow.confirming import waits
from recast_agent.workflow.context import Context
from recast_agent.workflow.state import SolveState, Update


@stage("confirm")
async def confirm(state: SolveState, runtime: Runtime[Context]) -> Update:
    """Wait for the person where one is to be asked; the table itself stays in the vault.

    The host reads it by ``ReCast.captured``, keeps it by ``ReCast.confirm``, and resumes.
    """
    vault, case = runtime.context.stages.vault, state["case"]
    if state.get("confirm") and await waits(vault, case):
        reply = interrupt({"kind": "confirm", "case": case})
        if reply != {"confirmed": True} or await waits(vault, case):
            return ended("withheld", Code.NOT_CONFIRMED)
    _withhold_unsure(await taken(vault, case), strict=runtime.context.settings.strict)
    return {}


def _withhold_unsure(held: Taken, *, strict: bool) -> None:
    """Raises Withheld(chart_unreadable | audio_unclear) where readings contradict each other,
    Withheld(chart_estimated | cell_without_witness) where strict settings refuse every value, so
    that whatever is answered would be refused."""
    cells = {(i, j): w for i, row in enumerate(held.witnesses) for j, w in enumerate(row)}
    unsure = [place for place, witness in cells.items() if witness == "conflict"]
    if unsure and held.record.modality == "audio":
        raise Withheld(Code.AUDIO_UNCLEAR, "two readings of the source disagree")
    if unsure:
        i, j = unsure[0]
        raise Withheld(
            Code.CHART_UNREADABLE, "two readings of the source disagree", where=f"cell:{i}:{j}"
        )
    values = {cells[place] for place in cells if _is_value(held, *place)}
    if strict and values and not values & set(WITNESSED):
        code = Code.CHART_ESTIMATED if "estimate" in values else Code.CELL_WITHOUT_WITNESS
        raise Withheld(code, "no value has a witness that strict settings ask for")


def _is_value(held: Taken, i: int, j: int) -> bool:
    """Whether a number stands there: of a gap nothing can be asked, whoever confirms it."""
    return held.record.modality == "audio" or held.record.table().cells[i][j] is not None
