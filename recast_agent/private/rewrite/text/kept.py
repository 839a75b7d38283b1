"""What of a passage passes on purpose. One rule, read by the rewriter and by the gate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from recast_agent.core.literals import NUMBER_WORDS
from recast_agent.core.types import FiveFields
from recast_agent.core.vocabulary import NAMES_TOO, calendar_index, units
from recast_agent.private.rewrite.dictionary import Dictionary
from recast_agent.private.rewrite.text.calendar import calendar_stays
from recast_agent.private.rewrite.text.capitals import dated, in_heading, named
from recast_agent.private.rewrite.text.english import readings
from recast_agent.private.rewrite.text.lists import (
    apart,
    measures,
    particles,
    prefixes,
    rows,
    skeleton,
)
from recast_agent.private.rewrite.text.tagged import Tagged, fields_of, tagged
from recast_agent.private.rewrite.text.tokens import (
    CURRENCY_SIGNS,
    Token,
    key_of,
    parts,
    tokens,
)

CENTS = frozenset(
    ["cent", "cents", "penny", "pennies", "pence", "dime", "dimes", "nickel", "nickels"]
)
CURRENCIES = (
    ("$", "dollar", "dollars", "USD"),
    ("€", "euro", "euros", "EUR"),
    ("£", "pound", "pounds", "GBP"),
    ("₹", "rupee", "rupees", "INR"),
    ("¥", "yen", "yen", "JPY"),
    ("₽", "ruble", "rubles", "RUB"),
    ("₺", "lira", "liras", "TRY"),
    ("₱", "peso", "pesos", "PHP"),
    ("₪", "shekel", "shekels", "ILS"),
    ("₩", "won", "won", "KRW"),
    ("kr", "krona", "kronor", "SEK"),
    ("dkr", "krone", "kroner", "NOK"),
    ("zł", "zloty", "zlotys", "PLN"),
    ("sfr", "franc", "francs", "CHF"),
    ("rmb", "renminbi", "yuan", "CNY"),
)
"""Sign, name, names and code of a currency."""

SLANG = frozenset(["buck", "bucks", "quid", "fiver", "fivers", "tenner", "tenners"])
"""Names of money that no other currency has: where they stand, currencies stay."""

_MONEY = CENTS | SLANG | {word.casefold() for row in CURRENCIES for word in row}
"""What stays where a record counts cents: then the question converts."""

_POUNDS = frozenset(["pound", "pounds"])
_CONTRACTED = re.compile(r"(?:n't|'(?:re|ve|ll|d|m|s))$")
_SUFFIX = re.compile(r"(?:st|nd|rd|th|s|K|M|B|T|bn|mn|tn|k|m|b|t|x)\Z")
_SCALES = ("C", "F", "K")
_MILLIONS = re.compile(r"(?:[kKmMbB]|mn|bn|tn)\Z")
"""What a currency sign may stand before, at the head of a column: $M."""

_QUARTER = re.compile(r"(?:Q[1-4]|H[12])(?!\d)|FY")
_COUNTED = re.compile(
    rf"(?:\d|%|(?<!\w)(?:{'|'.join(sorted(NUMBER_WORDS))}|half|few|several|many))[ \u00a0-]?\Z",
    re.I,
)
"""What stands before a unit."""

_EXPONENT = re.compile(r"[eE][-+−]?\d")
_LABEL_BEFORE = re.compile(r"[^\W\d_][ -]\Z")
_LABEL_AFTER = re.compile(
    r"[.,:;)!?'’/&|=+]|\Z|\n| (?:and|or|has|have|had|is|are|was|were|will|can|gets?|got|sells?|sold"
    r"|does|did|costs?|to|vs|versus|contains?|holds?|held|than|won|wins|lost|loses|made|makes|in|on"
    r"|at|by)\b"
)
_NO_LABEL = re.compile(
    r"(?:^|[ (])(?:once|such|what|quite|not|is|was|as|of|in|for|with|to|and)[ -]\Z", re.I
)
_ACRONYMS_TOO = NAMES_TOO | {"sec", "hr", "amp", "min", "max", "mi", "sq", "oz", "ft", "ms", "st"}
_NEAR = 24
_SHORT_UNIT = 3
_SIGNS = frozenset(
    ["bps", "bp", "pp", "ppm", "ppb", "psi", "dpi", "db", "atm", "cc", "bbl", "boe", "btu", "nm"]
)
_ERAS = frozenset(["ad", "bc", "bce", "ce"])
_IN_AN_ERA = re.compile(r"(?:\d|\bcentur(?:y|ies)|\bmillenni(?:um|a)|\bera)[\s\u00a0]?\(?\Z", re.I)
_OF_AN_ERA = re.compile(r"[\s\u00a0]?\d")
_MEASURED = re.compile(r"(?:\d[\s\u00a0-]?|[(/]|\b(?:in|per|of) )\Z")
"""What stands before a unit that is shouted: a number, a bracket; else it is an acronym (DB)."""


@dataclass(frozen=True)
class PassageKept:
    """``named`` are words of the skeleton that are names where they are capitalised (Will, Young);
    ``calendar``: months and weekdays stay; ``money``: words and signs of currencies that stay;
    ``changed``: words of the skeleton that are a currency (pounds) or another noun (mine) here.
    """

    named: frozenset[str]
    calendar: bool
    money: frozenset[str]
    changed: frozenset[str]

    def passes(self, text: str, start: int, end: int, *, asked: bool = False) -> bool:
        """Whether the word ``text[start:end]`` may stay, in any field."""
        del asked  # the same words stay in passage, question and choices
        word = text[start:end]
        plain = _CONTRACTED.sub("", key_of(word))
        after = text[end : end + 1]
        if plain in self.money or _scales(text, start, end):
            return True
        if after.isdigit():
            return _QUARTER.match(text, start) is not None or any(plain in u for u in units())
        if plain in measures() and _COUNTED.search(text[max(0, start - _NEAR) : start]):
            return True
        if word == "A" and _labels(text, start, end):
            return False
        if self.calendar and self._dated(plain, word):
            return True
        if plain in prefixes() and after in ("-", "‐", "‑"):
            return True
        if plain in self.changed or not _in_skeleton(plain):
            return False
        return word.islower() or not self._a_name(text, word, plain, start)

    def _dated(self, plain: str, word: str) -> bool:
        return calendar_index(word) is not None and plain not in self.named

    def _a_name(self, text: str, word: str, plain: str, start: int) -> bool:
        """Whether a capitalised word of the skeleton is a name here; in a heading none is."""
        if plain in particles() or (plain in self.named and not in_heading(text, start)):
            return True
        shouted = word.isupper() and len(word) > 1
        heading = text[max(0, start - _NEAR) : start + _NEAR].isupper()
        if not shouted or heading:
            return False
        spelled = plain.replace(".", "")
        if spelled in _ERAS:
            return not _counts_years(text, start, start + len(word))
        measured = _MEASURED.search(text[max(0, start - _NEAR) : start]) is not None
        short = spelled in _SIGNS or (
            len(spelled) <= _SHORT_UNIT and any(spelled in each for each in units())
        )
        return spelled in _ACRONYMS_TOO or (short and not measured)


@cache
def _in_skeleton(plain: str) -> bool:
    """Whether a word or its base form is one of the skeleton: its forms stay together."""
    spelled = {plain.replace(".", ""), plain.rstrip(".")}
    if spelled & skeleton() or plain in ("ca", "wo") or plain in particles():
        return True
    return plain not in apart() and any(lemma in skeleton() for _, lemma in readings(plain))


def _scales(text: str, start: int, end: int) -> bool:
    """Whether a word ends or scales a number or a currency: ``5th``, ``1.5e6``, ``k€``."""
    word, before, after = text[start:end], text[max(0, start - 1) : start], text[end : end + 1]
    if before.isdigit():
        return (_SUFFIX.match(word) or _EXPONENT.match(text, start)) is not None
    if before == "°" and word in _SCALES:
        return True
    beside = any(sign and sign in CURRENCY_SIGNS for sign in (before, after))
    return beside and _MILLIONS.match(word) is not None


def _counts_years(text: str, start: int, end: int) -> bool:
    """Whether an era stands at a number or a century; else BCE is a company, AD a director."""
    before = _IN_AN_ERA.search(text[max(0, start - _NEAR) : start])
    return before is not None or _OF_AN_ERA.match(text, end) is not None


def _labels(text: str, start: int, end: int) -> bool:
    """Whether a capital A is a label, no article: ``Team A has``, ``vitamin A.``"""
    before = text[max(0, start - _NEAR) : start]
    behind = text[end : end + _NEAR]
    if _LABEL_BEFORE.search(before) and not _NO_LABEL.search(before):
        return not behind[1:2].isupper() or behind[:1] != " "
    return _LABEL_AFTER.match(behind) is not None and not behind.startswith(("'", "’", "."))


def kept_of(record: FiveFields, world: Dictionary | None = None) -> PassageKept:
    """What stays of a passage with its question. ``world`` is the dictionary of the same passage,
    where it has one: months that it changed change, and months that it left stay."""
    fields = tagged(record)
    return kept_in(record, fields, world)


def kept_in(
    record: FiveFields, fields: Sequence[Tagged], world: Dictionary | None = None
) -> PassageKept:
    """The same for fields that are tagged already."""
    keys = frozenset(t.key for text in fields_of(record) for t in tokens(text))
    money = _MONEY if _converts(record) or keys & SLANG else frozenset()
    nouns = _homographs(fields)
    pounds = _POUNDS if keys & {"£", "gbp"} and not money else frozenset()
    people = named(fields)
    alone = people - dated(fields)
    calendar = _calendar(record, world, alone)
    names = alone if calendar else people
    return PassageKept(names, calendar, money, pounds | nouns)


def _calendar(record: FiveFields, world: Dictionary | None, people: frozenset[str]) -> bool:
    """One passage leaves in one disguise: two releases of it, one with its own months, would tell
    what the other's stand for."""
    shown = any(calendar_index(token.text) is not None for token in tokens(record.context))
    if world is None or not world.entries or not shown:
        return calendar_stays(record)
    changed = {key_of(entry.original) for entry in world.entries if entry.kind == "calendar"}
    return changed <= people


def _homographs(fields: Sequence[Tagged]) -> frozenset[str]:
    """Words of the skeleton that are nouns of another meaning here, in all their forms."""
    nouns = {
        token.key
        for field in fields
        for token in tokens(field.text)
        if (word := field.word(token)) is not None and word.tag in ("NN", "NNS")
    }
    found = (row for row in rows("homographs") if not nouns.isdisjoint(row))
    return frozenset(word for row in found for word in row)


def _converts(record: FiveFields) -> bool:
    """Whether a record has small coins; those of ``per cent`` are none."""
    return any(
        t.key in CENTS and not text.endswith("per ", 0, t.start)
        for text in fields_of(record)
        for t in tokens(text)
    )


def content_tokens(text: str, stays: PassageKept, whole: frozenset[str]) -> Iterator[Token]:
    """The words of a text that are replaced, in order. Compounds count by their parts, except
    those of which the key is in ``whole``."""
    for token in tokens(text):
        if token.key in whole:
            yield token
            continue
        for part in _split(token):
            if not stays.passes(text, part.start, part.end):
                yield part


def _split(token: Token) -> Iterator[Token]:
    if re.search(r"[-‐‑]", token.text) and "@" not in token.text and "/" not in token.text:
        yield from parts(token)
    else:
        yield token
