"""A question taken apart: labels, colours, places, extremes, conditions and the operation asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from recast_agent.core.colors import SHADES
from recast_agent.core.table import Table
from recast_agent.standin.labels import Mention, Word, is_total, mentions, words
from recast_agent.standin.phrases import (
    Condition,
    Extreme,
    Free,
    Place,
    find_condition,
    find_extremes,
    find_places,
)
from recast_agent.standin.vocabulary import (
    COLORS,
    EXCEPT,
    FALL,
    LARGEST,
    LESS,
    MORE,
    RISE,
    SMALLEST,
)

Operation = Literal[
    "lookup",
    "extreme",
    "count",
    "sum",
    "average",
    "median",
    "mode",
    "difference",
    "ratio",
    "compare",
    "changes",
    "range",
    "share",
    "crossings",
]

_BESIDE = frozenset(["than", "and", "minus", "to", "from", "versus", "vs"])
_TIME = re.compile(r"\d{4}(/\d+)?|q[1-4]|month\d+")


@dataclass(frozen=True)
class Query:
    """What was found. Positions index ``words``; ``claimed`` are those taken by labels; ``span`` is
    the part looked at; ``without`` are categories left out. ``strays``: the question names a time
    that the table's time axis does not show (without such an axis a year is taken to be the chart's
    own)."""

    words: tuple[Word, ...]
    capitals: int
    operation: Operation
    categories: tuple[Mention, ...]
    series: tuple[Mention, ...]
    colors: tuple[tuple[int, str], ...]
    extremes: tuple[Extreme, ...]
    places: tuple[Place, ...]
    condition: Condition | None
    claimed: frozenset[int]
    strays: bool
    span: tuple[int, int]
    without: tuple[int, ...] = ()

    def says(self, *names: str) -> bool:
        """Whether one of the words stands in the question outside labels."""
        return any(w.text in names for i, w in enumerate(self.words) if i not in self.claimed)

    def part(self, start: int, stop: int, operation: Operation) -> Query:
        """The same question seen through the words from ``start`` to ``stop``."""

        def inside(at: int) -> bool:
            return start <= at < stop

        return replace(
            self,
            operation=operation,
            categories=tuple(m for m in self.categories if inside(m.anchor)),
            series=tuple(m for m in self.series if inside(m.anchor)),
            colors=tuple(c for c in self.colors if inside(c[0])),
            extremes=tuple(e for e in self.extremes if inside(e.at)),
            places=tuple(p for p in self.places if inside(p.at)),
            condition=self.condition if self.condition and inside(self.condition.at) else None,
            span=(start, stop),
        )

    def span_texts(self) -> set[str]:
        """The words of this part outside labels."""
        return {self.words[i].text for i in range(*self.span) if i not in self.claimed}


def parse(table: Table, question: str) -> Query:
    """Take a question about a table apart."""
    found = words(question)
    categories = _named(found, table.categories)
    series = _named(found, table.series) if len(table.series) > 1 else ()
    labels = frozenset(i for m in (*categories, *series) for i in m.at)
    topic = _topic(found, table) - labels
    free = Free(found, labels)
    condition = find_condition(free, table)
    lying = table.chart_type.startswith("h")
    bare = Free(found, labels | topic)
    extremes = find_extremes(bare if len(topic) < len(found) else free, lying)
    places = find_places(free, lying)
    places = tuple(p for p in places if all(abs(p.at - e.at) > 1 for e in extremes))
    left_out = _left_out(found, categories)
    categories = tuple(m for m in categories if m.index not in left_out)
    numbers = {i for i, w in enumerate(found) if w.text[0].isdigit()}
    known = set(labels | topic) | (_bounds(condition) if condition else set())
    known |= {i for e in extremes for i in (e.at - 1, e.at + 1)}
    known |= {i for i in numbers if re.match(r"\d+(st|nd|rd|th)", found[i].text)}
    return Query(
        found,
        len(re.findall(r"(?<!^)(?<![.?!] )\b[A-Z]", question)),
        _operation(free, bare, condition, len(categories), bool(extremes or places)),
        categories,
        series,
        _colors(free.texts),
        extremes,
        places,
        condition,
        labels,
        _timed(table) and any(len(found[i].text) > 1 and i not in known for i in numbers),
        (0, len(found)),
        left_out,
    )


def _colors(texts: Sequence[str]) -> tuple[tuple[int, str], ...]:
    """The colours that are named, with the shade before each: dark blue, navy blue."""
    found = []
    for i, word in enumerate(texts):
        shades = word in SHADES and texts[i + 1 : i + 2] and texts[i + 1] in COLORS
        if word in COLORS and not shades:
            shade = texts[i - 1] if i and texts[i - 1] in SHADES else ""
            found.append((i, f"{shade} {word}".strip()))
    return tuple(found)


def _left_out(found: tuple[Word, ...], categories: tuple[Mention, ...]) -> tuple[int, ...]:
    """The categories named after "except" and its like."""
    cues = [i for i, w in enumerate(found) if w.text in EXCEPT]
    return tuple(m.index for m in categories if cues and m.anchor > cues[0])


def _bounds(condition: Condition) -> set[int]:
    """Where the numbers of a condition stand."""
    return {condition.at, condition.at + 2} if condition.upper else {condition.at}


def _named(found: tuple[Word, ...], labels: tuple[str, ...]) -> tuple[Mention, ...]:
    """The labels that are named; a total only where it is no operation over the others: "the total
    of A and B", "the highest of all"."""
    every = mentions(found, labels)
    texts = [word.text for word in found]
    others = any(not is_total(labels[m.index]) for m in every)
    working = others or bool((LARGEST | SMALLEST) & set(texts))

    def beside(mention: Mention) -> bool:
        before = [t for t in texts[max(0, mention.at[0] - 2) : mention.at[0]] if t != "the"]
        after = texts[mention.at[-1] + 1 : mention.at[-1] + 2]
        return bool(_BESIDE & {*before[-1:], *after})

    return tuple(m for m in every if not is_total(labels[m.index]) or not working or beside(m))


def temporal(labels: Sequence[str]) -> bool:
    """Whether every label names a year, a quarter or a month."""
    return all(any(_TIME.fullmatch(w.stem) for w in words(label)) for label in labels)


def _timed(table: Table) -> bool:
    return temporal(table.categories) or temporal(table.series)


def _topic(found: tuple[Word, ...], table: Table) -> frozenset[int]:
    """Words inside a run of two or more that the value axis or the title prints as well."""
    taken: set[int] = set()
    for text in (table.value_axis, table.title, table.unit):
        printed = [w.stem for w in words(text)]
        pairs = set(pairwise(printed))
        for i in range(len(found) - 1):
            if (found[i].stem, found[i + 1].stem) in pairs:
                taken |= {i, i + 1}
    return frozenset(taken)


def _operation(
    free: Free, bare: Free, condition: Condition | None, named: int, picks: bool
) -> Operation:
    """``free`` hides labels, ``bare`` the words of the topic as well; ``named`` categories are
    named; ``picks``: there are extremes or places.
    """
    comparing = "|".join(MORE | LESS)
    moves = "|".join(FALL | RISE | {"change", "changed"})
    against = rf"how many (?!(?:{comparing}) )\w+ .*(?:{comparing}) .*than"
    if free.has(r"(?:how many|number of).*(?:previous|preceding|prior)"):
        return "changes"
    if free.has("cross(?:es|ed|ing)?|intersects?") and free.has("how many|number of"):
        return "crossings"
    if re.match(r"(is|are|was|were|do|does|did|has|have)\b", free.line):
        return "compare"
    if free.has("ratio|quotient|divided by|how many times"):
        return "ratio"
    if free.has(_SHARE):
        return "share"
    if named == 1 and not condition and free.has(against):
        return "count"
    if free.has(
        rf"differences?|gap|subtract(?:ed)?|minus|how (?:many|much) (?:{comparing})"
        rf"|(?:{moves}).* (?:from|between)|(?:from|between).*(?:{moves})"
    ):
        return "difference"
    if bare.has("range (?:of|in|for)"):
        return "range"
    if free.has("how many|number of|count of") and (condition or _counts(free)):
        return "count"
    for operation, cues in _AGGREGATES:
        if bare.has(cues):
            return operation
    return "extreme" if picks else "lookup"


_SHARE = r"(?:percent|percentage|share|proportion) of the (?:total|whole|sum)"
_AGGREGATES: tuple[tuple[Operation, str], ...] = (
    ("median", "median"),
    ("mode", "mode|most (?:frequent|common) value"),
    ("average", "average|mean"),
    ("sum", "sum|combined|altogether|together|add|added|in total|total (?:of|except|excluding)"),
)


def _counts(free: Free) -> bool:
    return free.has(
        r"how many (?:\w+ ){0,2}"
        r"(?:bars?|colou?rs?|sectors?|slices?|segments?|lines?|points?|categories)"
    ) or free.has(
        r"shown|shows?|considered|compared|listed|depicted|represented|included|are there"
    )
