"""Is an answer right? Equation (7) and the acceptable references of the paper's appendix B.1."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation

_NUMBER = re.compile(
    r"[≈~]?\s*(?P<sign>[-+\u2212])?\s*(?:US)?[$€£¥]?\s*(?P<late>[-\u2212])?"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.?\d+(?:e[-+]?\d{1,3})?)"
    r"\s*(?P<scale>thousand|million|billion|trillion|[KMBT])?\s*%?\**",
    re.IGNORECASE,
)
_SCALES = {
    "thousand": 3,
    "million": 6,
    "billion": 9,
    "trillion": 12,
    "k": 3,
    "m": 6,
    "b": 9,
    "t": 12,
}
_TRUTH = {"true": "yes", "false": "no"}
_STRUCTURAL = re.compile(
    r"how many (?:\w+ ){0,2}(?:bars?|colou?rs?|lines?|sectors?|slices?|segments?|categories|groups?"
    r"|years?|months?|points?)\b"
)
_DATE = re.compile(r"\b(?:when|(?:which|what) (?:year|month|quarter))\b")


def matches(
    prediction: str,
    reference: str,
    *,
    question: str = "",
    evidence: str = "",
    relative: float = 1e-6,
) -> bool:
    """Whether a prediction equals an acceptable form of the reference.

    Numbers agree within ``max(1e-6, relative * max(|p|, |g|, 1))``; other text by normalised exact
    matching. ``question`` and ``evidence`` (title, axis and unit of the true chart) say which
    other forms of a numeric reference are acceptable. Both texts are private.
    """
    predicted = number(prediction)
    if predicted is None or number(reference) is None:
        return _plain(prediction) == _plain(reference)
    return any(
        _close(predicted, accepted, relative)
        for accepted in acceptable(reference, question, evidence)
    )


def acceptable(reference: str, question: str = "", evidence: str = "") -> tuple[Decimal, ...]:
    """The numeric forms of a reference that count as right.

    A single unit of million or billion admits the scaled and the absolute value; a question for a
    percentage, rate, ratio or probability admits proportion and percentage points. Years,
    structural counts and denominators ("per million") are not expanded.
    """
    value = number(reference)
    if value is None:
        return ()
    asked = question.casefold()
    if _DATE.search(asked) or _STRUCTURAL.search(asked):
        return (value,)
    forms = [value]
    scales = set(re.findall(r"(?<!per )\b(million|billion)s?\b", evidence.casefold()))
    if len(scales) == 1 and not re.search(r"per (?:million|billion)", evidence.casefold()):
        power = _SCALES[scales.pop()]
        forms.append(value.scaleb(power))
        if abs(value) >= Decimal(10) ** power:
            forms.append(value.scaleb(-power))
    if re.search(r"\b(?:percent(?:age)?|rate|ratio|probability|proportion|share)s?\b", asked):
        forms.append(value.scaleb(2) if abs(value) <= 1 else value.scaleb(-2))
    return tuple(forms)


def number(text: str) -> Decimal | None:
    """The number that a whole text shows, its scale applied, or None. ``83%`` is 83."""
    match = _NUMBER.fullmatch(text.strip())
    if match is None:
        return None
    try:
        value = Decimal(match["digits"].replace(",", ""))
    except InvalidOperation:
        return None
    value = value.scaleb(_SCALES.get((match["scale"] or "").casefold(), 0))
    negative = match["late"] or match["sign"] not in (None, "+")
    return -value if negative else value


def _close(predicted: Decimal, accepted: Decimal, relative: float) -> bool:
    scale = max(abs(predicted), abs(accepted), Decimal(1))
    return abs(predicted - accepted) <= max(Decimal("1e-6"), Decimal(str(relative)) * scale)


def _plain(text: str) -> str:
    plain = re.sub(r"[^\w\s]|_", " ", text.casefold())
    plain = re.sub(r"\b(?:a|an|the)\b", " ", plain)
    plain = " ".join(plain.split())
    return _TRUTH.get(plain, plain)
