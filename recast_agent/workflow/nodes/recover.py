"""Recover: the true operands go into the program, which runs here; nothing leads back out."""

from __future__ import annotations

import asyncio

from langgraph.runtime import Runtime

from recast_agent.core.errors import Code, Unanswered
from recast_agent.core.settings import Settings
from recast_agent.private.recover.answer import read_answer
from recast_agent.private.recover.program import restore_program
from recast_agent.private.recover.receipt import make_receipt
from recast_agent.workflow.boundary import stage
from recast_agent.workflow.case import (
    CaseInput,
    Disguise,
    Numbers,
    Passed,
    Recovered,
    answer_name,
    held,
    keep,
    load,
    taken,
)
from recast_agent.workflow.context import Context, Stages
from recast_agent.workflow.state import SolveState, Update


@stage("recover")
async def recover(state: SolveState, runtime: Runtime[Context]) -> Update:
    """Seal the door for the case, then restore and run (paper, equation 5)."""
    stages, settings = runtime.context.stages, runtime.context.settings
    await recover_program(stages, settings, state["case"], state["mapping"], state["program"])
    return {"status": "answered"}


async def recover_program(
    stages: Stages, settings: Settings, case: str, mapping: int, program: str
) -> Recovered:
    """The true answer of a program over the disguised operands of ``(case, mapping)``.

    Raises Unanswered(program_… | operand_… | answer_… | cell_without_witness).
    """
    name = answer_name(program)
    done = await held(stages.vault, case, name, Recovered)
    if done is not None:
        return done
    await asyncio.to_thread(stages.door.seal, case)
    given = await load(stages.vault, case, "input", CaseInput)
    evidence = await taken(stages.vault, case)
    disguise = await load(stages.vault, case, f"rewrite/{mapping}", Disguise)
    numbers = (await load(stages.vault, case, f"numbers/{mapping}", Numbers)).numbers
    passed = await load(stages.vault, case, f"permit/{mapping}", Passed)
    restored = restore_program(program, passed.record, numbers, disguise.dictionary)
    receipt = make_receipt(restored, evidence.record, evidence.witnesses, evidence.bound)
    if settings.strict and receipt.marked:
        raise Unanswered(
            Code.CELL_WITHOUT_WITNESS,
            "a value the answer rests on was read once only: set strict=false to see it marked ≈",
        )
    value = await stages.executor.execute(restored, timeout_s=settings.program_timeout_s)
    answer = read_answer(value, restored, given.choices)
    if receipt.marked:
        answer = answer.model_copy(update={"text": f"≈ {answer.text}"})
    recovered = Recovered(answer=answer, receipt=receipt)
    await keep(stages.vault, case, name, recovered)
    return recovered
