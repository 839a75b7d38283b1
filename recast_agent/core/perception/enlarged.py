"""A small picture looked at through a glass: what is found there, back in its own pixels."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from recast_agent.core.perception.canvas import Candidate, Canvas
from recast_agent.core.perception.marks import Box

GLASS = 2
"""How many times larger a picture is made whose dots are too small to be told from strokes."""


def enlarged(canvas: Canvas) -> Canvas:
    """The picture and its text ``GLASS`` times as large; its tokens keep their order."""
    import cv2

    rgb = cv2.resize(canvas.rgb, None, fx=GLASS, fy=GLASS, interpolation=cv2.INTER_CUBIC)
    tokens = tuple(t.model_copy(update={"box": _times(t.box, GLASS)}) for t in canvas.tokens)
    scale = canvas.scale * GLASS
    return replace(canvas, rgb=np.asarray(rgb, dtype=np.uint8), tokens=tokens, scale=scale)


def shrunk(found: Candidate, large: Canvas, canvas: Canvas) -> Candidate:
    """What was found in ``large`` as of ``canvas``, by its own tokens."""
    own = {id(t): k for k, t in enumerate(large.tokens)}
    used = tuple(canvas.tokens[own[id(t)]] for t in found.used if id(t) in own)
    return replace(found, used=used, area=_times(found.area, 1 / GLASS))


def _times(box: Box, factor: float) -> Box:
    left, top, right, bottom = (side * factor for side in box)
    return left, top, right, bottom
