"""All numbers of a text: written in digits, as fractions, in words, as short years."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from recast_agent.core.literals.dates import YEAR_ENDS
from recast_agent.core.literals.grammar import (
    AFTER,
    BEFORE,
    Written,
    fractions,
    written_numbers,
)
from recast_agent.core.literals.literal import Field, Literal
from recast_agent.core.literals.roles import ORDINAL, role_of, spoken_role
from recast_agent.core.literals.words import spoken_numbers

_SENTENCES = ("question", "title", "text", "choice")
_AND = re.compile(
    r",? (?:and|or|to|vs\.?|versus|over|and in|or in) |, ?|(?: {0,2}\|){1,4} ?| ?[/–—-] ?"
)
_APOSTROPHE = re.compile(r"(?:^|[\s(,\d])['’]\Z")
_COUNTS = frozenset(map(Decimal, range(13)))
_PIVOT = 50
"""``'50`` is 2050 and ``'51`` is 1951."""


def find(text: str, *, field: Field = "text") -> tuple[Literal, ...]:
    """The numbers of a text in order, with exact values and offsets.

    Number words count in sentences (question, choice, title, text); in labels those of several
    words do (``forty-eight beds``), as half of one would stay where the other is renamed. Raises
    InputError(number_invalid) for a number of too many digits or digits of another script.
    """
    found: list[Literal] = []
    for one in written_numbers(text):
        found.append(_in_digits(text, one, field, found[-1] if found else None))
    if not text.isascii():
        found = _with_fractions(text, found)
    spoken = [one for one in _in_words(text, field) if field in _SENTENCES or _is_long(one)]
    if spoken:
        found = sorted([*found, *spoken], key=lambda one: one.start)
    return tuple(found)


def _is_long(one: Literal) -> bool:
    return len(re.findall(r"\w+", one.text)) > 1


def normalise(text: str, *, field: Field = "text") -> str:
    """The text with measured number words in digits (``two million``: ``2 million``).

    What counts or ranks stays a word, and so does a word whose digits would be read otherwise
    beside their neighbours (``forty-five two hundred``). Applied twice it changes nothing more.
    """
    parts, end = [""], 0
    for one in find(text, field=field):
        if not one.word or one.role not in ("quantity", "percent"):
            continue
        digits, gap = format(one.magnitude, "f"), text[end : one.start]
        before, after = (parts[-1] + gap)[-BEFORE:], text[one.end : one.end + AFTER]
        beside = find(before + digits + after, field=field)
        if any(each.start == len(before) and each.value == one.value for each in beside):
            parts += [gap, digits]
            end = one.end
    return "".join([*parts, text[end:]])


def _in_digits(text: str, one: Written, field: Field, last: Literal | None) -> Literal:
    role, reason = role_of(one, field)
    ending = ORDINAL.match(one.after) if role == "date" else None
    end = one.end + (ending.end() if ending else 0)
    literal = Literal(
        start=one.start,
        end=end,
        text=text[one.start : end],
        magnitude=Decimal(one.digits),
        scale=one.scale if role in ("quantity", "percent") else 0,
        decimals=len(one.digits.partition(".")[2]),
        negative=one.negative and role in ("quantity", "percent"),
        percent=role == "percent",
        role=role,
        reason=reason,
        separator=one.separator,
        mark=one.mark,
    )
    if role == "quantity" and not reason and _follows_year(text, one, last):
        return literal._replace(scale=0, negative=False, role="year", reason="year after a year")
    year = _short_year(text, literal, last) if len(literal.text) == 2 else None
    if year is None:
        return literal
    return literal._replace(magnitude=Decimal(year), role="year", reason="short year", short=True)


def _follows_year(text: str, one: Written, last: Literal | None) -> bool:
    """``in 2019, 2018 and 2017``: further years of a list, a range or a row."""
    if last is None or last.role != "year" or len(one.digits) != 4 or one.separator or one.scale:
        return False
    likely = one.digits.isdigit() and 1000 <= int(one.digits) <= 2199
    between = text[last.end : one.start]
    return likely and bool(_AND.fullmatch(between)) and bool(YEAR_ENDS.match(one.after))


def _short_year(text: str, one: Literal, last: Literal | None) -> int | None:
    """``2030/31``, ``2014-17``, ``1999/00`` and ``'07`` as whole years."""
    if not one.text.isdigit() or one.role == "percent":
        return None
    number = int(one.text)
    between = text[last.end : one.start] if last else ""
    if last and last.role == "year" and not last.short and between in ("/", "-", "–", "—"):
        if one.reason == "month of an ISO date" and number != (int(last.magnitude) + 1) % 100:
            return None
        year = int(last.magnitude) // 100 * 100 + number
        return year if year > last.magnitude else year + 100
    if _APOSTROPHE.search(text[max(0, one.start - 2) : one.start]):
        return number + (2000 if number <= _PIVOT else 1900)
    return None


def _with_fractions(text: str, found: list[Literal]) -> list[Literal]:
    """``2½`` is one number; as no digits show its half, it counts as a word."""
    signs = {
        start: Literal(
            start, end, text[start:end], value, word=True, decimals=-int(value.as_tuple().exponent)
        )
        for start, end, value in fractions(text)
    }
    rest = [one for one in found if one.start not in signs]
    return sorted([*rest, *signs.values()], key=lambda one: one.start) if signs else found


def _in_words(text: str, field: Field) -> Iterator[Literal]:
    for one in spoken_numbers(text):
        before, after = text[max(0, one.start - 16) : one.start], text[one.end : one.end + 24]
        small = int(one.value) if not one.scale and one.value in _COUNTS else None
        decided = spoken_role(small, before, after, field, ordinal=one.ordinal)
        if one.year:
            decided = "year", "year in words"
        if decided is None:
            continue
        role, reason = decided
        yield Literal(
            start=one.start,
            end=one.end,
            text=text[one.start : one.end],
            magnitude=one.value,
            scale=one.scale,
            decimals=max(0, -int(one.value.as_tuple().exponent)),
            percent=role == "percent",
            role=role,
            reason=reason,
            word=True,
        )
