"""Which mark a picture uses for decimals: the same digits mean another number under the other."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
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
_LEVEL = 3.0
"""Pixels within which numbers end, or stand, on one line."""

_SHARE = 0.2
"""Decimals that OCR made of a group by losing a digit are fewer than this."""


def notation(tokens: Sequence[Token]) -> Notation:
    """How the numbers of a picture are written; "unclear" where they speak for both ways."""
    seen = Counter(_form(token.text) for token in tokens)
    if seen["comma"] and seen["comma or group"]:
        enough = seen["comma"] >= max(2, _SHARE * seen["comma or group"])
        return "comma" if enough and not seen["point"] else "unclear"
    if seen["comma"]:
        return "unclear" if seen["point"] and seen["point or group"] else "comma"
    groups = seen["point or group"] >= 2 and not (seen["point"] or seen["comma or group"])
    if groups and seen["hundreds"]:
        return "comma" if _counts_in_groups(tokens) else "unclear"
    return "point"


def _counts_in_groups(tokens: Sequence[Token]) -> bool:
    """Whether 500 and 1.000 are ticks of one axis: one that shows decimals shows them always."""
    numbers = [(token, form) for token in tokens if (form := _form(token.text))]
    lines = [
        [form for other, form in numbers if abs(place(other) - place(one)) <= _LEVEL]
        for one, own in numbers
        if own == "hundreds"
        for place in (_right, _middle)
    ]
    return any(len(line) >= 3 and "point or group" in line for line in lines)


def _right(token: Token) -> float:
    return token.box[2]


def _middle(token: Token) -> float:
    return (token.box[1] + token.box[3]) / 2


def _form(text: str) -> str:
    last = _LAST.search(text)
    return next((name for name, form in _FORMS if last and re.fullmatch(form, last[0])), "")


def pointed(text: str) -> str:
    """A text whose decimals follow a comma, written with a point and without points of groups."""
    text = re.sub(r"(?<=\d)\.(?=\d{3}(?!\d))", "", text)
    return re.sub(r"(?<=\d),(?=\d)", ".", text)
