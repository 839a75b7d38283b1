"""The solver's program: what may be written, which operands it marks, what its answer rests on."""

from recast_agent.core.program.program import Literal, Program, parse
from recast_agent.core.program.syntax import ALLOWED_FUNCTIONS, ProgramRefused

__all__ = ["ALLOWED_FUNCTIONS", "Literal", "Program", "ProgramRefused", "parse"]
