"""Labels: what is words gets another name, what is numbers stays where it is."""

from __future__ import annotations

import re

from recast_agent.core.literals import Field, find
from recast_agent.core.vocabulary import WORD, calendar_index, skeleton
from recast_agent.private.rewrite.dictionary import Kind
from recast_agent.private.rewrite.lexicon import Lexicon

QUARTER = re.compile(r"\b[QH][1-4]\b")


class Labels:
    """Replaces the labels of one record. ``keep_calendar`` where the question groups months."""

    def __init__(self, lexicon: Lexicon, calendar: list[str], keep_calendar: bool) -> None:
        self._lexicon = lexicon
        self._calendar = calendar
        self._keep_calendar = keep_calendar

    def replaced(self, label: str, field: Field, kind: Kind) -> str:
        """The label in its other world, with the same numbers in the same order."""
        plain = label.strip()
        if not wordy(plain) or (has_numbers(plain) and all(map(self._passes, wordy(plain)))):
            return plain
        if self._keep_calendar and all(calendar_index(w) is not None for w in wordy(plain)):
            return plain
        surrogate = _composed(plain, self.name_of(plain, kind), field)
        if has_numbers(plain):
            # the whole label is an entry too, so that it inverts to the letter
            self._lexicon.assign(plain, surrogate, kind)
        return surrogate

    def name_of(self, label: str, kind: Kind) -> str:
        """What the words of a label are called in the other world."""
        words = wordy(label)
        if len(words) == 1 and calendar_index(words[0]) is not None and not self._keep_calendar:
            return self._lexicon.calendar(words[0], self._calendar)
        return self._lexicon.name(" ".join(words) if has_numbers(label) else label, kind)

    def _passes(self, word: str) -> bool:
        kept = self._keep_calendar and calendar_index(word) is not None
        return kept or word.casefold() in skeleton()


def wordy(label: str) -> list[str]:
    """The words of a label; a quarter (``Q3``) is none, it passes as it is."""
    return [m[0] for m in WORD.finditer(QUARTER.sub(" ", label))]


def has_numbers(label: str) -> bool:
    """Whether a label shows any number."""
    return any(c.isdigit() for c in label)


def _composed(label: str, surrogate: str, field: Field) -> str:
    """``surrogate`` where the label's first word stood, then its numbers with what joins them."""
    first = WORD.search(QUARTER.sub(lambda m: "0" * len(m[0]), label))
    literals = find(label, field=field)
    if first is None or not literals:
        return surrogate
    parts: list[str] = []
    end = 0
    for one in literals:
        between = label[end : one.start]
        if end <= first.start() < one.start:
            parts.append(f" {surrogate} ")
        parts += [_unworded(between), one.text]
        end = one.end
    if first.start() >= end:
        parts.append(f" {surrogate}")
    parts.append(_unworded(label[end:]))
    return re.sub(r"\s+", " ", re.sub(r"\(\s*\)", "", "".join(parts))).strip()


def _unworded(between: str) -> str:
    """What joins a label's numbers, its words taken out: brackets, dashes, the Q of a quarter."""
    return re.sub(r"(?![QH]$)(?:" + WORD.pattern + ")", " ", between)
