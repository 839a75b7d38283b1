"""One table cell to a number, its scale and its unit, by the literals of ``core``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from recast_agent.core.literals import parse_cell
from recast_agent.private.capture.layout import Number

_CODE = re.compile(r"(?P<sign>[-+−–]? ?)(?P<code>[A-Z]{3}) (?=[\d.(+−-])")
_AFTER_SIGN = re.compile(r"(?<=[-+−–$€£¥₹])\s+")
_WORDS = re.compile(r"[^\W\d][^\d()*]*")


def read_number(cell: str) -> Number | None:
    """A cell as a number with at most one unit before or after it, or None for anything else.

    Thousands separators and footnote marks go; brackets around a number mean minus.
    """
    text = " ".join(cell.split())
    code = _CODE.match(text)
    text = _AFTER_SIGN.sub("", code["sign"] + text[code.end() :] if code else text)
    for head, words in _divided(text):
        parsed = parse_cell(head)
        if parsed is not None:
            digits = parsed.text.rstrip("KMBT")
            units = (code["code"] if code else "", parsed.unit, words)
            return Number(digits, parsed.text[len(digits) :], " ".join(filter(None, units)))
    return None


def _divided(text: str) -> Iterator[tuple[str, str]]:
    """The text before and from each space, the last space first: "5 million", "dollars"."""
    yield text, ""
    for space in reversed([match.start() for match in re.finditer(r"\s", text)]):
        words = text[space:].strip()
        if _WORDS.fullmatch(words):
            yield text[:space].rstrip(), words
