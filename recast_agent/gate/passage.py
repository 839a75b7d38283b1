"""The three checks for a passage released as text: what leaves is the protected record to the
letter, inverts to the source, and every token of it has an origin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from recast_agent.core.characters import strange
from recast_agent.core.errors import ReCastError
from recast_agent.core.literals import Field, Literal
from recast_agent.core.speech.script import said
from recast_agent.core.types import Finding, FiveFields, ProtectedRecord, TextReading
from recast_agent.gate.decodings import borne_out
from recast_agent.gate.protocol import PrivateEntry
from recast_agent.private.numbermap.protocol import KINDS, NumberMap
from recast_agent.private.numbermap.reading import Reading
from recast_agent.private.numbermap.records import invert
from recast_agent.private.rewrite.text.kept import PassageKept, content_tokens, kept_of
from recast_agent.private.rewrite.text.substitute import inverted
from recast_agent.private.rewrite.text.tokens import CURRENCY_SIGNS
from recast_agent.private.rewrite.text.validate import content_words, surrogate_parts

_ARTICLE = re.compile(r"\ban\b")
_NO_WHOLE: frozenset[str] = frozenset()


def protected_findings(record: ProtectedRecord, reading: TextReading) -> tuple[Finding, ...]:
    """``text_differs`` where the bytes are not the record's passage, character for character."""
    if reading.text == record.context:
        return ()
    return (Finding(code="text_differs", where="context", seen=""),)


def source_findings(reading: TextReading, private: PrivateEntry) -> tuple[Finding, ...]:
    """``source_differs`` where the inverted bytes are not the source: not as captured
    (``context``), or not as read again (``second``).

    Numbers are compared by value, words without case and without the form of the article. Two
    decodings of a recording are held against each other by ``borne_out``.
    """
    try:
        numbered = invert(reading.text, private.numbers)
    except ReCastError:
        return (Finding(code="inverse_unknown", where="context", seen=""),)
    restored = _plain(inverted(numbered, private.dictionary))
    readings = [("context", _plain(private.record.context) == restored)]
    if private.record.modality == "audio":
        readings.append(("second", borne_out(said(private.record), private.second)))
    else:
        readings.append(("second", _plain(private.second) == restored))
    return tuple(
        Finding(code="source_differs", where=where, seen="") for where, same in readings if not same
    )


def question_findings(record: ProtectedRecord, private: PrivateEntry) -> tuple[Finding, ...]:
    """``source_differs`` where a number of the question is not that of the source in its place.

    Its words are for the provenance guard: a synonym inverts to the word that it stands for.
    """
    stays = kept_of(private.record, private.dictionary)
    own = _own_numbers(private.record.question, "question", Reading.of(private.record), stays)
    shown = _numbers(record.question, "question", Reading.of(record))
    strayed = any(_strayed(own, shown, _made(private.numbers))) or len(own) != len(shown)
    return (Finding(code="source_differs", where="question", seen=""),) if strayed else ()


def unknown_places(record: ProtectedRecord, private: PrivateEntry) -> list[str]:
    """``field:offset`` of every word, number and sign of passage, question and choices that is
    neither skeleton nor replacement, and of every number that stands where another belongs."""
    origins = _Origins(private)
    own = dict(_fields(private.record))
    places = []
    for where, text in _fields(record):
        found = set(origins.unknown_words(text)) | set(origins.unknown_signs(text))
        found |= set(origins.unknown_numbers(own.get(where, ""), text, _field(where)))
        places += [f"{where}:{offset}" for offset in sorted(found)]
    return places


class _Origins:
    def __init__(self, private: PrivateEntry) -> None:
        source, entries = private.record, private.dictionary.entries
        self._stays = kept_of(source, private.dictionary)
        self._surrogates = {part for e in entries for part in surrogate_parts(e.surrogate)}
        self._originals = content_words(source, self._stays) - self._surrogates
        self._made = _made(private.numbers)

    def unknown_words(self, text: str) -> Iterator[int]:
        for token in content_tokens(text, self._stays, _NO_WHOLE):
            if token.key not in self._surrogates or token.key in self._originals:
                yield token.start

    def unknown_signs(self, text: str) -> Iterator[int]:
        """Signs that may not leave; those of currencies are words here."""
        return (at for at in strange(text) if text[at] not in CURRENCY_SIGNS)

    def unknown_numbers(self, own: str, text: str, field: Field) -> Iterator[int]:
        """Offsets of what ``_strayed`` finds."""
        before = _own_numbers(own, field, Reading(), self._stays)
        after = _numbers(text, field, Reading())
        return (one.start for one in _strayed(before, after, self._made))


def _strayed(
    own: list[Literal], shown: list[Literal], made: dict[Decimal, set[Decimal]]
) -> Iterator[Literal]:
    """Numbers that are not the replacement of the source's number in the same place of the field.

    A field that does not hold as many numbers as the source's has no number that is known.
    """
    if len(own) != len(shown):
        yield from shown
        return
    for source, released in zip(own, shown, strict=True):
        value = source.value.copy_abs()
        stays = KINDS.get(source.role) == "kept" and released.value.copy_abs() == value
        if not stays and released.value.copy_abs() not in made.get(value, ()):
            yield released


def _made(numbers: NumberMap) -> dict[Decimal, set[Decimal]]:
    """What each number may have become, whatever its role was once its words had changed."""
    made: dict[Decimal, set[Decimal]] = {}
    for one in numbers.assignments:
        if one.number.kind != "kept":
            made.setdefault(one.number.value, set()).add(one.surrogate)
    return made


def _numbers(text: str, field: Field, reading: Reading) -> list[Literal]:
    """The numbers of a text but words that stay."""
    found = reading.find(text, field=field)
    return [one for one in found if not (one.word and KINDS.get(one.role) == "kept")]


def _own_numbers(text: str, field: Field, reading: Reading, stays: PassageKept) -> list[Literal]:
    """Those of a text of the source, but words that are names there: the Seven Years' War."""
    named = {token.start for token in content_tokens(text, stays, _NO_WHOLE)}
    return [n for n in _numbers(text, field, reading) if not (n.word and n.start in named)]


def _plain(text: str) -> list[str]:
    """A text as its numbers by value and, between them, its words without case and article."""
    parts, end = [], 0
    for one in Reading().find(text):
        parts += [_words(text[end : one.start]), str(one.value.normalize())]
        end = one.end
    return [*parts, _words(text[end:])]


def _words(text: str) -> str:
    return _ARTICLE.sub("a", text.casefold().replace("’", "'"))


def _fields(record: FiveFields) -> list[tuple[str, str]]:
    choices = [(f"choice:{i}", choice) for i, choice in enumerate(record.choices)]
    return [("context", record.context), ("question", record.question), *choices]


def _field(where: str) -> Field:
    return "question" if where == "question" else "choice" if where[:6] == "choice" else "text"
