"""Which mark a picture uses for decimals: the same digits mean another number under the other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Literal

from recast_agent.core.types import Token

Notation = Literal["point", "comma", "unclear"]

_LAST = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?=\W*(?:[A-Za-z]{0,3}\W*)?$)")
"""The number at the end of a text, whatever unit stands behind it."""

_FORMS: tuple[tuple[str, str], ...] = (
    # only a comma can part the decimals
    ("comma", r"\d+,\d{1,2}|0,\d+|\d{1,3}(?:\.\d{3})+,\d+|\d{1,3}(?:\.\d{3}){2,}"),
    # only a point can
    ("point", r"\d+\.\d{1,2}|0\.\d+|\d+\.\d{4,}|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:,\d{3}){2,}"),
    # either: a group of thousands, or three decimals
    ("comma or group", r"\d{1,3},\d{3}"),
    ("point or group", r"\d{1,3}\.\d{3}"),
    ("hundreds", r"[1-9]\d\d"),
)
_SHARE = 0.2
"""Decimals that OCR made of a group by losing a digit are fewer than this."""


def notation(tokens: Iterable[Token]) -> Notation:
    """How the numbers of a picture are written; "unclear" where they speak for both ways."""
    seen = Counter(_form(token.text) for token in tokens)
    if seen["comma"] and seen["comma or group"]:
        enough = seen["comma"] >= max(2, _SHARE * seen["comma or group"])
        return "comma" if enough and not seen["point"] else "unclear"
    if seen["comma"]:
        return "unclear" if seen["point"] and seen["point or group"] else "comma"
    # 500 beside 1.000: an axis that shows decimals shows them in every number
    grouped = seen["point or group"] >= 2 and seen["hundreds"] and not seen["point"]
    return "comma" if grouped else "point"


def _form(text: str) -> str:
    last = _LAST.search(text)
    return next((name for name, form in _FORMS if last and re.fullmatch(form, last[0])), "")


def pointed(text: str) -> str:
    """A text whose decimals follow a comma, written with a point and without points of groups."""
    text = re.sub(r"(?<=\d)\.(?=\d{3}(?!\d))", "", text)
    return re.sub(r"(?<=\d),(?=\d)", ".", text)
