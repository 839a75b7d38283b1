"""A table as it is told, a sentence for each row, and the table again from such sentences.

The paper's figure 3 says a chart so: ``Tuesday: 48K. Wednesday: 71K.``
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from recast_agent.core.errors import InputError
from recast_agent.core.literals import find, parse_cell
from recast_agent.core.speech.items import CURRENCY
from recast_agent.core.table import CELL, Table

NOTHING = "there is no value"
_UNNAMED = "value"
_ROW = re.compile(r"(?:^|(?<=[.!?]) +)For +", re.IGNORECASE)
_JOINTS = (re.compile(r", the "), re.compile(r"[,.;]? (?:and )?the ", re.IGNORECASE))
"""What stands before each value: as it is told, and as it may be heard."""

_IS = re.compile(r" (?:is|are) ", re.IGNORECASE)
_VALUE = re.compile(r"(?:minus |[-−])?[$€£]?\d")
_LONG = re.compile(r"\d{4,}(?=\D|$)")

_Row = tuple[str, dict[str, str | None]]


def told(table: Table) -> str:
    """What the table holds, in sentences: what its values are, then each row. A cell without a
    value is left out."""
    heads = [f"{_line(table.title)}."] if table.title else []
    heads += [f"The table gives {about}."] if (about := _about(table)) else []
    return " ".join([*heads, *_rows(table)])


def _about(table: Table) -> str:
    unit, axis = table.unit.strip(), table.category_axis
    unit = {"%": "percent", **CURRENCY}.get(unit, unit)
    parts = [_line(table.value_axis)] if table.value_axis else []
    parts += [f"in {_line(unit)}"] if unit else []
    parts += [f"by {_line(axis)}"] if axis else []
    return " ".join(parts if table.value_axis or not parts else ["values", *parts])


def _rows(table: Table) -> Iterator[str]:
    for category, cells in zip(table.categories, table.cells, strict=True):
        said = [
            f", the {_line(series) or _UNNAMED} is {_figures(cell)}"
            for series, cell in zip(table.series, cells, strict=True)
            if cell is not None
        ]
        yield f"For {_line(category)}{''.join(said) or f', {NOTHING}'}."


def _figures(cell: str) -> str:
    """A cell that no voice takes for a year: ``1203`` would be said as twelve oh three."""
    whole, point, rest = cell.partition(".")
    return _LONG.sub(lambda digits: f"{int(digits[0]):,}", whole, count=1) + point + rest


def _line(text: str) -> str:
    return " ".join(text.split())


def heard_table(text: str) -> Table | None:
    """The table that sentences of the kind of ``told`` tell of; None where they tell of none.

    Its title, axes and unit are not read back.
    """
    rows = list(_read(text))
    series = list(dict.fromkeys(name for _, cells in rows for name in cells))
    if not series or len({label.casefold() for label, _ in rows}) < len(rows):
        return None
    return Table(
        categories=tuple(label for label, _ in rows),
        series=("",) if series == [_UNNAMED] else tuple(series),
        cells=tuple(tuple(cells.get(name) for name in series) for _, cells in rows),
    )


def _read(text: str) -> Iterator[_Row]:
    """The rows that can be read. What is said of a row that cannot is not read in part."""
    _, *sentences = _ROW.split(text)
    for sentence in (one.strip().removesuffix(".") for one in sentences):
        found = next(filter(None, (_row(sentence, joint) for joint in _JOINTS)), None)
        if found:
            yield found


def _row(sentence: str, joint: re.Pattern[str]) -> _Row | None:
    label, *said = joint.split(sentence)
    if not said and label.endswith(f", {NOTHING}"):
        return label.removesuffix(f", {NOTHING}"), {}
    cells: dict[str, str | None] = {}
    for one in said:
        *words, value = _IS.split(one)
        name, cell = " is ".join(words), _cell(value)
        if not name or cell is None or name in cells or any(map(_VALUE.match, words[1:])):
            return None
        cells[name] = cell
    return (label, cells) if label and cells else None


def _cell(value: str) -> str | None:
    """A canonical cell from a number as it is written or heard, with its unit or without."""
    value = value.strip(" .,!?")
    if (parsed := parse_cell(value)) is not None:
        return parsed.text + ("%" if parsed.percent else "")
    try:
        numbers = find(value)
    except InputError:
        return None
    if len(numbers) != 1:
        return None
    number = numbers[0]
    text = format(Decimal(abs(number.value)), "f") + ("%" if number.role == "percent" else "")
    text = f"-{text}" if number.negative or value.lower().startswith("minus ") else text
    return text if CELL.fullmatch(text) else None
