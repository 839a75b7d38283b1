"""Any OpenAI-compatible multimodal model as the solver."""

from __future__ import annotations

import asyncio

from recast_agent.core.errors import Code, InternalError, Unanswered
from recast_agent.core.settings import Settings
from recast_agent.core.types import ProtectedRecord
from recast_agent.released.egress.door import Door, Reply
from recast_agent.released.egress.provenance import FORMAT_CODES
from recast_agent.released.solve.faults import faults
from recast_agent.released.solve.prompt import first_request, repair_request
from recast_agent.released.solve.protocol import SolveRequest
from recast_agent.released.solve.reply import program_of, reports_missing


class OpenAISolver:
    """Asks at temperature 0 and lets format faults be repaired, naming codes alone."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    async def solve(self, request: SolveRequest, door: Door) -> str:
        """See ``Solver.solve``."""
        first = await asyncio.to_thread(
            first_request,
            request.permit,
            request.artifact,
            model=self._settings.solver_model,
            max_tokens=self._settings.max_tokens,
        )
        body, parent = first, None
        for _ in range(1 + self._settings.format_repairs):
            reply: Reply = await door.ask(
                "solver", body, permit=request.permit, budget=request.budget, parent=parent
            )
            if reports_missing(reply.text):
                raise Unanswered(
                    Code.EVIDENCE_MISSING, "the solver does not find what the question asks for"
                )
            program = program_of(reply.text)
            codes = await asyncio.to_thread(_codes, program, request.record)
            if program is not None and not codes:
                return program
            body, parent = repair_request(first, reply.text, codes), reply
        raise Unanswered(Code.FORMAT_NOT_REPAIRED, "the solver gives no usable program")


def _codes(program: str | None, record: ProtectedRecord) -> tuple[str, ...]:
    """The format faults to name, in the order in which they are named."""
    if program is None:
        return ("not_one_program",)
    found = {finding["code"] for finding in faults(program, record)}
    if not found <= set(FORMAT_CODES):
        raise InternalError(Code.INTERNAL, "a format fault that the door does not know")
    return tuple(code for code in FORMAT_CODES if code in found)
