"""What the nodes are given: the plug-ins of every stage and one budget per case.

The context is injected through ``Runtime`` and never stored.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pydantic_core import CoreSchema, core_schema

from recast_agent.core.artifacts import ArtifactStore
from recast_agent.core.settings import Settings
from recast_agent.gate.protocol import ReleaseCheck
from recast_agent.private.capture.protocol import Capture
from recast_agent.private.numbermap.protocol import NumberPolicy
from recast_agent.private.recover.protocol import Executor
from recast_agent.private.rewrite.protocol import Rewriter
from recast_agent.private.vault.protocol import Vault
from recast_agent.released.egress.budget import Budget
from recast_agent.released.egress.door import Door
from recast_agent.released.reconstruct.protocol import Reconstructor
from recast_agent.released.solve.protocol import Solver


@dataclass(frozen=True, repr=False)
class Stages:
    """One plug-in per stage. Replace one by ``dataclasses.replace(embedded(…), solver=…)``."""

    capture: Capture
    rewriter: Rewriter
    numbers: NumberPolicy
    reconstructor: Reconstructor
    checks: tuple[ReleaseCheck, ...]
    solver: Solver
    executor: Executor
    vault: Vault
    artifacts: ArtifactStore
    door: Door


@dataclass(frozen=True, repr=False)
class Context:
    """What one run of a graph works with."""

    stages: Stages
    settings: Settings
    budget: Budget

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: Any) -> CoreSchema:
        # Protocol fields have no schema; the graph's context schema is any Context
        return core_schema.is_instance_schema(cls)

    @classmethod
    def __get_pydantic_json_schema__(cls, schema: Any, handler: Any) -> dict[str, Any]:
        return {"type": "object", "title": "Context"}
