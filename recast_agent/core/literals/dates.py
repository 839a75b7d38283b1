"""Dates, times and years: what tells them from counts."""

from __future__ import annotations

import re

from recast_agent.core.literals.place import Place


def words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_MONTHS = words(
    "january february march april may june july august september october november december "
    "jan feb mar apr jun jul aug sept sep oct nov dec"
)
_YEAR_WORDS = words(
    "in since from until till to by between and during of year years fiscal the early late mid "
    "circa c ca ad around about after before at for or than season end through spring summer "
    "autumn fall winter"
)
BOUND_WORDS = words(
    "above below over under exceed exceeds exceeding exceeded than least most value values worth "
    "reach reaches reached equal equals"
)
_PREFIXES = words("pre post mid early late since ca c")
_FISCAL = ("fy", "cy", "ay")
_MONTH_AFTER = pattern(rf"(?:st|nd|rd|th)?[ -](?:of )?(?:{'|'.join(sorted(_MONTHS))})\b")
_ENDS_DATE = re.compile(r"(?:st|nd|rd|th)?(?:,? (?:1[5-9]|20)\d\d\b|\W*\Z|[.;:)\n](?!\d))")
_IN_MONTH = pattern(r"\b(?:in|during) [a-z]+\.? \Z")
_AFTER_DAY = re.compile(r"[A-Za-z]\.? \d{1,2}(?:st|nd|rd|th)?,? \Z|\b\d{1,2}[./]\d{1,2}[./]\Z")
_DATE_AFTER = re.compile(r"[./]\d{1,2}[./](?:19|20)\d\d(?!\d)")
_DATE_MIDDLE = re.compile(r"(?<![\d.,])\d{1,2}[./]\Z")
_DATE_END = re.compile(r"[./](?:19|20)\d\d(?!\d)")
_MONTH_THEN = re.compile(r"[./](\d{1,2})[./](?:19|20)\d\d(?!\d)")
_INSIDE = re.compile(r"\d[./]\Z")
_DAY_BEFORE = re.compile(r"(?<![\d.,])(\d{1,2})([./])\Z")
_ISO_MONTH = re.compile(r"(?<![\w.-])(?:1[5-9]|20|21)\d\d-\Z")
_ISO_DAY = re.compile(r"(?<![\w.-])(?:1[5-9]|20|21)\d\d-\d\d-\Z")
_TIME_AFTER = pattern(r":[0-5]\d(?!\d)|(?::[0-5]\d)? ?(?:[ap]\.?m\b|o'clock)")
_TIME_BEFORE = re.compile(r"(?<![\d:])\d{1,2}:(?:\d\d:)?\Z")
_SUBJECT_AFTER = pattern(r"\W*\Z|[,:;]| (?:was|is|saw|marked|brought|to|and|has|had|will)\b")
_YEAR_AFTER = pattern(r"[-–—/]\d|s\b|\s?[)*]| (?:season|election|budget|census|fiscal)")
_AS_EARLY = pattern(
    r"\b(?:as (?:early|late|recently|far back|long ago) as|(?:earlier|later) than) \Z"
)
_PERIOD = pattern(r"[qh]\d")
_OLD_YEAR_WORDS = words(
    "in since until till by between during from circa ca early late mid after before"
)
_OLD_AFTER = pattern(
    r"\W*\Z|[,.;:)](?!\d)|\s?[-–—]\s?\d{2,4}\b(?! [a-z])"
    r"| (?:to|and|or|until) (?:early |late |mid-?)?"
    r"(?:1\d{3}(?:\W*\Z|[,.;:)]| (?:the|when|was|were)\b)|(?!\d)\w)"
    r"| (?:the|when|as|with|by|on|was)\b"
)
_HEADED = r"[ \t]*(?:1[89]|20)\d\d(?: vs\.? (?:1[89]|20)\d\d)?[ \t]*"
_HEADER_AFTER = re.compile(rf"[ \t]*(?:\|[^|\n\d]*){{0,6}}\|{_HEADED}(?:[|\n]|\Z)")
_HEADER_BEFORE = re.compile(rf"\|{_HEADED}(?:\|[^|\n\d]*){{0,6}}\|[ \t]*\Z")
_FIRST = r"[ \t]*\|[ \t]*(?:19|20)\d\d[ \t]*\|"
_OPENS_ROW = re.compile(r"(?:\A|\n)[ \t]*\|[ \t]*\Z")
_IN_DATED_ROW = re.compile(rf"(?:\A|\n){_FIRST}[^\n]*\Z")
_DATED_ABOVE = re.compile(rf"(?:\A|\n){_FIRST}[^\n]*\n[^\n]*\Z")
_DATED_BELOW = re.compile(rf"[^\n]*\n{_FIRST}")
_VERSUS = pattern(r" vs\.? (?:1[89]|20)\d\d\b(?![.,]\d)")
YEAR_ENDS = pattern(
    r"\s*(?:\Z|[,.;:)|\n/–—-](?!\d))|,? (?:and|or|to|respectively|over|vs|versus)\b"
)
_YEAR_GAP = re.compile(r"[(–—/'’\"“‘-] ?\Z")
UNITS_AFTER = re.compile(r" ?(?:[KMBT]|GB|MB|TB|KB|MW|GW|TW|KW|GWh|MWh|Mt|Gt|C|F|V|W|Hz|GHz|MHz)\b")
_LABELS = ("category", "series", "title", "axis", "unit", "choice")


def is_fiscal_year(p: Place) -> bool:
    return p.word in _FISCAL and p.gap in ("", " ")


def is_prefixed_year(p: Place) -> bool:
    return p.word in _PREFIXES and p.gap in ("", "-")


def is_iso_month(p: Place) -> bool:
    return p.gap == "-" and len(p.digits) == 2 and p.small and bool(_ISO_MONTH.search(p.before))


def is_month_in_digits(p: Place) -> bool:
    """``14/03/2021`` and ``03/14/2021``: the number that is no day. Where both could be months, the
    second of a date with dots is; with strokes none can be told."""
    if not p.small or len(p.digits) > 2 or int(p.digits) == 0:
        return False
    then = _MONTH_THEN.match(p.after)
    if then is not None and not _INSIDE.search(p.before):
        return int(then[1]) > 12
    day = _DAY_BEFORE.search(p.before) if _DATE_END.match(p.after) else None
    return day is not None and (int(day[1]) > 12 or day[2] == ".") and int(day[1]) <= 31


def is_time(p: Place) -> bool:
    hour = p.day or p.digits in ("0", "00")
    if hour and _TIME_AFTER.match(p.after):
        return True
    return p.gap == ":" and len(p.digits) == 2 and bool(_TIME_BEFORE.search(p.before))


def is_day(p: Place) -> bool:
    if not p.day:
        return False
    if _day_of_month(p) or _MONTH_AFTER.match(p.after) or _DATE_AFTER.match(p.after):
        return True
    if not p.follows_digits:
        return False
    middle = _DATE_MIDDLE.search(p.before) and _DATE_END.match(p.after)
    return bool(middle or _ISO_DAY.search(p.before))


def _day_of_month(p: Place) -> bool:
    """``April 23``; in ``April, 23 vans`` and ``in April 23 vans`` the date would have to end."""
    loose = "," in p.gap or _IN_MONTH.search(p.before)
    return _month_before(p) and (not loose or bool(_ENDS_DATE.match(p.after)))


def _month_before(p: Place) -> bool:
    return p.word in _MONTHS and p.gap in (" ", ". ", ", ", "., ", "")


def is_year_after_day(p: Place) -> bool:
    return not p.token.isalpha() and bool(_AFTER_DAY.search(p.before))


def is_year(p: Place) -> bool:
    if UNITS_AFTER.match(p.after):
        return False
    if p.word in ("as", "than") and _AS_EARLY.search(p.before):
        return True
    if int(p.digits) < 1500:
        return _old_year(p)
    bound = p.word in BOUND_WORDS and p.gap == " "
    if p.field in _LABELS or p.field == "question":
        return p.field != "question" or not bound
    if _YEAR_AFTER.match(p.after) or _VERSUS.match(p.after) or _month_before(p):
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


def is_year_of_header(p: Place) -> bool:
    """In the head of a table that is written as lines of cells: alone in its cell, with a year in
    another cell of the line, and nothing but words between them; or first in its row, with a year
    first in the row above or below."""
    line = p.before.rstrip(" \t")
    if p.field != "text" or (line and line[-1] not in "|\n"):
        return False
    alone = p.after.lstrip(" \t")[:1] in ("", "|", "\n")
    if _DATED_ABOVE.search(p.before) or _DATED_BELOW.match(p.after):
        if alone and _OPENS_ROW.search(p.before):
            return True
        if _IN_DATED_ROW.search(p.before):
            return False
    return bool(_HEADER_AFTER.match(p.after) or (alone and _HEADER_BEFORE.search(p.before)))
