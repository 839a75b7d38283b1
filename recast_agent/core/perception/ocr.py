"""Text in an image: RapidOCR with its bundled models, loaded once, used by one thread at a time."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.types import Token

_LOCK = threading.Lock()
_TALL = 1.6
"""A box this much taller than wide holds rotated text, unless it is one character."""

_SCORE = 0.5
_SLENDER = 1.5
"""A picture longer than this is enlarged as if it were only as long."""

_SHORT_SIDE, _MOST = 736, 4.0
"""Pixels to which the short side is enlarged before text is sought; the most it is enlarged."""

_MAX_SIDE, _MAX_AREA = 4_200, 4_000_000
"""Pixels beyond which a picture is shrunk: the detector takes 160 MB for a million of them."""


@functools.cache
def _engine() -> Any:
    from rapidocr import RapidOCR

    threads = min(4, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else 2)
    return RapidOCR(
        params={
            # the angle classifier turns 900 into 006
            "Global.use_cls": False,
            "Global.return_word_box": True,
            "Global.return_single_char_box": True,
            "Global.max_side_len": _MAX_SIDE,
            # pictures come enlarged: by its short side it would make long ones huge
            "Det.limit_side_len": 32,
            "Global.log_level": "critical",
            "EngineConfig.onnxruntime.intra_op_num_threads": threads,
            "EngineConfig.onnxruntime.inter_op_num_threads": 1,
        }
    )


def find_text(rgb: NDArray[np.uint8]) -> tuple[Token, ...]:
    """Lines of text with their boxes in pixels of ``rgb``."""
    import cv2

    bgr = np.ascontiguousarray(rgb[:, :, ::-1])
    scale = _scale(bgr.shape)
    if scale != 1.0:
        way = cv2.INTER_CUBIC if scale > 1.0 else cv2.INTER_AREA
        bgr = np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=way), np.uint8)
    with _LOCK:
        engine = _engine()
        found = engine(bgr)
        if found.boxes is None or found.txts is None:
            return ()
        tokens = [
            _token(box, text, score, scale)
            for box, text, score in zip(found.boxes, found.txts, found.scores, strict=True)
        ]
        turned = [i for i, token in enumerate(tokens) if token.vertical]
        for i, (text, score) in zip(
            turned, _upright(engine, bgr, found.boxes, turned), strict=True
        ):
            tokens[i] = tokens[i].model_copy(update={"text": text, "score": score})
    return tuple(token for token in tokens if token.text)


def _scale(shape: tuple[int, ...]) -> float:
    """How far a small picture is enlarged, for the reading of its lines as well, or a large one
    shrunk.
    """
    long, short = max(shape[:2]), min(shape[:2])
    least = _SHORT_SIDE / max(short, long / _SLENDER)
    most = min(_MAX_SIDE / long, float(np.sqrt(_MAX_AREA / (long * short))))
    return min(max(1.0, least), _MOST, most)


def read_lines(crops: Sequence[NDArray[np.uint8]]) -> list[tuple[str, float]]:
    """The text and score of each picture of one line of text."""
    if not crops:
        return []
    with _LOCK:
        return _recognise(_engine(), [np.ascontiguousarray(crop[:, :, ::-1]) for crop in crops])


def _recognise(engine: Any, crops: list[NDArray[np.uint8]]) -> list[tuple[str, float]]:
    if not crops:
        return []
    result = engine.recognize_txt(crops)
    return [
        (_clean(text), float(score)) for text, score in zip(result.txts, result.scores, strict=True)
    ]


def _token(box: Any, text: str, score: float, scale: float) -> Token:
    points = np.asarray(box, dtype=float) / scale
    left, top = points.min(axis=0)
    right, bottom = points.max(axis=0)
    tall = bottom - top > _TALL * (right - left) and len(text) > 1
    return Token(
        text=_clean(text),
        box=(float(left), float(top), float(right), float(bottom)),
        score=float(score),
        vertical=tall,
    )


def _upright(
    engine: Any, bgr: NDArray[np.uint8], boxes: Any, turned: list[int]
) -> list[tuple[str, float]]:
    """Tall boxes read again, turned to the right; turned to the left where that reads better."""
    crops = []
    for i in turned:
        points = np.asarray(boxes[i])
        left, top = np.maximum(points.min(axis=0).astype(int) - 1, 0)
        right, bottom = points.max(axis=0).astype(int) + 2
        crops.append(bgr[top:bottom, left:right])
    clockwise = _recognise(engine, [np.ascontiguousarray(np.rot90(c, -1)) for c in crops])
    counter = _recognise(engine, [np.ascontiguousarray(np.rot90(c, 1)) for c in crops])
    return [max(pair, key=lambda read: read[1]) for pair in zip(clockwise, counter, strict=True)]


def _clean(text: str) -> str:
    """Without the tick mark that a category label catches at its end."""
    text = text.strip()
    return text[:-1].rstrip() if len(text) > 1 and text.endswith(("-", "—", "–")) else text
