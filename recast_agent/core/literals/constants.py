"""Numbers and words that stand by themselves: constants of a program, scales, the size limit."""

from __future__ import annotations

from decimal import Decimal

SCALES = {
    "hundred": 2, "k": 3, "thousand": 3, "thousands": 3,
    "lakh": 5, "lakhs": 5, "crore": 7, "crores": 7,
    "m": 6, "mn": 6, "million": 6, "millions": 6,
    "b": 9, "bn": 9, "billion": 9, "billions": 9,
    "t": 12, "tn": 12, "trillion": 12, "trillions": 12,
}  # fmt: skip
"""Scale words and suffixes to their power of ten."""

_WHOLE = (*range(13), 24, 30, 50, 52, 60, 90, 100, 180, 360, 365, 366, 1000, 1024, 3600)
COMMON_CONSTANTS = frozenset(
    {Decimal(n) for n in _WHOLE}
    | {Decimal(10) ** power for power in (4, *SCALES.values())}
    | {Decimal("0.5"), Decimal("0.1"), Decimal("0.01"), Decimal("0.001")}
)
"""Numbers that a program may use by itself; never the replacement of a private number."""

MAX_DIGITS = 24
"""Digits of one number: with room to spare, decimal arithmetic on it is exact."""
