"""Find the numbers of a text and the role that each one plays; read one cell as a number."""

from recast_agent.core.literals.cells import Cell, canonical_value, parse_cell
from recast_agent.core.literals.constants import COMMON_CONSTANTS, MAX_DIGITS, SCALES
from recast_agent.core.literals.find import find, normalise
from recast_agent.core.literals.literal import Field, Literal, Role
from recast_agent.core.literals.roles import RULES
from recast_agent.core.literals.words import NUMBER_WORDS

__all__ = [
    "COMMON_CONSTANTS",
    "MAX_DIGITS",
    "NUMBER_WORDS",
    "RULES",
    "SCALES",
    "Cell",
    "Field",
    "Literal",
    "Role",
    "canonical_value",
    "find",
    "normalise",
    "parse_cell",
]
