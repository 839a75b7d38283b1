"""Apply a number map to a record and invert it: text outside numbers stays byte for byte."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal

from recast_agent.core.errors import Code, InputError, InternalError, Withheld
from recast_agent.core.literals import Field, Literal, canonical_value
from recast_agent.core.program.displayed import axis_scales
from recast_agent.core.table import Table
from recast_agent.core.types import ProtectedRecord
from recast_agent.private.numbermap.clock import room
from recast_agent.private.numbermap.display import ceiling, cell_number, shown, shown_cell
from recast_agent.private.numbermap.forms import POWERS
from recast_agent.private.numbermap.protocol import KINDS, Assignment, Key, Number, NumberMap
from recast_agent.private.numbermap.reading import Reading
from recast_agent.private.record import Record

Replace = Callable[[Literal], str]
Edit = Callable[[str, Field], str]

_JOINTS = frozenset(",.'’ \u00a0\u2009\u202f")
"""What may stand inside a number."""

AROUND = 40
"""How many characters of the text around two numbers they are read with."""


def numbers_of(record: Record) -> tuple[Number, ...]:
    """The distinct numbers of a record; a repeated value in any spelling is one number.

    Raises Withheld(rewrite_invalid) for a question about a rank that the evidence does not reach.
    """
    if Reading.of(record).asks_beyond(record.question):
        raise Withheld(
            Code.REWRITE_INVALID, "the evidence has fewer values than the rank asked for"
        )
    found: dict[Key, Number] = {}
    for number in _mentions(record):
        key = number.key
        held = found.get(key)
        found[key] = _merged(held, number) if held else number
    return tuple(found.values())


def protect(record: Record, numbers: NumberMap) -> ProtectedRecord:
    """The record with every number replaced. Where one choice is numeric, no choice leaves.

    Number words that measure become digits (``two million``: ``47 million``). Raises
    Withheld(numbers_no_room) where two replacements side by side would be read as one number.
    """
    assigned = {a.number.key: a for a in numbers.assignments}

    def replaced(one: Literal) -> str:
        if _kind(one) == "kept":
            return one.text
        assignment = _held(assigned, _key(one))
        if assignment.surrogate == assignment.number.value:
            return one.text
        return shown(one, assignment.surrogate, assignment.finer, _padded(one))

    def cell(text: str) -> str:
        assignment = _held(assigned, cell_number(text).key)
        return shown_cell(text, assignment.surrogate, assignment.finer)

    reading = Reading.of(record)
    edit = _editor(replaced, reading, apart=True)
    kept = [one for one in reading.find(record.question, field="question") if _kind(one) == "kept"]
    return ProtectedRecord(
        id=record.id,
        modality=record.modality,
        context=_context(record, edit, cell),
        question=edit(record.question, "question"),
        choices=tuple(edit(choice, "choice") for choice in record.choices),
        preserved=tuple(dict.fromkeys(format(one.magnitude, "f") for one in kept)),
    )


def invert(text: str, numbers: NumberMap, *, field: Field = "text") -> str:
    """Protected text with its true numbers. Raises InternalError for one of no map's making."""
    return _editor(_inverse(numbers), Reading())(text, field)


def invert_table(table: Table, numbers: NumberMap) -> Table:
    """A protected table with its true numbers, labels' numbers included.

    Raises InternalError(internal) for a number that the map never made.
    """
    made = {a.surrogate: a for a in numbers.assignments if a.number.kind == "number"}

    def cell(text: str) -> str:
        assignment = made.get(canonical_value(text).copy_abs())
        if assignment is None:
            raise _unknown()
        return shown_cell(text, assignment.number.value, -assignment.finer)

    return _table(table, _editor(_inverse(numbers), Reading()), cell)


def _inverse(numbers: NumberMap) -> Replace:
    made: dict[Decimal, list[Assignment]] = {}
    for assignment in numbers.assignments:
        made.setdefault(assignment.surrogate, []).append(assignment)

    def original(one: Literal) -> str:
        # a replacement may look like another kind of number: the value decides, then the kind
        candidates = made.get(one.value.copy_abs(), [])
        if not candidates and one.short:
            candidates = [a for a in numbers.assignments if _ends_alike(a, one)]
        candidates = [a for a in candidates if a.number.kind == _kind(one)] or candidates
        if not candidates:
            raise _unknown()
        assignment = candidates[0]
        if assignment.surrogate == assignment.number.value:
            return one.text  # kept as it stood: 7 and 07 alike
        return shown(one, assignment.number.value, -assignment.finer, assignment.number.width)

    return original


def _ends_alike(assignment: Assignment, one: Literal) -> bool:
    same = assignment.surrogate % 100 == one.magnitude % 100
    return assignment.number.kind == "year" and same


def _mentions(record: Record) -> Iterator[Number]:
    """Labels first: the order of their bounds counts, also where a cell shows the same value."""
    reading = Reading.of(record)
    try:
        table = record.table()
    except InputError:
        parts: list[tuple[str, Field, str]] = [(record.context, "text", "text")]
    else:
        yield from _found(reading, [(c, "category", "categories") for c in table.categories])
        yield from _found(reading, [(s, "series", "series") for s in table.series])
        yield from _cells(table)
        parts = [
            (table.title, "title", "title"),
            (table.category_axis, "axis", "title"),
            (table.value_axis, "axis", "title"),
            (table.unit, "unit", "title"),
        ]
    yield from _found(reading, [*parts, (record.question, "question", "question")])
    yield from _found(reading, [(c, "choice", "categories") for c in record.choices])


def _cells(table: Table) -> Iterator[Number]:
    percent = table.unit.strip() == "%"
    scales = tuple(sorted(axis_scales(table) - POWERS))
    for row in table.cells:
        for series, text in enumerate(row):
            if text is not None:
                yield cell_number(text, percent=percent, group=f"cells:{series}", scales=scales)


def _found(reading: Reading, parts: list[tuple[str, Field, str]]) -> Iterator[Number]:
    for text, field, group in parts:
        end = -1
        for one in reading.find(text, field=field):
            number = _number(one, group, reading.least(one))
            if one.role == "date":
                least, below = room(text, one)
                number = number.model_copy(update={"floor": least, "ceiling": below})
            joined = end >= 0 and text[end : one.start] in _JOINTS
            yield number.model_copy(update={"joined": True}) if joined else number
            end = one.end


def _key(one: Literal) -> Key:
    return one.value.copy_abs(), _kind(one), _width(one)


def _width(one: Literal) -> int:
    coded = one.role in ("identifier", "date") and one.text.startswith("0")
    return len(re.sub(r"\D", "", one.text)) if coded else 0


def _padded(one: Literal) -> int:
    """How many digits a day or a time shows at least: ``04/12/2021``, ``06:15``."""
    return 2 if one.role == "date" and one.text.startswith("0") else 0


def _number(one: Literal, group: str, least: Decimal) -> Number:
    grouped = one.separator and one.role in ("quantity", "percent")
    return Number(
        value=one.value.copy_abs(),
        decimals=one.decimals - one.scale,
        role=one.role,
        group=group,
        floor=Decimal(1000).scaleb(one.scale) if grouped else least,
        ceiling=None if one.scale else ceiling(one.value.copy_abs(), one.role),
        width=_width(one),
        scales=() if -one.scale in POWERS else (-one.scale,),
    )


def _merged(held: Number, mention: Number) -> Number:
    """What the coarsest mention can show, all of them can; one percent sign makes a percentage."""
    merged = {
        "decimals": min(held.decimals, mention.decimals),
        "role": "percent" if mention.role == "percent" else held.role,
        "floor": max(held.floor, mention.floor),
        "ceiling": _lower(held.ceiling, mention.ceiling),
        "scales": tuple(sorted({*held.scales, *mention.scales})),
        "joined": held.joined or mention.joined,
    }
    same = all(getattr(held, name) == value for name, value in merged.items())
    return held if same else held.model_copy(update=merged)


def _lower(one: Decimal | None, other: Decimal | None) -> Decimal | None:
    return other if one is None else one if other is None else min(one, other)


def _kind(one: Literal) -> str:
    return KINDS.get(one.role, "number")


def _held(assigned: dict[Key, Assignment], key: Key) -> Assignment:
    try:
        return assigned[key]
    except KeyError:
        raise InternalError(Code.INTERNAL, "a number has no replacement: extend the map") from None


def _context(record: Record, edit: Edit, cell: Callable[[str], str]) -> str:
    try:
        table = record.table()
    except InputError:
        return edit(record.context, "text")
    return _table(table, edit, cell).to_text()


def _table(table: Table, edit: Edit, cell: Callable[[str], str]) -> Table:
    return table.model_copy(
        update={
            "title": edit(table.title, "title"),
            "category_axis": edit(table.category_axis, "axis"),
            "value_axis": edit(table.value_axis, "axis"),
            "unit": edit(table.unit, "unit"),
            "categories": tuple(edit(category, "category") for category in table.categories),
            "series": tuple(edit(series, "series") for series in table.series),
            "cells": tuple(
                tuple(None if c is None else cell(c) for c in row) for row in table.cells
            ),
        }
    )


def _editor(replaced: Replace, reading: Reading, *, apart: bool = False) -> Edit:
    """``apart``: replacements must not look like one number where their numbers did not (``1,2``
    as ``47,212``)."""

    def edit(text: str, field: Field) -> str:
        parts, end = [], 0
        for one in reading.find(text, field=field):
            parts += [text[end : one.start], replaced(one)]
            end = one.end
        parts.append(text[end:])
        if apart and not _reads_apart(parts, field, reading):
            raise Withheld(Code.NUMBERS_NO_ROOM, "numbers side by side would be read as one")
        return "".join(parts)

    return edit


def _reads_apart(parts: list[str], field: Field, reading: Reading) -> bool:
    """``parts`` are text and number in turn. Read again with two numbers on either side, every
    pair that only a separator parts is still a pair."""
    for gap in range(2, len(parts) - 1, 2):
        if parts[gap] in _JOINTS:
            first, last = max(0, gap - 6), min(gap + 6, len(parts) - 1)
            while parts[first] in _JOINTS and first > 0:
                first -= 2  # never cut inside a date
            while parts[last] in _JOINTS and last < len(parts) - 1:
                last += 2
            near = parts[first : last + 1]
            near[0], near[-1] = near[0][-AROUND:], near[-1][:AROUND]
            if [one.text for one in reading.find("".join(near), field=field)] != near[1::2]:
                return False
    return True


def _unknown() -> InternalError:
    return InternalError(Code.INTERNAL, "a protected number was not made by this map")
