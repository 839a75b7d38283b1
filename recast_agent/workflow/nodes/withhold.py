"""Withhold: the one place where a case ends without an answer."""

from __future__ import annotations

from langgraph.runtime import Runtime

from recast_agent.core.errors import Code
from recast_agent.workflow.boundary import ended
from recast_agent.workflow.context import Context
from recast_agent.workflow.state import SolveState, Update


async def withhold(state: SolveState, runtime: Runtime[Context]) -> Update:
    """Give a reason where none was given yet."""
    if state.get("status"):
        return {}
    return ended("withheld", _reason(state))


def _reason(state: SolveState) -> Code:
    codes = {finding["code"] for finding in state.get("findings", ())}
    if any(code.startswith("source_") for code in codes):
        return Code.SOURCE_MISMATCH
    return Code.PROVENANCE_UNKNOWN if "provenance_unknown" in codes else Code.PROTECTED_MISMATCH
