"""What of a source passes on purpose: the words its question needs to be seen in the evidence.

One rule, read by the rewriter that keeps them and by the gate that lets them through.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from recast_agent.core.literals import NUMBER_WORDS, find
from recast_agent.core.types import FiveFields
from recast_agent.core.vocabulary import (
    WORD,
    abbreviated_units,
    aggregates,
    calendar_groups,
    calendar_index,
    colors,
    in_skeleton,
    positions,
    seasons,
    units,
)
from recast_agent.private.rewrite.scales import ranked
from recast_agent.private.rewrite.unit import parted, unit_of

_QUARTER = re.compile(r"\b(?:[QH][1-4]|[1-4][QH])\b")
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
    stay; ``totals``: labels, lower case, that name a total or measure and nothing else.
    """

    question: frozenset[str]
    units: frozenset[str]
    calendar: bool
    totals: frozenset[str] = frozenset()

    def stays(self, label: str) -> bool:
        """Whether a label without numbers stays as it is."""
        words = WORD.findall(label)
        months = self.calendar and words and all(calendar_index(w) is not None for w in words)
        return bool(months) or label.strip().casefold() in self.totals

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
    named |= {word for n, word in enumerate(words) if word in colors() and of_a_mark(words, n)}
    table = record.table()
    # dark blue is told from light blue only where both are shown
    named |= {w for c in table.colors if named & set(c.split()) for w in c.split()}
    grouped = bool(parts & seasons()) or _QUARTER.search(record.question) is not None
    grouped = grouped or _numbered_months((*table.categories, *table.series))
    totals = {label for axis in (table.categories, table.series) for label in _totals(axis)}
    return Kept(frozenset(named), _converted(record) | parts, grouped, frozenset(totals))


def _numbered_months(labels: Sequence[str]) -> bool:
    """Whether labels show their months as numbers: a question's September is then theirs."""
    roles = {one.reason for label in labels for one in find(label, field="category")}
    return bool(roles & {"month of an ISO date", "month of a date in digits"})


def _totals(axis: Sequence[str]) -> set[str]:
    """Labels of aggregate words alone; a step of a scale (good, average, poor) is a name."""
    steps = ranked(axis)
    names = [parted(label.strip())[0] for label in axis if label not in steps]
    return {
        name.casefold()
        for name in names
        if WORD.search(name) and not re.search(r"[\d$€£¥₹]", name)
        if set(_words(name)) <= aggregates()
    }


def of_a_mark(words: Sequence[str], n: int) -> bool:
    """Whether a colour is that of a mark, and no word of the topic (green energy)."""
    beside = set(words[n + 1 : n + 1 + _REACH]) & _CHART_PARTS
    return bool(beside) or list(words[max(0, n - 1) : n]) in (["in"], ["color"], ["colour"])


def _converted(record: FiveFields) -> frozenset[str]:
    """Units of a dimension in which question and evidence together name two."""
    table = record.table()
    asked = set(_words(record.question))
    texts = (table.unit, table.value_axis, table.title, table.category_axis, *table.series)
    axes = (table.categories, table.series)
    places = (table.unit, *map(unit_of, (table.value_axis, *table.categories, *table.series)))
    held = {word for text in (*texts, *places) for word in _words(text)}
    brief = {word for text in places for word in _words(text)}
    found: set[str] = set()
    for dimension, short in zip(units(), abbreviated_units(), strict=True):
        here = (asked | held) & dimension | brief & short
        here |= asked & short if brief & (short | dimension) else set()
        if asked & here and len({w.removesuffix("s") or w for w in here}) > 1:
            found |= here
        found |= _differing(axes, dimension | short)
    return frozenset(found)


def _differing(axes: Sequence[Sequence[str]], dimension: frozenset[str]) -> set[str]:
    """The units of one dimension in the labels of an axis that do not share one."""
    found: set[str] = set()
    for axis in axes:
        shown = {unit_of(label).casefold() for label in axis}
        if len(shown) > 1:
            found |= {word for unit in shown for word in _words(unit)} & dimension
    return found


def _words(text: str) -> list[str]:
    return [m[0].casefold() for m in WORD.finditer(text)]
