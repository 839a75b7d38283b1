"""The one shape in which charts and tables are held, and its canonical text.

The text is what the ``context`` field of a record holds: a person can read it, and
``Table.from_text(table.to_text()) == table`` exactly.
"""

from __future__ import annotations

import re
from typing import Literal, Self

from pydantic import model_validator

from recast_agent.core.errors import Code, InputError
from recast_agent.core.model import Model

ChartType = Literal[
    "table", "bar", "hbar", "grouped", "hgrouped", "stacked", "hstacked", "line", "pie"
]

CELL = re.compile(r"-?\d+(\.\d+)?(K|M|B|T)?%?")
"""A cell as captured: plain digits, then a scale suffix or a percent sign of its own, if any."""

_HEADINGS = (
    ("chart_type", "Chart type"),
    ("title", "Title"),
    ("value_axis", "Values"),
    ("unit", "Unit"),
    ("colors", "Colours"),
)


class Table(Model):
    """Categories by series, each cell a canonical number as text (``None``: no value).

    ``unit`` is an affix shared by every cell (``%``, ``$``, ``million euros``). ``series`` is
    ``("",)`` for a single unnamed series. ``colors`` has one colour name per series (per category
    for a pie or one series), ``""`` where unknown; it is empty where no colour matters.
    """

    chart_type: ChartType = "table"
    title: str = ""
    category_axis: str = ""
    value_axis: str = ""
    unit: str = ""
    categories: tuple[str, ...]
    series: tuple[str, ...] = ("",)
    cells: tuple[tuple[str | None, ...], ...]
    colors: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _shape(self) -> Self:
        if not self.categories or not self.series:
            raise ValueError("a table has at least one category and one series")
        if len(self.cells) != len(self.categories):
            raise ValueError("one row of cells per category")
        if any(len(row) != len(self.series) for row in self.cells):
            raise ValueError("one cell per series in every row")
        if any(c is not None and not CELL.fullmatch(c) for row in self.cells for c in row):
            raise ValueError("cells are canonical numbers")
        return self

    def to_text(self) -> str:
        """Headings that have a value, then a Markdown table."""
        lines = []
        for field, heading in _HEADINGS:
            value = getattr(self, field)
            if field == "colors":
                if value:
                    lines.append(f"{heading}: " + " | ".join(_escape(c) for c in value))
            elif value:
                lines.append(f"{heading}: {_escape(value)}")
        lines.append(_row((self.category_axis, *self.series)))
        lines.append("|" + " --- |" * (len(self.series) + 1))
        for category, row in zip(self.categories, self.cells, strict=True):
            lines.append(_row((category, *("" if c is None else c for c in row))))
        return "\n".join(lines)

    @classmethod
    def from_text(cls, text: str) -> Table:
        """Parse what ``to_text`` wrote. Raises InputError(table_malformed) on anything else."""
        lines = text.split("\n")
        fields: dict[str, str] = {}
        names = {heading: field for field, heading in _HEADINGS}
        while lines and not lines[0].startswith("|"):
            heading, found, value = lines.pop(0).partition(": ")
            if not found or heading not in names or names[heading] in fields:
                raise InputError(Code.TABLE_MALFORMED, "not the canonical text of a table")
            fields[names[heading]] = value
        if len(lines) < 3:
            raise InputError(Code.TABLE_MALFORMED, "not the canonical text of a table")
        header, rows = _split(lines[0]), [_split(line) for line in lines[2:]]
        if lines[1] != "|" + " --- |" * len(header):  # a row would be taken for it
            raise InputError(Code.TABLE_MALFORMED, "not the canonical text of a table")
        colors = fields.pop("colors", "")
        try:
            return cls.model_validate(
                {
                    **{name: _unescape(value) for name, value in fields.items()},
                    "colors": tuple(_split_cells(colors)) if colors else (),
                    "category_axis": header[0],
                    "series": tuple(header[1:]),
                    "categories": tuple(row[0] for row in rows),
                    "cells": tuple(tuple(c or None for c in row[1:]) for row in rows),
                }
            )
        except ValueError as error:
            raise InputError(Code.TABLE_MALFORMED, "not the canonical text of a table") from error


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", "\\n")


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", lambda m: "\n" if m[1] == "n" else m[1], text)


def _row(values: tuple[str, ...]) -> str:
    return "| " + " | ".join(_escape(v) for v in values) + " |"


def _split_cells(inner: str) -> list[str]:
    parts = re.split(r"(?<!\\)((?:\\\\)*) \| ", inner)
    # the group keeps escaped backslashes that stand before a separator with the cell they end
    cells = [
        parts[i] + (parts[i + 1] if i + 1 < len(parts) else "") for i in range(0, len(parts), 2)
    ]
    return [_unescape(cell) for cell in cells]


def _split(line: str) -> list[str]:
    if not (line.startswith("| ") and line.endswith(" |")) or len(line) < 4:
        raise InputError(Code.TABLE_MALFORMED, "not the canonical text of a table")
    return _split_cells(line[2:-2])
