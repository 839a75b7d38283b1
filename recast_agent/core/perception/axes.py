"""The value axis: one scale that bars and printed values (and ticks, if any) agree on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from recast_agent.core.literals import canonical_value
from recast_agent.core.types import Witness

_PIXELS = 2.0
"""How far the drawn end of a bar may be off, in pixels."""

_SHARE = 0.006
"""How far a bar may be off, as a share of its length."""


@dataclass(frozen=True)
class Tick:
    """A number printed beside the value axis, and its position along it in pixels."""

    position: float
    value: float


@dataclass(frozen=True)
class Scale:
    """``value = base + per_pixel * length`` from the foot of the bars."""

    per_pixel: float
    base: float = 0.0

    def expects(self, length: float) -> float:
        """The value of a bar of a length."""
        return self.base + self.per_pixel * length


def number(cell: str) -> float:
    """A canonical cell as a float, for geometry alone."""
    return float(canonical_value(cell))


def half_step(cell: str) -> float:
    """Half a unit of the last place that a cell shows."""
    plain = cell.rstrip("%")
    scale = number("1" + plain[-1]) if plain[-1].isalpha() else 1.0
    return 0.5 * scale / 10.0 ** decimals(cell)


def decimals(cell: str) -> int:
    """How many places a cell shows after its point."""
    return len(cell.rstrip("%KMBT").partition(".")[2])


def shortened(cells: Sequence[str]) -> list[bool]:
    """Which cells show fewer decimals than half of all: the rest of them may not have been seen,
    and no mark is drawn so exactly that it would tell.
    """
    places = [decimals(c) for c in cells]
    return [2 * sum(other > own for other in places) >= len(places) for own in places]


@dataclass(frozen=True)
class Axis:
    """The line ``value = offset + slope * position`` that ticks hold to, and those that do."""

    slope: float
    offset: float
    held: tuple[Tick, ...]


def tick_axis(ticks: Sequence[Tick]) -> Axis | None:
    """The line through at least three ticks that are most of all, within a few pixels."""
    best: tuple[Tick, ...] = ()
    for i, a in enumerate(ticks):
        for b in ticks[i + 1 :]:
            if abs(a.position - b.position) < 8 or a.value == b.value:
                continue
            slope = (b.value - a.value) / (b.position - a.position)
            held = tuple(
                t
                for t in ticks
                if abs(a.value + slope * (t.position - a.position) - t.value) <= 3.5 * abs(slope)
            )
            if slope > 0 and len(held) >= 3 and len(held) > len(best):
                best = held
    if not best or len(best) < 0.6 * len(ticks):
        return None
    slope, offset = np.polyfit([t.position for t in best], [t.value for t in best], 1)
    return Axis(float(slope), float(offset), best)


def tick_scale(ticks: Sequence[Tick], foot: float) -> Scale | None:
    """The scale of at least three evenly spaced ticks, seen from the foot of the bars."""
    axis = tick_axis(ticks)
    if axis is None:
        return None
    base = axis.offset + axis.slope * foot
    span = axis.slope * (max(t.position for t in axis.held) - min(t.position for t in axis.held))
    near_zero = abs(base) < max(0.04 * span, 8 * axis.slope)
    return Scale(axis.slope, 0.0 if near_zero else base)


def agreed_scale(
    lengths: Sequence[float], cells: Sequence[str], ticks: Scale | None
) -> Scale | None:
    """The scale that most bars hold to: through zero first, then the ticks' own.

    None where fewer than two bars, or less than 60 % of them, agree.
    """
    values = [number(c) for c in cells]
    options = [ticks] if ticks else []
    if ticks is None or ticks.base == 0.0:
        options += [
            Scale(v / x) for v, x in zip(values, lengths, strict=True) if abs(x) >= 6 and v / x > 0
        ]
    best, most = None, 0
    for option in options:
        held = sum(agrees(option, x, c) for x, c in zip(lengths, cells, strict=True))
        held += 1 if option is ticks else 0
        if held > most:
            best, most = option, held
    if best is None or most < 2 or most < 0.6 * len(cells):
        return None
    refined = _refined(best, lengths, values, cells)
    if ticks and abs(refined.per_pixel / ticks.per_pixel - 1) > 0.04:
        return None
    return refined


def _refined(
    scale: Scale, lengths: Sequence[float], values: Sequence[float], cells: Sequence[str]
) -> Scale:
    held = [
        (x, v)
        for x, v, c in zip(lengths, values, cells, strict=True)
        if agrees(scale, x, c) and abs(x) >= 6
    ]
    moment = sum(x * x for x, _ in held)
    if not moment:
        return scale
    return Scale(sum((v - scale.base) * x for x, v in held) / moment, scale.base)


def agrees(scale: Scale, length: float, cell: str) -> bool:
    """Whether a printed value is what a bar of this length shows, within drawing tolerance."""
    seen, told = scale.expects(length), number(cell)
    slack = max(_PIXELS * abs(scale.per_pixel), _SHARE * abs(told)) + half_step(cell)
    return abs(seen - told) <= slack


def witness(scale: Scale | None, length: float, cell: str) -> Witness:
    """What a bar says of the value printed at it."""
    if scale is None:
        return "none"
    return "geometry" if agrees(scale, length, cell) else "conflict"
