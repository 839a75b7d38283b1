"""A rectangle of strings becomes a table: labels, numbers, units and direction found."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from recast_agent.core.errors import Code, InputError
from recast_agent.core.literals import MAX_DIGITS
from recast_agent.core.table import ChartType, Table
from recast_agent.private.capture.decimals import with_decimal_points
from recast_agent.private.capture.grid import Grid, malformed
from recast_agent.private.record import Source


@dataclass(frozen=True)
class Number:
    """A number as written: sign and digits, its scale letter, the unit beside it."""

    digits: str
    scale: str = ""
    unit: str = ""


NumberReader = Callable[[str], Number | None]
Cell = Number | str | None  # a number, a text, or no value

_MISSING = frozenset({"", "-", "--", "–", "—", "nan", "n/a", "na", "null", "none", "..", "."})
_INFINITE = frozenset({"inf", "infinity"})
_FORMULA = re.compile(r"=|@\s*\w+\s*\(|[+-]\s*\w+\s*[(|!]")
_TIME = re.compile(
    r"(fy ?)?(1[5-9]|20|21)\d\d([/-]\d{1,4})?\**|(q[1-4]|h[12]) \d{4}", re.IGNORECASE
)
_BRACKET = re.compile(r"(?P<name>.*\S)\s*[(\[](?P<unit>[^()\[\]]+)[)\]]")
_UNIT_WORDS = re.compile(
    r"%|percent|pct|[$€£¥]|us\$|usd|eur|gbp|jpy|cny|dollars?|euros?|pounds?|yen|k|m|bn"
    r"|(?:thousand|million|billion|trillion)s?|kg|g|t|tons?|tonnes?|metric|km|miles?|lit(?:er|re)s?"
    r"|hours?|h|min|minutes?|s|seconds?|days?|weeks?|months?|years?|people|persons|units"
    r"|[kmgt]wh?|°[cf]|us|u\.s\."
)


def table_of(grid: Grid, source: Source, read: NumberReader) -> Table:
    """The table of a grid, its numbers read by ``read``.

    The first column names the categories, unless exactly one other column does so; the rest are
    series. Years along the header become categories of a line chart, as does the header of a
    table with a single row. Raises InputError(table_malformed | table_no_numbers |
    table_formula | number_invalid | unsupported_script | chart_unsupported).
    """
    grid = with_decimal_points(grid)
    _refuse_formulas(grid)
    cells = [
        [_cell(text, read, _place(r, c)) for c, text in enumerate(row)]
        for r, row in enumerate(grid.rows)
    ]
    label = _label_column(grid, cells)
    others = [c for c in range(len(grid.header)) if c != label]
    for c in others:
        _refuse_text([row[c] for row in cells], c)
    numbers = [[_number(row[c]) for c in others] for row in cells]
    if not any(n for row in numbers for n in row):
        raise InputError(Code.TABLE_NO_NUMBERS, "no cell holds a number")
    categories = [row[label] for row in grid.rows]
    names = [grid.header[c] for c in others]
    _distinct(categories, "row")
    title = source.title or grid.title
    _refuse_scripts([title, *grid.header, *categories])
    names, unit = _lift_units(names, numbers)
    _distinct(names, "series")
    single = len(names) == 1
    table = Table(
        title=title,
        category_axis=grid.header[label],
        value_axis=names[0] if single else "",
        unit=unit,
        categories=tuple(categories),
        series=("",) if single else tuple(names),
        cells=tuple(tuple(_canonical(n, unit) for n in row) for row in numbers),
    )
    return _typed(_directed(table, source.chart_type), source.chart_type)


def _place(row: int, column: int) -> str:
    return f"row {row + 1}, column {column + 1}"


def _refuse_formulas(grid: Grid) -> None:
    for r, row in enumerate((grid.header, *grid.rows)):
        for c, text in enumerate(row):
            if _FORMULA.match(text):
                raise InputError(
                    Code.TABLE_FORMULA, "give values, not formulas", where=_place(r - 1, c)
                )


def _cell(text: str, read: NumberReader, where: str) -> Cell:
    folded = text.strip().casefold()
    if folded in _MISSING:
        return None
    if folded.strip("+-") in _INFINITE:
        raise InputError(Code.NUMBER_INVALID, "an infinite value cannot be drawn", where=where)
    number = read(text)
    if number is not None and len(number.digits) > MAX_DIGITS:
        raise InputError(Code.NUMBER_INVALID, "a number has too many digits", where=where)
    return text if number is None else number


def _label_column(grid: Grid, cells: list[list[Cell]]) -> int:
    def is_text(column: int) -> bool:
        return all(isinstance(row[column], str) for row in cells)

    texts = [c for c in range(1, len(grid.header)) if is_text(c)]
    first = any(isinstance(row[0], str) for row in cells)
    return texts[0] if len(texts) == 1 and not first else 0


def _refuse_text(column: Sequence[Cell], place: int) -> None:
    """Raises InputError(table_malformed) for a column of text, or for the first cell of text in a
    column of numbers."""
    texts = [row for row, cell in enumerate(column) if isinstance(cell, str)]
    if not texts:
        return
    if not any(isinstance(cell, Number) or any(map(str.isdigit, cell or "")) for cell in column):
        hint = "this column holds text, and one column of labels is read: leave it out"
        raise malformed(hint, f"column {place + 1}")
    hint = (
        "this cell is no number: write it like 1234.5, with at most one unit beside it, or leave "
        "it empty"
    )
    raise malformed(hint, _place(texts[0], place))


def _number(cell: Cell) -> Number | None:
    return None if isinstance(cell, str) else cell


def _distinct(labels: Sequence[str], what: str) -> None:
    seen: set[str] = set()
    for number, label in enumerate(labels, start=1):
        if not label:
            raise malformed("a label is missing", f"{what} {number}")
        if label.casefold() in seen:
            raise malformed("a label stands twice: make labels differ", f"{what} {number}")
        seen.add(label.casefold())


def _refuse_scripts(texts: Sequence[str]) -> None:
    letters = [char for text in texts for char in text if char.isalpha()]
    latin = sum(unicodedata.name(char, "").startswith("LATIN") for char in letters)
    if latin * 2 < len(letters):
        raise InputError(Code.UNSUPPORTED_SCRIPT, "labels in the Latin script are supported only")


def _lift_units(names: list[str], rows: list[list[Number | None]]) -> tuple[list[str], str]:
    """Names and the unit of the whole table, where all columns share one.

    Else each name carries its column's unit, and percentages keep their own sign.
    """
    columns = [
        _column_unit(name, [row[place] for row in rows], place) for place, name in enumerate(names)
    ]
    units = {unit for _, unit in columns}
    if len(units) == 1:
        return [head for head, _ in columns], units.pop()
    return [
        head if not unit or (unit == "%" and name == head) else f"{head} ({unit})"
        for name, (head, unit) in zip(names, columns, strict=True)
    ], ""


def _column_unit(name: str, column: Sequence[Number | None], place: int) -> tuple[str, str]:
    head, unit = _header_unit(name)
    shown = {number.unit for number in column if number}
    beside = shown - {""}
    if len(beside) > 1:
        raise InputError(
            Code.NUMBER_INVALID, "one unit for a whole column", where=f"series {place + 1}"
        )
    own = beside.pop() if beside and shown != {"", "%"} else ""
    if own.lower() in unit.lower():
        return head, unit
    return head, own if not unit or unit.lower() in own.lower() else f"{own} {unit}"


def _header_unit(name: str) -> tuple[str, str]:
    match = _BRACKET.fullmatch(name)
    if match is None:
        return name, ""
    parts = re.findall(r"us\$|[$€£¥%]|[^\s$€£¥%]+", match["unit"].lower())
    known = bool(parts) and all(map(_UNIT_WORDS.fullmatch, parts))
    return (match["name"], match["unit"].strip()) if known else (name, "")


def _canonical(number: Number | None, unit: str) -> str | None:
    if number is None:
        return None
    percent = "%" if number.unit == "%" and "%" not in unit else ""
    return number.digits + number.scale + percent


def _directed(table: Table, chart: ChartType) -> Table:
    """Turned so that time runs along the categories of a line, and a single row lies down."""
    single_row = len(table.categories) == 1 and len(table.series) > 1
    timed = _timely(table.series) and not _timely(table.categories)
    if not (single_row or (chart == "line" and timed)):
        return table
    return table.model_copy(
        update={
            "category_axis": "",
            "value_axis": table.categories[0] if single_row else table.value_axis,
            "categories": table.series,
            "series": ("",) if single_row else table.categories,
            "cells": tuple(zip(*table.cells, strict=True)),
        }
    )


def _timely(labels: Sequence[str]) -> bool:
    return all(_TIME.fullmatch(label) for label in labels)


def _typed(table: Table, chart: ChartType) -> Table:
    """The chart type that fits the number of series."""
    several = len(table.series) > 1
    if chart == "pie":
        values = [cell for row in table.cells for cell in row]
        if several or any(value is None or value.startswith("-") for value in values):
            raise InputError(
                Code.CHART_UNSUPPORTED, "a pie needs one series without gaps or negative values"
            )
    across = chart in ("hbar", "hgrouped", "hstacked")
    if several and chart in ("bar", "hbar"):
        chart = "hgrouped" if across else "grouped"
    elif not several and chart in ("grouped", "stacked", "hgrouped", "hstacked"):
        chart = "hbar" if across else "bar"
    return table.model_copy(update={"chart_type": chart})
