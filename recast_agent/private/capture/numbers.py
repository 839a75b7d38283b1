"""One table cell to a number, its scale and its unit."""

from __future__ import annotations

import re

from recast_agent.private.capture.layout import Number

_SCALES = {
    **dict.fromkeys(("k", "thousand"), "K"),
    **dict.fromkeys(("m", "mn", "million"), "M"),
    **dict.fromkeys(("b", "bn", "billion"), "B"),
    **dict.fromkeys(("t", "tn", "trillion"), "T"),
}
_SPACES = "[ \u00a0\u2009\u202f]"
_CELL = re.compile(
    rf"""
    (?P<open>\()?\s*(?P<sign>[-+\u2212])?\s*
    (?P<before>(?-i:[A-Z]{{0,2}}[$€£¥₹]|[A-Z]{{3}}))?\s*
    (?P<late>[-\u2212])?
    (?P<whole>[0-9]{{1,3}}(?:(?P<group>,|'|{_SPACES})[0-9]{{3}}(?:(?P=group)[0-9]{{3}})*)?|[0-9]+)
    (?P<fraction>\.[0-9]+)?\s*
    (?P<scale>(?:{"|".join(sorted(_SCALES, key=len, reverse=True))})(?![^\W\d_]))?\s*
    (?P<after>[^0-9()*]*?)\**\s*(?P<close>\))?\**
    """,
    re.VERBOSE | re.IGNORECASE,
)


def read_number(cell: str) -> Number | None:
    """A cell as a number with at most one unit, or None where it is something else.

    Thousands separators and footnote marks go; brackets around a number mean minus.
    """
    match = _CELL.fullmatch(cell.strip())
    if match is None or bool(match["open"]) != bool(match["close"]):
        return None
    negative = match["open"] or match["late"] or match["sign"] not in (None, "+")
    digits = re.sub(r"[^0-9]", "", match["whole"]) + (match["fraction"] or "")
    units = ((match["before"] or "").strip(), match["after"].strip())
    return Number(
        ("-" if negative else "") + digits,
        _SCALES[match["scale"].lower()] if match["scale"] else "",
        " ".join(unit for unit in units if unit),
    )
