"""What stands at the foot of a bar chart: rows whose bar is too short to be seen."""

from __future__ import annotations

from collections.abc import Sequence

from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.columns import Plot
from recast_agent.core.perception.labels import grid_pitch
from recast_agent.core.perception.layout import middle
from recast_agent.core.perception.values import Printed
from recast_agent.core.types import Token

_AT_FOOT, _NEAR = 20, 4
"""Pixels from the foot within which the value of a bar stands that is too short to be seen, and by
which boxes reach over the foot.
"""


def further_rows(
    canvas: Canvas, plot: Plot, centers: Sequence[float], numbers: Sequence[Printed]
) -> list[float]:
    """Places of rows before and behind lying bars whose own is too short to be seen: the next on
    the grid with a label, and alone on their line a number at the foot.
    """
    if not plot.frame.horizontal or len(centers) < 2:
        return []
    pitch = grid_pitch(centers, 0.0)
    labels = [t for t in canvas.tokens if not t.vertical and t.box[2] <= plot.foot + _NEAR]
    found: list[float] = []
    for step in (-pitch, pitch):
        place = (min(centers) if step < 0 else max(centers)) + step
        while _is_row(plot, place, 0.2 * pitch, labels, numbers):
            found.append(place)
            place += step
    return found


def _is_row(
    plot: Plot,
    place: float,
    slack: float,
    labels: Sequence[Token],
    numbers: Sequence[Printed],
) -> bool:
    level = [n for n in numbers if abs(middle(n.box)[0] - place) <= slack]
    behind = [n for n in level if n.box[1] >= plot.foot - _NEAR]
    labelled = any(abs(middle(t.box)[1] - place) <= slack for t in labels)
    return labelled and len(behind) == 1 and at_foot(plot, behind[0])


def at_foot(plot: Plot, printed: Printed) -> bool:
    """Whether a number stands where the value of a bar does that is too short to be seen: behind
    the foot, or before it with a minus.
    """
    below = printed.cell.text.startswith("-") and printed.box[3] <= plot.foot + _NEAR
    gap = plot.foot - printed.box[3] if below else printed.box[1] - plot.foot
    return -_NEAR <= gap <= _AT_FOOT
