"""The unit that a label carries: ``Revenue (million USD)``, ``Share %``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from recast_agent.core.vocabulary import WORD, abbreviated_units, units


def _words(line: str) -> list[str]:
    return line.split()


_BRACKET = re.compile(r"(?P<name>.*\S)\s*[(\[](?P<unit>[^()\[\]]+)[)\]]")
_PERCENT = re.compile(r"(?P<name>.*[^\s,])[\s,]+(?P<unit>%|percent|per cent|pct)", re.IGNORECASE)
_PERCENT_OF = re.compile(r"(?P<unit>%)\s+(?P<name>\S.*)")
_PART = re.compile(r"US\$|[$€£¥₹%°]|\d+|[^\W\d_]+\.?|\S")
SCALES = frozenset(
    _words(
        "hundred hundreds thousand thousands million millions billion billions trillion "
        "trillions k m mn mln bn tn mm lakh lakhs crore crores"
    )
)
"""Words and letters of scale in a unit."""
PERCENT = frozenset(
    _words("% percent per cent pct pp ppt pps bp bps basis point points percentage")
)
_MONEY = frozenset(
    _words(
        "$ us$ € £ ¥ ₹ us usd eur gbp jpy cny inr aud cad chf dollar dollars euro euros pound "
        "pounds yen yuan rupee rupees pence cent cents"
    )
)
_INERT = frozenset(
    _words("people persons units unit metric index score number count items sq square")
)
_JOINTS = frozenset(["/", "°", "per", "of", "in", "^", "·", "-", "."])
_SCALED = re.compile(
    r"(?<!\d )(?<!\d)\b(?:thousand|million|billion|trillion)s?\b|(?<!\d)(?<!\d[,.])000s?\b",
    re.IGNORECASE,
)
_BRIEF = re.compile(r"[(\[][^\W\d_]{1,3}[)\]]$")


def parted(label: str) -> tuple[str, str]:
    """The name of a label and its unit; no unit where what stands in the bracket is none."""
    patterns = (_BRACKET, _PERCENT, _PERCENT_OF)
    match = next((m for pattern in patterns if (m := pattern.fullmatch(label))), None)
    if match is None:
        return label, ""
    unit = match["unit"].strip()
    parts = parts_of(unit)
    return (match["name"], unit) if all(map(_known, parts)) else (label, "")


def unit_of(label: str) -> str:
    """The unit of a label, or nothing."""
    return parted(label)[1]


def worded(label: str) -> tuple[str, str]:
    """The name of a label and the words in brackets behind it that are no known unit; none where
    the bracket holds numbers."""
    match = _BRACKET.fullmatch(label)
    if match is None or unit_of(label) or re.search(r"\d", match["unit"]):
        return label, ""
    return (match["name"], match["unit"].strip()) if WORD.search(match["unit"]) else (label, "")


def told_apart(labels: Sequence[str]) -> frozenset[str]:
    """The labels of one axis with words in brackets that must be seen, as each other's differ:
    they may be units that nothing here knows. What all labels share tells none apart."""
    behind = {label.strip(): worded(label.strip())[1] for label in labels}
    seen = {(words or unit_of(label)).casefold() for label, words in behind.items()}
    return frozenset(label for label, words in behind.items() if words and len(seen) > 1)


def parts_of(unit: str) -> list[str]:
    """Words and signs of a unit as written."""
    return _PART.findall(unit)


def passes(part: str) -> bool:
    """Whether a part of a unit stays in every label: a scale, a percent sign, a joint."""
    return part.casefold() in SCALES | PERCENT | _JOINTS


def money(part: str) -> bool:
    """Whether a part is a currency."""
    return part.casefold() in _MONEY


def convertible(part: str) -> bool:
    """Whether a part is a unit that others convert into."""
    return part.casefold() in _convertible()


def unsure(labels: Sequence[str]) -> bool:
    """Whether the labels of one axis seem to differ in a scale or unit that ``parted`` does not
    read: in running words, or as a short form beside a known unit."""
    scales = {tuple(m.casefold() for m in _SCALED.findall(parted(label)[0])) for label in labels}
    known = any(unit_of(label) for label in labels)
    brief = any(_BRIEF.search(label) and not unit_of(label) for label in labels)
    return len(scales) > 1 or (known and brief)


@cache
def _convertible() -> frozenset[str]:
    return frozenset().union(*units(), *abbreviated_units())


def _known(part: str) -> bool:
    plain = part.casefold().rstrip(".") or part
    return passes(plain) or convertible(plain) or plain in _MONEY | _INERT
