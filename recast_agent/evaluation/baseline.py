"""What OCR alone makes of a chart: every number joined with the text that stands nearest to it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence

from recast_agent.core.compare import align
from recast_agent.core.literals import parse_cell
from recast_agent.core.table import Table
from recast_agent.core.types import Token
from recast_agent.evaluation.perceived import Perceived, close

_YEAR = re.compile(r"(?:1[89]|20)\d\d\*?")


def joined(tokens: Iterable[Token]) -> dict[str, tuple[str, ...]]:
    """Canonical numbers by the text whose middle is nearest to theirs; years are texts."""
    numbers, texts = [], []
    for token in tokens:
        cell = None if _YEAR.fullmatch(token.text) else parse_cell(token.text)
        if cell is None:
            texts.append(token)
        else:
            numbers.append((cell.text, token))
    found: dict[str, list[str]] = {}
    for value, token in numbers:
        if texts:
            nearest = min(texts, key=lambda text: math.dist(_middle(text), _middle(token)))
            found.setdefault(nearest.text, []).append(value)
    return {text: tuple(values) for text, values in found.items()}


def _middle(token: Token) -> tuple[float, float]:
    left, top, right, bottom = token.box
    return (left + right) / 2, (top + bottom) / 2


def baseline(gold: Table, found: Mapping[str, Sequence[str]], relative: float) -> Perceived:
    """How far it agrees with the gold table, judged in its favour: a cell counts as right where
    its value is one of those that stand by its category, in whatever order.
    """
    total = sum(cell is not None for row in gold.cells for cell in row)
    right = silent = 0
    rows = align(gold.categories, list(found), "category")[0] if found else {}
    labels = list(found)
    for i, k in rows.items():
        for wanted in gold.cells[i]:
            if wanted is None:
                continue
            same = any(close(wanted, got, relative) for got in found[labels[k]])
            right += same
            silent += not same
    return Perceived(total, right, silent, read=bool(found))
