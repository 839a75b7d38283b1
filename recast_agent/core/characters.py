"""The characters that may leave beside letters, digits and spaces: a short list, no category."""

from __future__ import annotations

import re
import unicodedata

_PUNCTUATION = ".,;:!?¿¡'’‘\"“”„«»()[]{}/\\|_-‐‑–—…&@#%‰*†‡•§·"
_SIGNS = "+−±×÷=<>≤≥≠≈~^°′″"
_SPACES = " \t\n\r\u00a0\u2009\u202f"

SYMBOLS = re.compile(rf"(?:[^\w{re.escape(_PUNCTUATION + _SIGNS + _SPACES)}]|\u200d)+")
"""A run of other characters: emoji, currency and other signs, marks that nobody sees."""


def strange(text: str) -> list[int]:
    """Offsets of characters that no outgoing field may hold."""
    found = []
    for match in SYMBOLS.finditer(text):
        found += [n for n in range(*match.span()) if not _accent(text, n)]
    return found


def without_symbols(text: str) -> str:
    """``text`` without those characters, and without the spaces they leave."""
    if not (gone := set(strange(text))):
        return text
    plain = "".join("  " if n in gone else c for n, c in enumerate(text))
    plain = re.sub(r"(?<=\d) {2,}(?=\d)", ", ", plain)  # one space would join two numbers
    return re.sub(r" +(?=[?!.,;:)]|\Z)", "", re.sub(r" {2,}", " ", plain)).lstrip(" ")


def symbolic(text: str) -> bool:
    """Whether a text holds nothing but symbols and punctuation."""
    return bool(text.strip()) and not any(c.isalnum() for c in text)


def _accent(text: str, n: int) -> bool:
    """Whether a character is an accent of the letter before it."""
    before = text[n - 1 : n]
    joins = before.isalpha() or bool(before and unicodedata.combining(before))
    return joins and unicodedata.category(text[n]) == "Mn" and "\u0300" <= text[n] < "\u0370"
