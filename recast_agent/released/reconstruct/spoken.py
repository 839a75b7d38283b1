"""A text as it is handed to the synthesiser: signs as words, numbers in figures or spelled out."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Literal

from recast_agent.core.speech.items import SHORT, SIGNS, Item, items_of

Spelling = Literal["figures", "words"]

_SIGN = re.compile(r"[$€£¥₹₩₽₺₱₪%()−-]")
_PERCENT = re.compile(r" ?per ?cent\Z", re.IGNORECASE)
"""What is said behind the number anyway."""
_FIGURES = re.compile(r"(?P<figures>\d[\d,]*(?:\.\d+)?)(?P<rest>.*)", re.DOTALL)
_LETTERS = {"k": "thousand", "m": "million", "mn": "million", "b": "billion", "bn": "billion",
            "t": "trillion", "tn": "trillion"}  # fmt: skip
_BREAKS = str.maketrans({"(": ", ", ")": ", ", "[": ", ", "]": ", ", "/": " ", "*": " ", "#": " "})
_STOP = ". "
_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_GROUPS = ("", "thousand", "million", "billion", "trillion")
_SPELLED = Decimal(10) ** 15
_YEARS = range(1100, 2100)
"""Bare figures that are said like a year; the synthesiser does so by itself."""


def speakable(text: str, spelling: Spelling) -> str:
    """The text with every sign that is read aloud as a word.

    Raises InputError(number_invalid).
    """
    parts: list[str] = []
    end, counted = 0, False
    for item in items_of(text):
        numbers = counted and item.value is not None
        joint = (" and " if numbers else ", ") if end else ""
        parts.append(_between(text[end : item.start], joint))
        parts.append(_said(item, text[item.start : item.end], spelling, counted))
        end, counted = item.end, item.value is not None
    said = "".join([*parts, _between(text[end:], _STOP)]).removeprefix(_STOP)
    return re.sub(r" +(?=[,.])|(?<=,)[, ]*(?=[,.])", "", re.sub(r"[ \t]+", " ", said)).strip()


def _between(text: str, joint: str) -> str:
    """What stands between words. A row of a Markdown table is a sentence, ``joint`` parts its
    cells: two numbers without a word between them would be heard as one."""
    if "|" not in text:
        return text.translate(_BREAKS)
    return _STOP if "\n" in text else joint


def _said(item: Item, written: str, spelling: Spelling, counted: bool) -> str:
    if item.start == item.end:
        return f"{item.word} " if item.word == "minus" else f" {item.word}"
    if item.value is not None:
        return _number(item.value, written, spelling)
    if written in SIGNS:
        return f" {item.word} "
    return (
        item.word
        if counted and SHORT.get(written.casefold(), "").startswith(item.word)
        else (written)
    )


def _number(value: Decimal, written: str, spelling: Spelling) -> str:
    found = _FIGURES.match(_PERCENT.sub("", _SIGN.sub("", written)).strip())
    if found is None:
        return _PERCENT.sub("", written)  # a number word
    rest = found["rest"]
    rest = f" {_LETTERS[rest.lower()]}" if rest.lower() in _LETTERS else rest
    figures = found["figures"]
    plain = Decimal(figures.replace(",", ""))
    year = "," not in figures and not rest and plain in _YEARS
    if spelling == "figures" or year or plain >= _SPELLED or rest[:1].isalpha():
        return figures + rest
    whole, _, decimals = figures.replace(",", "").partition(".")
    said = cardinal(int(whole))
    if decimals:
        said += " point " + " ".join(_ONES[int(digit)] for digit in decimals)
    return said + rest


def cardinal(number: int) -> str:
    """A whole number below ten to the fifteenth in words, as Americans say it."""
    if number < 20:
        return _ONES[number]
    if number < 100:
        rest = number % 10
        return _TENS[number // 10] + (f"-{_ONES[rest]}" if rest else "")
    if number < 1000:
        rest = number % 100
        return f"{_ONES[number // 100]} hundred" + (f" {cardinal(rest)}" if rest else "")
    parts = []
    for name in _GROUPS:
        number, rest = divmod(number, 1000)
        if rest:
            parts.append(f"{cardinal(rest)} {name}".strip())
    return ", ".join(reversed(parts))
