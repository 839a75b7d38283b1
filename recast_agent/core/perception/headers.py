"""Names of series that stand as headers above the first row of lying stacks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from recast_agent.core.literals import parse_cell
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.columns import Plot, Segment
from recast_agent.core.perception.layout import is_furniture, middle, rows, tall, text_of
from recast_agent.core.perception.legend import Entry
from recast_agent.core.types import Token

_CLOSE, _APART, _ALIKE = 1.6, 1.45, 0.3
"""In heights of their text: how far above the bars the lowest line of headers stands at most, how
far above each other the middles of two of its lines; and by how much of it their heights differ.
"""


def read_headers(canvas: Canvas, plot: Plot) -> list[Entry]:
    """One entry per fill, left to right; none unless a row shows every fill once and each header
    stands above its own segment of it.
    """
    full = (c.segments for c in plot.columns if len(c.segments) == len(plot.colors))
    first = sorted(next(full, ()), key=lambda s: s.box[1])
    if not plot.frame.horizontal or not first:
        return []
    top = plot.extent[0]
    free = [
        t
        for t in canvas.tokens
        if t.box[3] <= top + 0.4 * tall(t)
        and not t.vertical
        and not is_furniture(t)
        and parse_cell(t.text) is None
        and plot.extent[1] - 6 * tall(t) <= middle(t.box)[0] <= plot.extent[3] + 6 * tall(t)
    ]
    blocks = _blocks(free, top)
    if len(blocks) != len(first) or not _in_place(blocks, first):
        return []
    return [
        Entry(text_of(block), segment.color, tuple(block))
        for block, segment in zip(blocks, first, strict=True)
    ]


def _blocks(free: Iterable[Token], top: float) -> list[list[Token]]:
    """The headers from left to right, each of one or more lines; nothing where what stands above
    belongs to no single header.
    """
    lines = rows(free)
    if not lines or top - max(t.box[3] for t in lines[-1]) > _CLOSE * tall(lines[-1][0]):
        return []
    blocks = [[t] for t in lines[-1]]
    size = tall(lines[-1][0])
    for line, below in zip(lines[-2::-1], lines[:0:-1], strict=False):
        step = middle(below[0].box)[1] - middle(line[0].box)[1]
        alike = all(abs(tall(t) - size) <= _ALIKE * size for t in line)
        homes = [[b for b in blocks if _over(t, b)] for t in line]
        if step > _APART * size or not alike or any(len(home) != 1 for home in homes):
            break
        for token, (home,) in zip(line, homes, strict=True):
            home.append(token)
    return sorted(blocks, key=_center)


def _over(token: Token, block: Sequence[Token]) -> bool:
    """Whether a token stands above a block, by more than a touch."""
    left, right = min(t.box[0] for t in block), max(t.box[2] for t in block)
    shared = min(token.box[2], right) - max(token.box[0], left)
    return shared >= 0.4 * min(token.box[2] - token.box[0], right - left)


def _center(block: Sequence[Token]) -> float:
    return (min(t.box[0] for t in block) + max(t.box[2] for t in block)) / 2


def _in_place(blocks: Sequence[Sequence[Token]], segments: Sequence[Segment]) -> bool:
    """Whether every header stands above its segment and apart from the next header."""
    ends = [(min(t.box[0] for t in b), max(t.box[2] for t in b)) for b in blocks]
    apart = all(a[1] <= b[0] + 2 for a, b in pairwise(ends))
    return apart and all(
        _stands_above(*end, segment, tall(block[0]))
        for end, block, segment in zip(ends, blocks, segments, strict=True)
    )


def _stands_above(left: float, right: float, segment: Segment, size: float) -> bool:
    """Whether a header is centred on a segment, or begins or ends with it."""
    _, start, _, end = segment.box
    centred = start - size <= (left + right) / 2 <= end + size
    return centred or min(abs(left - start), abs(right - end)) <= size
