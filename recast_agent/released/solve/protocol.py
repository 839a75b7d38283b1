"""The solver stage: a protected record and its artifact go out, a program comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from recast_agent.core.types import Artifact, Permit, ProtectedRecord

if TYPE_CHECKING:
    from recast_agent.released.egress.budget import Budget
    from recast_agent.released.egress.door import Door


@dataclass(frozen=True, repr=False)
class SolveRequest:
    """``permit`` is what the gate let out; the door refuses anything beyond it.

    ``budget`` is the case's: its deadline and bytes cover every attempt and repair.
    """

    record: ProtectedRecord
    artifact: Artifact
    permit: Permit
    budget: Budget


class Solver(Protocol):
    """Asks the remote model through the door."""

    async def solve(self, request: SolveRequest, door: Door) -> str:
        """A program over disguised operands, free of format faults.

        Raises Unanswered(evidence_missing | solver_… | format_not_repaired | deadline | …).
        """
        ...
