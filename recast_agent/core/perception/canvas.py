"""An image with the text seen in it, and one reader's interpretation of it."""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.colors import told_apart
from recast_agent.core.perception.marks import Box, Color, same_color
from recast_agent.core.table import Table
from recast_agent.core.types import Token, Witness


@dataclass(frozen=True)
class Canvas:
    """``rgb`` is H x W x 3; ``tokens`` are phrases in pixels of ``rgb``. ``comma``: decimals follow
    a comma in the picture (``tokens`` have points already). ``scale``: pixels of ``rgb`` for each
    of the picture as it was given.
    """

    rgb: NDArray[np.uint8]
    tokens: tuple[Token, ...]
    comma: bool = False
    scale: float = 1.0

    @property
    def height(self) -> int:
        return int(self.rgb.shape[0])

    @property
    def width(self) -> int:
        return int(self.rgb.shape[1])


@dataclass(frozen=True)
class Candidate:
    """One reader's interpretation.

    ``witnesses`` has the shape of ``table.cells``; ``used`` are the tokens it explains; ``score``
    in 0..1 is how much of the picture it explains; ``area`` (left, top, right, bottom) holds its
    marks, values and category labels; ``bound`` is how far a cell with the witness "estimate" may
    be off, in units of the values.
    """

    table: Table
    witnesses: tuple[tuple[Witness, ...], ...]
    used: tuple[Token, ...]
    score: float
    area: Box
    bound: str = ""


def color_names(colors: Sequence[Color]) -> tuple[str, ...]:
    """The names of a chart's colours in their order, two shades of one colour told apart."""
    distinct: list[Color] = []
    for color in colors:
        if not any(same_color(color, one) for one in distinct):
            distinct.append(color)
    names = told_apart([color_name(c) for c in distinct], [sum(c) / 3 for c in distinct])
    return tuple(names[next(k for k, d in enumerate(distinct) if same_color(c, d))] for c in colors)


_HUES = (
    (15.0, "red"),
    (42.0, "orange"),
    (68.0, "yellow"),
    (165.0, "green"),
    (185.0, "teal"),
    (200.0, "cyan"),
    (258.0, "blue"),
    (292.0, "purple"),
    (345.0, "pink"),
    (360.0, "red"),
)
"""The upper bound of each named hue, in degrees."""


def color_name(rgb: tuple[float, float, float] | NDArray[np.uint8]) -> str:
    """The everyday name of a colour given as red, green, blue in 0..255."""
    red, green, blue = (float(channel) / 255 for channel in rgb)
    hue, lightness, _ = colorsys.rgb_to_hls(red, green, blue)
    chroma = max(red, green, blue) - min(red, green, blue)
    if chroma < 0.11 or (lightness < 0.25 and chroma < 0.17):
        return "black" if lightness < 0.22 else "white" if lightness > 0.93 else "grey"
    degrees = hue * 360
    if lightness < 0.2 and chroma < 0.25 and 195 <= degrees < 258:
        return "navy"
    name = next(name for bound, name in _HUES if degrees <= bound)
    if lightness < 0.45 and 12 <= degrees <= 45 and chroma < 0.6:
        return "brown"
    if name == "red" and lightness > 0.7:
        return "pink"
    return name
