"""What a number is for: one table of rules, read from the top."""

from __future__ import annotations

import re
from collections.abc import Callable

from recast_agent.core.literals.grammar import Written
from recast_agent.core.literals.literal import Field, Role
from recast_agent.core.literals.place import PERCENT, Place, Shape

_LABELS = ("category", "series", "title", "axis", "unit", "choice")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MONTHS = _words(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sept sep oct nov dec"
)
_YEAR_WORDS = _words(
    "in since from until till to by between and during of year years fiscal the early late mid "
    "circa c ca ad around about after before at for or than season end through spring summer "
    "autumn fall winter"
)
_BOUND_WORDS = _words(
    "above below over under exceed exceeds exceeding exceeded than least most value values worth "
    "reach reaches reached equal equals"
)
_RANK_WORDS = _words(
    "top first last bottom least largest smallest highest lowest biggest best worst past next "
    "previous only all these those the leading following other both"
)
_NAME_WORDS = _words(
    "iso iphone ipad galaxy windows android covid form article section route highway flight "
    "version model type boeing airbus apollo formula room gate bus account acct zip postcode code "
    "isbn isin iban passport invoice order ticket serial id ref card license licence unit rfc "
    "basel agenda channel area"
)
_REFERENCE_WORDS = _words(
    "figure fig table chapter page note footnote sheet volume vol appendix item"
)
_PLACE_WORDS = _words(
    "step part level grade stage phase tier round question quarter week day rank ranked number "
    "place option scenario season episode group wave series team lane line point category bar"
)
_NO_NAME = _words("top under over pre post mid sub age ages aged best next last first plus")
_PREFIXES = _words("pre post mid early late since ca c")
_CALLED = _words("phone telephone tel call fax dial mobile cell")
_FISCAL = ("fy", "cy", "ay")
_DENOMINATORS = ("100", "1000", "10000", "100000", "1000000")


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


ORDINAL = _pattern(r"(?:st|nd|rd|th)\b")
_MONTH_AFTER = _pattern(rf"(?:st|nd|rd|th)?[ -](?:of )?(?:{'|'.join(sorted(_MONTHS))})\b")
_AFTER_DAY = re.compile(r"[A-Za-z]\.? \d{1,2}(?:st|nd|rd|th)?,? \Z|\b\d{1,2}[./]\d{1,2}[./]\Z")
_DATE_AFTER = re.compile(r"[./]\d{1,2}[./](?:19|20)\d\d(?!\d)")
_DATE_MIDDLE = re.compile(r"(?<![\d.,])\d{1,2}[./]\Z")
_DATE_END = re.compile(r"[./](?:19|20)\d\d(?!\d)")
_ISO_MONTH = re.compile(r"(?<![\w.-])(?:1[5-9]|20|21)\d\d-\Z")
_ISO_DAY = re.compile(r"(?<![\w.-])(?:1[5-9]|20|21)\d\d-\d\d-\Z")
_TIME_AFTER = _pattern(r":[0-5]\d(?!\d)|(?::[0-5]\d)? ?(?:[ap]\.?m\b|o'clock)")
_TIME_BEFORE = re.compile(r"(?<![\d:])\d{1,2}:(?:\d\d:)?\Z")
_SUBJECT_AFTER = _pattern(r"\W*\Z|[,:;]| (?:was|is|saw|marked|brought|to|and|has|had|will)\b")
_YEAR_AFTER = _pattern(r"[-–—/]\d|s\b|\s?[)*]| (?:season|election|budget|census|fiscal)")
_PERIOD = _pattern(r"[qh]\d")
_OLD_YEAR_WORDS = _words(
    "in since until till by between during from circa ca early late mid after before"
)
_OLD_AFTER = _pattern(
    r"\W*\Z|[,.;:)](?!\d)|\s?[-–—]\s?\d{2,4}\b(?! [a-z])"
    r"| (?:to|and|or|until) (?:early |late |mid-?)?"
    r"(?:1\d{3}(?:\W*\Z|[,.;:)]| (?:the|when|was|were)\b)|(?!\d)\w)"
    r"| (?:the|when|as|with|by|on|was)\b"
)
_HEADER_AFTER = re.compile(r"[ \t]*\|[ \t]*(?:1[89]|20)\d\d[ \t]*(?:[|\n]|\Z)")
YEAR_ENDS = _pattern(
    r"\s*(?:\Z|[,.;:)|\n/–—-](?!\d))|,? (?:and|or|to|respectively|over|vs|versus)\b"
)
_RANGE_PERCENT = _pattern(
    r"[ \u00a0]?(?:to|or|and|[-–—])[ \u00a0]?[-−]?\d[\d.,]*[ \u00a0]?(?:%|percent\b|per ?cent\b)"
)
_FOOTNOTE_AFTER = re.compile(r"\)[ \t]*(?:[|\t\n]|\Z)")
_YEAR_GAP = re.compile(r"[(–—/'’\"“‘-] ?\Z")
_CODE_AFTER = re.compile(r"[A-Z](?![a-z])|[a-z]\d|x\d")
_UNITS_AFTER = re.compile(
    r" ?(?:[KMBT]|GB|MB|TB|KB|MW|GW|TW|KW|GWh|MWh|Mt|Gt|C|F|V|W|Hz|GHz|MHz)\b"
)
_PHONE_BEFORE = re.compile(
    r"\+\d{1,3}(?:[ -]\(?\d{1,4}\)?){0,3}[ -]\(?\Z|\(\d{2,4}\)[ -](?:\d{3,4}-)?\Z|"
    r"(?<!\d)\d{3}-\d{3}-\Z"
)
_PHONE_AFTER = re.compile(r"\) ?\d{3}-\d{4}(?!\d)|-\d{3}-\d{4}(?!\d)|-0\d{3}(?!\d)")
_PHONE_PART = re.compile(r"(?<!\d)\d{3}-\Z")
_PHONE_LAST = re.compile(r"-\d{4}(?!\d)")
_COUNTED_AFTER = _pattern(
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


def _fiscal(p: Place) -> bool:
    return p.word in _FISCAL and p.gap in ("", " ")


def _prefixed(p: Place) -> bool:
    return p.word in _PREFIXES and p.gap in ("", "-")


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


def _iso_month(p: Place) -> bool:
    return p.gap == "-" and len(p.digits) == 2 and p.small and bool(_ISO_MONTH.search(p.before))


def _time(p: Place) -> bool:
    hour = p.day or p.digits in ("0", "00")
    if hour and _TIME_AFTER.match(p.after):
        return True
    return p.gap == ":" and len(p.digits) == 2 and bool(_TIME_BEFORE.search(p.before))


def _date(p: Place) -> bool:
    if not p.day:
        return False
    if _month_before(p) or _MONTH_AFTER.match(p.after) or _DATE_AFTER.match(p.after):
        return True
    if not p.follows_digits:
        return False
    middle = _DATE_MIDDLE.search(p.before) and _DATE_END.match(p.after)
    return bool(middle or _ISO_DAY.search(p.before))


def _month_before(p: Place) -> bool:
    return p.word in _MONTHS and p.gap in (" ", ". ", ", ", "., ", "")


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
    return p.plain and bool(_CODE_AFTER.match(p.after)) and not _UNITS_AFTER.match(p.after)


def _leading_zero(p: Place) -> bool:
    return len(p.digits) > 1 and p.digits[0] == "0"


def _after_day(p: Place) -> bool:
    return not p.token.isalpha() and bool(_AFTER_DAY.search(p.before))


def _year(p: Place) -> bool:
    if _UNITS_AFTER.match(p.after):
        return False
    if int(p.digits) < 1500:
        return _old_year(p)
    bound = p.word in _BOUND_WORDS and p.gap == " "
    if p.field in _LABELS or p.field == "question":
        return p.field != "question" or not bound
    if _YEAR_AFTER.match(p.after) or _month_before(p):
        return True
    if not p.before or p.before[-2:] in (". ", "; ", "! ", "? "):
        return bool(_SUBJECT_AFTER.match(p.after))
    before = (p.word in _YEAR_WORDS and p.gap in (" ", ". ")) or _YEAR_GAP.search(p.gap)
    return bool(before or _PERIOD.fullmatch(p.token)) and not bound


def _old_year(p: Place) -> bool:
    """Years before 1500, which are counts more often."""
    if p.field not in ("text", "question", "title"):
        return False
    of_a_life = p.gap.endswith("(") and re.match(r"\s?[-–—]\s?1\d{3}\)", p.after)
    named = p.word in _OLD_YEAR_WORDS and p.gap == " " and _OLD_AFTER.match(p.after)
    return bool(of_a_life or named)


def _header(p: Place) -> bool:
    """In the head of a table that is written as lines of cells."""
    line = p.before.rstrip(" \t")
    opens = not line or line[-1] in "|\n"
    return p.field == "text" and opens and bool(_HEADER_AFTER.match(p.after))


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
    if p.field != "question" or not p.small or (p.word in _BOUND_WORDS and p.word != "least"):
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
    ("fiscal year", "year", _YEAR, _fiscal),
    ("year behind a prefix", "year", _YEAR, _prefixed),
    ("telephone number", "identifier", _WHOLE, _telephone),
    ("month of an ISO date", "ordinal", _SHORT, _iso_month),
    ("time of day", "date", _SHORT, _time),
    ("day of a date", "date", _SHORT, _date),
    ("ordinal ending", "ordinal", _WHOLE, lambda p: ORDINAL.match(p.after)),
    ("denominator of a unit", "structural", _ANY, _denominator),
    ("number of a name", "identifier", _WHOLE, _of_a_name),
    ("joined to letters", "identifier", _ANY, _joined),
    ("leading zero", "identifier", _WHOLE, _leading_zero),
    ("year after a day", "year", _YEAR, _after_day),
    ("year by its context", "year", _YEAR, _year),
    ("year in the head of a table", "year", _YEAR, _header),
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


_SPOKEN_BOUND = _pattern(
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
