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
    "Kilo", "Lima", "Mike", "November", "Oscar", "Papa", "Quebec", "Romeo", "Sierra", "Tango",
    "Uniform", "Victor", "Whiskey", "Xray", "Yankee", "Zulu",
)  # fmt: skip
"""The spelling alphabet: an order that every reader knows, for replaced months and weekdays."""

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
"""A word of a text: letters, with apostrophes inside."""

CONTENT = re.compile(r"(?<![\w'’])[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)*(?!\d)")
"""A word that stands by itself: no possessive ending, nothing joined to a number (19th, Q3)."""


@cache
def skeleton() -> frozenset[str]:
    """Function words, question words, comparisons, operations and the parts of a chart."""
    return _words("skeleton")


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


def passing() -> frozenset[str]:
    """Every word that may pass: what a question is allowed to keep of its source."""
    return skeleton() | colors() | positions() | calendar_groups()


def calendar_index(word: str) -> int | None:
    """A month as 0 to 11 or a weekday as 12 to 18, also abbreviated; None for another word."""
    plain = word.casefold().rstrip(".")
    if plain in ("sept",):
        plain = "sep"
    if len(plain) < 3:
        return None
    for index, name in enumerate((*MONTHS, *WEEKDAYS)):
        if (
            plain == name
            or (plain == name[:3])
            or (plain in ("tues", "thur", "thurs") and name.startswith(plain))
        ):
            return index
    return None


def _words(name: str) -> frozenset[str]:
    text = (resources.files("recast_agent.core") / "data" / f"{name}.txt").read_text("utf-8")
    return frozenset(text.split())
