"""Every text seen in a picture belongs to a field of the record that was drawn."""

from __future__ import annotations

import re

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from recast_agent.core.table import Table
from recast_agent.core.types import ChartReading

_PIECE = re.compile(r"[^\W\d_]+|\d+")
_ALIKE = 75
"""How alike, of 100, a run of letters must be to a stretch of what was drawn."""
_SHORT = 3
"""Runs of at most so many letters are marks misread as often as words: one slip in each."""


def unattributed(table: Table, reading: ChartReading) -> list[int]:
    """Indexes of the tokens that hold letters or digits of no field.

    Letters may be misread a little, joined or cut; digits must stand in a number that was drawn.
    Whether a number is right is for the protected-record check to say.
    """
    texts = [table.title, table.category_axis, table.value_axis, table.unit, *table.series]
    texts += [*table.categories, *(c for row in table.cells for c in row if c is not None)]
    words = {piece.casefold() for text in texts for piece in _PIECE.findall(text)}
    letters = "".join(re.sub(r"[\W\d_]", "", text) for text in texts).casefold()
    digits = " ".join(re.sub(r"\D", "", text) for text in texts)
    return [
        index
        for index, token in enumerate(reading.tokens)
        if not all(
            _drawn(piece.casefold(), words, letters, digits) for piece in _PIECE.findall(token.text)
        )
    ]


def _drawn(piece: str, words: set[str], letters: str, digits: str) -> bool:
    if piece.isdigit():
        return piece in digits
    if piece in letters:
        return True
    if len(piece) <= _SHORT:
        return any(Levenshtein.distance(piece, word) <= 1 for word in words)
    return any(fuzz.ratio(piece, word) >= _ALIKE for word in words) or (
        fuzz.partial_ratio(piece, letters) >= _ALIKE if len(piece) <= len(letters) else False
    )
