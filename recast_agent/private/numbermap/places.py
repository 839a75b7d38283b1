"""Numbers of a question that may point into its evidence: ranks and positions.

Only a role keeps an integer (threat 6), and the role of a place is to point: a rank or position
within the size of the evidence (``the 3rd largest``) is needed by the question and says no more
than its form does. What points at nothing there (``week 60``, ``the 25th anniversary``) is a number
of the topic like any other, and is replaced like one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from recast_agent.core.literals import Literal, find
from recast_agent.core.table import Table
from recast_agent.core.vocabulary import WORD, stem

ORDINALS = frozenset(["ordinal ending", "ordinal word"])
_SPOKEN = 12
"""Ordinals in words up to here are words of every language, such as ``second``."""

_QUARTERS = 4
_ENDING = re.compile(r"(?:st|nd|rd|th)\b", re.IGNORECASE)
RANKED = re.compile(
    r"[ -](?:most|least|largest|smallest|highest|lowest|biggest|greatest|longest|shortest|best|"
    r"worst)\b",
    re.IGNORECASE,
)
_POSITION = (
    r"(?:bar|item|line|value|row|column|entry|slice|segment|point|category|series|group|label"
    r"|place|position|rank)"
)
_BEHIND_POSITION = re.compile(rf"\b(?:{_POSITION}|ranked|number|no\.) \Z", re.IGNORECASE)
_BEFORE_POSITION = re.compile(
    rf"[ -](?:\w+ )?(?:{_POSITION}|entries|categories|years?|months?|countries|regions?)s?\b"
    r"|\W*\Z| (?:of|from|in|on|among|and|or|to)\b",
    re.IGNORECASE,
)
_QUARTER = re.compile(r"[ -](?:quarters?|half|halves)\b", re.IGNORECASE)
_BEHIND_QUARTER = re.compile(r"\bquarter \Z", re.IGNORECASE)


@dataclass(frozen=True, repr=False)
class Places:
    """``size`` counts the values of a table, ``axes`` are the words (stems) its axes go by."""

    size: int
    axes: frozenset[str]

    @classmethod
    def of(cls, table: Table) -> Places:
        """The places of a table."""
        values = sum(cell is not None for row in table.cells for cell in row)
        texts = (table.title, table.category_axis, table.value_axis)
        words = {stem(word) for text in texts for word in WORD.findall(text)}
        return cls(max(values, len(table.categories), len(table.series)), frozenset(words))

    def hold(self, text: str, one: Literal) -> bool:
        """Whether an ordinal or numbered place of a question may point into the evidence."""
        if one.word and one.magnitude <= _SPOKEN:
            return True
        before, after = text[: one.start], _behind(text, one)
        if _QUARTER.match(after) or _BEHIND_QUARTER.search(before):
            return one.magnitude <= _QUARTERS
        return one.magnitude <= self.size and self._points(before, after, one)

    def exceeded(self, question: str) -> bool:
        """Whether a question asks for a rank that the evidence does not reach. Its replacement
        might be one that it does, and would be answered."""
        return any(
            one.reason in ORDINALS
            and one.magnitude > self.size
            and RANKED.match(_behind(question, one))
            for one in find(question, field="question")
        )

    def _points(self, before: str, after: str, one: Literal) -> bool:
        if one.reason not in ORDINALS:
            return _BEHIND_POSITION.search(before) is not None
        noun = re.match(r"[ -]([^\W\d_]+)", after)
        named = noun is not None and stem(noun[1]) in self.axes
        return bool(named or RANKED.match(after) or _BEFORE_POSITION.match(after))


def _behind(text: str, one: Literal) -> str:
    """The text behind a number and its ending."""
    ending = _ENDING.match(text, one.end)
    return text[ending.end() if ending else one.end :]
