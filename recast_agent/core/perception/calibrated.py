"""A value axis as a ruler: what marks at a height are worth, and how far that may be off."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal
from itertools import pairwise

from recast_agent.core.perception.axes import Axis, Tick, number, tick_axis
from recast_agent.core.perception.values import read_cell
from recast_agent.core.types import Token

_YEAR = re.compile(r"(?:1[5-9]|20)\d\d")

_ENOUGH = 4
"""The fewest numbers that make an axis without its last one."""

PIXELS = 2.5
"""How far the end of a mark, and the axis at its height, may be off together, in pixels."""


@dataclass(frozen=True)
class Calibrated:
    """An axis all of whose numbers hold to one line; ``percent``: they carry the sign; ``pixels``:
    how far a position may be off.
    """

    axis: Axis
    percent: bool
    tokens: tuple[Token, ...]
    pixels: float = PIXELS

    @property
    def bound(self) -> Decimal:
        """How far an estimate may be off, in units of the values, to two digits, rounded up."""
        error = Decimal(repr(self.pixels * self.axis.slope))
        step = Decimal(1).scaleb(error.adjusted() - 1)
        return error.quantize(step, rounding=ROUND_CEILING)

    def at(self, position: float) -> float:
        """The value at a position along the axis."""
        return self.axis.offset + self.axis.slope * position

    def reaches(self, position: float) -> bool:
        """Whether a position lies among the numbers, or less than a step of them beyond: an axis
        may be broken. None does beyond the last number that holds where another does not.
        """
        places = sorted(t.position for t in self.axis.held)
        step = max(b - a for a, b in pairwise(places))
        beyond = self.pixels if len(self.axis.held) < len(self.tokens) else step
        return places[0] - step <= position <= places[-1] + beyond

    def cell(self, value: float) -> str:
        """A value as a cell, with no more digits than a pixel tells apart."""
        exponent = math.floor(math.log10(self.axis.slope))
        text = f"{round(value / 10.0**exponent) * 10.0**exponent:.{max(0, -exponent)}f}"
        return (text.removeprefix("-") if float(text) == 0 else text) + "%" * self.percent


def calibrated(tokens: Sequence[tuple[Token, float]]) -> Calibrated | None:
    """The axis of numbers at positions: none of them may stand off its line, nor all be years. The
    last may, as libraries draw it inside the picture; the axis ends before it then.
    """
    cells = [(t, p, cell) for t, p in tokens if (cell := read_cell(t.text)) is not None]
    cells.sort(key=lambda one: one[1])
    axis = tick_axis([Tick(p, number(c.text)) for _, p, c in cells])
    units = {c.unit for _, _, c in cells}
    if axis is None or (len(units) > 1 and units != {"", "%"}):
        return None
    held = [Tick(p, number(c.text)) in axis.held for _, p, c in cells]
    if not all(held[:-1]) or (not held[-1] and len(axis.held) < _ENOUGH):
        return None
    if all(_YEAR.fullmatch(t.text.strip()) for t, _, _ in cells):
        return None
    return Calibrated(axis, units == {"%"}, tuple(t for t, _, _ in cells))
