"""What a text is: a table in one of three formats, or a passage."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from typing import Literal

from recast_agent.private.capture.grid import is_markdown_table

TableKind = Literal["csv", "json", "markdown"]
TextKind = Literal["csv", "json", "markdown", "text"]

_SENTENCE_ENDS = (".", "!", "?", '."', ".”", ".)")
_DELIMITERS = "\t;,"
_OPENS_JSON = re.compile(r"\s*(?:\[\s*)?\{\s*\"")
_VALUE = re.compile(r"[^\w]{0,3}\d")
_LONG_VALUE = 4
"""Words that no cell of values has, though a label may."""


def text_kind(text: str) -> TextKind:
    """A table where all of the text is one, as far as can be seen; else a passage.

    A table with anything but headings beside it is a passage: it may hold what the question is
    about, or the unit of the table.
    """
    kind = table_kind(text)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if kind == "markdown":
        return "markdown" if all(map(_of_table, lines)) else "text"
    return kind if kind == "json" or _is_csv(lines, spaced="\n\n" in text.strip()) else "text"


def table_kind(text: str) -> TableKind:
    """The format of what is said to be a table."""
    if text.lstrip().startswith(("[", "{")) and _is_json(text):
        return "json"
    return "markdown" if is_markdown_table(text) else "csv"


def _of_table(line: str) -> bool:
    return "|" in line or line.startswith("#") or line.endswith(":")


def _is_csv(lines: list[str], *, spaced: bool) -> bool:
    """Whether a delimiter cuts most lines into a label and as many short values, well or badly.

    Lines parted by empty ones, as paragraphs are, are all cut, and hold numbers as values at least.
    """
    if len(lines) < 2 or 2 * sum(line.endswith(_SENTENCE_ENDS) for line in lines) > len(lines):
        return False
    return any(_cut(lines, delimiter, spaced) for delimiter in _DELIMITERS)


def _cut(lines: list[str], delimiter: str, spaced: bool) -> bool:
    try:
        rows = list(csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter))
    except csv.Error:
        return True  # a quote that is left open is reported as such
    widths = Counter(len(row) for row in rows)
    width, most = max(widths.items(), key=lambda held: (held[1], held[0]))
    if width < 2 or 2 * most < len(rows) or (spaced and most < len(rows)):
        return False
    cells = [cell.strip() for row in rows[1:] for cell in row[1:]]
    if any(len(cell.split()) >= _LONG_VALUE for cell in cells):
        return False
    return not spaced or any(map(_VALUE.match, cells))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        # a document that set out to be JSON is reported as malformed JSON, not as odd CSV or prose
        return bool(_OPENS_JSON.match(text)) or text.rstrip().endswith(("]", "}"))
    return True
