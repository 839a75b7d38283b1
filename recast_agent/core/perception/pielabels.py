"""Labels of a pie: a list with swatches beside it, or texts in and around the disk."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from recast_agent.core.literals import Cell, parse_cell
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.layout import is_furniture, middle, rows, tall, text_of
from recast_agent.core.perception.legend import Entry, read_legend
from recast_agent.core.perception.wedges import Disk, Wedge
from recast_agent.core.types import Token

_BULLET = re.compile(r"^(?:[^\w(\"'$€£%<>≥≤+]+)")
_CUT = re.compile(r"(?P<name>.*?)[\s:]*(?P<value>[\d.,\s]*)(?:\.{2,}|…)")
_NUMERIC = frozenset("0123456789.,'’")

_REACH = 2.3
"""Radii from the centre within which a label of the disk begins."""


@dataclass(frozen=True)
class Label:
    """A category: its name, its value (None where cut off or not printed), what it is made of."""

    name: str
    cell: Cell | None
    tokens: tuple[Token, ...]
    wedge: Wedge | None = None


def split_entry(text: str) -> tuple[str, Cell | None] | None:
    """``name: value`` or ``name value``; the cell is None where the value is cut off, or the name
    even, which then ends in an ellipsis. None for text that does not end in a value.
    """
    text = _BULLET.sub("", text).strip()
    cut = _CUT.fullmatch(text)
    if cut is not None:
        name = cut["name"] if any(c.isdigit() for c in cut["value"]) else cut["name"] + "…"
        return name, None
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


def anchor(disk: Disk, tokens: Sequence[Token]) -> float:
    """The direction of the end of a label that is nearest to the disk."""
    left = min(t.box[0] for t in tokens)
    right = max(t.box[2] for t in tokens)
    y = float(np.mean([middle(t.box)[1] for t in tokens]))
    inside = disk.distance((left + right) / 2, y) <= 1
    return disk.turn_of((left + right) / 2 if inside else min(max(disk.x, left), right), y)


def blocks_near(canvas: Canvas, disk: Disk) -> list[Label]:
    """Texts near the disk that end in a value, with the lines of their names."""
    whole, bare, rest = [], [], []
    for token in canvas.tokens:
        if is_furniture(token) or token.vertical:
            continue
        found = split_entry(token.text)
        if found is None:
            rest.append(token)
        elif found[0]:
            whole.append(token)
        elif found[1] is not None and _is_near(disk, token):
            bare.append(token)
    blocks = [[*_above(token, rest), token] for token in whole]
    upper = [[*_above(token, rest), token] for token in bare]
    lower = [[*_below(token, rest), token] for token in bare]
    named = [sum(len(b) > 1 for b in side) for side in (upper, lower)]
    blocks += upper if named[0] >= named[1] else lower
    labels = []
    for tokens in blocks:
        if not any(_is_near(disk, t) for t in tokens):
            continue
        name, cell = split_entry(tokens[-1].text) or ("", None)
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
