"""What a number is for: one table of rules, read from the top."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from recast_agent.core.literals.grammar import Written
from recast_agent.core.literals.literal import Field, Role

_LABELS = ("category", "series", "title", "axis", "unit", "choice")
_MONTHS = (
    "january|february|march|april|may|june|july|august|september|october|november|december|"
    "jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec"
)


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


PERCENT = _pattern(
    r"[ \u00a0\u202f-]?(?:%|percent\b|per ?cent\b|percentage[ -]points?\b|pct\b|pp\b)"
)
_CURRENCY_BEFORE = re.compile(r"(?:[$€£¥₹]|\b(?:USD|EUR|GBP|JPY|CHF|Rs\.?)) ?$")
ORDINAL = _pattern(r"(?:st|nd|rd|th)\b")
_MONTH_BEFORE = _pattern(rf"\b(?:{_MONTHS})\.?,? ?$")
_MONTH_AFTER = _pattern(rf"(?:st|nd|rd|th)?[ -](?:of )?(?:{_MONTHS})\b")
_DAY_BEFORE = _pattern(
    rf"\b(?:{_MONTHS})\.? \d{{1,2}}(?:st|nd|rd|th)?,? $|\b\d{{1,2}}[./]\d{{1,2}}[./]$"
)
_DATE_AFTER = re.compile(r"[./]\d{1,2}[./](?:19|20)\d\d(?!\d)")
_DATE_MIDDLE = re.compile(r"(?<![\d.,])\d{1,2}[./]$")
_DATE_END = re.compile(r"[./](?:19|20)\d\d(?!\d)")
_ISO_MONTH = re.compile(r"(?<![\w.-])(?:1[5-9]|20|21)\d\d-$")
_ISO_DAY = re.compile(r"(?<![\w.-])(?:1[5-9]|20|21)\d\d-\d\d-$")
_TIME_AFTER = _pattern(r":[0-5]\d(?!\d)|(?::[0-5]\d)? ?(?:[ap]\.?m\b|o'clock)")
_TIME_BEFORE = re.compile(r"(?<![\d:])\d{1,2}:(?:\d\d:)?$")
_YEAR_BEFORE = _pattern(
    r"(?:\b(?:in|since|from|until|till|to|by|between|and|during|of|year|years|fy|fiscal|the|early|"
    r"late|mid|circa|c\.|ca\.|ad|around|about|after|before|at|for|or|than|season|end|through|"
    r"spring|summer|autumn|fall|winter|q\d|h\d)|[(–—/-]|\d[–—/-]|['’\"“‘]) ?$|^$|[.;] $"
)  # fmt: skip
_YEAR_AFTER = _pattern(r"(?:[-–—/]\d|s\b|\s?[)*]| (?:season|election|budget|census|fiscal))")
_BOUND_BEFORE = _pattern(
    r"\b(?:above|below|over|under|exceeds?|exceeding|exceeded|than|least|most|value|values|worth|"
    r"reach|reaches|reached|equals?|=|<|>) $"
)
_FISCAL = _pattern(r"\b(?:fy|cy|ay) ?$")
_QUARTER = re.compile(r"(?:^|[^A-Za-z])[QqHh]$")
_JOINED = re.compile(r"[^\W\d_]$")
_JOINED_YEAR = _pattern(r"\b(?:pre|post|mid|early|late|since|ca|c)-?$")
_NAMED = re.compile(r"(?:\b[A-Z][A-Za-z]*|[A-Za-z]+\d[\w]*)[-–]$")
_UNNAMED = _pattern(
    r"\b(?:top|under|over|pre|post|mid|sub|age|ages|aged|best|next|last|first|plus)-$"
)
_CODE_AFTER = re.compile(r"[A-Z](?![a-z])|[a-z]\d|x\d")
_UNITS_AFTER = re.compile(r"(?:[KMBT]|GB|MB|TB|KB|MW|GW|TW|KW|GWh|MWh|Mt|Gt|C|F|V|W|Hz|GHz|MHz)\b")
_NAME_BEFORE = _pattern(
    r"(?:\b(?:iso|iphone|ipad|galaxy|windows|android|covid|form|article|section|route|highway|flight|"
    r"no\.|nr\.|version|model|type|boeing|airbus|apollo|formula|room|gate|bus|account|acct|phone|"
    r"tel|telephone|zip|postcode|postal code|isbn|isin|iban|passport|invoice|order|ticket|serial|"
    r"id|ref|code|card|license|licence|unit|mp|rfc|basel|agenda|channel|area)[ .:#-]{0,2}|#)$"
)  # fmt: skip
_REFERENCE_BEFORE = _pattern(
    r"\b(?:figure|fig\.|table|chapter|page|step|part|level|grade|stage|phase|tier|round|question|"
    r"note|footnote|quarter|week|day|rank|ranked|number|place|option|scenario|season|episode|"
    r"group|wave|series|sheet|volume|vol\.|appendix|item|team|lane|line|point|category|bar) $"
)
_PHONE_BEFORE = re.compile(
    r"\+$|\+\d{1,3}(?:[ -]\(?\d{1,4}\)?){0,3}[ -]\(?$|\(\d{2,4}\)[ -](?:\d{3,4}-)?$|"
    r"(?<!\d)\d{3}-(?:\d{3,4}-)?$"
)
_PHONE_AFTER = re.compile(r"\)? ?-?\d{3,4}-\d{3,4}(?!\d)|-\d{4}(?!\d)|\) \d{3}")
_RANK_BEFORE = _pattern(
    r"\b(?:top|first|last|bottom|least|largest|smallest|highest|lowest|biggest|best|worst|past|"
    r"next|previous|only|all|these|those|the|leading|following|other|both)[ -]$"
)
_COUNTED_AFTER = _pattern(
    r"[ -](?:\w+ )?(?:bars?|lines?|values?|slices?|segments?|categories|columns?|rows?|colou?rs?|"
    r"largest|smallest|highest|lowest|biggest|least|most|groups?|items?|points?|entries|same|"
    r"countries|years?|months?|quarters?|decimals?|decimal places|"
    r"places|series|sectors?|regions?)\b"
)
_DENOMINATOR = _pattern(r"\b(?:per|every|each) $")
_LISTED = re.compile(r"(?:^|\n)[ \t]*$")
_LIST_AFTER = re.compile(r"[.)] ")


@dataclass(frozen=True)
class Place:
    """A number in its surroundings: what the rules look at. ``after`` begins behind its scale."""

    digits: str
    before: str
    after: str
    field: Field
    scaled: bool
    grouped: bool
    negative: bool

    @classmethod
    def of(cls, one: Written, field: Field) -> Place:
        after = one.after[one.stop - one.end :]
        return cls(
            one.digits, one.before, after, field,
            bool(one.scale), bool(one.separator), one.negative,
        )  # fmt: skip

    @property
    def whole(self) -> bool:
        return "." not in self.digits and not self.grouped and not self.scaled

    @property
    def money(self) -> bool:
        return bool(_CURRENCY_BEFORE.search(self.before))

    @property
    def percent(self) -> bool:
        return bool(PERCENT.match(self.after))

    @property
    def yearlike(self) -> bool:
        plain = self.whole and len(self.digits) == 4 and not self.negative
        return plain and 1500 <= int(self.digits) <= 2199 and not self.money

    @property
    def day(self) -> bool:
        return self.whole and len(self.digits) <= 2 and 1 <= int(self.digits) <= 31

    @property
    def small(self) -> bool:
        return self.whole and len(self.digits) <= 2 and int(self.digits) <= 12 and not self.money


def _quarter(p: Place) -> bool:
    return len(p.digits) == 1 and bool(_QUARTER.search(p.before))


def _fiscal(p: Place) -> bool:
    return p.yearlike and bool(_FISCAL.search(p.before))


def _prefixed(p: Place) -> bool:
    return p.yearlike and bool(_JOINED_YEAR.search(p.before))


def _year(p: Place) -> bool:
    if not p.yearlike or _UNITS_AFTER.match(p.after.lstrip()):
        return False
    if p.field in _LABELS:
        return True
    if p.field == "question":
        return not _BOUND_BEFORE.search(p.before)
    if _YEAR_AFTER.match(p.after) or _MONTH_BEFORE.search(p.before):
        return True
    return bool(_YEAR_BEFORE.search(p.before)) and not _BOUND_BEFORE.search(p.before)


def _time(p: Place) -> bool:
    hour = p.day or p.digits in ("0", "00")
    return (hour and bool(_TIME_AFTER.match(p.after))) or (
        p.whole and len(p.digits) == 2 and bool(_TIME_BEFORE.search(p.before))
    )


def _date(p: Place) -> bool:
    if not p.day:
        return False
    beside = _MONTH_BEFORE.search(p.before) or _MONTH_AFTER.match(p.after)
    numeric = _DATE_AFTER.match(p.after) or (
        _DATE_MIDDLE.search(p.before) and _DATE_END.match(p.after)
    )
    return bool(beside or numeric or _ISO_DAY.search(p.before))


def _named(p: Place) -> bool:
    if _JOINED.search(p.before):
        return True
    if _NAMED.search(p.before) and not _UNNAMED.search(p.before) and p.whole:
        return True
    return bool(_CODE_AFTER.match(p.after)) and not _UNITS_AFTER.match(p.after) and not p.scaled


def _counted(p: Place) -> bool:
    near = _RANK_BEFORE.search(p.before) or _COUNTED_AFTER.match(p.after)
    return p.field == "question" and p.small and bool(near) and not _BOUND_BEFORE.search(p.before)


def _denominator(p: Place) -> bool:
    return bool(_DENOMINATOR.search(p.before)) and p.digits in (
        "100",
        "1000",
        "10000",
        "100000",
        "1000000",
    )


def _listed(p: Place) -> bool:
    at_start = _LISTED.search(p.before) and _LIST_AFTER.match(p.after)
    return p.field == "text" and p.whole and len(p.digits) <= 2 and bool(at_start)


Rule = tuple[str, Role, Callable[[Place], bool]]

RULES: tuple[Rule, ...] = (
    ("percent sign or word", "percent", lambda p: p.percent),
    ("a cell is a quantity", "quantity", lambda p: p.field == "cell"),
    ("quarter or half", "ordinal", _quarter),
    ("fiscal year", "year", _fiscal),
    ("year behind a prefix", "year", _prefixed),
    ("telephone number", "identifier",
     lambda p: p.whole and bool(_PHONE_BEFORE.search(p.before) or _PHONE_AFTER.match(p.after))),
    ("month of an ISO date", "ordinal",
     lambda p: p.day and len(p.digits) == 2 and p.small and bool(_ISO_MONTH.search(p.before))),
    ("time of day", "date", _time),
    ("day of a date", "date", _date),
    ("ordinal ending", "ordinal", lambda p: p.whole and bool(ORDINAL.match(p.after))),
    ("denominator of a unit", "structural", _denominator),
    ("number of a name", "identifier", lambda p: p.whole and bool(_NAME_BEFORE.search(p.before))),
    ("joined to letters", "identifier", _named),
    ("leading zero", "identifier",
     lambda p: p.whole and len(p.digits) > 1 and p.digits.startswith("0")),
    ("year after a day", "year", lambda p: p.yearlike and bool(_DAY_BEFORE.search(p.before))),
    ("year by its context", "year", _year),
    ("list number", "structural", _listed),
    ("place in a document", "ordinal",
     lambda p: p.whole and len(p.digits) <= 2 and bool(_REFERENCE_BEFORE.search(p.before))),
    ("count or rank of the question", "structural", _counted),
)  # fmt: skip
"""The roles, decided by the first rule that holds; a quantity where none does."""


def role_of(one: Written, field: Field) -> tuple[Role, str]:
    """The role of a number and the rule that decided it."""
    place = Place.of(one, field)
    return next(((role, reason) for reason, role, holds in RULES if holds(place)), ("quantity", ""))


_SPOKEN_BOUND = _pattern(
    r"\b(?:above|below|over|under|exceeds?|exceeding|exceeded|than|at least|at most) $"
)


def spoken_role(
    value: int | None, before: str, after: str, field: Field, *, ordinal: bool
) -> tuple[Role, str] | None:
    """The role of a number in words; None where it counts nothing (``no one``).

    ``value`` is None where it is no whole number below 13.
    """
    if ordinal:
        return "ordinal", "ordinal word"
    if PERCENT.match(after):
        return "percent", "percent sign or word"
    if value == 1 and field != "question":
        return None
    counts = field == "question" and value is not None and not _SPOKEN_BOUND.search(before)
    return ("structural", "count word of the question") if counts else ("quantity", "number word")
