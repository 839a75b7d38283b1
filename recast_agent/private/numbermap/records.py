"""Apply a number map to a record and invert it: text outside numbers stays byte for byte."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal

from recast_agent.core.errors import Code, InternalError
from recast_agent.core.literals import Field, Literal, canonical_value, find
from recast_agent.core.table import Table
from recast_agent.core.types import ProtectedRecord
from recast_agent.private.numbermap.protocol import KINDS, Assignment, Number, NumberMap
from recast_agent.private.record import Record

_CELL = re.compile(r"(-?)([0-9.]+)([KMBT]?)(%?)")
_POWERS = {"": 0, "K": 3, "M": 6, "B": 9, "T": 12}


def numbers_of(record: Record) -> tuple[Number, ...]:
    """The distinct numbers of a record; a repeated value in any spelling is one number."""
    found: dict[tuple[Decimal, str], Number] = {}
    for number in _mentions(record):
        key = (number.value, number.kind)
        held = found.get(key)
        if held is None:
            found[key] = number
        elif number.decimals < held.decimals:
            # what the coarsest mention can show, all of them can
            found[key] = held.model_copy(update={"decimals": number.decimals})
    return tuple(found.values())


def protect(record: Record, numbers: NumberMap) -> ProtectedRecord:
    """The record with every number replaced. Numeric choices never leave: then none do."""
    assigned = {(a.number.value, a.number.kind): a for a in numbers.assignments}

    def replaced(literal: Literal) -> str:
        assignment = assigned[abs(literal.value), KINDS.get(literal.role, "number")]
        return _shown(literal, assignment.surrogate, literal.decimals - literal.scale)

    def cell(text: str) -> str:
        return _cell(text, assigned[abs(canonical_value(text)), "number"].surrogate)

    question = _edited(record.question, "question", replaced)
    kept = [one for one in find(record.question, field="question") if KINDS.get(one.role) == "kept"]
    return ProtectedRecord(
        id=record.id,
        modality=record.modality,
        context=_table(record.table(), replaced, cell).to_text(),
        question=question,
        choices=_choices(record.choices, replaced),
        preserved=tuple(dict.fromkeys(format(one.magnitude, "f") for one in kept)),
    )


def invert(text: str, numbers: NumberMap, *, field: Field = "text") -> str:
    """Protected text with its true numbers."""
    return _edited(text, field, _inverse(numbers))


def invert_table(table: Table, numbers: NumberMap) -> Table:
    """A protected table with its true numbers, labels' numbers included.

    Raises InternalError(internal) for a number that the map never made.
    """
    by_surrogate = {a.surrogate: a.number for a in numbers.assignments if a.number.kind == "number"}

    def cell(text: str) -> str:
        number = by_surrogate.get(abs(canonical_value(text)))
        if number is None:
            raise _unknown()
        return _cell(text, number.value, number.decimals)

    return _table(table, _inverse(numbers), cell)


def _inverse(numbers: NumberMap) -> Callable[[Literal], str]:
    def restored(one: Literal) -> str:
        number = _original(one, numbers).number
        return _shown(one, number.value, number.decimals)

    return restored


def _original(literal: Literal, numbers: NumberMap) -> Assignment:
    value, kind = abs(literal.value), KINDS.get(literal.role, "number")
    matches = [a for a in numbers.assignments if a.surrogate == value]
    matches.sort(key=lambda a: a.number.kind != kind)
    if not matches:
        raise _unknown()
    return matches[0]


def _mentions(record: Record) -> Iterator[Number]:
    table = record.table()
    percent = table.unit == "%"
    for row in table.cells:
        for series, text in enumerate(row):
            if text is not None:
                yield _cell_number(text, percent, f"cells:{series}")
    parts: tuple[tuple[str, Field, str], ...] = (
        *((c, "category", "categories") for c in table.categories),
        *((s, "series", "series") for s in table.series),
        (table.title, "title", "title"),
        (table.category_axis, "axis", "title"),
        (table.value_axis, "axis", "title"),
        (table.unit, "unit", "title"),
        (record.question, "question", "question"),
        *((c, "choice", "categories") for c in record.choices if not _numeric(c)),
    )
    for text, field, group in parts:
        for one in find(text, field=field):
            yield Number(
                value=abs(one.value), decimals=one.decimals - one.scale, role=one.role, group=group
            )


def _cell_number(text: str, percent: bool, group: str) -> Number:
    match = _CELL.fullmatch(text)
    assert match is not None
    decimals = len(match[2].partition(".")[2]) - _POWERS[match[3]]
    return Number(
        value=abs(canonical_value(text)),
        decimals=decimals,
        role="percent" if percent or match[4] else "quantity",
        group=group,
    )


def _table(table: Table, replaced: Callable[[Literal], str], cell: Callable[[str], str]) -> Table:
    return table.model_copy(
        update={
            "title": _edited(table.title, "title", replaced),
            "category_axis": _edited(table.category_axis, "axis", replaced),
            "value_axis": _edited(table.value_axis, "axis", replaced),
            "unit": _edited(table.unit, "unit", replaced),
            "categories": tuple(_edited(c, "category", replaced) for c in table.categories),
            "series": tuple(_edited(s, "series", replaced) for s in table.series),
            "cells": tuple(
                tuple(None if c is None else cell(c) for c in row) for row in table.cells
            ),
        }
    )


def _edited(text: str, field: Field, replaced: Callable[[Literal], str]) -> str:
    parts, end = [], 0
    for one in find(text, field=field):
        parts += [text[end : one.start], one.text if one.word else replaced(one)]
        end = one.end
    return "".join([*parts, text[end:]])


def _cell(text: str, value: Decimal, decimals: int | None = None) -> str:
    """A value in the display form of a cell, with ``decimals`` after scaling (None: its own)."""
    match = _CELL.fullmatch(text)
    assert match is not None
    sign, digits, scale, percent = match.groups()
    power = _POWERS[scale]
    places = len(digits.partition(".")[2]) if decimals is None else decimals + power
    return f"{sign}{_decimal_text(value.scaleb(-power), places)}{scale}{percent}"


def _shown(one: Literal, value: Decimal, decimals: int) -> str:
    """A value in the display form of a mention: scale, separators, short years."""
    if one.short:
        return f"{int(value) % 100:02d}"
    text = _decimal_text(value.scaleb(-one.scale), decimals + one.scale)
    separator = re.search(r"[^0-9.]", one.text)
    if separator is None:
        return text
    whole, point, fraction = text.partition(".")
    return f"{int(whole):,}".replace(",", separator[0]) + point + fraction


def _decimal_text(value: Decimal, decimals: int) -> str:
    exact = Decimal(format(value.normalize(), "f"))
    needed = max(0, -int(exact.as_tuple().exponent)) if exact else 0
    return f"{exact:.{max(decimals, needed)}f}"


def _choices(choices: tuple[str, ...], replaced: Callable[[Literal], str]) -> tuple[str, ...]:
    if any(_numeric(choice) for choice in choices):
        return ()
    return tuple(_edited(choice, "choice", replaced) for choice in choices)


def _numeric(choice: str) -> bool:
    return bool(re.fullmatch(r"\W{0,3}\d[\d.,\s]*\W{0,3}\w{0,12}", choice.strip()))


def _unknown() -> InternalError:
    return InternalError(Code.INTERNAL, "a protected number was not made by this map")
