"""Where a case that stopped goes on: by its checkpoint, or in another process by its vault."""

from __future__ import annotations

from typing import Any, Literal

from recast_agent.core.errors import Code
from recast_agent.core.model import Model
from recast_agent.private.vault.protocol import Vault
from recast_agent.result import Result
from recast_agent.workflow.case import Disguise, Passed, Recovered, held, keep, load
from recast_agent.workflow.confirming import waits
from recast_agent.workflow.context import Stages
from recast_agent.workflow.outcome import release_of
from recast_agent.workflow.state import SolveInput, Update

ASKED_AGAIN = {
    Code.SOLVER_UNREACHABLE,
    Code.SOLVER_REFUSED,
    Code.SOLVER_REPLY_INVALID,
    Code.FORMAT_NOT_REPAIRED,
    Code.DEADLINE,
    Code.BYTE_BUDGET,
    Code.NOT_APPROVED,
}
"""Reasons after which asking again is worth it: the release stands, nothing was restored."""

MADE_AGAIN = {Code.DEADLINE, Code.INTERNAL, Code.NOT_CONFIRMED}
"""Reasons after which a release may still be made: no check spoke against it."""


class Run(Model):
    """Entry ``run`` of a case: what was asked of it, as ``SolveInput``."""

    goal: Literal["solve", "protect"]
    approval: bool
    confirm: bool = False
    accept_table: bool


async def keep_run(vault: Vault, start: SolveInput) -> SolveInput:
    """Keep what a case starts with, so that any process can go on with it, and give it back."""
    await keep(
        vault,
        start["case"],
        "run",
        Run.model_validate({k: v for k, v in start.items() if k != "case"}),
    )
    return start


async def run_of(vault: Vault, case: str) -> SolveInput | None:
    """What a case started with; None where the vault holds no run of it."""
    run = await held(vault, case, "run", Run)
    if run is None:
        return None
    return {
        "case": case,
        "goal": run.goal,
        "approval": run.approval,
        "confirm": run.confirm,
        "accept_table": run.accept_table,
    }


def started(state: dict[str, Any]) -> SolveInput:
    """What the case of a checkpoint started with."""
    return {
        "case": state["case"],
        "goal": state["goal"],
        "approval": state["approval"],
        "confirm": state.get("confirm", False),
        "accept_table": state["accept_table"],
    }


def goes_on(state: dict[str, Any]) -> bool:
    """Whether a case that has ended so may be taken up again."""
    return state.get("reason") in (ASKED_AGAIN if "release" in state else MADE_AGAIN)


async def let_out(vault: Vault, case: str) -> Update | None:
    """The state of a case behind its gate; None where it has let nothing out yet."""
    names = [name for name in await vault.names(case) if name.startswith("permit/")]
    if not names:
        return None
    mapping = int(names[-1].removeprefix("permit/"))
    passed = await load(vault, case, names[-1], Passed)
    disguise = await load(vault, case, f"rewrite/{mapping}", Disguise)
    return {
        "mapping": mapping,
        "modality": passed.record.modality,
        "theme": disguise.theme,
        "protected": passed.record.model_dump(mode="json"),
        "release": passed.release,
        "findings": [],
        "attempts": {"checks": 1},
    }


async def asks_again(vault: Vault, case: str) -> bool:
    """Whether a person is to be asked before a case that goes on comes to its end."""
    start, names = await run_of(vault, case), await vault.names(case)
    if start is None or any(name.startswith("answer/") for name in names):
        return False
    behind = any(name.startswith("permit/") for name in names)
    to_confirm = start.get("confirm", False) and not behind and await waits(vault, case)
    return to_confirm or (start["approval"] and start["goal"] == "solve")


async def finished(stages: Stages, run: SolveInput, mapping: int) -> Result | None:
    """The result of a case that has reached its goal behind the gate, from the vault alone."""
    case = run["case"]
    release = await release_of(stages, case, mapping)
    if run["goal"] == "protect":
        return Result("protected", case, release=release)
    for name in await stages.vault.names(case):
        if name.startswith("answer/"):
            one = await load(stages.vault, case, name, Recovered)
            return Result("answered", case, release=release, answer=one.answer, receipt=one.receipt)
    return None
