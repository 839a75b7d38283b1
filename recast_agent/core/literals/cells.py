"""One cell as people write it, to the canonical form of ``core.table.CELL``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from recast_agent.core.literals.constants import SCALES


@dataclass(frozen=True)
class Cell:
    """A cell as read: ``text`` in canonical form (``core.table.CELL``) without a percent sign;
    ``unit`` is the currency or percent sign beside it."""

    text: str
    unit: str = ""

    @property
    def percent(self) -> bool:
        return self.unit.endswith("%")


MAX_CELL = 60
_MISSING = frozenset(
    {"", "-", "--", "–", "—", "−", "nan", "n/a", "na", "n.a.", "null", "none", "..", "...", "."}
)
_POWERS = {"": 0, "K": 3, "M": 6, "B": 9, "T": 12}
_SUFFIXES = {power: suffix for suffix, power in _POWERS.items()}
_GROUP = "[,'’ \u00a0\u2009\u202f]"
_CELL = re.compile(
    rf"(?P<open>\()?(?P<sign>[-+−–])?(?P<before>[A-Z]{{0,3}}[$€£¥₹])?(?P<late>[-−])?"
    rf"(?P<digits>[0-9]{{1,3}}(?P<group>{_GROUP})[0-9]{{3}}(?:(?P=group)[0-9]{{3}})*(?:\.[0-9]+)?"
    r"|(?P<comma>[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]+)|[0-9]+(?:\.[0-9]+)?|\.[0-9]+)"
    r"(?:[eE](?P<power>[-+]?[0-9]{1,2}))?"
    r"(?P<scale>[KMBTk]|(?(before)[mbt])|\s?(?:bn|mn|tn|thousand|million|billion|trillion|lakh|crore))?"
    r"\s?(?P<after>%|[€$£¥₹])?(?P<close>\))?\**"
)


def parse_cell(raw: str) -> Cell | None:
    """A human cell such as ``1,234.5``, ``$30K``, ``(5.2)`` or ``12 %`` as a canonical number.

    None for a missing value (``-``, ``n/a``) and for text that is no number or that could be
    read in two ways: ``1,2,3``, ``3,5``, and a letter that may be a unit (``5m``, ``14 t``), unless
    it is attached and large (``5M``) or stands behind a currency (``$5m``).
    """
    text = raw.strip()
    if len(text) > MAX_CELL or text.casefold() in _MISSING:
        return None
    match = _CELL.fullmatch(text)
    if match is None or bool(match["open"]) != bool(match["close"]):
        return None
    digits = match["digits"]
    digits = digits.replace(".", "").replace(",", ".") if match["comma"] else digits
    digits = re.sub(_GROUP, "", digits)
    negative = match["open"] or match["late"] or match["sign"] in ("-", "−", "–")
    number = _scaled(digits, int(match["power"] or 0), (match["scale"] or "").strip().lower())
    unit = (match["before"] or "") + (match["after"] or "")
    return Cell(("-" if negative else "") + number, unit)


def canonical_value(cell: str) -> Decimal:
    """The exact value of a canonical cell: scale applied, percent as displayed."""
    plain = cell.rstrip("%")
    power = _POWERS.get(plain[-1], 0)
    return Decimal(plain[:-1] if power else plain).scaleb(power)


def _scaled(digits: str, power: int, scale: str) -> str:
    """Digits without leading zeros, with the suffix for their scale where there is one."""
    whole, point, fraction = digits.partition(".")
    digits = (whole.lstrip("0") or "0") + point + fraction
    suffix = _SUFFIXES.get(SCALES.get(scale, 0))
    if power or suffix is None:
        shift = power + (SCALES[scale] if suffix is None else 0)
        digits = format(Decimal(f"{digits}e{shift}"), "f")
    return digits + (suffix or "")
