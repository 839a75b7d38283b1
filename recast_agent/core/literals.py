"""Find the numbers of a text and the role that each one plays; read one cell as a number.

Linear in the text: every pattern is anchored on a run of digits and bounded around it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal as OneOf

from recast_agent.core.errors import Code, InputError

Role = OneOf["quantity", "percent", "year", "structural", "ordinal", "date", "identifier"]
Field = OneOf["cell", "category", "series", "title", "axis", "unit", "question", "choice", "text"]

_WHOLE = (0, 1, 2, 3, 4, 5, 7, 10, 12, 24, 30, 52, 60, 90, 100, 180, 360, 365, 366, 1000, 3600)
COMMON_CONSTANTS = frozenset(
    {Decimal(n) for n in _WHOLE}
    | {Decimal(10) ** n for n in (4, 5, 6, 9, 12)}
    | {Decimal("0.5"), Decimal("0.01")}
)
"""Numbers that a program may use by itself; never the replacement of a private number."""

MAX_DIGITS = 40

SCALES = {
    "k": 3, "thousand": 3, "thousands": 3, "lakh": 5, "crore": 7,
    "m": 6, "mn": 6, "million": 6, "millions": 6,
    "b": 9, "bn": 9, "billion": 9, "billions": 9,
    "t": 12, "tn": 12, "trillion": 12, "trillions": 12,
}  # fmt: skip
"""Scale words and suffixes to their power of ten."""

_GROUP = "[,'’\u00a0\u2009\u202f]"
_NUMBER = re.compile(
    rf"(?:[0-9]{{1,3}}({_GROUP})[0-9]{{3}}(?:\1[0-9]{{3}}){{0,11}}(?![0-9])|[0-9]+)(?:\.[0-9]+)?"
)
_SCALE = re.compile(
    r"[ \u00a0-]?(thousands?|millions?|billions?|trillions?|lakh|crore|bn|mn|tn)\b"
    r"|([KMBTk])\b"
)
_PERCENT = re.compile(r"[ \u00a0]?(?:%|percent\b|per cent\b|percentage points?\b)", re.IGNORECASE)
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b", re.IGNORECASE)
_MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december|"
    "jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
)
_MONTH_BEFORE = re.compile(rf"\b(?:{_MONTHS})\.?,? ?$", re.IGNORECASE)
_MONTH_AFTER = re.compile(rf"(?:st|nd|rd|th)? (?:of )?(?:{_MONTHS})\b", re.IGNORECASE)
_YEAR_BEFORE = re.compile(
    r"(?:\b(?:in|since|from|until|till|to|by|between|and|during|of|year|years|fy|fiscal|the|or|for|"
    r"than|after|before|at|season|end)|[(–—-]|[a-z]\d|') ?$",
    re.IGNORECASE,
)
_QUARTER_BEFORE = re.compile(r"(?:\b|_)[QqHh]$")
_LETTERS_BEFORE = re.compile(r"[^\W\d_]-?$")
_RANK_BEFORE = re.compile(
    r"\b(?:top|first|last|bottom|least|largest|smallest|highest|lowest|biggest|best|worst|past|next|"
    r"previous|only|all|these|those|the) $",
    re.IGNORECASE,
)
_COUNTED_AFTER = re.compile(
    r" (?:\w+ )?(?:bars?|lines?|values?|slices?|segments?|categories|columns?|rows?|colou?rs?|"
    r"largest|smallest|highest|lowest|biggest|least|most|groups?|items?|points?|entries|same)\b",
    re.IGNORECASE,
)
_NAME_BEFORE = re.compile(
    r"\b(?:iso|iphone|windows|covid|form|article|section|route|flight|no\.?|number|version|model|type|#) ?-?$",
    re.IGNORECASE,
)
_WORDS = {
    word: number
    for number, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
        ]
    )
}
_WORD = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)


@dataclass(frozen=True)
class Literal:
    """One number where it stands: ``text[start:end]`` is its digits alone.

    ``magnitude`` is what those digits show (unsigned), ``scale`` the power of ten of the suffix
    or word behind them, ``decimals`` the decimals shown. ``short`` marks a year of two digits,
    whose magnitude is the whole year. ``word`` marks a number written as a word.
    """

    start: int
    end: int
    text: str
    magnitude: Decimal
    scale: int = 0
    decimals: int = 0
    negative: bool = False
    role: Role = "quantity"
    reason: str = ""
    short: bool = False
    word: bool = False

    @property
    def value(self) -> Decimal:
        """The exact value, sign and scale applied, percent as displayed."""
        value = self.magnitude.scaleb(self.scale)
        return -value if self.negative else value


@dataclass(frozen=True)
class _Place:
    """A number in its surroundings: what the rules look at."""

    digits: str
    before: str
    after: str
    field: Field
    grouped: bool

    @property
    def whole(self) -> bool:
        return "." not in self.digits and not self.grouped

    @property
    def yearlike(self) -> bool:
        return self.whole and len(self.digits) == 4 and 1500 <= int(self.digits) <= 2199


def _is_label_year(p: _Place) -> bool:
    return p.yearlike and p.field in ("category", "series", "title", "axis", "choice")


def _is_text_year(p: _Place) -> bool:
    return p.yearlike and bool(_YEAR_BEFORE.search(p.before))


def _is_counted(p: _Place) -> bool:
    small = p.whole and len(p.digits) <= 2 and int(p.digits) <= 12
    ranked = _RANK_BEFORE.search(p.before) or _COUNTED_AFTER.match(p.after)
    return p.field == "question" and small and bool(ranked)


RULES: tuple[tuple[str, Role, Callable[[_Place], bool]], ...] = (
    (
        "a cell is a quantity",
        "quantity",
        lambda p: p.field == "cell" and not _PERCENT.match(p.after),
    ),
    ("percent sign or word", "percent", lambda p: bool(_PERCENT.match(p.after))),
    (
        "quarter or half",
        "ordinal",
        lambda p: len(p.digits) == 1 and bool(_QUARTER_BEFORE.search(p.before)),
    ),
    ("fiscal year", "year", lambda p: p.yearlike and bool(re.search(r"(?i)\bfy ?$", p.before))),
    ("part of a name", "identifier", lambda p: bool(_NAME_BEFORE.search(p.before))),
    ("joined to letters", "identifier", lambda p: bool(_LETTERS_BEFORE.search(p.before))),
    (
        "ordinal ending beside a month",
        "date",
        lambda p: bool(_MONTH_AFTER.match(p.after)) and p.whole,
    ),
    ("ordinal ending", "ordinal", lambda p: bool(_ORDINAL.match(p.after))),
    (
        "day beside a month",
        "date",
        lambda p: p.whole and len(p.digits) <= 2 and bool(_MONTH_BEFORE.search(p.before)),
    ),
    ("year in a label", "year", _is_label_year),
    ("year after a month", "year", lambda p: p.yearlike and bool(_MONTH_BEFORE.search(p.before))),
    ("year by its context", "year", _is_text_year),
    ("count or rank of the question", "structural", _is_counted),
)
"""The roles, decided by the first rule that holds; a quantity where none does."""


def find(text: str, *, field: Field = "text") -> tuple[Literal, ...]:
    """The numbers of a text in order, with exact values and offsets.

    Number words count in a question only, where they say how many. Raises
    InputError(number_invalid) for a number of more than 40 digits or digits of another script.
    """
    if any(c.isdecimal() and not c.isascii() for c in text):
        raise InputError(Code.NUMBER_INVALID, "write digits as 0 to 9")
    found = [_literal(text, match, field) for match in _NUMBER.finditer(text)]
    found = [_shortened(text, one, found[n - 1] if n else None) for n, one in enumerate(found)]
    if field == "question":
        found += [
            Literal(m.start(), m.end(), m[0], Decimal(_WORDS[m[0].lower()]),
                    role="structural", reason="number word", word=True)
            for m in _WORD.finditer(text)
        ]  # fmt: skip
    return tuple(sorted(found, key=lambda one: one.start))


def _literal(text: str, match: re.Match[str], field: Field) -> Literal:
    digits = re.sub(_GROUP, "", match[0])
    if len(digits) > MAX_DIGITS:
        raise InputError(Code.NUMBER_INVALID, "a number has at most 40 digits")
    before = text[max(0, match.start() - 24) : match.start()]
    after = text[match.end() : match.end() + 40]
    place = _Place(digits, before, after, field, match[1] is not None)
    reason, role = next(
        ((reason, role) for reason, role, holds in RULES if holds(place)), ("", "quantity")
    )
    suffix = _SCALE.match(after)
    scale = SCALES[(suffix[1] or suffix[2]).lower()] if suffix and role == "quantity" else 0
    return Literal(
        start=match.start(),
        end=match.end(),
        text=match[0],
        magnitude=Decimal(digits),
        scale=scale,
        decimals=len(digits.partition(".")[2]),
        negative=bool(re.search(r"(?:^|[\s(|:,$€£])[-−]$", before)),
        role=role,
        reason=reason,
    )


def _shortened(text: str, one: Literal, last: Literal | None) -> Literal:
    """``2030/31`` and ``2014-17``: the short year belongs to the one before it."""
    short = len(one.text) == 2 and one.role in ("quantity", "identifier") and last is not None
    if not (short and last and last.role == "year" and text[last.end : one.start] in "/-–—"):
        return one
    if last.end == one.start or len(last.text) != 4:
        return one
    year = last.magnitude - last.magnitude % 100 + one.magnitude
    if year <= last.magnitude:
        return one
    return Literal(one.start, one.end, one.text, year, role="year", reason="short year", short=True)


@dataclass(frozen=True)
class Cell:
    """A cell as read: ``text`` in canonical form (``core.table.CELL``), the unit beside it."""

    text: str
    unit: str = ""


_MISSING = frozenset(
    {"", "-", "--", "–", "—", "nan", "n/a", "na", "n.a.", "null", "none", "..", "."}
)
_CELL = re.compile(
    r"(?P<open>\()?(?P<sign>[-+−–])?(?P<before>[A-Z]{0,3}[$€£¥₹])?(?P<late>[-−])?"
    r"(?P<digits>[0-9]{1,3}(?P<group>[,'’ \u00a0\u2009\u202f])[0-9]{3}(?:(?P=group)[0-9]{3}){0,11}"
    r"(?:\.[0-9]+)?|[0-9]{1,40}(?:\.[0-9]{1,30})?|\.[0-9]{1,30})"
    r"\s?(?P<scale>K|M|B|T|k|m|bn|mn|tn|b|t|thousand|million|billion|trillion)?"
    r"\s?(?P<after>%|[€$£¥])?\**(?P<close>\))?\**"
)


def parse_cell(raw: str) -> Cell | None:
    """A human cell such as ``1,234.5``, ``$30K``, ``(5.2)`` or ``12 %`` as a canonical number.

    None for text that is no number; a missing value (``-``, ``n/a``) is None as well.
    """
    text = raw.strip()
    match = None if text.casefold() in _MISSING else _CELL.fullmatch(text)
    if match is None or bool(match["open"]) != bool(match["close"]):
        return None
    digits = re.sub(r"[^0-9.]", "", match["digits"])
    digits = "0" + digits if digits.startswith(".") else digits
    negative = match["open"] or match["late"] or match["sign"] in ("-", "−", "–")
    power = SCALES[match["scale"].lower()] if match["scale"] else 0
    scale = {0: "", 3: "K", 6: "M", 9: "B", 12: "T"}[power]
    unit = (match["before"] or "") + (match["after"] or "")
    return Cell(("-" if negative else "") + digits + scale, unit)


def canonical_value(cell: str) -> Decimal:
    """The exact value of a canonical cell: scale applied, percent as displayed."""
    plain = cell.rstrip("%")
    power = {"K": 3, "M": 6, "B": 9, "T": 12}.get(plain[-1], 0)
    return Decimal(plain[:-1] if power else plain).scaleb(power)
