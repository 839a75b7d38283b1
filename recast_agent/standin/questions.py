"""A question taken apart: labels, colours, places, extremes, conditions and the operation asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from rapidfuzz import fuzz

from recast_agent.core.table import Table
from recast_agent.standin.labels import Mention, Word, mentions, words
from recast_agent.standin.vocabulary import (
    COLORS,
    COUNTS,
    EDGES,
    FALL,
    LARGEST,
    LESS,
    MARKS,
    MORE,
    RANKS,
    RISE,
    SCALES,
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
]

_TIME = re.compile(r"\d{4}(/\d+)?|q[1-4]|month\d+")


@dataclass(frozen=True)
class Extreme:
    """The ``rank``-th largest or smallest, or the ``count`` largest or smallest together."""

    at: int
    largest: bool
    rank: int = 1
    count: int = 1


@dataclass(frozen=True)
class Place:
    """The ``rank``-th mark counted from the start of the category axis, or from its end."""

    at: int
    rank: int
    from_end: bool


@dataclass(frozen=True)
class Condition:
    """``v <operator> number``; the number is as written, without separators."""

    at: int
    operator: Literal[">", ">=", "<", "<=", "=="]
    number: str
    factor: int = 1


@dataclass(frozen=True)
class Query:
    """What was found. Positions index ``words``; ``claimed`` are those taken by labels; ``span`` is
    the part looked at. ``strays``: the question names a time that the table's time axis does not
    show (without such an axis a year is taken to be the chart's own)."""

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

    def says(self, *names: str) -> bool:
        """Whether one of the words stands in the question outside labels."""
        return any(w.text in names for i, w in enumerate(self.words) if i not in self.claimed)

    def part(self, start: int, stop: int, operation: Operation) -> Query:
        """The same question seen through the words from ``start`` to ``stop``."""

        def inside(at: int) -> bool:
            return start <= at < stop

        return Query(
            self.words,
            self.capitals,
            operation,
            tuple(m for m in self.categories if inside(m.anchor)),
            tuple(m for m in self.series if inside(m.anchor)),
            tuple(c for c in self.colors if inside(c[0])),
            tuple(e for e in self.extremes if inside(e.at)),
            tuple(p for p in self.places if inside(p.at)),
            self.condition if self.condition and inside(self.condition.at) else None,
            self.claimed,
            self.strays,
            (start, stop),
        )

    def span_texts(self) -> set[str]:
        """The words of this part outside labels."""
        return {self.words[i].text for i in range(*self.span) if i not in self.claimed}


def parse(table: Table, question: str) -> Query:
    """Take a question about a table apart."""
    found = words(question)
    categories = mentions(found, table.categories)
    series = mentions(found, table.series) if len(table.series) > 1 else ()
    labels = frozenset(i for m in (*categories, *series) for i in m.at)
    topic = _topic(found, table) - labels
    free = _Free(found, labels)
    condition = _condition(free, table)
    extremes = _extremes(_Free(found, labels | topic) if len(topic) < len(found) else free)
    places = tuple(p for p in _places(free) if all(abs(p.at - e.at) > 1 for e in extremes))
    numbers = {i for i, w in enumerate(found) if w.text[0].isdigit()}
    known = set(labels | topic) | ({condition.at} if condition else set())
    known |= {i for e in extremes for i in (e.at - 1, e.at + 1)}
    known |= {i for i in numbers if re.match(r"\d(st|nd|rd|th)", found[i].text)}
    return Query(
        found,
        len(re.findall(r"(?<!^)(?<![.?!] )\b[A-Z]", question)),
        _operation(free, _Free(found, labels | topic), condition, extremes, places),
        categories,
        series,
        tuple((i, w) for i, w in enumerate(free.texts) if w in COLORS),
        extremes,
        places,
        condition,
        labels,
        _timed(table) and any(len(found[i].text) > 1 and i not in known for i in numbers),
        (0, len(found)),
    )


class _Free:
    """The words of a question with those of labels blanked."""

    def __init__(self, found: tuple[Word, ...], claimed: frozenset[int]) -> None:
        self.texts = ["" if i in claimed else w.text for i, w in enumerate(found)]
        self.line = " ".join(text for text in self.texts if text)

    def has(self, pattern: str) -> bool:
        return re.search(rf"\b(?:{pattern})\b", self.line) is not None


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


def _extremes(free: _Free) -> tuple[Extreme, ...]:
    found: list[Extreme] = []
    texts = free.texts
    for at, word in enumerate(texts):
        largest = _close(word, LARGEST)
        if not largest and not _close(word, SMALLEST):
            continue
        before = texts[at - 1] if at else ""
        after = texts[at + 1] if at + 1 < len(texts) else ""
        if before == "at" or (word == "most" and after == "of"):
            continue
        if word in ("top", "bottom") and "from" in texts[max(at - 2, 0) : at]:
            continue
        if found and found[-1].largest == largest and at - found[-1].at <= 2 and before != "and":
            continue  # "the maximum peak" is one extreme
        count = COUNTS.get(after, COUNTS.get(before, 1))
        rank = RANKS.get(before, 1)
        found.append(Extreme(at, largest, rank, count))
    return tuple(found)


def _close(word: str, names: frozenset[str]) -> bool:
    if word in names:
        return True
    return len(word) > 4 and any(len(n) > 4 and fuzz.ratio(word, n) >= 90 for n in names)


def _places(free: _Free) -> tuple[Place, ...]:
    found = []
    for at, word in enumerate(free.texts):
        if word in EDGES:
            found.append(Place(at, 1, EDGES[word]))
        elif word == "last" or word in RANKS:
            following = free.texts[at + 1 : at + 6]
            if not MARKS & set(following[:3]):
                continue
            from_end = word == "last"
            if "from" in following and {"bottom", "right"} & set(following):
                from_end = not from_end
            found.append(Place(at, RANKS.get(word, 1), from_end))
    return tuple(found)


def _condition(free: _Free, table: Table) -> Condition | None:
    for at, word in enumerate(free.texts):
        if not word[:1].isdigit() or re.search(r"[/:-]|[a-z]", word):
            continue
        before = [w for w in free.texts[max(at - 4, 0) : at] if w]
        operator = _operator(before)
        if operator is None:
            continue
        after = free.texts[at + 1] if at + 1 < len(free.texts) else ""
        printed = f"{table.unit} {table.value_axis}".lower()
        factor = 1 if after in printed else SCALES.get(after, 1)
        return Condition(at, operator, word.replace(",", ""), factor)
    return None


def _operator(before: list[str]) -> Literal[">", ">=", "<", "<=", "=="] | None:
    line = " ".join(before)
    if re.search(r"at least|no less than|or more", line):
        return ">="
    if re.search(r"at most|no more than|up to", line):
        return "<="
    if MORE & set(before[-3:]):
        return ">"
    if LESS & set(before[-3:]):
        return "<"
    return "==" if re.search(r"equal to|exactly", line) else None


def _operation(
    free: _Free,
    bare: _Free,
    condition: Condition | None,
    extremes: tuple[Extreme, ...],
    places: tuple[Place, ...],
) -> Operation:
    """``free`` hides labels, ``bare`` the words of the topic as well."""
    comparing = "|".join(MORE | LESS)
    if free.has(r"(?:how many|number of).*(?:previous|preceding|prior)"):
        return "changes"
    if re.match(r"(is|are|was|were|do|does|did|has|have)\b", free.line):
        return "compare"
    if free.has("ratio|quotient|divided by|how many times"):
        return "ratio"
    moves = "|".join(FALL | RISE | {"change", "changed"})
    if free.has(rf"differences?|gap|how (?:many|much) (?:{comparing})") or free.has(
        rf"(?:{moves}).* (?:from|between)|(?:from|between).*(?:{moves})"
    ):
        return "difference"
    if free.has("how many|number of|count of") and (condition or _counts(free)):
        return "count"
    for operation, cues in _AGGREGATES:
        if bare.has(cues):
            return operation
    return "extreme" if extremes or places else "lookup"


_AGGREGATES: tuple[tuple[Operation, str], ...] = (
    ("median", "median"),
    ("mode", "mode|most (?:frequent|common) value"),
    ("average", "average|mean"),
    ("sum", "sum|combined|altogether|together|add|added|in total|total of"),
)


def _counts(free: _Free) -> bool:
    return free.has(
        r"how many (?:\w+ ){0,2}(?:bars?|colou?rs?|sectors?|slices?|segments?|lines?|categories)"
    ) or free.has(
        r"shown|shows?|considered|compared|listed|depicted|represented|included|are there"
    )
