"""What the rewrite of a passage must satisfy before its numbers change (paper, appendix A.4)."""

from __future__ import annotations

from recast_agent.core.literals import Field, find
from recast_agent.core.types import FiveFields
from recast_agent.private.record import Record
from recast_agent.private.rewrite.protocol import Rewrite
from recast_agent.private.rewrite.text.kept import PassageKept, content_tokens, kept_of
from recast_agent.private.rewrite.text.tagged import fields_of

_NO_WHOLE: frozenset[str] = frozenset()


def acceptable_passage(record: Record, made: Rewrite) -> bool:
    """Same id, modality and choices; the same numbers field by field; no content word left; every
    other word a replacement of the dictionary."""
    other = made.record
    if (other.id, other.modality) != (record.id, record.modality):
        return False
    if len(other.choices) != len(record.choices) or not other.question.strip():
        return False
    if bool(other.context.strip()) != bool(record.context.strip()):
        return False
    stays = kept_of(record, made.dictionary)
    words = content_words(other, stays)
    surrogates = {part for e in made.dictionary.entries for part in surrogate_parts(e.surrogate)}
    left = content_words(record, stays) & (words - surrogates)
    return not left and words <= surrogates and _numbers(record) == _numbers(other)


def content_words(record: FiveFields, stays: PassageKept) -> set[str]:
    """The words of a record that may not pass, by key; compounds by their parts."""
    return {
        token.key for text in fields_of(record) for token in content_tokens(text, stays, _NO_WHOLE)
    }


def surrogate_parts(surrogate: str) -> set[str]:
    """The keys of a replacement: of the whole, and of its parts where it is a compound."""
    free = PassageKept(_NO_WHOLE, False, _NO_WHOLE, _NO_WHOLE)
    return {surrogate.casefold()} | {t.key for t in content_tokens(surrogate, free, _NO_WHOLE)}


def _numbers(record: FiveFields) -> list[tuple[str, ...]]:
    """The values of every field; number words are words that stay."""
    named: list[tuple[Field, str]] = [("text", record.context), ("question", record.question)]
    named += [("choice", choice) for choice in record.choices]
    return [
        tuple(str(one.value) for one in find(text, field=field) if not one.word)
        for field, text in named
    ]
