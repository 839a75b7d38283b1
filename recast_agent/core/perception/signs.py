"""Labels of one row in one spelling: the thin signs between letters are easily lost."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

_YEAR = re.compile(r"(?<=\w)'(?=\d\d\b)")
"""Where a year begins behind a quarter or a month; the space before it is as easily lost."""

_THIN = frozenset("' ")
"""What is easily lost between letters."""

Signs = tuple[str, ...]


def alike(texts: Sequence[str]) -> list[str]:
    """The texts, those of the same letters and digits with the same spaces and apostrophes between
    them, as thin ones are lost: ``Q1 '17`` and ``Q418`` are of one kind.
    """
    seen = Counter(_signs(text) for text in texts)
    most: dict[Signs, Signs] = {}
    for (kind, signs), count in seen.items():
        if count > 1 and "0" in kind and set("".join(signs)) <= _THIN:
            most[kind] = max(most.get(kind, signs), signs, key=_length)
    return [_YEAR.sub(" '", _signed(text, most)) for text in texts]


def _signs(text: str) -> tuple[Signs, Signs]:
    """A text's letters and digits by kind, and the signs before each of them."""
    parts = re.findall(r"([^\w]*)(\w)", text)
    kind = tuple("0" if c.isdigit() else "a" for _, c in parts)
    return kind, tuple(signs for signs, _ in parts)


def _signed(text: str, most: Mapping[Signs, Signs]) -> str:
    """The text with the signs of its kind, where it has none but some of them."""
    kind, own = _signs(text)
    signs = most.get(kind, own)
    if set("".join(own)) - _THIN or _length(own) >= _length(signs):
        return text
    letters = re.findall(r"\w", text)
    tail = re.sub(r".*\w", "", text)
    return "".join(s + c for s, c in zip(signs, letters, strict=True)) + tail


def _length(signs: Signs) -> int:
    return sum(map(len, signs))
