"""Markdown tables inside a passage: their columns by heading, their rows by label."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from recast_agent.core.errors import InputError
from recast_agent.core.literals import find
from recast_agent.standin.passages.words import Number

_RULE = re.compile(r"[\s|:-]+")
_NOTE = re.compile(r"(?<=[\d%)])\s*\(\d\)$|\*+$")
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")


@dataclass(frozen=True)
class Row:
    """``section`` is the heading above that holds no values; ``cells`` are by column."""

    label: str
    section: str
    cells: dict[int, Number]


@dataclass(frozen=True)
class Grid:
    """``columns`` maps a column to all that is written above its values."""

    columns: dict[int, str]
    rows: tuple[Row, ...]
    years: dict[int, str] = field(default_factory=dict)
    """The year in the heading of a column, as printed."""

    def turned(self) -> Grid:
        """The same values with rows as columns."""
        heads = {i: f"{row.section} {row.label}" for i, row in enumerate(self.rows, 1)}
        turned = [
            Row(head, "", {j: row.cells[i] for j, row in enumerate(self.rows, 1) if i in row.cells})
            for i, head in self.columns.items()
        ]
        return Grid(heads, tuple(row for row in turned if row.cells), years_of(heads))


def grids(text: str) -> tuple[tuple[Grid, ...], str]:
    """The tables of a passage, and its other lines."""
    found: list[Grid] = []
    rest: list[str] = []
    lines: list[list[str]] = []
    for line in (*text.split("\n"), ""):
        cells = _cells(line)
        if cells is not None:
            lines.append(cells)
            continue
        if lines:
            found += _grid(lines)
            lines = []
        rest.append(line)
    return tuple(found), "\n".join(rest).strip()


def _cells(line: str) -> list[str] | None:
    """The cells of a line, or None where it is no line of a table."""
    inner = line.strip()
    if not (inner.startswith("|") and inner.endswith("|") and len(inner) > 1):
        return None
    return [cell.strip() for cell in inner[1:-1].split("|")]


def _grid(lines: list[list[str]]) -> list[Grid]:
    lines = [line for line in lines if not _RULE.fullmatch("|".join(line)) or not any(line)]
    heads = _heads(lines)
    if heads == len(lines):
        return []
    width = max(map(len, lines))
    columns = {i: " ".join(filter(None, _above(lines[:heads], i))) for i in range(1, width)}
    section, rows = "", []
    for label, *cells in lines[heads:]:
        numbers = {i: number for i, cell in enumerate(cells, 1) if (number := _number(cell))}
        if numbers:
            rows.append(Row(label, section, numbers))
        else:
            section = " ".join(filter(None, [label, *cells]))
    return [Grid(columns, tuple(rows), years_of(columns))]


def years_of(heads: dict[int, str]) -> dict[int, str]:
    """The last year of each heading that has one."""
    return {i: found[-1] for i, head in heads.items() if (found := _YEAR.findall(head))}


def _heads(lines: list[list[str]]) -> int:
    """How many lines stand above the values: words, and one line of years."""
    dated = False
    for i, (label, *cells) in enumerate(lines):
        values = [cell for cell in cells if _number(cell)]
        if not values:
            if dated and label and not any(cells):
                return i  # the heading of the first section
            continue
        if dated or not all(_YEAR.fullmatch(_NOTE.sub("", cell)) for cell in values):
            return i
        dated = True
    return len(lines)


def _above(heads: list[list[str]], column: int) -> list[str]:
    """What is written above a column; a heading spans the empty cells at its right."""
    found = []
    for line in heads:
        at = min(column, len(line) - 1)
        while at > 1 and not line[at]:
            at -= 1
        found.append(line[at] if at >= 1 else "")
    return found


def _number(cell: str) -> Number | None:
    """The one number of a cell, or None for words, an empty cell or several numbers."""
    cell = _NOTE.sub("", cell)
    try:
        literals = find(cell)
    except InputError:
        return None
    words = re.findall(r"[^\W\d_]{3,}", cell)
    if len(literals) != 1 or literals[0].word or words:
        return None
    return Number(literals[0])
