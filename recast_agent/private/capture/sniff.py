"""What a text is: a table in one of three formats, or a passage."""

from __future__ import annotations

import csv
import io
import json
import re
from typing import Literal

from recast_agent.private.capture.grid import is_markdown_table

TableKind = Literal["csv", "json", "markdown"]
TextKind = Literal["csv", "json", "markdown", "text"]

_SENTENCE_ENDS = (".", "!", "?", ":", '."', ".”", ".)")
_DELIMITERS = "\t;,"
_OPENS_JSON = re.compile(r"\s*(?:\[\s*)?\{\s*\"")
_WORDY = 8
"""So many words side by side are a sentence; labels have fewer."""


def text_kind(text: str) -> TextKind:
    """A table where all of the text is one, as far as can be seen; else a passage.

    A table with sentences beside it is a passage: they may hold what the question is about.
    """
    kind = table_kind(text)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if kind == "markdown":
        beside = [line for line in lines if "|" not in line]
        return "text" if any(map(_wordy, beside)) else "markdown"
    return "text" if kind == "csv" and _prose(lines) else kind


def table_kind(text: str) -> TableKind:
    """The format of what is said to be a table."""
    if text.lstrip().startswith(("[", "{")) and _is_json(text):
        return "json"
    return "markdown" if is_markdown_table(text) else "csv"


def _prose(lines: list[str]) -> bool:
    """Lines that mostly end like sentences, or that no delimiter cuts into labels and values."""
    if len(lines) < 2 or 2 * sum(line.endswith(_SENTENCE_ENDS) for line in lines) > len(lines):
        return True
    if any(_rectangular(lines, delimiter) for delimiter in _DELIMITERS):
        return False
    sentences = (_wordy(line) and line.endswith(_SENTENCE_ENDS) for line in lines)
    cells = (cell for line in lines for cell in line.replace(";", ",").split(","))
    return any(sentences) or any(map(_wordy, cells))


def _rectangular(lines: list[str], delimiter: str) -> bool:
    try:
        rows = csv.reader(io.StringIO("\n".join(lines)), delimiter=delimiter)
        widths = {len(row) for row in rows if row}
    except csv.Error:
        return False
    return len(widths) == 1 and widths != {1}


def _wordy(text: str) -> bool:
    return len(text.split()) >= _WORDY


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        # a document that set out to be JSON is reported as malformed JSON, not as odd CSV or prose
        return bool(_OPENS_JSON.match(text)) or text.rstrip().endswith(("]", "}"))
    return True
