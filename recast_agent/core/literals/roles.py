"""What a number is for: one table of rules, read from the top."""

from __future__ import annotations

import re
from collections.abc import Callable

from recast_agent.core.literals.dates import (
    BOUND_WORDS,
    UNITS_AFTER,
    is_day,
    is_fiscal_year,
    is_iso_month,
    is_month_in_digits,
    is_prefixed_year,
    is_time,
    is_year,
    is_year_after_day,
    is_year_of_header,
    pattern,
    words,
)
from recast_agent.core.literals.grammar import Written
from recast_agent.core.literals.literal import Field, Role
from recast_agent.core.literals.place import PERCENT, Place, Shape

_RANK_WORDS = words(
    "top first last bottom least largest smallest highest lowest biggest best worst past next "
    "previous only all these those the leading following other both"
)
_NAME_WORDS = words(
    "iso iphone ipad galaxy windows android covid form article section route highway flight "
    "version model type boeing airbus apollo formula room gate bus account acct zip postcode code "
    "isbn isin iban passport invoice order ticket serial id ref card license licence unit rfc "
    "basel agenda channel area"
)
_REFERENCE_WORDS = words(
    "figure fig table chapter page note footnote sheet volume vol appendix item"
)
_PLACE_WORDS = words(
    "step part level grade stage phase tier round question quarter week day rank ranked number "
    "place option scenario season episode group wave series team lane line point category bar"
)
_NO_NAME = words("top under over pre post mid sub age ages aged best next last first plus")
_CALLED = words("phone telephone tel call fax dial mobile cell")
_DENOMINATORS = ("100", "1000", "10000", "100000", "1000000")


ORDINAL = pattern(r"(?:st|nd|rd|th)\b")
_RANGE_PERCENT = pattern(
    r"[ \u00a0]?(?:to|or|and|[-–—])[ \u00a0]?[-−]?\d[\d.,]*[ \u00a0]?(?:%|percent\b|per ?cent\b)"
)
_FOOTNOTE_AFTER = re.compile(r"\)[ \t]*(?:[|\t\n]|\Z)")
_CODE_AFTER = re.compile(r"[A-Z](?![a-z])|[a-z]\d|x\d")
_PHONE_BEFORE = re.compile(
    r"\+\d{1,3}(?:[ -]\(?\d{1,4}\)?){0,3}[ -]\(?\Z|\(\d{2,4}\)[ -](?:\d{3,4}-)?\Z|"
    r"(?<!\d)\d{3}-\d{3}-\Z"
)
_PHONE_AFTER = re.compile(r"\) ?\d{3}-\d{4}(?!\d)|-\d{3}-\d{4}(?!\d)|-0\d{3}(?!\d)")
_PHONE_PART = re.compile(r"(?<!\d)\d{3}-\Z")
_PHONE_LAST = re.compile(r"-\d{4}(?!\d)")
_COUNTED_AFTER = pattern(
    r"[ -](?:\w+ )?(?:bars?|lines?|values?|slices?|segments?|categories|columns?|rows?|colou?rs?|"
    r"largest|smallest|highest|lowest|biggest|least|most|groups?|items?|points?|entries|same|"
    r"countries|years?|months?|quarters?|decimals?|decimal places|places|series|sectors?|"
    r"regions?)\b"
)
_RANGE_BEFORE = re.compile(r"\d to \Z")
_RANGE_AFTER = re.compile(r" ?[-–—]\d| to \d|\+")
_LIST_AFTER = re.compile(r"[.)] ")


def _quarter(p: Place) -> bool:
    return len(p.digits) == 1 and not p.gap and p.word in ("q", "h")


def _telephone(p: Place) -> bool:
    if p.gap.endswith("+") or (p.word in _CALLED and p.gap in (" ", ": ", ":", ". ")):
        return True
    part = len(p.digits) == 3 and (
        _PHONE_AFTER.match(p.after)
        or (p.word in _CALLED and _PHONE_LAST.match(p.after))
        or (_PHONE_LAST.match(p.after) and _PHONE_PART.search(p.before))
    )
    if part or not (p.follows_digits or p.gap.startswith(")")):
        return bool(part)
    last = p.digits[0] == "0" and len(p.digits) == 4 and _PHONE_PART.search(p.before)
    return bool(last or _PHONE_BEFORE.search(p.before))


def _denominator(p: Place) -> bool:
    return p.word in ("per", "every", "each") and p.gap == " " and p.digits in _DENOMINATORS


def _of_a_name(p: Place) -> bool:
    named = p.word in _NAME_WORDS and len(p.gap) <= 2
    return named or p.gap.endswith("#") or (p.word in ("no", "nr") and p.gap in (". ", "."))


def _joined(p: Place) -> bool:
    if p.before[-1:].isalpha():
        return True
    if p.shape and p.gap in ("-", "–") and p.word not in _NO_NAME:
        first = p.token[:1]
        if first.isupper() or (p.follows_digits and first.isalpha()):
            return True
    return p.plain and bool(_CODE_AFTER.match(p.after)) and not UNITS_AFTER.match(p.after)


def _leading_zero(p: Place) -> bool:
    return len(p.digits) > 1 and p.digits[0] == "0"


def _footnote(p: Place) -> bool:
    """``Net sales (2) |``: a mark behind the label of a row."""
    return (
        p.field == "text"
        and p.gap == " ("
        and p.word != ""
        and bool(_FOOTNOTE_AFTER.match(p.after))
    )


def _listed(p: Place) -> bool:
    if p.field != "text":
        return False
    line = p.before.rstrip(" \t")
    return (not line or line.endswith("\n")) and bool(_LIST_AFTER.match(p.after))


def _reference(p: Place) -> bool:
    return p.word in _REFERENCE_WORDS and p.gap in (" ", ". ")


def _in_document(p: Place) -> bool:
    return p.word in _PLACE_WORDS and p.gap in (" ", ". ")


def _counted(p: Place) -> bool:
    if p.field != "question" or not p.small or (p.word in BOUND_WORDS and p.word != "least"):
        return False
    if p.follows_digits or _RANGE_BEFORE.search(p.before) or _RANGE_AFTER.match(p.after):
        return False
    ranked = p.word in _RANK_WORDS and p.gap in (" ", "-")
    return ranked or bool(_COUNTED_AFTER.match(p.after))


_ANY: tuple[Shape, ...] = ("short", "year", "long", "")
_WHOLE: tuple[Shape, ...] = ("short", "year", "long")
_SHORT: tuple[Shape, ...] = ("short",)
_YEAR: tuple[Shape, ...] = ("year",)

Rule = tuple[str, Role, tuple[Shape, ...], Callable[[Place], object]]

RULES: tuple[Rule, ...] = (
    ("percent sign or word", "percent", _ANY, lambda p: PERCENT.match(p.after)),
    ("first of a range of percents", "percent", _ANY, lambda p: _RANGE_PERCENT.match(p.after)),
    ("percent behind brackets", "percent", _ANY, lambda p: p.after[:2] == ")%"),
    ("a cell is a quantity", "quantity", _ANY, lambda p: p.field == "cell"),
    ("quarter or half", "ordinal", _SHORT, _quarter),
    ("fiscal year", "year", _YEAR, is_fiscal_year),
    ("year behind a prefix", "year", _YEAR, is_prefixed_year),
    ("telephone number", "identifier", _WHOLE, _telephone),
    ("month of an ISO date", "ordinal", _SHORT, is_iso_month),
    ("month of a date in digits", "ordinal", _SHORT, is_month_in_digits),
    ("time of day", "date", _SHORT, is_time),
    ("day of a date", "date", _SHORT, is_day),
    ("ordinal ending", "ordinal", _WHOLE, lambda p: ORDINAL.match(p.after)),
    ("denominator of a unit", "structural", _ANY, _denominator),
    ("number of a name", "identifier", _WHOLE, _of_a_name),
    ("joined to letters", "identifier", _ANY, _joined),
    ("leading zero", "identifier", _WHOLE, _leading_zero),
    ("year after a day", "year", _YEAR, is_year_after_day),
    ("year by its context", "year", _YEAR, is_year),
    ("year in the head of a table", "year", _YEAR, is_year_of_header),
    ("list number", "structural", _SHORT, _listed),
    ("mark of a footnote", "structural", _SHORT, _footnote),
    ("reference in a document", "structural", _SHORT, _reference),
    ("place in a document", "ordinal", _SHORT, _in_document),
    ("count or rank of the question", "structural", _SHORT, _counted),
)
"""The roles, decided by the first rule that holds; a quantity where none does. A rule is asked
for numbers of its shapes alone."""

_BY_SHAPE = {shape: tuple(rule for rule in RULES if shape in rule[2]) for shape in _ANY}


def role_of(one: Written, field: Field) -> tuple[Role, str]:
    """The role of a number and the rule that decided it."""
    place = Place.of(one, field)
    for reason, role, _, holds in _BY_SHAPE[place.shape]:
        if holds(place):
            return role, reason
    return "quantity", ""


_SPOKEN_BOUND = pattern(
    r"\b(?:above|below|over|under|exceeds?|exceeding|exceeded|than|at least|at most) \Z"
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
