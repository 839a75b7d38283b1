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

CONVERSIONS: dict[str, tuple[str, ...]] = {
    "counting": ("24", "50", "100", "144", "1000"),
    "fractions": ("0.001", "0.01", "0.1", "0.25", "0.5", "0.75", "1.5"),
    # inch 2.54 cm, yard 36 in, mile 1760 yd and 5280 ft; foot, yard, mile, nautical mile in m or km
    "length": ("2.54", "36", "1760", "5280", "0.3048", "0.9144", "1.609", "1609", "1.852"),
    # pound 16 oz and 0.4536 kg, stone 14 lb, ounce 28.35 g (28), kilogram 2.2 lb, long ton 2240 lb
    "mass": ("14", "16", "28", "28.35", "454", "0.4536", "2.2", "2.205", "2240"),
    # fluid ounce 30 ml (29.57), quart 32 and gallon 128 of them, gallon 3.785 l
    "volume": ("16", "30", "29.57", "32", "128", "3.785"),
    # square foot 144 sq in, acre 43560 sq ft, square mile 640 acres, hectare 2.471 acres
    "area": ("144", "640", "2.471", "43560"),
    # month, week, year in days; year in weeks; day and week in hours; down to seconds
    "time": (
        *("24", "28", "29", "30", "31", "52", "60", "90", "168", "180", "365", "366"),
        *("1440", "3600", "10080", "86400"),
    ),
    # Fahrenheit 1.8 C + 32, kelvin
    "temperature": ("1.8", "32", "273.15"),
    "angle": ("90", "180", "360"),
    # metres a second in kilometres an hour
    "speed": ("3.6",),
    "data": ("1024",),
}  # fmt: skip
"""Factors by what they convert, beside the whole numbers up to twelve: what a question about kept
units asks a program to know. Each is one number fewer that a disguise may draw."""

COMMON_CONSTANTS = frozenset(
    {Decimal(n) for n in range(13)}
    | {Decimal(factor) for factors in CONVERSIONS.values() for factor in factors}
    | {Decimal(10) ** power for power in (4, *SCALES.values())}
)
"""Numbers that a program may use by itself; never the replacement of a private number."""

MAX_DIGITS = 24
"""Digits of one number: with room to spare, decimal arithmetic on it is exact."""
