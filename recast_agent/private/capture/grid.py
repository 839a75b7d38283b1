"""Table text to a rectangle of strings: the first of the two independent readings."""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import dataclass
from typing import Any

from recast_agent.core.errors import Code, InputError

_RULE_CELL = re.compile(r":?-+:?")
_DELIMITERS = "\t;,"


@dataclass(frozen=True, repr=False)
class Grid:
    """A header and rows of the same width; ``delimiter`` is that of a CSV, else empty."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    title: str = ""
    delimiter: str = ""


def malformed(hint: str, where: str = "") -> InputError:
    """The error of a table that cannot be read."""
    return InputError(Code.TABLE_MALFORMED, hint, where=where)


MAX_LABEL = 400
"""Characters of a cell: what is longer is a text, and slow to rename word by word."""


def rectangle(
    lines: list[list[str]], max_rows: int, *, title: str = "", delimiter: str = ""
) -> Grid:
    """Check the shape of lines of cells, the first being the header.

    Raises InputError(table_malformed | table_too_large).
    """
    lines = [[cell.strip() for cell in line] for line in lines]
    lines = [line for line in lines if any(line)]
    if len(lines) < 2:
        raise malformed("a table has a header and at least one row")
    if len(lines) - 1 > max_rows:
        raise InputError(Code.TABLE_TOO_LARGE, f"a table may have at most {max_rows} rows")
    if any(len(cell) > MAX_LABEL for line in lines for cell in line):
        raise InputError(Code.TABLE_TOO_LARGE, f"a cell may have at most {MAX_LABEL} characters")
    header, *rows = lines
    for number, row in enumerate(rows, start=1):
        if len(row) != len(header):
            raise malformed("every row needs as many cells as the header", f"row {number}")
    if not header[-1] and not any(row[-1] for row in rows):
        header, rows = header[:-1], [row[:-1] for row in rows]  # a delimiter ends every line
    if len(header) < 2:
        raise malformed("a table needs a column of labels and a column of numbers")
    return Grid(tuple(header), tuple(map(tuple, rows)), title, delimiter)


def csv_grid(text: str, max_rows: int) -> Grid:
    """CSV with the delimiter (tab, semicolon or comma) under which its rows agree."""
    readings = {delimiter: _csv_lines(text, delimiter) for delimiter in _DELIMITERS}

    def fitness(delimiter: str) -> tuple[bool, int]:
        widths = [len(line) for line in readings[delimiter] if any(line)]
        return len(set(widths)) == 1 and widths[0] > 1, max(widths, default=0)

    best = max(_DELIMITERS, key=fitness)
    return rectangle(readings[best], max_rows, delimiter=best)


def _csv_lines(text: str, delimiter: str) -> list[list[str]]:
    try:
        return list(csv.reader(io.StringIO(text), delimiter=delimiter, skipinitialspace=True))
    except csv.Error:
        raise malformed("not readable as CSV: a cell is too long or a quote is left open") from None


def json_grid(text: str, max_rows: int) -> Grid:
    """A list of objects, or ``{"columns": [...], "rows": [[...]], "title"?: "..."}``."""
    try:
        document = json.loads(text, parse_float=_Number, parse_int=_Number)
    except (ValueError, RecursionError):
        raise malformed("not valid JSON") from None
    match document:
        case {"columns": list(columns), "rows": list(rows)}:
            title = document.get("title", "")
            lines = [columns, *(row if isinstance(row, list) else [row] for row in rows)]
            return rectangle(
                [[_plain(cell) for cell in line] for line in lines],
                max_rows,
                title=title if isinstance(title, str) else "",
            )
        case [dict(first), *_]:
            names = list(first)
            for number, record in enumerate(document, start=1):
                if not isinstance(record, dict) or set(record) != set(names):
                    raise malformed("every record needs the same keys", f"row {number}")
            lines = [[record[name] for name in names] for record in document]
            return rectangle([names, *([_plain(c) for c in line] for line in lines)], max_rows)
        case _:
            raise malformed('expected a list of records, or an object with "columns" and "rows"')


class _Number(str):
    """A JSON number as it is written."""


def _plain(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, float):  # NaN and Infinity, which json accepts though JSON does not
        return str(value)
    raise malformed("a cell is text, a number or null, nothing nested and no truth value")


def markdown_grid(text: str, max_rows: int) -> Grid:
    """The first Markdown table of a text; a heading before it is the title."""
    lines = text.split("\n")
    rule = _rule_at(lines)
    if rule is None:
        raise malformed("no Markdown table: a header, a line of dashes, rows")
    rows = [_markdown_cells(lines[rule - 1])]
    for line in lines[rule + 1 :]:
        if "|" not in line:
            break
        rows.append(_markdown_cells(line))
    titles = [line.lstrip("# ").strip() for line in lines[: rule - 1] if line.startswith("#")]
    return rectangle(rows, max_rows, title=titles[-1] if titles else "")


def is_markdown_table(text: str) -> bool:
    """Whether a text holds a Markdown table."""
    return _rule_at(text.split("\n")) is not None


def _rule_at(lines: list[str]) -> int | None:
    return next(
        (
            index
            for index in range(1, len(lines))
            if "|" in lines[index - 1] and "|" in lines[index] and _is_rule(lines[index])
        ),
        None,
    )


def _is_rule(line: str) -> bool:
    return all(_RULE_CELL.fullmatch(cell.strip()) for cell in line.strip().strip("|").split("|"))


def _markdown_cells(line: str) -> list[str]:
    line = line.strip().removeprefix("|")
    line = line if line.endswith("\\|") else line.removesuffix("|")
    # an escaped bar belongs to its cell
    cells = line.replace("\\\\", "\0").replace("\\|", "\1").split("|")
    return [cell.replace("\1", "|").replace("\0", "\\") for cell in cells]
