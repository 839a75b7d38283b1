"""Spoken amounts in the form in which they are written: ``$12 and 50 cents`` is ``$12.50``."""

from __future__ import annotations

import re

_CENTS = re.compile(
    r"(?:\$(?P<a>\d[\d,]*)|(?P<b>\d[\d,]*) dollars?),? and (?P<cents>\d{1,2}) cents?\b"
)
_SPACED_PERCENT = re.compile(r"(?<=\d) per ?cent\b")


def written(transcript: str) -> str:
    """A transcript with its amounts of money and percentages as numbers with a sign."""
    text = _CENTS.sub(lambda m: f"${m['a'] or m['b']}.{int(m['cents']):02}", transcript)
    return " ".join(_SPACED_PERCENT.sub("%", text).split())
