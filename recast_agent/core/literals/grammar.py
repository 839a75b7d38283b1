"""How numbers are written in digits: separators, signs, scales, exponents.

Linear in the text: a match begins at a digit, and everything looked for around it is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from recast_agent.core.errors import Code, InputError
from recast_agent.core.literals.constants import MAX_DIGITS, SCALES

BEFORE, AFTER = 32, 40
"""How many characters around a number its role may depend on."""

_SPACES = "\u00a0\u2009\u202f"
_CURRENCY = "$€£¥₹"
_NUMBER = re.compile(
    rf"""
    (?P<comma>[0-9]{{1,3}}(?P<c>[,'’{_SPACES}])[0-9]{{3}}(?:(?P=c)[0-9]{{3}}){{0,9}}(?:\.[0-9]+)?)
        (?![0-9]|(?P=c)[0-9])
  | (?P<dot>[0-9]{{1,3}}(?:(?:\.[0-9]{{3}}){{1,9}},[0-9]+|(?:\.[0-9]{{3}}){{2,9}}))
        (?![0-9]|[.,][0-9])
  | (?<![0-9.,:/-])(?P<space>[1-9][0-9]{{0,2}}(?:[ ][0-9]{{3}}){{1,9}}(?:\.[0-9]+)?)
        (?![0-9]|[.,:/-][0-9])
  | (?P<plain>(?<![0-9]\.)[0-9]+\.[0-9]+(?![0-9]|\.[0-9])|[0-9]+|(?<![\w.,])\.[0-9]+)
    """,
    re.VERBOSE,
)
_SCALE = re.compile(
    r"\s?[×x·*]\s?10(?:\^|\*\*)?(?P<power>[-−]?[0-9]{1,2})(?![0-9])"
    r"|e(?P<exponent>[-+]?[0-9]{1,2})\b"
    r"|\s?[×x·]\s?10(?P<raised>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2})"
    rf"|[ {_SPACES}-]?(?P<words>(?:hundred (?=[tmbc])|thousand (?=[mb])|lakh (?=c))?"
    r"(?:hundred|thousands?|millions?|billions?|trillions?|lakhs?|crores?|bn|mn|tn))\b"
    r"|(?P<suffix>[KMBT])\b(?!['’-]?[A-Z])",
    re.IGNORECASE,
)
_BETWEEN_NUMBERS = re.compile(r"[0-9)%]\s[-−]\s\Z")
_OPENS_CELL = re.compile(rf"(?:^|[|\t\n])\s*[{_CURRENCY}]?\s?\([{_CURRENCY}]?\Z")
_CLOSES_CELL = re.compile(r"\s?\)\s?%?[ ]*(?:[|\t\n]|\Z)")
_RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")
_MINUS = re.compile(rf"(?:^|[\s(\[|:,=/{_CURRENCY}])[-−]\s?[{_CURRENCY}]?\Z")
_VULGAR = {
    "¼": "0.25", "½": "0.5", "¾": "0.75", "⅕": "0.2", "⅖": "0.4", "⅗": "0.6", "⅘": "0.8",
    "⅛": "0.125", "⅜": "0.375", "⅝": "0.625", "⅞": "0.875",
}  # fmt: skip
_DIGIT = re.compile(r"\d")
_SIGN = re.compile(f"[{''.join(_VULGAR)}]")
FRACTION = re.compile(f"([0-9]{{0,{MAX_DIGITS}}})([{''.join(_VULGAR)}])")


class Written(NamedTuple):
    """A number as written. ``stop`` is where its scale ends; ``separator`` and ``mark`` as in
    ``Literal``."""

    start: int
    end: int
    stop: int
    digits: str
    scale: int
    separator: str
    mark: str
    negative: bool
    before: str
    after: str


def written_numbers(text: str) -> Iterator[Written]:
    """Every number in digits, in order. Raises InputError(number_invalid)."""
    position = 0
    while digit := _DIGIT.search(text, position):
        first = digit.start()
        if not digit[0].isascii():
            raise InputError(Code.NUMBER_INVALID, "write digits as 0 to 9")
        if first > position and text[first - 1] == ".":
            match = _NUMBER.match(text, first - 1) or _NUMBER.match(text, first)
        else:
            match = _NUMBER.match(text, first)
        assert match is not None, "a digit begins a number"
        one = _written(text, match)
        position = max(one.stop, match.end())
        yield one


def fractions(text: str) -> Iterator[tuple[int, int, Decimal]]:
    """Numbers that end in a fraction sign, ``2½``."""
    for match in FRACTION.finditer(text) if _SIGN.search(text) else ():
        yield match.start(), match.end(), Decimal(match[1] or 0) + Decimal(_VULGAR[match[2]])


def _written(text: str, match: re.Match[str]) -> Written:
    separator, mark = match["c"] or "", "."
    if match["dot"]:
        separator, mark = ".", ","
    elif match["space"]:
        separator = " "
    digits = match[0].replace(separator, "") if separator else match[0]
    digits = digits.replace(mark, ".")
    if len(digits) > MAX_DIGITS:
        raise InputError(Code.NUMBER_INVALID, f"a number has at most {MAX_DIGITS} digits")
    before = text[max(0, match.start() - BEFORE) : match.start()]
    after = text[match.end() : match.end() + AFTER]
    scale, length = _scale(after)
    return Written(
        start=match.start(),
        end=match.end(),
        stop=match.end() + length,
        digits="0" + digits if digits.startswith(".") else digits,
        scale=scale,
        separator=separator,
        mark=mark,
        negative=_is_negative(before, after[length:]),
        before=before,
        after=after,
    )


def _is_negative(before: str, after: str) -> bool:
    """By a sign that is no dash between two numbers, or by brackets that fill a table's cell."""
    last = before[-5:]  # as far as a sign may stand from the digits
    if "-" in last or "−" in last:
        return bool(_MINUS.search(last)) and not _BETWEEN_NUMBERS.search(last)
    return "(" in last and bool(_OPENS_CELL.search(before) and _CLOSES_CELL.match(after))


def _scale(after: str) -> tuple[int, int]:
    """The power of ten behind the digits, and how many characters say so."""
    match = _SCALE.match(after)
    if match is None:
        return 0, 0
    shown = match[match.lastgroup or 0]
    if match.lastgroup in ("words", "suffix"):
        return sum(SCALES[word] for word in shown.lower().split()), match.end()
    return int(shown.translate(_RAISED)), match.end()
