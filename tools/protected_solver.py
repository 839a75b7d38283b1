"""The protected solver for an agent, from the environment: files below RECAST_EVIDENCE_ROOT."""

import os
from pathlib import Path

from recast_agent.agents.tools import protected_solve_tool
from recast_agent.client import ReCast

client = ReCast()
protected_solve = protected_solve_tool(
    client, root=Path(os.environ.get("RECAST_EVIDENCE_ROOT", "evidence"))
)
