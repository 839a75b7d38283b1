"""Words of a passage that hold its names together and are none: they answer nothing."""

from __future__ import annotations

import re
from functools import cache

from recast_agent.core.errors import InputError
from recast_agent.core.types import FiveFields
from recast_agent.private.rewrite.text.lists import rows_of

_FUNCTION = (
    "determiners, pronouns, quantifiers",
    "question words, relatives",
    "conjunctions, negation, modality",
    "prepositions and particles",
)
_VERBS = "light verbs"
"""Sections of the words that stay in every disguise; the others hold nouns (women, winter)."""

_WORD = re.compile(r"[^\W\d_]+")


def only_joins(text: str, record: FiveFields) -> bool:
    """Whether a text of a program is made of function words and light verbs of a passage alone.

    Not so for a label of a table, a choice, and a verb that the question offers (bought or sold).
    """
    try:
        record.table()
    except InputError:
        name = text.strip().casefold()
        if name in {choice.strip().casefold() for choice in record.choices}:
            return False
        return all(
            word in _words(*_FUNCTION) or (word in _words(_VERBS) and not _offered(word, record))
            for word in _WORD.findall(name)
        )
    return False


def _offered(word: str, record: FiveFields) -> bool:
    near = rf"\b{word}\b(?:\W+\w+)?\W+or\b|\bor\b(?:\W+\w+)?\W+{word}\b"
    return re.search(near, record.question.casefold()) is not None


@cache
def _words(*sections: str) -> frozenset[str]:
    lines = (line for section in sections for line in rows_of("skeleton", section))
    return frozenset(word for line in lines for word in line)
