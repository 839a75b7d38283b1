"""A text as it is spoken: numbers by value, signs as their words, words one by one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from recast_agent.core.literals import Literal, find

CURRENCY = {
    "$": "dollars", "€": "euros", "£": "pounds", "¥": "yen", "₹": "rupees", "₩": "won",
    "₽": "rubles", "₺": "lira", "₱": "pesos", "₪": "shekels",
}  # fmt: skip
"""What a sign before an amount is called behind it."""

SHORT = {
    "km": "kilometers", "cm": "centimeters", "mm": "millimeters", "kg": "kilograms",
    "lb": "pounds", "lbs": "pounds", "oz": "ounces", "ft": "feet", "mi": "miles",
    "mph": "miles per hour", "hr": "hours", "hrs": "hours", "min": "minutes", "mins": "minutes",
    "sec": "seconds", "secs": "seconds", "yr": "years", "yrs": "years", "sq": "square",
    "vs": "versus", "mr": "mister", "mrs": "missus", "dr": "doctor", "st": "saint",
    "ok": "okay", "etc": "et cetera", "no": "no",
}  # fmt: skip
"""Short forms by the words that they are read as."""

SIGNS = {"&": "and", "+": "plus", "=": "equals", "°": "degrees", "×": "times"}

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*|[&+=°×%]")
_COUNTS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
           "eleven", "twelve")  # fmt: skip
_ORDINALS = ("third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
             "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth",
             "eighteenth", "nineteenth", "twentieth")  # fmt: skip
_TENTHS = ("thirtieth", "fortieth", "fiftieth", "sixtieth", "seventieth", "eightieth", "ninetieth")
_RANKS = {word: Decimal(n) for n, word in enumerate(_ORDINALS, start=3)}
_RANKS |= {word: Decimal(10 * n) for n, word in enumerate(_TENTHS, start=3)}
_VALUES = {word: Decimal(n) for n, word in enumerate(_COUNTS) if word != "one"} | _RANKS
"""What is a number wherever it stands; ``one`` is a pronoun too, and sounds like ``won``."""

_RANKED = _RANKS.keys() | {"first", "second"}
_TENS = frozenset(map(Decimal, range(20, 100, 10)))
_SCALE = re.compile(
    r"[ -]?(?:hundred|thousand|million|billion|trillion)s?\b|(?:[kKMBT]|bn|mn|tn)\b", re.IGNORECASE
)
_PERCENT = re.compile(r" ?(?:%|per ?cent\b)", re.IGNORECASE)
_POINTS = re.compile(r"[ -]percentage\b", re.IGNORECASE)
_ENDING = re.compile(r"(?:st|nd|rd|th|s)\b")


def said_alike(one: Item, other: Item) -> bool:
    """Whether two items, at least one of them a number, are the same: 1 may be written ``one``."""
    if one.value is not None and other.value is not None:
        return one.value == other.value
    return {one.value, other.value} == {None, Decimal(1)} and "one" in (one.word, other.word)


class Item(NamedTuple):
    """A word or, where ``value`` is set, a number: ``text[start:end]``; ``word`` is what is said,
    lower case. Words that a sign stands for have no width."""

    start: int
    end: int
    word: str
    value: Decimal | None = None


def items_of(text: str) -> tuple[Item, ...]:
    """What is said, in order. Raises InputError(number_invalid)."""
    said: list[Item] = []
    end = 0
    for one in find(text):
        start = _sign_start(text, one, end)
        said += _words(text, end, start)
        end = _after(text, one)
        said += _number(text, one, start, end)
    said += _words(text, end, len(text))
    return tuple(_joined(text, said))


def quantities(text: str) -> tuple[Decimal, ...]:
    """The numbers that are said, by value."""
    return tuple(item.value for item in items_of(text) if item.value is not None)


def _joined(text: str, said: list[Item]) -> Iterator[Item]:
    """``twenty-first`` as one number: its tens and its rank were read as two."""
    held: Item | None = None
    for item in said:
        if held is not None and _one_rank(text, held, item):
            total = (held.value or Decimal(0)) + (item.value or Decimal(0))
            held = Item(held.start, item.end, text[held.start : item.end], total)
            continue
        if held is not None:
            yield held
        held = item
    if held is not None:
        yield held


def _one_rank(text: str, tens: Item, rank: Item) -> bool:
    return (
        tens.value in _TENS
        and text[tens.start : tens.end].isalpha()
        and text[tens.end : rank.start] == "-"
        and text[rank.start : rank.end].casefold() in _RANKED
        and (rank.value or 0) < 10
    )


def _number(text: str, one: Literal, start: int, end: int) -> Iterator[Item]:
    if one.negative:
        yield Item(start, start, "minus")
    yield Item(start, end, text[start:end], abs(one.value))
    if one.percent:
        if not _POINTS.match(text, end):
            yield Item(end, end, "percent")
    else:
        money = CURRENCY.get(text[start : one.start].strip("-−( "))
        if money and not text[end : end + 1 + len(money)].casefold().startswith(f" {money}"):
            yield Item(end, end, money)


def _sign_start(text: str, one: Literal, least: int) -> int:
    """Where a number begins with its sign of minus or money."""
    start = one.start
    space = text[max(least, start - 2) : start]
    if space[:1] in CURRENCY and space[1:] in ("", " "):
        start -= len(space)
    while start > least and text[start - 1] in CURRENCY:
        start -= 1
    if one.negative:
        while start > least and text[start - 1] in "-−(":
            start -= 1
    return start


def _after(text: str, one: Literal) -> int:
    """Where a number ends with its scale, percent sign or ending."""
    end = one.end
    if one.scale:
        while (match := _SCALE.match(text, end)) is not None:
            end = match.end()
    behind = _PERCENT if one.percent else _ENDING
    match = None if one.scale and not one.percent else behind.match(text, end)
    return match.end() if match else end


def _words(text: str, start: int, end: int) -> Iterator[Item]:
    for match in _WORD.finditer(text, start, end):
        word = match[0].casefold().replace("’", "'")
        spoken = SIGNS.get(word) or SHORT.get(word) or word
        if word in _VALUES:
            yield Item(match.start(), match.end(), word, _VALUES[word])
        else:
            first, *rest = spoken.split()
            yield Item(match.start(), match.end(), first)
            yield from (Item(match.end(), match.end(), more) for more in rest)
