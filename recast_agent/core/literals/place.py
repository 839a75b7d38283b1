"""A number in its surroundings: what the rules of ``roles`` look at."""

from __future__ import annotations

import re
from dataclasses import dataclass

from recast_agent.core.literals.grammar import Written
from recast_agent.core.literals.literal import Field

_BETWEEN = " \t\n\u00a0\u202f-–—.:#()[]/'’\"“‘,$€£¥₹<>=≥≤±+~≈"
_LAST_WORD = re.compile(r"[^\W\d_]*\Z")
_CODES = frozenset(["usd", "eur", "gbp", "jpy", "chf", "rs"])
PERCENT = re.compile(
    r"[ \u00a0\u202f-]?(?:%|percent\b|per ?cent\b|percentage[ -]points?\b|pct\b|pp\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Place:
    """``before`` ends at the digits, ``after`` begins behind their scale; both are bounded.

    ``word`` is the last word before the digits, lower case, and ``gap`` what stands between;
    ``token`` is all that stands before the gap up to a space.
    """

    digits: str
    before: str
    after: str
    field: Field
    word: str
    gap: str
    token: str
    plain: bool
    negative: bool

    @classmethod
    def of(cls, one: Written, field: Field) -> Place:
        stem = one.before.rstrip(_BETWEEN)
        tokens = stem.rsplit(None, 1)
        token = tokens[-1] if tokens else ""
        word = _LAST_WORD.search(token)
        return cls(
            digits=one.digits,
            before=one.before,
            after=one.after[one.stop - one.end :],
            field=field,
            word=word[0].lower() if word else "",
            gap=one.before[len(stem) :],
            token=token,
            plain=not one.scale and not one.separator,
            negative=one.negative,
        )

    @property
    def whole(self) -> bool:
        """Digits alone: no decimals, separators or scale."""
        return self.plain and self.digits.isdigit()

    @property
    def money(self) -> bool:
        return self.gap.strip()[-1:] in tuple("$€£¥₹") or self.word in _CODES

    @property
    def percent(self) -> bool:
        return bool(PERCENT.match(self.after))

    @property
    def yearlike(self) -> bool:
        plain = len(self.digits) == 4 and self.whole and not self.negative
        return plain and 1500 <= int(self.digits) <= 2199 and not self.money

    @property
    def day(self) -> bool:
        return len(self.digits) <= 2 and self.whole and 1 <= int(self.digits) <= 31

    @property
    def small(self) -> bool:
        return len(self.digits) <= 2 and self.whole and int(self.digits) <= 12 and not self.money

    @property
    def follows_digits(self) -> bool:
        return self.token[-1:].isdigit()
