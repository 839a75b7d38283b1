"""Ask the solver: the permitted request leaves, a program over disguised operands comes back."""

from __future__ import annotations

from langgraph.runtime import Runtime

from recast_agent.core.types import ProtectedRecord
from recast_agent.released.solve.protocol import SolveRequest
from recast_agent.workflow.boundary import stage
from recast_agent.workflow.case import Passed, load
from recast_agent.workflow.context import Context
from recast_agent.workflow.state import SolveState, Update


@stage("ask_solver")
async def ask_solver(state: SolveState, runtime: Runtime[Context]) -> Update:
    """One program, free of format faults, or Unanswered."""
    if "program" in state:
        # resumed where time ran out behind the door: it may be sealed, and the program is held
        return {}
    stages, case = runtime.context.stages, state["case"]
    passed = await load(stages.vault, case, f"permit/{state['mapping']}", Passed)
    request = SolveRequest(
        record=ProtectedRecord.model_validate(state["protected"]),
        artifact=await stages.artifacts.get(state["release"]),
        permit=passed.permit,
        budget=runtime.context.budget,
    )
    return {"program": await stages.solver.solve(request, stages.door)}
