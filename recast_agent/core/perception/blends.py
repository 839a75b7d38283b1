"""Colours that blend into the paper, as the edges of thin strokes and small letters do."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.perception.marks import Box, Color

_WRITTEN = 75
"""The percentile of a text's box from which on its pixels show its ink most purely."""

_INKED = 60
"""How far from the paper, in one channel, a pixel of a text is."""

_CLOSE = 9
_CLEAR = 8
"""How far beside its colour a text is at most, and how much farther it is beside every other."""


def shares(
    rgb: NDArray[np.uint8], color: Color, paper: Color
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """How much of a colour each pixel (... x 3) shows, 0 to 1, the rest being paper, and how far it
    is from such a blend, in its farthest channel.
    """
    way = np.array(color, dtype=np.float32) - np.array(paper, dtype=np.float32)
    from_paper = rgb.astype(np.float32) - np.array(paper, dtype=np.float32)
    share = np.clip(from_paper @ way / max(float(way @ way), 1.0), 0.0, 1.0)
    return share, np.abs(from_paper - share[..., None] * way).max(axis=-1)


def cut_out(rgb: NDArray[np.uint8], box: Box) -> NDArray[np.uint8]:
    """The pixels (H x W x 3) of a box."""
    left, top, right, bottom = (max(round(side), 0) for side in box)
    return rgb[top:bottom, left:right]


def written_in(crop: NDArray[np.uint8], colors: Sequence[Color], paper: Color) -> int | None:
    """Which of the colours the text of a cut-out (H x W x 3) is written in; None where it is none
    of them, or could be two.
    """
    pixels = crop.reshape(-1, 3)
    far = np.abs(pixels.astype(np.int16) - np.array(paper, dtype=np.int16)).max(axis=1)
    inked = far >= _INKED
    if not inked.any() or not colors:
        return None
    pure = pixels[inked & (far >= np.percentile(far[inked], _WRITTEN))]
    aside = [float(np.median(shares(pure, color, paper)[1])) for color in colors]
    order = np.argsort(aside)
    clear = len(order) == 1 or aside[order[1]] - aside[order[0]] >= _CLEAR
    return int(order[0]) if aside[order[0]] <= _CLOSE and clear else None
