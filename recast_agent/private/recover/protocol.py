"""Running a restored program."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

Scalar = int | Fraction | bool | str | float
Value = Scalar | tuple[Scalar, ...]
"""What a program may answer with. Numbers are exact (int, Fraction) wherever they can be."""


@dataclass(frozen=True, repr=False)
class RestoredProgram:
    """``program`` is the solver's source text; ``operands[i]`` is the true value of its i-th
    ``protected(...)`` call in source order; ``names`` maps string literals of the program that
    are surrogate labels onto the true labels. ``kept`` are texts of the program whose words stay in
    every disguise and name nothing (``paid``, ``and``): beside a name, never an answer.
    """

    program: str
    operands: tuple[Fraction, ...]
    names: dict[str, str]
    kept: frozenset[str] = frozenset()


class Executor(Protocol):
    """Interprets a restored program under budgets.

    Raises Unanswered(program_failed | program_timeout | program_refused | answer_constant).
    """

    async def execute(self, restored: RestoredProgram, *, timeout_s: float) -> Value:
        """The value of ``answer``."""
        ...
