"""Labels that run up to the right under an axis: found by their ink, read from turned cut-outs.

The detector of text puts upright boxes around them, which hold parts of their neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.perception.layout import is_slanted, tall
from recast_agent.core.perception.ocr import read_lines
from recast_agent.core.perception.signs import alike
from recast_agent.core.types import Token

_INK = 60
"""The difference in a channel from the ground that makes a stroke of text."""

_LETTER = 1.9
"""The longest side of a letter, or of two that touch, in heights of text."""

_GAP = 0.75
"""The widest space between the words of a label, in heights of text."""

_LONG = 1.3
"""How much longer than high a label is along its own line; an upright one is as high as long."""

_FEWEST = 4
"""The fewest labels that make a row."""

_LEVEL = 0.5
"""How far the upper ends of a row's labels differ in height, in heights of text."""

_EVEN = 0.2
"""How far a label may stand off the row's even steps, in steps."""

_SURE = 0.7
"""The least score of a label."""

_SHARED = 0.1
"""The most of the ink of a row that stands in boxes of other texts."""

_WORD = 4
"""The fewest letters of a text that is higher than a line where it is slanted."""

_HIGH = 0.5
"""The share of a label's height from which on a piece of ink is a letter, no dot."""

_SCALE = 3
"""How much larger a cut-out is than the picture."""

_DIAGONAL = float(np.sqrt(0.5))

Mask = NDArray[np.bool_]


@dataclass(frozen=True)
class _Label:
    """Its ink, and its box in the picture: left, top, right, bottom."""

    ink: Mask
    box: tuple[int, int, int, int]

    @property
    def level(self) -> int:
        return self.box[1]

    @property
    def end(self) -> int:
        return self.box[2]


def with_slanted(rgb: NDArray[np.uint8], tokens: Sequence[Token]) -> tuple[Token, ...]:
    """The tokens, those on a row of slanted labels replaced by the labels as they read turned."""
    upright = [t for t in tokens if not t.vertical and not is_slanted(t)]
    if len(upright) < _FEWEST:
        return tuple(tokens)
    # boxes around pieces of slanted labels are higher than a line
    size = float(np.percentile([tall(t) for t in upright], 25))
    letters = _letters(_inked(rgb), size)
    row = _row(_labels(letters, size), size)
    strip = _strip(row, letters)
    others = [t for t in tokens if not _lies_on(t, letters, strip)]
    if not row or _crosses(others, strip) or _is_upright(tokens, others, row, size):
        return tuple(tokens)
    lines = read_lines([_turned(rgb, label) for label in row])
    if sum(bool(text) and score >= _SURE for text, score in lines) < max(_FEWEST, len(row) // 2):
        return tuple(tokens)
    texts = [
        text if _is_whole(text, label) else ""
        for label, text in zip(row, alike([text for text, _ in lines]), strict=True)
    ]
    read = [
        Token(text=text, box=_floats(label.box), score=score, slanted=True)
        for label, text, (_, score) in zip(row, texts, lines, strict=True)
        if text
    ]
    return (*others, *read)


def _inked(rgb: NDArray[np.uint8]) -> Mask:
    import cv2

    ground = np.median(rgb[::7, ::7].reshape(-1, 3), axis=0)
    away = cv2.absdiff(rgb, np.broadcast_to(ground, rgb.shape).astype(np.uint8))
    return np.asarray(away.max(axis=2) > _INK)


def _letters(inked: Mask, size: float) -> Mask:
    """The ink without rules and marks, which are larger than letters."""
    import cv2

    count, of, stats, _ = cv2.connectedComponentsWithStats(inked.astype(np.uint8), connectivity=8)
    letter = (stats[:, 2:4].max(axis=1) <= _LETTER * size) & (np.arange(count) > 0)
    return np.asarray(letter[of])


def _labels(letters: Mask, size: float) -> list[_Label]:
    """Runs of letters along the rising diagonal."""
    import cv2

    reach = max(2, round(_GAP * size * _DIAGONAL))
    joined = cv2.dilate(letters.astype(np.uint8), np.eye(2 * reach + 1, dtype=np.uint8)[::-1])
    count, of, stats, _ = cv2.connectedComponentsWithStats(joined, connectivity=8)
    found = []
    for k in range(1, count):
        left, top, width, height = (int(v) for v in stats[k, :4])
        part = (slice(top, top + height), slice(left, left + width))
        label = _label(letters[part] & (of[part] == k), left, top, size)
        if label is not None:
            found.append(label)
    return found


def _label(ink: Mask, left: int, top: int, size: float) -> _Label | None:
    """The ink as a label where it is as high as a line of text and longer, on the diagonal."""
    ys, xs = ink.nonzero()
    if len(ys) < 8:
        return None
    along, across = (xs - ys) * _DIAGONAL, (xs + ys) * _DIAGONAL
    length, height = float(np.ptp(along)) + 1, float(np.ptp(across)) + 1
    if not 0.4 * size <= height <= 1.3 * size or length < _LONG * height:
        return None
    x0, y0, x1, y1 = int(xs.min()), int(ys.min()), int(xs.max()) + 1, int(ys.max()) + 1
    return _Label(ink[y0:y1, x0:x1], (left + x0, top + y0, left + x1, top + y1))


def _row(labels: Sequence[_Label], size: float) -> list[_Label]:
    """The most labels whose upper ends stand on one level in even steps; none where too few do."""
    best: list[_Label] = []
    for start in sorted({label.level for label in labels}):
        level = [k for k in labels if abs(k.level - start) <= _LEVEL * size]
        if len(level) > max(len(best), _FEWEST - 1):
            level.sort(key=lambda k: k.end)
            best = level if _even([k.end for k in level]) else best
    return best


def _even(ends: Sequence[int]) -> bool:
    """Whether places are steps of one grid, some of which may be empty."""
    steps = np.array([b - a for a, b in pairwise(ends)], dtype=float)
    pitch = float(np.median(steps[steps <= 1.5 * steps.min()])) if steps.min() > 0 else 0.0
    if pitch <= 0:
        return False
    return bool((np.abs(steps / pitch - np.round(steps / pitch)) <= _EVEN).mean() >= 0.8)


def _turned(rgb: NDArray[np.uint8], label: _Label) -> NDArray[np.uint8]:
    """The label alone, its line level, larger."""
    import cv2

    left, top, right, bottom = label.box
    crop = rgb[top:bottom, left:right]
    near = cv2.dilate(label.ink.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    ground = np.median(crop[~near], axis=0) if (~near).any() else np.full(3, 255.0)
    alone = np.where(near[:, :, None], crop, ground.astype(np.uint8)).astype(np.uint8)
    ys, xs = label.ink.nonzero()
    along, across = (xs - ys) * _DIAGONAL, (xs + ys) * _DIAGONAL
    margin = 2.0
    u0, v0 = float(along.min()) - margin, float(across.min()) - margin
    width = round(_SCALE * (float(np.ptp(along)) + 2 * margin))
    height = round(_SCALE * (float(np.ptp(across)) + 2 * margin))
    step = _DIAGONAL / _SCALE
    # from a pixel (u, v) of the cut-out to one of the picture
    back = np.array(
        [
            [step, step, _DIAGONAL * (u0 + v0)],
            [-step, step, _DIAGONAL * (v0 - u0)],
        ]
    )
    return np.asarray(
        cv2.warpAffine(
            alone,
            back,
            (width, height),
            flags=cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=[float(c) for c in ground],
        ),
        dtype=np.uint8,
    )


def _is_whole(text: str, label: _Label) -> bool:
    """Whether a text has a letter for each piece of ink as high as one: thin ones are lost."""
    import cv2

    count, of = cv2.connectedComponents(label.ink.astype(np.uint8), connectivity=8)
    ys, xs = label.ink.nonzero()
    across = xs + ys
    own = of[ys, xs]
    whole = float(np.ptp(across))
    pieces = sum(float(np.ptp(across[own == k])) >= _HIGH * whole for k in range(1, count))
    letters = sum(not c.isspace() for c in text)
    return pieces <= letters + letters // 6  # a faint letter falls apart


def _strip(row: Sequence[_Label], letters: Mask) -> Mask:
    """The ink of all labels of a row, in the picture."""
    strip = np.zeros_like(letters)
    for label in row:
        left, top, right, bottom = label.box
        strip[top:bottom, left:right] |= label.ink
    return strip


def _crosses(others: Sequence[Token], strip: Mask) -> bool:
    """Whether texts beside a row hold a part of its ink: it is letters of several upright lines."""
    held = np.zeros_like(strip)
    for left, top, right, bottom in ((max(0, round(v)) for v in t.box) for t in others):
        held[top:bottom, left:right] = True
    return int((strip & held).sum()) > _SHARED * int(strip.sum())


def _is_upright(
    tokens: Sequence[Token], others: Sequence[Token], row: Sequence[_Label], size: float
) -> bool:
    """Whether texts on the row are words of one level line each, to which a stroke was joined."""
    level = 0
    for token in tokens:
        on = token not in others and len(token.text) >= _WORD and tall(token) <= 1.2 * size
        level += on and sum(_meets(token, label) for label in row) == 1
    return level > len(row) // 4


def _meets(token: Token, label: _Label) -> bool:
    left, top, right, bottom = label.box
    a, b, c, d = token.box
    return min(c, right) > max(a, left) and min(d, bottom) > max(b, top)


def _lies_on(token: Token, letters: Mask, strip: Mask) -> bool:
    """Whether most letters in a token's box are those of slanted labels."""
    left, top, right, bottom = (max(0, round(v)) for v in token.box)
    own = int(letters[top:bottom, left:right].sum())
    return own > 0 and int(strip[top:bottom, left:right].sum()) > 0.5 * own


def _floats(box: tuple[int, int, int, int]) -> tuple[float, float, float, float]:
    left, top, right, bottom = box
    return float(left), float(top), float(right), float(bottom)
