"""Table text read a second time by other means, so that one parser's fault is seen.

Shares with the first reading only what a grid is: it splits by hand where that uses ``csv``,
walks key-value pairs where that uses objects, splits rows by a pattern, and reads numbers by
scanning characters.
"""

from __future__ import annotations

import itertools
import json
import re
from typing import Any

from recast_agent.private.capture.grid import Grid, malformed, rectangle
from recast_agent.private.capture.layout import Number

_ROW = re.compile(r"(?:\\.|[^|\\])*", re.DOTALL)
_GROUPED = re.compile(r"\d{1,3}(?:([, '])\d{3}(?:\1\d{3})*)?|\d+")
_CURRENCY = re.compile(r"|[A-Z]?[A-Z]?[$€£¥₹]|[A-Z][A-Z][A-Z]")
_TAIL = re.compile(r"|[%€$£¥]|[^\W\d][^()*]*")
_VARIANTS = str.maketrans("\u2212\u2013\u2019\u00a0\u2009\u202f", "--'   ")
_LETTERS = {"thousand": "K", "k": "K", "million": "M", "m": "M", "mn": "M", "billion": "B"}
_LETTERS |= {"b": "B", "bn": "B", "trillion": "T", "t": "T", "tn": "T"}


def csv_grid(text: str, max_rows: int) -> Grid:
    """Split character by character; the delimiter gives equally wide rows, the widest ones."""
    best: list[list[str]] = []
    chosen = ","
    for delimiter in (",", ";", "\t"):
        lines = [line for line in _split(text, delimiter) if any(c.strip() for c in line)]
        widths = {len(line) for line in lines}
        if len(widths) == 1 and widths.pop() > max(1, len(best[0]) if best else 1):
            best, chosen = lines, delimiter
    if not best:
        raise malformed("every row needs as many cells as the header, two at least")
    return rectangle(best, max_rows, delimiter=chosen)


def _split(text: str, delimiter: str) -> list[list[str]]:
    lines: list[list[str]] = [[]]
    cell: list[str] = []
    quoted = False
    position = 0
    while position < len(text):
        char = text[position]
        if quoted:
            if char != '"':
                cell.append(char)
            elif text[position + 1 : position + 2] == '"':
                cell.append('"')
                position += 1
            else:
                quoted = False
        elif char == '"' and not "".join(cell).strip():
            quoted, cell = True, []
        elif char == delimiter or char == "\n":
            lines[-1].append("".join(cell))
            cell = []
            if char == "\n":
                lines.append([])
        else:
            cell.append(char)
        position += 1
    lines[-1].append("".join(cell))
    return lines


class _Pairs(list[tuple[str, Any]]):
    """A JSON object as its pairs, so that a repeated key is not lost."""


def json_grid(text: str, max_rows: int) -> Grid:
    """Records pair by pair, numbers as they are written."""
    try:
        document = json.loads(text, object_pairs_hook=_Pairs, parse_float=str, parse_int=str)
    except (ValueError, RecursionError):
        raise malformed("not valid JSON") from None
    if isinstance(document, _Pairs):
        fields = dict(document)
        lines = [fields.get("columns"), *(fields.get("rows") or [])]
        if len(fields) != len(document) or not all(type(line) is list for line in lines):
            raise malformed('expected an object with "columns" and "rows"')
        title = fields.get("title", "")
        return rectangle(
            [[_text(cell) for cell in line or []] for line in lines],
            max_rows,
            title=title if isinstance(title, str) else "",
        )
    if not isinstance(document, list) or not all(isinstance(r, _Pairs) for r in document):
        raise malformed("expected a list of records")
    header = [key for key, _ in document[0]] if document else []
    places = {key: place for place, key in enumerate(header)}
    lines = [header]
    for number, record in enumerate(document, start=1):
        if sorted(key for key, _ in record) != sorted(places):
            raise malformed("every record needs the same keys, each once", f"row {number}")
        lines.append([_text(v) for _, v in sorted(record, key=lambda pair: places[pair[0]])])
    return rectangle(lines, max_rows)


def _text(value: Any) -> str:
    if value is None or isinstance(value, str | float):
        return "" if value is None else str(value)
    raise malformed("a cell is text, a number or null, nothing nested and no truth value")


def markdown_grid(text: str, max_rows: int) -> Grid:
    """Rows matched cell by cell from the line of dashes outwards."""
    title, header, rows = "", "", []
    ruled = False
    for line in text.split("\n"):
        if ruled and "|" not in line:
            break
        if ruled:
            rows.append(line)
        elif "|" in line and "|" in header and not re.sub(r"[\s|:-]", "", line) and "-" in line:
            ruled = True
        else:
            if header.startswith("#"):
                title = header.strip("# ")
            header = line
    if not ruled:
        raise malformed("no Markdown table: a header, a line of dashes, rows")
    return rectangle([_cells(line) for line in (header, *rows)], max_rows, title=title)


def _cells(line: str) -> list[str]:
    cells, position = [], 0
    while position <= len(line):
        match = _ROW.match(line, position)
        piece = match[0] if match else ""
        cells.append(re.sub(r"\\([\\|])", r"\1", piece))
        position += len(piece) + 1
    first = 1 if not cells[0].strip() else 0
    last = -1 if len(cells) > 1 and not cells[-1].strip() and line.rstrip().endswith("|") else None
    return cells[first:last]


def read_number(cell: str) -> Number | None:
    """A cell scanned by character, or None where it is no number with at most one unit."""
    plain = cell.strip().translate(_VARIANTS)
    digits = [place for place, char in enumerate(plain) if char in "0123456789"]
    if not digits:
        return None
    first, last = digits[0], digits[-1] + 1
    first -= plain[:first].endswith(".")
    head, body, tail = plain[:first].strip(), plain[first:last], plain[last:].strip().rstrip("*")
    bracketed = head.startswith("(") and tail.endswith(")")
    if bracketed:
        head, tail = head[1:].strip(), tail[:-1].strip().rstrip("*")
    negative = bracketed or "-" in head
    head = head.strip("+- ")
    if not _CURRENCY.fullmatch(head) or not _TAIL.fullmatch(tail):
        return None
    whole, dot, fraction = body.partition(".")
    whole = whole or "0"
    if not _GROUPED.fullmatch(whole) or (dot and not fraction.isdecimal()):
        return None
    word = "".join(itertools.takewhile(str.isalpha, tail))
    attached = plain[last : last + 1].isalpha()
    scale = _scale(word, attached=attached, money=bool(head))
    rest = tail[len(word) :].strip()
    if attached and not scale:
        return None
    unit = " ".join(part for part in (head, rest if scale else tail) if part)
    return Number("-" * negative + re.sub(r"\D", "", whole) + dot + fraction, scale, unit)


def _scale(word: str, *, attached: bool, money: bool) -> str:
    """A single letter is a scale where it is attached and large, or of money: else a unit."""
    sure = len(word) > 1 or (attached and (word in "KMBTk" or money))
    return _LETTERS.get(word.lower(), "") if sure else ""
