"""A number in its surroundings: what the rules of ``roles`` look at."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from recast_agent.core.literals.grammar import Written
from recast_agent.core.literals.literal import Field

_BETWEEN = " \t\n\u00a0\u202f-–—.:#()[]/'’\"“‘,$€£¥₹<>=≥≤±+~≈"
_LAST_WORD = re.compile(r"(?:.*[\W\d_])?([^\W\d_]*)\Z", re.DOTALL)
_CURRENCIES = tuple("$€£¥₹")
_CODES = frozenset(["usd", "eur", "gbp", "jpy", "chf", "rs"])
PERCENT = re.compile(
    r"[ \u00a0\u202f-]?(?:%|percent\b|per ?cent\b|percentage[ -]points?\b|pct\b|pp\b)",
    re.IGNORECASE,
)

Shape = Literal["short", "year", "long", ""]
"""Whole numbers of one or two digits, those that could be a year, the others; all else."""


class Place(NamedTuple):
    """``before`` ends at the digits, ``after`` begins behind their scale; both are bounded.

    ``word`` is the last word before the digits, lower case, and ``gap`` what stands between;
    ``token`` is all that stands before the gap up to a space, and ``follows_digits`` where it ends
    in some. ``plain``: no scale or separator. ``day`` and ``small`` (at most 12) are what a short
    number could be.
    """

    digits: str
    before: str
    after: str
    field: Field
    word: str
    gap: str
    token: str
    follows_digits: bool
    shape: Shape
    plain: bool
    day: bool
    small: bool

    @classmethod
    def of(cls, one: Written, field: Field) -> Place:
        stem = one.before.rstrip(_BETWEEN)
        tokens, gap = stem.rsplit(None, 1), one.before[len(stem) :]
        token = tokens[-1] if tokens else ""
        last = _LAST_WORD.match(token)
        word = last[1].lower() if last else ""
        plain = not one.scale and not one.separator
        whole = plain and one.digits.isdigit()
        size = len(one.digits)
        number = int(one.digits) if whole and size <= 4 else -1
        money = gap.strip()[-1:] in _CURRENCIES or word in _CODES
        yearlike = size == 4 and 1000 <= number <= 2199 and not one.negative and not money
        return cls(
            digits=one.digits,
            before=one.before,
            after=one.after[one.stop - one.end :],
            field=field,
            word=word,
            gap=gap,
            token=token,
            follows_digits=token[-1:].isdigit(),
            shape="short"
            if whole and size <= 2
            else "year"
            if yearlike
            else "long"
            if whole
            else "",
            plain=plain,
            day=size <= 2 and 1 <= number <= 31,
            small=size <= 2 and 0 <= number <= 12 and not money,
        )
