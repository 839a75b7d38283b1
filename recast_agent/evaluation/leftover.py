"""What a rewrite left of its source, seen without any list of the rewriter: for figures and tests.

A word of the source may stand in the rewrite only where it is on this module's own list of words
that carry relations, or among the words that spaCy calls stop words.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache
from importlib import resources

from recast_agent.core.types import FiveFields

_LEAST = 2
_CLITIC = re.compile(r"['’](?:s|re|ve|ll|d|m|t)\b")


def left_over(source: FiveFields, rewritten: FiveFields) -> Counter[str]:
    """How often each word of the source that is not on the list stands in the rewrite, also as a
    plural or a possessive."""
    own = {_plain(word) for word in _words(source)} - {_plain(word) for word in passing()}
    return Counter(w for w in _words(rewritten) if w not in passing() and _plain(w) in own)


@cache
def passing() -> frozenset[str]:
    """The words that may pass."""
    from spacy.lang.en.stop_words import STOP_WORDS

    text = (resources.files(__package__) / "data" / "passing.txt").read_text("utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return frozenset(STOP_WORDS) | {word for line in lines for word in line.split()}


def _words(record: FiveFields) -> list[str]:
    texts = (record.context, record.question, *record.choices)
    return [word for text in texts for word in _letters(text)]


def _letters(text: str) -> list[str]:
    """Runs of letters of any script with their marks; what stands at a digit is a suffix."""
    plain = _CLITIC.sub(" ", text)
    found: list[str] = []
    run = before = ""
    for c in plain + " ":
        if unicodedata.category(c)[0] in "LM":
            run += c
            continue
        if len(run) >= _LEAST and not (before.isdigit() or c.isdigit()):
            found.append(run.casefold())
        before, run = c, ""
    return found


def _plain(word: str) -> str:
    return word.removesuffix("s") if len(word) > 3 else word
