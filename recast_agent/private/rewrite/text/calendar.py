"""Where the months and weekdays of a passage stay: its numbers are counted by them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from recast_agent.core.types import FiveFields
from recast_agent.core.vocabulary import MONTHS, WEEKDAYS, calendar_groups, calendar_index, seasons

_NAMES = "|".join(
    sorted((form for name in (*MONTHS, *WEEKDAYS) for form in (f"{name}s?", name[:3])), key=len)[
        ::-1
    ]
)
_DAY = (
    rf"(?:(?:{_NAMES}|sept|tues|thurs?)\b\.?(?:,? \d{{1,2}}(?:st|nd|rd|th)?\b)?(?:,? \d{{4}}\b)?)"
)
_DATED = rf"(?:(?:the )?\d{{1,2}}(?:st|nd|rd|th)? (?:of )?)?{_DAY}"
_WHEN = (
    r"(?:(?:the |end |start |beginning |middle |morning |evening |night |of |early |late |mid-?)*)"
)
_SPAN = re.compile(
    rf"\b(?:{_DATED}[ ,]*(?:to|through|thru|till|until|up to|[-–—]+)[ ]*{_WHEN}{_DATED}"
    rf"|between {_WHEN}{_DATED} and {_WHEN}{_DATED}"
    rf"|(?:since|until|till|through|from|by|every|each|starting|beginning|ending) {_WHEN}{_DATED})",
    re.IGNORECASE,
)
_RATE = re.compile(
    r"\b(?:a|an|per|each|every|every other|one|any|the same) "
    r"(?:day|night|week|month|year|weekday|weekend|quarter|season|fortnight|morning|evening)\b"
    r"|/ ?(?:day|night|wk|week|month|mo|year|yr)\b"
    r"|\b(?:bi-?|semi-?)?(?:daily|nightly|weekly|monthly|yearly|annual|annually|quarterly)\b"
    r"|\bper (?:annum|diem)\b",
    re.IGNORECASE,
)
_RELATIVE = re.compile(
    r"\b(?:next|previous|following|preceding|last|same|other|another|second|third) "
    r"(?:day|week|month|morning|evening|night)s?\b"
    r"|\b(?:day|week|month|night)s? (?:before|after|later|earlier|ago)\b"
    r"|\b(?:consecutive|in a row|yesterday|tomorrow|rest of the (?:week|month|year))\b"
    r"|\b(?:weekends?|weekdays?|workdays?)\b"
    r"|\b(?:work|school|business|week|leap)[ -](?:days?|years?)\b",
    re.IGNORECASE,
)
_LASTING = re.compile(
    r"\bhow (?:long|old|soon|often)\b"
    r"|\bhow (?:many|much)(?: \w+){0,2} (?:days?|nights?|weeks?|months?|years?)\b"
    r"|\b(?:what|which) (?:day|date|month|weekday)s?\b|\bduration\b"
    r"|\b(?:days?|weeks?|months?) (?:between|passed|elapsed|from|since|until|in)\b",
    re.IGNORECASE,
)
_WRITTEN = re.compile(r"(?<![\w.,/-])(?:\d{1,2}([./-])\d{1,2}\1\d{2,4}|\d{4}-\d\d-\d\d)(?![\w/-])")
_GROUPED = calendar_groups() | seasons() | {"month", "months", "weekday", "weekdays"}
_WORD = re.compile(r"[^\W\d_]+")
_MANY = 6


def calendar_stays(record: FiveFields) -> bool:
    """Whether months and weekdays are counted with: where a span, a rate, a duration or a group of
    them may be computed, or a date is also written in digits. In doubt they stay."""
    asked = " ".join((record.question, *record.choices))
    here, named = set(_days(record.context)), set(_days(asked))
    if not here | named:
        return False
    both = f"{record.context}\n{asked}"
    if len(named) > 1 or named - here or len(here) > _MANY:
        return True
    if any(any(_days(match[0])) for match in _SPAN.finditer(both)) or _WRITTEN.search(both):
        return True
    if _LASTING.search(asked) or _RATE.search(both) or _RELATIVE.search(both):
        return True
    groups = {word.casefold() for word in _WORD.findall(asked)} & _GROUPED
    return bool(groups and len(here) > 1)


def _days(text: str) -> Iterator[int]:
    for word in _WORD.findall(text):
        if (index := calendar_index(word)) is not None:
            yield index + 1  # never 0: ``any`` counts them
