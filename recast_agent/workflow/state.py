"""The state of the solve graph: released values and case ids, JSON types only.

It can be checkpointed, streamed and traced without a second thought. What is private lives in
the vault under ``case``.
"""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

from recast_agent.core.types import Finding, Modality, Ref

Status = Literal["answered", "protected", "withheld", "unanswered"]


class SolveInput(TypedDict):
    """``case`` names evidence that ``workflow.case.open_case`` has put into the vault.

    ``goal`` "protect" stops once the release is checked; ``approval`` asks before anything leaves;
    ``confirm`` asks a person about what was read of a chart.
    """

    case: str
    goal: Literal["solve", "protect"]
    approval: bool
    accept_table: bool
    confirm: NotRequired[bool]


class Update(TypedDict, total=False):
    """What a node may change. ``mapping`` numbers the disguise: (case, mapping) is write-once, so
    a replay never decodes with another one."""

    goal: Literal["solve", "protect"]
    approval: bool
    accept_table: bool
    confirm: bool
    mapping: int
    modality: Modality
    theme: str
    protected: dict[str, Any]
    form: Literal["chart", "table"]
    draft: dict[str, Any]
    candidate: Ref
    release: Ref
    findings: list[Finding]
    attempts: dict[str, int]
    program: str
    status: Status
    reason: str


class SolveState(Update):
    """One case on its way."""

    case: str
