"""Numbers with a unit of measure or a year behind them, where a picture prints them all alike."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from recast_agent.core.literals import SCALES, Cell, parse_cell

_MEASURED = re.compile(r"(?P<number>[-+−–]?\d[\d., ]*)\s?(?P<unit>[^\W\d][^\d()]{0,14}?[²³]?)")
_DATED = re.compile(r"(?P<number>.*[\d%])\s?\((?:19|20)\d\d\)")

_FEWEST = 3
"""The fewest numbers with one unit that are no chance."""


def common_unit(texts: Iterable[str]) -> str:
    """The unit that most of all numbers with one carry (``m³``, ``kWh``), or "". One that may as
    well be a scale, as m for metres or millions, is none.
    """
    written = [_unit(m["unit"]) for t in texts if (m := _MEASURED.fullmatch(t.strip()))]
    units = Counter(map(_joined, written))
    joined, count = max(units.items(), key=lambda item: item[1], default=("", 0))
    unit = (
        Counter(u for u in written if _joined(u) == joined).most_common(1)[0][0] if joined else ""
    )
    several = count >= _FEWEST and 2 * count > units.total()
    return unit if several and len(unit) > 1 and unit.casefold() not in SCALES else ""


def measured(text: str, unit: str) -> Cell | None:
    """A number with the unit behind it, or with the year that it is of."""
    dated = _DATED.fullmatch(text.strip())
    if dated is not None:
        return parse_cell(dated["number"])
    found = _MEASURED.fullmatch(text.strip())
    if not unit or found is None or _joined(found["unit"]) != _joined(unit):
        return None
    cell = parse_cell(found["number"])
    return None if cell is None else replace(cell, unit=unit)


def _unit(seen: str) -> str:
    """A unit without what OCR writes for a raised digit."""
    return seen.replace("^", "").strip()


def _joined(unit: str) -> str:
    """A unit without the spaces that OCR now and then leaves out."""
    return _unit(unit).replace(" ", "")
