"""Words that may pass on purpose, as data files: the skeleton of a question, colours, positions.

The rewriter keeps them; the gate lets nothing else through that is no replacement.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

ORDERED = (
    "Alpha", "Bravo", "Charlie", "Delta", "Echo", "Foxtrot", "Golf", "Hotel", "India", "Juliet",
    "Kilo", "Lima", "Mike", "Nova", "Oscar", "Papa", "Quebec", "Romeo", "Sierra", "Tango",
    "Uniform", "Victor", "Whiskey", "Xray", "Yankee", "Zulu",
)  # fmt: skip
"""The spelling alphabet without its month: an order that every reader knows, for replaced months
and weekdays."""

NAMES_TOO = frozenset(["us", "it", "who", "will", "may", "am", "me"])
"""Words of the skeleton that are names where they are written like one: US, May."""

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
"""A word of a text: letters, with apostrophes inside."""

CONTENT = re.compile(r"(?<![\w'’])[^\W\d_]++(?:['’](?!s\b)[^\W\d_]++)*+(?!\d)")
"""A word that stands by itself: no possessive ending, nothing joined to a number (19th, Q3)."""


@cache
def skeleton() -> frozenset[str]:
    """Function words, question words, comparisons, operations and the parts of a chart."""
    return _words("skeleton")


@cache
def operators() -> frozenset[str]:
    """Operators of mathematics, statistics, sets, rounding, sequence, time and distance. They pass
    like the skeleton, yet a label that one of them names is still a label."""
    return _words("operators")


@cache
def aggregates() -> frozenset[str]:
    """Words for a total, a remainder or a measure: a label of them alone is no name."""
    return _words("aggregates")


@cache
def colors() -> frozenset[str]:
    """Everyday names of colours."""
    return _words("colors")


@cache
def positions() -> frozenset[str]:
    """Words for where a mark stands in a chart."""
    return _words("positions")


@cache
def calendar_groups() -> frozenset[str]:
    """Parts of a year. Where a question names one, calendar words stay: they carry the grouping."""
    return _words("calendar")


@cache
def seasons() -> frozenset[str]:
    """Parts of a year that group months: a question that names one needs the months seen."""
    return _words("seasons")


@cache
def foreign() -> frozenset[str]:
    """Question words and other function words of German, French, Spanish and Italian that are no
    English words."""
    return _words("foreign")


@cache
def units() -> tuple[frozenset[str], ...]:
    """Units that convert into each other, one set for each dimension."""
    lines = _text("units").splitlines()
    return tuple(frozenset(line.split()) for line in lines)


@cache
def abbreviated_units() -> tuple[frozenset[str], ...]:
    """Short forms of ``units``, dimension by dimension: read only where a unit must stand."""
    lines = _text("abbreviations").splitlines()
    return tuple(frozenset(line.split()) for line in lines)


def in_skeleton(text: str, start: int, end: int) -> bool:
    """Whether the word ``text[start:end]`` is one of the skeleton, by how it is written there."""
    word = text[start:end]
    plain = _CONTRACTED.sub("", word.casefold().replace("’", "'"))
    if not any(plain in words for words in (skeleton(), operators(), _CLIPPED)):
        return False
    if plain not in NAMES_TOO or word.islower():
        return True
    opens = re.search(r"(?:^|[.?!:]\s)[\W_]*$", text[:start]) is not None
    dated = re.match(r"\s\d", text[end:]) is not None
    return (opens and word.istitle() and not dated) or text.isupper()


def stem(word: str) -> str:
    """A word without case, dots, possessive and plural ending."""
    plain = re.sub(r"['’]s$", "", word).replace(".", "").casefold()
    if len(plain) > 4 and plain.endswith("ies"):
        return plain[:-3] + "y"
    plural = len(plain) > 3 and plain.endswith("s") and not plain.endswith("ss")
    return plain[:-1] if plural else plain


_CONTRACTED = re.compile(r"(?:n't|'(?:re|ve|ll|d|m|s))$")
_CLIPPED = frozenset(["ca", "wo"])
_ABBREVIATED = {"sept": 8, "tues": 13, "thur": 15, "thurs": 15}
_COMMON_WORDS = frozenset(["march", "may", "august"])


def calendar_index(word: str) -> int | None:
    """A month as 0 to 11 or a weekday as 12 to 18, also abbreviated, a weekday also as a plural;
    None for another word.

    What is a common word too (may, march, sun) counts only where it is capitalised.
    """
    plain = word.casefold()
    names = (*MONTHS, *WEEKDAYS)
    if plain in names and (word[0].isupper() or plain not in _COMMON_WORDS):
        return names.index(plain)
    if plain.endswith("days") and plain[:-1] in WEEKDAYS:
        return names.index(plain[:-1])
    if not word[0].isupper():
        return None
    if plain in _ABBREVIATED:
        return _ABBREVIATED[plain]
    short = [name[:3] for name in names]
    return short.index(plain) if plain in short else None


def _words(name: str) -> frozenset[str]:
    return frozenset(_text(name).split())


def _text(name: str) -> str:
    return (resources.files("recast_agent.core") / "data" / f"{name}.txt").read_text("utf-8")
