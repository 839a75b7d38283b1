"""A number where it stands in a text."""

from __future__ import annotations

from decimal import Decimal
from typing import Literal as OneOf
from typing import NamedTuple

Role = OneOf["quantity", "percent", "year", "structural", "ordinal", "date", "identifier"]
Field = OneOf["cell", "category", "series", "title", "axis", "unit", "question", "choice", "text"]


class Literal(NamedTuple):
    """One number: ``text[start:end]`` is its digits alone (a whole number word, a day of a date
    with its ending), without sign, currency, scale word or percent sign, so that those stay when
    the digits change.

    ``magnitude`` is what the digits show (unsigned), ``scale`` the power of ten of the suffix or
    word behind them, ``decimals`` the decimals shown. ``separator`` stands between thousands and
    ``mark`` before the decimals. ``short`` marks a year of two digits, whose magnitude is the
    whole year; ``word`` a number that is not written in digits. ``reason`` is the rule that
    decided the role, ``""`` where none did.
    """

    start: int
    end: int
    text: str
    magnitude: Decimal
    scale: int = 0
    decimals: int = 0
    negative: bool = False
    percent: bool = False
    role: Role = "quantity"
    reason: str = ""
    separator: str = ""
    mark: str = "."
    short: bool = False
    word: bool = False

    @property
    def value(self) -> Decimal:
        """The exact value, sign and scale applied, percent as displayed."""
        value = self.magnitude.scaleb(self.scale)
        return -value if self.negative else value
