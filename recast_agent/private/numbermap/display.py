"""Show a value in the display form of a mention: decimals, scale, separators, short years."""

from __future__ import annotations

import re
from decimal import Decimal

from recast_agent.core.errors import Code, InputError
from recast_agent.core.literals import MAX_DIGITS, Literal, Role, canonical_value
from recast_agent.private.numbermap.protocol import Number

_CELL = re.compile(r"(-?)([0-9.]+)([KMBT]?)(%?)")
_POWERS = {"": 0, "K": 3, "M": 6, "B": 9, "T": 12}
HUNDRED = Decimal(100)


def shown(one: Literal, value: Decimal, finer: int, width: int = 0) -> str:
    """``value`` where ``one`` stands, with ``finer`` decimals more (or fewer) than it shows."""
    if one.short:
        return f"{int(value) % 100:02d}"
    text = _decimal_text(value.scaleb(-one.scale), one.decimals + finer).zfill(width)
    whole, point, fraction = text.partition(".")
    if one.separator:
        whole = f"{int(whole):,}".replace(",", one.separator)
    return whole + (one.mark if point else "") + fraction + _ending(one, value)


def shown_cell(text: str, value: Decimal, finer: int) -> str:
    """``value`` in the display form of a cell."""
    sign, digits, scale, percent = _parts(text)
    places = len(digits.partition(".")[2]) + finer
    return f"{sign}{_decimal_text(value.scaleb(-_POWERS[scale]), places)}{scale}{percent}"


def cell_number(
    text: str, *, percent: bool = False, group: str = "", scales: tuple[int, ...] = ()
) -> Number:
    """A cell as a number. ``percent`` is true where the unit of the table is.

    Raises InputError(number_invalid) for too many digits.
    """
    _, digits, scale, sign = _parts(text)
    if len(digits) > MAX_DIGITS:
        raise InputError(Code.NUMBER_INVALID, f"a number has at most {MAX_DIGITS} digits")
    value = canonical_value(text).copy_abs()
    role: Role = "percent" if percent or sign else "quantity"
    return Number(
        value=value,
        decimals=len(digits.partition(".")[2]) - _POWERS[scale],
        role=role,
        group=group,
        ceiling=None if scale else ceiling(value, role),
        scales=scales,
    )


def ceiling(value: Decimal, role: Role) -> Decimal | None:
    """A percentage within 100 stays there."""
    return HUNDRED if role == "percent" and value <= HUNDRED else None


def _parts(text: str) -> tuple[str, ...]:
    match = _CELL.fullmatch(text)
    assert match is not None, "cells are canonical numbers"
    return match.groups()


def _decimal_text(value: Decimal, decimals: int) -> str:
    exact = value.normalize()
    needed = max(0, -int(exact.as_tuple().exponent))
    return f"{exact:.{max(decimals, needed)}f}"


def _ending(one: Literal, value: Decimal) -> str:
    """A day or a numeral keeps its ending: ``19th`` becomes ``23rd``."""
    if one.word or not one.text[-1].isalpha():
        return ""
    if value != value.to_integral_value():
        return one.text[-2:]
    day = int(value)
    return "th" if day % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
