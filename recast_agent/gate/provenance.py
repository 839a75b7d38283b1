"""The provenance guard: every token of what would leave comes from somewhere that may leave.

It works on parsed fields, by place, and never by searching for strings: a token is a word of the
skeleton, a replacement of the dictionary, a number of the map, or preserved by its role. Anything
else is a finding. Labels get no exemption. As a second belt, a content word of the source that
stands in the record is a finding even where it could be explained.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from recast_agent.core.characters import strange
from recast_agent.core.errors import InputError
from recast_agent.core.literals import Field, canonical_value
from recast_agent.core.types import (
    Artifact,
    AudioReading,
    ChartReading,
    Finding,
    FiveFields,
    Permit,
    ProtectedRecord,
)
from recast_agent.core.vocabulary import CONTENT, WORD
from recast_agent.gate import recording
from recast_agent.gate.attribution import unattributed
from recast_agent.gate.passage import unknown_places
from recast_agent.gate.protocol import CheckRequest, PrivateEntry
from recast_agent.private.capture.pasted import pasted_table
from recast_agent.private.numbermap.protocol import KINDS
from recast_agent.private.numbermap.reading import Reading
from recast_agent.private.rewrite.embedded import holds_table
from recast_agent.private.rewrite.kept import kept
from recast_agent.private.rewrite.validate import content_words

_PART = re.compile(r"[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)*")
_SUFFIX = re.compile(r"st|nd|rd|th|s|K|M|B|T|bn|mn|tn|k|m")
_QUARTER = re.compile(r"\b[QH](?=[1-4]\b)")
_LABELS = ("category", "series")
_LEAST = 3
"""Shorter words are no evidence of a source."""


class ProvenanceCheck:
    """Implements ``ReleaseCheck``: fields and cells by place, then the tokens of the picture."""

    name = "provenance"

    async def check(self, request: CheckRequest) -> tuple[Finding, ...]:
        """Findings ``provenance_unknown`` with field and offset, or the index of a token seen.

        They show no text: what has no origin could be the source's.
        """
        places = _places(request) if holds_table(request.private.record) else _in_passage(request)
        return tuple(
            Finding(code="provenance_unknown", where=where, seen="")
            for where in dict.fromkeys(places)
        )


def _in_passage(request: CheckRequest) -> list[str]:
    places = unknown_places(request.record, request.private)
    if isinstance(request.reading, AudioReading):
        return [*places, *recording.unattributed_places(request.record, request.reading)]
    if isinstance(request.reading, ChartReading):
        return [*places, *_in_drawing(request.record, request.reading)]
    # a passage is released as its own characters: nothing else accounts for every one of them
    return places


def _in_drawing(record: ProtectedRecord, reading: ChartReading) -> list[str]:
    """Of a passage whose table is drawn: what is drawn and what leaves beside it are the passage's
    own, and every text seen in the picture is the table's."""
    if not record.drawn:
        return ["reading"]
    table = record.drawing()
    places = [f"token:{index}" for index in unattributed(table, reading)]
    try:
        pasted = pasted_table(record.context, table.chart_type)
    except InputError:
        return [*places, "drawn"]
    places += [] if pasted.table == table else ["drawn"]
    return places + ([] if pasted.beside == record.beside else ["beside"])


def _places(request: CheckRequest) -> list[str]:
    origins = _Origins(request.record, request.private)
    places = [
        f"{where}:{offset}"
        for where, field, text in fields_of(request.record)
        for offset in origins.unknown(text, field)
    ]
    table = request.record.table()
    places += [
        f"cell:{i}:{j}"
        for i, row in enumerate(table.cells)
        for j, cell in enumerate(row)
        if cell is not None and abs(canonical_value(cell)) not in origins.numbers
    ]
    if isinstance(request.reading, ChartReading):
        places += [f"token:{index}" for index in unattributed(table, request.reading)]
    if isinstance(request.reading, AudioReading):
        places += recording.unattributed_places(request.record, request.reading)
    return places


def permit(record: ProtectedRecord, artifact: Artifact) -> Permit:
    """What the door may let out of a record that passed every check."""
    return Permit(
        case=record.id,
        question=record.question,
        spoken_question=record.spoken_question,
        beside=record.beside,
        choices=record.choices,
        artifact_sha256=artifact.sha256,
        media_type=artifact.media_type,
    )


def fields_of(record: FiveFields) -> list[tuple[str, Field, str]]:
    """Every text field of a record with its place."""
    table = record.table()
    return [
        ("title", "title", table.title),
        ("category_axis", "axis", table.category_axis),
        ("value_axis", "axis", table.value_axis),
        ("unit", "unit", table.unit),
        *((f"series:{j}", "series", s) for j, s in enumerate(table.series)),
        *((f"category:{i}", "category", c) for i, c in enumerate(table.categories)),
        *((f"color:{i}", "text", c) for i, c in enumerate(table.colors)),
        ("question", "question", record.question),
        *((f"choice:{i}", "choice", c) for i, c in enumerate(record.choices)),
    ]


class _Origins:
    """What may stand in a released field, and why."""

    def __init__(self, record: ProtectedRecord, private: PrivateEntry) -> None:
        assignments = private.numbers.assignments
        self.numbers = frozenset(a.surrogate for a in assignments if a.number.kind != "kept")
        self._kept_numbers = {Decimal(text) for text in record.preserved}
        self._kept_numbers |= {a.surrogate for a in assignments if a.number.kind == "kept"}
        self._reading = Reading.of(record)
        in_labels, elsewhere, moved = _sorted_out(private.record)
        self._kept_in_labels = self._kept_numbers & in_labels
        self._kept_numbers -= moved - in_labels - elsewhere
        self._stays = kept(private.record)
        surrogates = {e.surrogate for e in private.dictionary.entries if WORD.search(e.surrogate)}
        self._phrases = _phrases(surrogates)
        used = {w.casefold() for surrogate in surrogates for w in WORD.findall(surrogate)}
        self._originals = content_words(private.record, self._stays) - used

    def unknown(self, text: str, field: Field) -> list[int]:
        """Offsets of tokens that come from nowhere, and of words of the source."""
        stay = self._kept_in_labels if field in _LABELS else self._kept_numbers
        found = {
            one.start
            for one in self._reading.find(text, field=field)
            if (not one.word or one.role in ("quantity", "percent"))
            and abs(one.value) not in self.numbers | stay
        }
        covered = _covered(text, self._phrases)
        found |= {
            word.start()
            for word in _PART.finditer(text)
            if not covered[word.start()] and not self._passes(text, word, field)
        }
        return sorted(found | set(strange(text)) | set(self._of_the_source(text)))

    def _passes(self, text: str, word: re.Match[str], field: Field) -> bool:
        before, after = text[: word.start()][-1:], text[word.end() :][:1]
        if (before.isdigit() or before in ("'", "’")) and _SUFFIX.fullmatch(word[0]):
            return True
        if after.isdigit() and _QUARTER.match(text, word.start()):
            return True
        if field in ("category", "series") and not any(c.isdigit() for c in text):
            # a label of words alone is a name, whatever the words are; months and totals may stay
            return self._stays.stays(text)
        asked = field in ("question", "choice", "text")
        return self._stays.passes(text, word.start(), word.end(), asked=asked)

    def _of_the_source(self, text: str) -> Iterator[int]:
        for word in CONTENT.finditer(text):
            if len(word[0]) >= _LEAST and word[0].casefold() in self._originals:
                yield word.start()


def _sorted_out(source: FiveFields) -> tuple[set[Decimal], set[Decimal], set[Decimal]]:
    """The numbers that the source's labels let stay, those of its other fields, and those that
    are replaced."""
    reading = Reading.of(source)
    in_labels: set[Decimal] = set()
    elsewhere: set[Decimal] = set()
    moved: set[Decimal] = set()
    for _, field, text in fields_of(source):
        for one in reading.find(text, field=field):
            stays = KINDS.get(one.role) == "kept"
            place = (in_labels if field in _LABELS else elsewhere) if stays else moved
            place.add(one.magnitude if stays else abs(one.value))
    return in_labels, elsewhere, moved


def _phrases(surrogates: set[str]) -> re.Pattern[str] | None:
    if not surrogates:
        return None
    words = "|".join(re.escape(s) for s in sorted(surrogates, key=len, reverse=True))
    return re.compile(rf"(?<![^\W\d_])(?:{words})(?![^\W\d_])", re.IGNORECASE)


def _covered(text: str, phrases: re.Pattern[str] | None) -> list[bool]:
    covered = [False] * (len(text) + 1)
    for match in phrases.finditer(text) if phrases else ():
        covered[match.start() : match.end()] = [True] * (match.end() - match.start())
    return covered
