"""Numbers written as words: ``thirty thousand``, ``two and a half``, ``a dozen``, ``third``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import NamedTuple

from recast_agent.core.literals.constants import SCALES

_SMALL = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14,
    "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen": 19,
}  # fmt: skip
_TENS = {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70,
    "eighty": 80, "ninety": 90,
}  # fmt: skip
_ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12,
}  # fmt: skip
_MULTIPLES = {"hundred": 100, "dozen": 12}
_SCALED = {word: SCALES[word] for word in ("thousand", "million", "billion", "trillion")}
NUMBER_WORDS = frozenset({*_SMALL, *_TENS, *_ORDINALS, *_MULTIPLES, *_SCALED})
"""Every word that can be part of a number."""

# by first letter: most words of a text are left at their first
_BY_LETTER = [
    f"{letter}(?:{'|'.join(sorted(word[1:] for word in NUMBER_WORDS if word[0] == letter))})"
    for letter in sorted({word[0] for word in NUMBER_WORDS})
]
_WORD = re.compile(rf"(?<!\w)(?:{'|'.join(_BY_LETTER)})(?!\w)")
_HALF = re.compile(r" and a half\b", re.IGNORECASE)
_JOINT = re.compile(r"[ -]|,? and ", re.IGNORECASE)
_ARTICLE = re.compile(r"\b(?:half )?an? \Z|\b(?:an? )?half[ -]\Z", re.IGNORECASE)
_PARTS = re.compile(
    r"[ -](?:thirds|fourths|fifths|sixths|sevenths|eighths|ninths|tenths|twelfths|hundredths"
    r"|thousandths|halves)\b|-quarters\b| quarters of\b",
    re.IGNORECASE,
)
"""Behind a number, a fraction in words: it stays as it is, as do a third and a half."""

_DATED = re.compile(
    r"\b(?:in|since|until|till|by|from|before|after|of|to|year|during|through) \Z", re.IGNORECASE
)
_CENTURIES = range(15, 21)


@dataclass(frozen=True)
class Spoken:
    """``value`` is what ``text[start:end]`` says; a scale word behind it is in ``scale``."""

    start: int
    end: int
    value: Decimal
    scale: int = 0
    ordinal: bool = False
    year: bool = False


class _Token(NamedTuple):
    """``joint`` is what stands between this word and the one before it in its run."""

    word: str
    start: int
    end: int
    joint: str
    half: bool = False


def spoken_numbers(text: str) -> Iterator[Spoken]:
    """Every number in words, in order; scale words behind digits (``5 million``) are none."""
    run: list[_Token] = []
    end = 0
    for match in _WORD.finditer(_lower(text)):
        joint = text[run[-1].end : match.start()] if run else ""
        if run and not _JOINT.fullmatch(joint):
            yield from _numbers(text, run, end)
            end, run, joint = run[-1].end, [], ""
        half = _HALF.match(text, match.end())
        run.append(_Token(match[0], match.start(), (half or match).end(), joint, bool(half)))
    yield from _numbers(text, run, end)


def _lower(text: str) -> str:
    """In lower case, at the same offsets: one letter of all becomes two."""
    return text.replace("İ", "_").lower()


def _numbers(text: str, run: list[_Token], end: int) -> Iterator[Spoken]:
    """The numbers of a run of words; ``end`` is where the run before it ends."""
    at = 0
    while at < len(run):
        one = _ordinal(run, at) or _year(text, run, at)
        if one is not None:
            yield one
            at = next((i for i, w in enumerate(run) if w.start >= one.end), len(run))
            continue
        token, article = run[at], ""
        if token.word in _MULTIPLES or token.word in _SCALED:
            found = _ARTICLE.search(text[max(end, token.start - 8) : token.start])
            if found is None or at > 0:
                at += 1
                continue
            article = found[0]
        half = "half" in article.lower()
        value, after = _number(run, at, 99, Decimal("0.5" if half else 1) if article else None)
        if not _PARTS.match(text, run[after - 1].end):
            yield _spoken(run[at:after], value, len(article))
        at = after


def _ordinal(run: list[_Token], at: int) -> Spoken | None:
    """``third``, ``twenty-third``."""
    token, tens = run[at], 0
    if token.word in _TENS and at + 1 < len(run) and run[at + 1].joint == "-":
        token, tens = run[at + 1], _TENS[token.word]
    value = _ORDINALS.get(token.word, 0)
    if not value or (tens and value > 9):
        return None
    return Spoken(run[at].start, token.end, Decimal(tens + value), ordinal=True)


def _year(text: str, run: list[_Token], at: int) -> Spoken | None:
    """``in nineteen eighty-four``: a century and its year, where a year may stand."""
    if at + 1 == len(run) or run[at + 1].joint != " " or run[at].half:
        return None
    century = _SMALL.get(run[at].word, _TENS.get(run[at].word, 0))
    value, after = _tens(run, at + 1)
    if century not in _CENTURIES or not 10 <= value < 100 or value % 1:
        return None
    further = after < len(run) and run[after].joint in (" ", "-")
    if further or not _DATED.search(text[max(0, run[at].start - 10) : run[at].start]):
        return None
    return Spoken(run[at].start, run[after - 1].end, 100 * century + value, year=True)


def _spoken(words: list[_Token], value: Decimal, article: int) -> Spoken:
    """A scale word at the end stays outside: ``thirty thousand`` is thirty, in thousands."""
    start, scale = words[0].start - article, _SCALED.get(words[-1].word, 0)
    only = not any(w.word in _SCALED for w in words[:-1])
    if not (scale and only):
        return Spoken(start, words[-1].end, _plain(value))
    end = words[-2].end if len(words) > 1 else start + article - 1
    return Spoken(start, end, _plain(value.scaleb(-scale)), scale)


def _number(
    run: list[_Token], at: int, limit: int, given: Decimal | None = None
) -> tuple[Decimal, int]:
    """The value that begins at a word, and the word after it; scales fall below ``limit``."""
    value, after = _group(run, at, given)
    scale = _SCALED.get(run[after].word, 99) if after < len(run) else 99
    if scale >= limit or run[after].joint.endswith("and "):
        return value, after
    value, after = _plain(value.scaleb(scale)), after + 1
    if after < len(run) and run[after].word in _SMALL | _TENS:
        rest, end = _number(run, after, scale)
        if end == len(run) or run[end].word not in _SCALED:
            return value + rest, end
    return value, after


def _group(run: list[_Token], at: int, given: Decimal | None) -> tuple[Decimal, int]:
    """Below a thousand: ``five``, ``twenty-three``, ``two hundred and five``, ``a dozen``."""
    value, at = (given, at) if given is not None else _tens(run, at)
    if at < len(run) and run[at].word in _MULTIPLES and not run[at].joint.endswith("and "):
        value, at = value * _MULTIPLES[run[at].word], at + 1
        if at < len(run) and run[at - 1].word == "hundred" and run[at].word in _SMALL | _TENS:
            rest, end = _tens(run, at)
            if end == len(run) or run[end].word not in _MULTIPLES:
                return value + rest, end
    return value, at


def _tens(run: list[_Token], at: int) -> tuple[Decimal, int]:
    token = run[at]
    value = Decimal(_TENS.get(token.word, _SMALL.get(token.word, 0)))
    value, at = value + (Decimal("0.5") if token.half else 0), at + 1
    if token.word in _TENS and not token.half and at < len(run) and run[at].joint in (" ", "-"):
        unit = _SMALL.get(run[at].word, 0)
        if 0 < unit < 10:
            return value + unit + (Decimal("0.5") if run[at].half else 0), at + 1
    return value, at


def _plain(value: Decimal) -> Decimal:
    return Decimal(format(value.normalize(), "f"))
