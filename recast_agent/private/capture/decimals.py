"""Decimal commas in CSV: what the cells of a file prove about its commas and points."""

from __future__ import annotations

import re

from recast_agent.core.errors import Code, InputError
from recast_agent.private.capture.grid import Grid

_GAP = "[ '’\u00a0\u2009\u202f]"
_NUMBER = re.compile(
    rf"[^\w.,]{{0,3}}(?:[A-Z]{{1,3}}[$€£¥₹]?)?\W{{0,3}}"
    rf"(?P<digits>\d[\d.,]*(?:{_GAP}\d{{3}}[\d.,]*)*)\D*"
)
_COMMA_DECIMAL = re.compile(
    r"\d+(?:\.\d{3})*,(?:\d{1,2}|\d{4,})|0,\d+|\d{4,},\d+|\d{1,3}(?:\.\d{3})+,\d+"
)
_POINT_GROUPS = re.compile(r"\d{1,3}(?:\.\d{3}){2,}(?:,\d+)?")
_POINT_DECIMAL = re.compile(r"\d+(?:,\d{3})*\.(?:\d{1,2}|\d{4,})|0\.\d+|\d{4,}\.\d+")
_COMMA_GROUPS = re.compile(r"\d{1,3}(?:,\d{3}){2,}(?:\.\d+)?|\d{1,3}(?:,\d{3})+\.\d+")
_OPEN = re.compile(r"\d{1,3}[.,]\d{3}")
_SWAP = str.maketrans({".": "", ",": "."})


def with_decimal_points(grid: Grid) -> Grid:
    """The grid with decimal points, as the rest of the capture reads them.

    Where a semicolon or tab divides cells, a comma may be the decimal mark and a point may divide
    thousands: the cells that can be read in one way only decide for all. Raises
    InputError(number_invalid) where no cell decides, or cells contradict each other.
    """
    if grid.delimiter not in (";", "\t"):
        return grid
    digits = _value_digits(grid)
    comma = any(map(_COMMA_DECIMAL.fullmatch, digits)) or any(map(_POINT_GROUPS.fullmatch, digits))
    point = any(map(_POINT_DECIMAL.fullmatch, digits)) or any(map(_COMMA_GROUPS.fullmatch, digits))
    if comma and point:
        raise _undecided("commas and points here contradict each other: write 1234.5 throughout")
    if not comma and not point and any(map(_OPEN.fullmatch, digits)):
        raise _undecided("1.234 or 1,234 here may be a thousand or a fraction: write 1234.5")
    if not comma:
        return grid
    label = _label_column(grid)
    rows = tuple(
        tuple(_label(text) if c == label else _value(text) for c, text in enumerate(row))
        for row in grid.rows
    )
    return Grid(grid.header, rows, grid.title, grid.delimiter)


def _label_column(grid: Grid) -> int:
    """The first column, unless that is all numbers and one other alone is not."""
    worded = [
        c
        for c in range(len(grid.header))
        if any(re.search(r"\w", row[c]) and not _NUMBER.fullmatch(row[c]) for row in grid.rows)
    ]
    return worded[0] if len(worded) == 1 else 0


def _value_digits(grid: Grid) -> list[str]:
    """The digits and marks of the values that are one number; dates and names are none."""
    label = _label_column(grid)
    values = (text for row in grid.rows for c, text in enumerate(row) if c != label)
    matches = map(_NUMBER.fullmatch, values)
    return [re.sub(_GAP, "", match["digits"]).rstrip(".,") for match in matches if match]


def _value(text: str) -> str:
    return text.translate(_SWAP) if _NUMBER.fullmatch(text) else _label(text)


def _label(text: str) -> str:
    """Points alone stay: they may be those of a date or a section."""
    return text.translate(_SWAP) if re.search(r"\d,\d", text) else text


def _undecided(hint: str) -> InputError:
    return InputError(Code.NUMBER_INVALID, hint)
