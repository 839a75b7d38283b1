"""What a question says beside labels: extremes, places and conditions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from rapidfuzz import fuzz

from recast_agent.core.table import Table
from recast_agent.standin.labels import Word
from recast_agent.standin.vocabulary import (
    COUNTS,
    EDGES,
    LARGEST,
    LESS,
    MARKS,
    MORE,
    RANKS,
    SCALES,
    SMALLEST,
)


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
    """``v <operator> number``, and ``v <= upper`` where there is one; numbers are as written,
    without separators.
    """

    at: int
    operator: Literal[">", ">=", "<", "<=", "=="]
    number: str
    factor: int = 1
    upper: str = ""


class Free:
    """The words of a question with those of labels blanked."""

    def __init__(self, found: tuple[Word, ...], claimed: frozenset[int]) -> None:
        self.texts = ["" if i in claimed else w.text for i, w in enumerate(found)]
        self.line = " ".join(text for text in self.texts if text)

    def has(self, pattern: str) -> bool:
        return re.search(rf"\b(?:{pattern})\b", self.line) is not None


def find_extremes(free: Free, lying: bool) -> tuple[Extreme, ...]:
    """Largest and smallest values, in order."""
    found: list[Extreme] = []
    texts = free.texts
    for at, word in enumerate(texts):
        largest = _close(word, LARGEST)
        if not largest and not _close(word, SMALLEST):
            continue
        before = texts[at - 1] if at else ""
        after = texts[at + 1] if at + 1 < len(texts) else ""
        if before == "at" or (word == "most" and after == "of") or _is_edge(texts, at, lying):
            continue
        if word in ("top", "bottom") and "from" in texts[max(at - 2, 0) : at]:
            continue
        if found and found[-1].largest == largest and at - found[-1].at <= 2 and before != "and":
            continue  # "the maximum peak" is one extreme
        count = COUNTS.get(after, COUNTS.get(before, 1))
        rank = RANKS.get(before, 1)
        found.append(Extreme(at, largest, rank, count))
    return tuple(found)


def _is_edge(texts: list[str], at: int, lying: bool) -> bool:
    """Whether "top" or "bottom" is a place among lying bars: "the top bar", "at the bottom"."""
    if not lying or texts[at] not in ("top", "bottom"):
        return False
    return texts[at + 1 : at + 2] in (["bar"], ["one"]) or texts[max(at - 2, 0) : at] == [
        "at",
        "the",
    ]


def _close(word: str, names: frozenset[str]) -> bool:
    if word in names:
        return True
    return len(word) > 4 and any(len(n) > 4 and fuzz.ratio(word, n) >= 90 for n in names)


def find_places(free: Free, lying: bool) -> tuple[Place, ...]:
    """Marks by where they stand; ``lying`` bars have one at the top and one at the bottom."""
    found = []
    for at, word in enumerate(free.texts):
        if word in EDGES:
            found.append(Place(at, 1, EDGES[word]))
        elif _is_edge(free.texts, at, lying):
            found.append(Place(at, 1, word == "bottom"))
        elif word == "last" or word in RANKS:
            following = free.texts[at + 1 : at + 6]
            reach = 5 if following[:1] == ["and"] else 3
            if not MARKS & set(following[:reach]):
                continue
            from_end = word == "last"
            if "from" in following and {"bottom", "right"} & set(following):
                from_end = not from_end
            found.append(Place(at, RANKS.get(word, 1), from_end))
    return tuple(found)


def find_condition(free: Free, table: Table) -> Condition | None:
    """The first bound, or pair of bounds, that values are held against."""
    for at, word in enumerate(free.texts):
        if not word[:1].isdigit() or re.search(r"[/:-]|[a-z]", word):
            continue
        before = [w for w in free.texts[max(at - 4, 0) : at] if w]
        upper = _upper(free.texts, at)
        operator = ">=" if upper else _operator(before)
        if operator is None:
            continue
        last = at + 2 if upper else at
        after = free.texts[last + 1] if last + 1 < len(free.texts) else ""
        printed = f"{table.unit} {table.value_axis}".lower()
        factor = 1 if after in printed else SCALES.get(after, 1)
        return Condition(at, operator, word.replace(",", ""), factor, upper)
    return None


def _upper(texts: list[str], at: int) -> str:
    """The second number of "between 40 and 80"; years are no bounds."""
    if texts[max(at - 1, 0)] != "between" or texts[at + 1 : at + 2] != ["and"]:
        return ""
    upper = "".join(texts[at + 2 : at + 3]).replace(",", "")
    years = [re.fullmatch(r"(?:19|20)\d\d", number) for number in (texts[at], upper)]
    return upper if re.fullmatch(r"\d+(?:\.\d+)?", upper) and not all(years) else ""


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
