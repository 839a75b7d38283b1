"""The provenance guard: every token of what would leave comes from somewhere that may leave.

It works on parsed fields, by place, and never by searching for strings: a token is a word of the
skeleton, a replacement of the dictionary, a number of the map, or preserved by its role. Anything
else is a finding. Labels get no exemption.
"""

from __future__ import annotations

import re
from decimal import Decimal

from rapidfuzz import fuzz

from recast_agent.core.literals import Field, canonical_value, find
from recast_agent.core.table import Table
from recast_agent.core.types import Artifact, ChartReading, Finding, Permit, ProtectedRecord
from recast_agent.core.vocabulary import ORDERED, passing, skeleton
from recast_agent.gate.protocol import CheckRequest, PrivateEntry
from recast_agent.private.numbermap.protocol import NumberMap
from recast_agent.private.rewrite.dictionary import Dictionary

_PART = re.compile(r"[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)*|\d+")
_SUFFIX = re.compile(r"st|nd|rd|th|s|K|M|B|T|bn|mn|tn|k|m|Q|H")
_NEAR = 80
"""How alike, of 100, a token read from the picture must be to a text that was drawn."""


class ProvenanceCheck:
    """Implements ``ReleaseCheck`` (threats of string matching: see ``docs/decisions``)."""

    name = "provenance"

    async def check(self, request: CheckRequest) -> tuple[Finding, ...]:
        """Findings ``provenance_unknown`` with field and offset."""
        origins = _Origins(request.record, request.private)
        findings = []
        for where, field, text in fields_of(request.record):
            findings += [_finding(where, offset) for offset in origins.unknown(text, field)]
        findings += [
            _finding(f"cell:{i}:{j}", 0)
            for i, row in enumerate(request.record.table().cells)
            for j, cell in enumerate(row)
            if cell is not None and abs(canonical_value(cell)) not in origins.numbers
        ]
        return (*findings, *_unattributed(request.record.table(), request.reading))


def permit(record: ProtectedRecord, artifact: Artifact) -> Permit:
    """What the door may let out of a record that passed every check."""
    return Permit(
        case=record.id,
        question=record.question,
        choices=record.choices,
        artifact_sha256=artifact.sha256,
        media_type=artifact.media_type,
    )


def fields_of(record: ProtectedRecord) -> list[tuple[str, Field, str]]:
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
        self.numbers = _surrogates(private.numbers)
        self._kept = {Decimal(text) for text in record.preserved}
        self._kept |= {a.surrogate for a in private.numbers.assignments if a.number.kind == "kept"}
        self._originals = _source_words(private)
        self._phrases = _phrases(private.dictionary)

    def unknown(self, text: str, field: Field) -> list[int]:
        """Offsets of tokens that come from nowhere."""
        covered = _covered(text, self._phrases)
        found = [
            one.start
            for one in find(text, field=field)
            if not one.word and abs(one.value) not in self.numbers | self._kept
        ]
        for match in _PART.finditer(text):
            if match[0].isdigit() or covered[match.start()]:
                continue
            if not self._passes(text, match, field):
                found.append(match.start())
        return sorted(found)

    def _passes(self, text: str, match: re.Match[str], field: Field) -> bool:
        before = text[match.start() - 1 : match.start()]
        after = text[match.end() : match.end() + 1]
        joined = before.isdigit() or after.isdigit() or before in ("'", "’")
        if joined and _SUFFIX.fullmatch(match[0]):
            return True
        word = match[0].casefold()
        if field in ("question", "text"):
            return word in passing()
        # a label that is one word of the skeleton is a name like any other; beside numbers or
        # in running text it is a function word
        return word in passing() and (field not in ("category", "series") or _numbered(text))


def _numbered(text: str) -> bool:
    return any(c.isdigit() for c in text)


def _surrogates(numbers: NumberMap) -> frozenset[Decimal]:
    return frozenset(a.surrogate for a in numbers.assignments)


def _source_words(private: PrivateEntry) -> frozenset[str]:
    words = {w.casefold() for w in _PART.findall(private.record.context + private.record.question)}
    return frozenset(w for w in words if len(w) > 2) - skeleton()


def _phrases(dictionary: Dictionary) -> re.Pattern[str] | None:
    surrogates = {e.surrogate for e in dictionary.entries} | set(ORDERED)
    if not surrogates:
        return None
    longest_first = sorted(surrogates, key=len, reverse=True)
    words = "|".join(re.escape(s) for s in longest_first)
    return re.compile(rf"(?<![^\W\d_])(?:{words})(?![^\W\d_])", re.IGNORECASE)


def _covered(text: str, phrases: re.Pattern[str] | None) -> list[bool]:
    covered = [False] * (len(text) + 1)
    for match in phrases.finditer(text) if phrases else ():
        covered[match.start() : match.end()] = [True] * (match.end() - match.start())
    return covered


def _unattributed(table: Table, reading: ChartReading) -> list[Finding]:
    """Texts of the picture that belong to no field of the record."""
    drawn = [table.title, table.category_axis, table.value_axis, table.unit, *table.series]
    drawn += [*table.categories, *(c for row in table.cells for c in row if c is not None)]
    drawn += [f"{table.value_axis} ({table.unit})", f"({table.unit})"]
    texts = [_plain(text) for text in drawn if text]
    whole = " ".join(texts)
    findings = []
    for index, token in enumerate(reading.tokens):
        seen = _plain(token.text)
        if seen and seen not in whole and not _near(seen, texts):
            findings.append(Finding(code="provenance_unknown", where=f"token:{index}", seen=""))
    return findings


def _near(seen: str, texts: list[str]) -> bool:
    return (
        any(
            fuzz.partial_ratio(seen, text) >= _NEAR
            if len(seen) <= len(text)
            else fuzz.ratio(seen, text) >= _NEAR
            for text in texts
        )
        or fuzz.partial_token_set_ratio(seen, " ".join(texts)) >= _NEAR
    )


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().casefold()


def _finding(where: str, offset: int) -> Finding:
    return Finding(code="provenance_unknown", where=f"{where}:{offset}", seen="")
