"""Labels of a pie: a list with swatches beside it, or texts in and around the disk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from recast_agent.core.literals import Cell, parse_cell
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.layout import is_furniture, middle, rows, tall, text_of
from recast_agent.core.perception.legend import Entry, read_legend
from recast_agent.core.perception.marks import Color
from recast_agent.core.perception.wedges import Disk, Wedge
from recast_agent.core.types import Token

_BULLET = re.compile(r"^(?:[^\w(\"'$€£%<>≥≤+]+)")
_CUT = re.compile(r"(?P<name>.*?)[\s:]*[\d.,\s]*(?:\.{2,}|…)")
_NUMERIC = frozenset("0123456789.,'’")

_REACH = 2.3
"""Radii from the centre within which a label of the disk begins."""

_SKIPPED = 50.0
"""What it costs in degrees to leave a wedge or a label without the other."""


@dataclass(frozen=True)
class Label:
    """A category: its name, its value (None where cut off or not printed), what it is made of."""

    name: str
    cell: Cell | None
    tokens: tuple[Token, ...]
    wedge: Wedge | None = None


def split_entry(text: str) -> tuple[str, Cell | None] | None:
    """``name: value`` or ``name value``, the cell None where the value is cut off; None for text
    that does not end in a value.
    """
    text = _BULLET.sub("", text).strip()
    cut = _CUT.fullmatch(text)
    if cut is not None:
        return cut["name"], None
    head, colon, tail = text.rpartition(":")
    if colon and (cell := parse_cell(tail)) is not None:
        return head.strip(), cell
    for start in range(len(text)):
        apart = start == 0 or text[start - 1] not in _NUMERIC
        if apart and not text[start].isspace() and (cell := parse_cell(text[start:])) is not None:
            return text[:start].strip(), cell
    return None


def labels_listed(canvas: Canvas, disk: Disk, wedges: Sequence[Wedge]) -> list[Label]:
    """Entries of a list or legend with a swatch each, in reading order; none where there is no
    such list for most wedges.
    """
    entries = read_legend(canvas, [w.color for w in wedges])
    if len(entries) < max(2, 0.6 * len(wedges)):
        return []
    lefts = [e.tokens[0].box[0] for e in entries]
    size = float(np.median([tall(e.tokens[0]) for e in entries]))
    column = max(lefts) - min(lefts) <= 0.6 * size
    texts = (
        _column(canvas, entries, min(lefts), size) if column else [[t] for t in lines_of(entries)]
    )
    labels = []
    for tokens in texts:
        entry = next((e for e in entries if e.tokens[0] in tokens), None)
        wedge = next((w for w in wedges if entry and w.color == entry.color), None)
        text = " ".join(entry.name if entry and t is entry.tokens[0] else t.text for t in tokens)
        found = split_entry(text)
        if found is None:
            printed = _printed_in(canvas, disk, wedge) if wedge else None
            found = _BULLET.sub("", text), printed[1] if printed else None
            tokens = [*tokens, *(printed[:1] if printed else ())]
        labels.append(Label(found[0], found[1], tuple(tokens), wedge))
    return labels


def lines_of(entries: Sequence[Entry]) -> list[Token]:
    """The first token of each entry."""
    return [e.tokens[0] for e in entries]


def _column(
    canvas: Canvas, entries: Sequence[Entry], left: float, size: float
) -> list[list[Token]]:
    """The tokens of each entry of a list: it starts at its swatch and ends at its value."""
    first = {id(t) for t in lines_of(entries)}
    top = min(t.box[1] for t in lines_of(entries))
    inside = [
        t
        for t in canvas.tokens
        if t.box[0] >= left - 0.6 * size and t.box[1] >= top - 0.3 * size and not is_furniture(t)
    ]
    texts: list[list[Token]] = []
    for line in rows(inside):
        starts = any(id(t) in first for t in line)
        ended = not texts or _ends(texts[-1])
        if starts or ended:
            texts.append([])
        texts[-1].extend(line)
    return texts


def _ends(tokens: Sequence[Token]) -> bool:
    return ":" in (text := text_of(tokens)) and split_entry(text) is not None


def _printed_in(canvas: Canvas, disk: Disk, wedge: Wedge) -> tuple[Token, Cell] | None:
    """The one number that stands in a wedge or just outside it."""
    found = []
    for token in canvas.tokens:
        cell, (x, y) = parse_cell(token.text), middle(token.box)
        turn = (disk.turn_of(x, y) - wedge.start) % 360
        if cell is not None and disk.distance(x, y) <= 1.35 and turn <= wedge.angle:
            found.append((token, cell))
    return found[0] if len(found) == 1 else None


def labels_around(canvas: Canvas, disk: Disk, wedges: Sequence[Wedge]) -> list[Label]:
    """A label per wedge, clockwise, from texts in or around the disk; a label may lack a wedge
    that is too thin to be seen. None at all where a wedge has no label.
    """
    blocks = sorted(_blocks(canvas, disk), key=lambda label: anchor(disk, label.tokens))
    cost = [[_apart(canvas, disk, label, wedge, wedges) for wedge in wedges] for label in blocks]
    pairs = dict(_aligned(cost))
    if len(pairs) < len(wedges):
        return []
    start = next(k for k, w in pairs.items() if w == min(pairs.values()))
    order = [*range(start, len(blocks)), *range(start)]
    return [replace(blocks[k], wedge=wedges[pairs[k]] if k in pairs else None) for k in order]


def _apart(
    canvas: Canvas, disk: Disk, label: Label, wedge: Wedge, wedges: Sequence[Wedge]
) -> float:
    """Degrees between a label and a wedge, more where the label's bullet has another colour."""
    bullet = _bullet(canvas, label.tokens[0], wedges)
    other = 0.0 if bullet is None or bullet == wedge.color else _SKIPPED / 2
    return abs((anchor(disk, label.tokens) - wedge.middle + 180) % 360 - 180) + other


def _bullet(canvas: Canvas, token: Token, wedges: Sequence[Wedge]) -> Color | None:
    """The one bright wedge colour that shows at the start of a text."""
    left, top, _, bottom = (round(v) for v in token.box)
    start = canvas.rgb[max(top, 0) : bottom, max(left - 3, 0) : left + round(0.6 * tall(token))]
    seen = []
    for color in {w.color for w in wedges if max(w.color) - min(w.color) > 60}:
        if int((np.abs(start.astype(int) - np.array(color)).max(axis=2) <= 24).sum()) >= 3:
            seen.append(color)
    return seen[0] if len(seen) == 1 else None


def anchor(disk: Disk, tokens: Sequence[Token]) -> float:
    """The direction of the end of a label that is nearest to the disk."""
    left = min(t.box[0] for t in tokens)
    right = max(t.box[2] for t in tokens)
    y = float(np.mean([middle(t.box)[1] for t in tokens]))
    inside = disk.distance((left + right) / 2, y) <= 1
    return disk.turn_of((left + right) / 2 if inside else min(max(disk.x, left), right), y)


def _blocks(canvas: Canvas, disk: Disk) -> list[Label]:
    """Texts near the disk that end in a value, with the lines of their names."""
    near = [
        t for t in canvas.tokens if not is_furniture(t) and not t.vertical and _is_near(disk, t)
    ]
    whole, bare, rest = [], [], []
    for token in near:
        found = split_entry(token.text)
        if found is None:
            rest.append(token)
        elif found[0]:
            whole.append(token)
        elif found[1] is not None:
            bare.append(token)
    blocks = [[*_above(token, rest), token] for token in whole]
    upper = [[*_above(token, rest), token] for token in bare]
    lower = [[*_below(token, rest), token] for token in bare]
    named = [sum(len(b) > 1 for b in side) for side in (upper, lower)]
    blocks += upper if named[0] >= named[1] else lower
    labels = []
    for tokens in blocks:
        number = tokens[-1]
        name, cell = split_entry(number.text) or ("", None)
        lines = [text_of(tokens[:-1]), name]
        full = _BULLET.sub("", " ".join(line for line in lines if line))
        if full:
            labels.append(Label(full, cell, tuple(tokens)))
    return labels


def _is_near(disk: Disk, token: Token) -> bool:
    """Whether a label of the disk may begin here."""
    x = min(max(disk.x, token.box[0]), token.box[2])
    y = min(max(disk.y, token.box[1]), token.box[3])
    return disk.distance(x, y) <= _REACH


def _above(token: Token, rest: Sequence[Token]) -> list[Token]:
    """The lines right above a text, from top to bottom."""
    found: list[Token] = []
    while above := [t for t in rest if follows(t, found[0] if found else token)]:
        found.insert(0, max(above, key=lambda t: t.box[3]))
    return found


def _below(token: Token, rest: Sequence[Token]) -> list[Token]:
    """The lines right below a text, from top to bottom."""
    found: list[Token] = []
    while below := [t for t in rest if follows(found[-1] if found else token, t)]:
        found.append(min(below, key=lambda t: t.box[1]))
    return found


def follows(upper: Token, lower: Token) -> bool:
    """Whether two texts are consecutive lines of one label."""
    size = min(tall(upper), tall(lower))
    gap = lower.box[1] - upper.box[3]
    shared = min(upper.box[2], lower.box[2]) - max(upper.box[0], lower.box[0])
    below = middle(lower.box)[1] > middle(upper.box)[1]
    return below and -0.5 * size <= gap <= 0.4 * size and shared > 0


def _aligned(cost: Sequence[Sequence[float]]) -> list[tuple[int, int]]:
    """The cheapest pairs of label (row) and wedge (column), both clockwise; some may stay alone."""
    best: tuple[float, list[tuple[int, int]]] = (np.inf, [])
    for shift in range(len(cost)):
        order = [*range(shift, len(cost)), *range(shift)]
        total, pairs = _in_order([cost[k] for k in order])
        if total < best[0]:
            best = total, [(order[k], w) for k, w in pairs]
    return best[1]


def _in_order(cost: Sequence[Sequence[float]]) -> tuple[float, list[tuple[int, int]]]:
    """The cheapest pairing of rows and columns in order, by dynamic programming."""
    n, m = len(cost), len(cost[0])
    total = np.add.outer(np.arange(n + 1), np.arange(m + 1)) * _SKIPPED
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            both = total[i - 1, j - 1] + cost[i - 1][j - 1]
            alone = min(total[i - 1, j], total[i, j - 1]) + _SKIPPED
            total[i, j] = min(both, alone)
    pairs: list[tuple[int, int]] = []
    i, j = n, m
    while i and j:
        if total[i, j] == total[i - 1, j - 1] + cost[i - 1][j - 1]:
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif total[i, j] == total[i - 1, j] + _SKIPPED:
            i -= 1
        else:
            j -= 1
    return float(total[n, m]), pairs[::-1]
