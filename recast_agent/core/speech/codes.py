"""What is heard as several numbers and may be one: a code said digit by digit, a long number taken
apart. Every decoding writes it the same way, so that none can bear out another.
"""

from __future__ import annotations

import re

_DIGIT = r"(?:\d|zero|oh|one|two|three|four|five|six|seven|eight|nine)"
_SIGN = rf"(?:{_DIGIT}|[A-Z](?=-)|(?<=-)[A-Z])"
_LISTED = r"(?!,? (?:and|or)\b)"

_LONG = re.compile(
    rf"(?<![\w.])(?:{_SIGN}(?:,? |-)){{2,}}{_SIGN}\b(?!\.\d){_LISTED}", re.IGNORECASE
)
_PAIR = re.compile(rf"(?<![\w.])(?:{_DIGIT} {_DIGIT}\b|{_DIGIT}, {_DIGIT}\b(?=[.,?!]?$|[.?!] ))"
                   rf"(?!\.\d){_LISTED}", re.IGNORECASE)  # fmt: skip
"""Two digits alone: with nothing between them, or at the end of what is said."""


def spelled_out(transcript: str) -> tuple[tuple[int, int], ...]:
    """Where a transcript has digits, or letters and digits, one by one: ``5, 2, 3`` or ``A-A-2``.

    A list with a conjunction, such as ``5, 2 and 3``, is none.
    """
    return tuple(found.span() for form in (_LONG, _PAIR) for found in form.finditer(transcript))


_NEIGHBOURS = re.compile(
    rf"(?<![\w.,])(?P<round>\d[\d,]*0),? (?P<rest>\d{{1,3}})(?:,\d{{3}})*\b(?!\.\d){_LISTED}"
)
_YEAR = re.compile(r"(?:1[1-9]|20)\d\d")


def taken_apart(transcript: str) -> tuple[tuple[int, int], ...]:
    """Where a transcript has two numbers side by side that may be one: ``930, 1,865,427`` for
    931,865,427, ``20 5`` for 25. A year before a number is none."""
    return tuple(
        found.span()
        for found in _NEIGHBOURS.finditer(transcript)
        if len(found["rest"]) <= len(found["round"]) - len(found["round"].rstrip("0,"))
        and not _YEAR.fullmatch(found["round"])
    )
