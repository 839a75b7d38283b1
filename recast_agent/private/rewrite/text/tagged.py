"""The fields of a record with their words tagged, found again by offset."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass

from recast_agent.core.types import FiveFields
from recast_agent.private.rewrite.analysis import Word, words_and_entities_of
from recast_agent.private.rewrite.text.tokens import Token


@dataclass(frozen=True, repr=False)
class Tagged:
    """A field's text; ``words`` are its tagged words by their first character; ``following`` is the
    tag of the word after each."""

    text: str
    words: Mapping[int, Word]
    following: Mapping[int, str]

    def word(self, token: Token) -> Word | None:
        """The tagger's view of a token; None where it cut the text in another way."""
        return self.words.get(token.start)


def fields_of(record: FiveFields) -> tuple[str, ...]:
    """Passage, question and choices."""
    return (record.context, record.question, *record.choices)


def tagged(record: FiveFields) -> tuple[Tagged, ...]:
    """Every field of a record, tagged."""
    return tuple(_tagged(text) for text in fields_of(record))


def _tagged(text: str) -> Tagged:
    words = words_and_entities_of(text)
    after = {a.start: b.tag for a, b in itertools.pairwise(words)}
    return Tagged(text, {w.start: w for w in words}, after)
