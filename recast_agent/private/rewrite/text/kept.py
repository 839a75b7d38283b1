"""What of a passage passes on purpose. One rule, read by the rewriter and by the gate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from recast_agent.core.types import FiveFields
from recast_agent.core.vocabulary import NAMES_TOO, calendar_groups, calendar_index, seasons, units
from recast_agent.private.rewrite.text.lists import particles, prefixes, skeleton
from recast_agent.private.rewrite.text.names import person_section
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
)
"""Sign, name, names and code of a currency."""

_MONEY = CENTS | {word.casefold() for row in CURRENCIES for word in row}
"""What stays where a record counts cents: then the question converts."""

_POUNDS = frozenset(["pound", "pounds"])
_CONTRACTED = re.compile(r"(?:n't|'(?:re|ve|ll|d|m|s))$")
_SUFFIX = re.compile(r"(?:st|nd|rd|th|s|K|M|B|T|bn|mn|tn|k|m|b|t|x)\Z")
_SCALES = ("C", "F", "K")
_MILLIONS = re.compile(r"(?:[kKmMbB]|mn|bn|tn)\Z")
"""What a currency sign may stand before, at the head of a column: $M."""

_QUARTER = re.compile(r"(?:Q|H|FY)\Z")
_GROUPED = calendar_groups() | seasons() | {"month", "months", "weekday", "weekdays"}
_ACRONYMS_TOO = NAMES_TOO | {"sec", "hr", "amp", "min", "max", "mi", "sq", "oz", "ft", "ms", "st"}
_GIVEN_TOO = frozenset(["will", "may", "max"])
_MANY = 6
_NEAR = 24


@dataclass(frozen=True)
class PassageKept:
    """``named`` are words of the skeleton that are names where they are capitalised (Will, Young);
    ``calendar``: months and weekdays stay; ``money``: words and signs of currencies that stay;
    ``changed``: words of the skeleton that are a currency here (pounds).
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
        before, after = text[max(0, start - 1) : start], text[end : end + 1]
        if (before.isdigit() and _SUFFIX.match(word)) or (before == "°" and word in _SCALES):
            return True
        if before and before in CURRENCY_SIGNS and _MILLIONS.match(word):
            return True
        if after.isdigit():
            return _QUARTER.match(word) is not None or any(plain in u for u in units())
        if plain in self.money or (self.calendar and calendar_index(word) is not None):
            return True
        if plain in prefixes() and after in ("-", "‐", "‑"):
            return True
        if plain in self.changed or not _in_skeleton(plain):
            return False
        return word.islower() or not self._a_name(text, word, plain, start)

    def _a_name(self, text: str, word: str, plain: str, start: int) -> bool:
        """Whether a capitalised word of the skeleton is a name here; in a heading none is."""
        if plain in self.named or plain in particles():
            return True
        shouted = word.isupper() and len(word) > 1
        heading = text[max(0, start - _NEAR) : start + _NEAR].isupper()
        return plain.replace(".", "") in _ACRONYMS_TOO and shouted and not heading


def _in_skeleton(plain: str) -> bool:
    return plain.replace(".", "") in skeleton() or plain in ("ca", "wo") or plain in particles()


def kept_of(record: FiveFields) -> PassageKept:
    """What stays of a passage with its question."""
    fields = tagged(record)
    return kept_in(record, fields)


def kept_in(record: FiveFields, fields: Sequence[Tagged]) -> PassageKept:
    """The same for fields that are tagged already."""
    asked = " ".join((record.question, *record.choices))
    keys = frozenset(t.key for text in fields_of(record) for t in tokens(text))
    money = _MONEY if _counts_cents(record) else frozenset()
    pounds = _POUNDS if keys & {"£", "gbp"} and not money else frozenset()
    return PassageKept(_named(fields), _calendar(record, asked), money, pounds)


def _counts_cents(record: FiveFields) -> bool:
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


def _named(fields: Sequence[Tagged]) -> frozenset[str]:
    """Words of the skeleton that are a name: Will, or Young behind a given name."""
    found: set[str] = set()
    for field in fields:
        last: Token | None = None
        for token in tokens(field.text):
            if token.text[0].isupper() and token.key in skeleton():
                given = last is not None and field.text[last.end : token.start] == " "
                given &= last is not None and (last.key in found or _given(last))
                if _a_name_here(token, field, given):
                    found.add(token.key)
            last = token
    return frozenset(found)


def _given(token: Token) -> bool:
    return token.text[0].isupper() and person_section(token.key) in ("her", "him")


def _a_name_here(token: Token, field: Tagged, behind_a_name: bool) -> bool:
    word = field.word(token)
    proper = word is not None and word.tag.startswith("NNP")
    if token.key in _GIVEN_TOO:
        return proper or not token.opens
    if field.text.endswith("the ", 0, token.start) or word is None or not token.text.istitle():
        return False  # Jan Brueghel the Younger
    return behind_a_name or (proper and word.entity == "PERSON" and not token.opens)


def _calendar(record: FiveFields, asked: str) -> bool:
    """Months and weekdays stay where the question groups or spans them, or all are listed."""
    distinct = {calendar_index(t.text) for t in tokens(record.context)} - {None}
    named = {calendar_index(t.text) for t in tokens(asked)} - {None}
    groups = {t.key for t in tokens(asked)} & _GROUPED
    return len(named) > 1 or bool(groups and len(distinct) > 1) or len(distinct) > _MANY
