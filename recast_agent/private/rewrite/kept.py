"""What of a source passes on purpose: the words its question needs to be seen in the evidence.

One rule, read by the rewriter that keeps them and by the gate that lets them through.
"""

from __future__ import annotations

from dataclasses import dataclass

from recast_agent.core.literals import NUMBER_WORDS
from recast_agent.core.types import FiveFields
from recast_agent.core.vocabulary import (
    WORD,
    calendar_groups,
    calendar_index,
    colors,
    in_skeleton,
    positions,
    seasons,
    units,
)

_CHART_PARTS = frozenset(
    ["bar", "bars", "line", "lines", "graph", "chart", "slice", "slices", "segment", "segments",
     "section", "part", "column", "columns", "color", "colors", "colour", "area", "one", "ones",
     "value", "values", "curve", "dot", "dots", "pie", "shade"]
)  # fmt: skip
_REACH = 5
"""How many words after a colour the part of the chart may stand that it belongs to."""


@dataclass(frozen=True)
class Kept:
    """``question`` holds colours and positions that the question names; ``units`` those it
    converts and the parts of a year it names, in every field; ``calendar``: months and weekdays
    stay.
    """

    question: frozenset[str]
    units: frozenset[str]
    calendar: bool

    def passes(self, text: str, start: int, end: int, *, asked: bool) -> bool:
        """Whether the word ``text[start:end]`` may stay; ``asked`` in a question or choice, where
        the number map replaces number words."""
        word = text[start:end]
        plain = word.casefold()
        return (
            in_skeleton(text, start, end)
            or plain in self.units
            or (asked and (plain in self.question or plain in NUMBER_WORDS))
            or (self.calendar and calendar_index(word) is not None)
        )


def kept(record: FiveFields) -> Kept:
    """What stays of a record."""
    # written like a name, a colour or a place is one: the Middle East, the Green Party
    words = [
        m[0].casefold() if m[0].islower() or m.start() == 0 else ""
        for m in WORD.finditer(record.question)
    ]
    named = {w for w in words if w in positions()}
    parts = {w for w in words if w in calendar_groups() or w in seasons()}
    named |= {word for n, word in enumerate(words) if word in colors() and _shown(words, n)}
    return Kept(frozenset(named), _converted(record) | parts, bool(parts & seasons()))


def _shown(words: list[str], n: int) -> bool:
    """Whether a colour is that of a mark, and no word of the topic (green energy)."""
    beside = set(words[n + 1 : n + 1 + _REACH]) & _CHART_PARTS
    return bool(beside) or words[max(0, n - 1) : n] in (["in"], ["color"], ["colour"])


def _converted(record: FiveFields) -> frozenset[str]:
    """Units of a dimension in which question and evidence together name two."""
    table = record.table()
    asked = set(_words(record.question))
    texts = (table.unit, table.value_axis, table.title, table.category_axis, *table.series)
    held = {word for text in texts for word in _words(text)}
    found: set[str] = set()
    for dimension in units():
        here = (asked | held) & dimension
        if asked & dimension and len({w.removesuffix("s") for w in here}) > 1:
            found |= here
    return frozenset(found)


def _words(text: str) -> list[str]:
    return [m[0].casefold() for m in WORD.finditer(text)]
