"""What the numbers of one record are for: its labels decide, wherever else their numbers stand.

One rule, read by the number map that replaces them and by the gate that looks for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from recast_agent.core.errors import InputError
from recast_agent.core.literals import Field, Literal, Role, find
from recast_agent.core.table import Table
from recast_agent.core.types import FiveFields
from recast_agent.core.vocabulary import ORDERED
from recast_agent.private.numbermap.places import ORDINALS, RANKED, Places
from recast_agent.private.numbermap.protocol import KINDS

INDEX = 12
"""The greatest number of a label that may stay, where the labels count a series with it."""

POINTS_AT_NOTHING = "place that is none of the evidence"

_ENDING = re.compile(r"(?:st|nd|rd|th)\b", re.IGNORECASE)
_PLACES = frozenset(
    ["ordinal ending", "place in a document", "reference in a document", "mark of a footnote"]
)
"""Rules by which a number is kept that may be a label's own, and so a thing to be replaced."""

_FIXED = frozenset(
    [
        "quarter or half",
        "month of an ISO date",
        "month of a date in digits",
        "time of day",
        "denominator of a unit",
    ]
)
_PREFERRED = ("year", "number", "identifier", "date", "kept")
_RANK = re.compile(
    r"\b(?:top|bottom|first|last|next|past|previous|least|largest|smallest|highest|lowest|biggest|"
    r"best|worst)[ -]\Z",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\b(?:the|these|those|all|only|other|following)[ -]\Z", re.IGNORECASE)
_COUNTED = re.compile(
    r"[ -](?:\w+ )?(?:bars?|lines?|values?|slices?|segments?|categories|columns?|rows?|groups?|"
    r"countries|years?|months?|quarters?|places|series|regions?)\b",
    re.IGNORECASE,
)


class Reading:
    """Finds the numbers of a record's texts, each with the role that it has in this record."""

    def __init__(self, table: Table | None = None) -> None:
        self._table = table
        self._series = _indices(table) if table else frozenset()
        self._places = Places.of(table) if table else None
        self._labels: dict[str, list[tuple[str, Literal]]] = {}
        for label, field in _labels(table) if table else ():
            for one in self.find(label, field=field):
                if not one.scale and not one.short:
                    self._labels.setdefault(_plain(one), []).append((label, one))

    @classmethod
    def of(cls, record: FiveFields) -> Reading:
        """For a record of any evidence; passages have no labels."""
        try:
            return cls(record.table())
        except InputError:
            return cls()

    def find(self, text: str, *, field: Field = "text") -> tuple[Literal, ...]:
        """As ``core.literals.find``, with the endings of numerals (``23rd``) as part of them.

        Raises InputError(number_invalid).
        """
        found = (_with_ending(text, one) for one in find(text, field=field))
        if self._table is None:
            return tuple(found)
        if field in ("category", "series"):
            return tuple(self._of_label(text, one) for one in found)
        return tuple(self._of_text(text, one, field) for one in found)

    def _of_label(self, label: str, one: Literal) -> Literal:
        """An index of a series of labels stays; another number is part of a name."""
        if one.reason not in _PLACES or (_frame(label, one) in self._series):
            return one
        return one._replace(role="quantity", reason="number of a label")

    def _of_text(self, text: str, one: Literal, field: Field) -> Literal:
        held = self._labels.get(_plain(one), [])
        if held and self._is_label(text, one, held):
            roles = {KINDS.get(each.role, "number"): each.role for _, each in held}
            if KINDS.get(one.role, "number") not in roles:
                kind = next(k for k in _PREFERRED if k in roles)
                return _as(one, roles[kind])
        elif field != "question" and one.reason in _PLACES and one.magnitude > INDEX:
            return _as(one, "quantity")
        if one.reason == "ordinal ending" and _of_month(text, one):
            return _as(one, "date")
        return self._of_question(text, one) if field == "question" else one

    def _of_question(self, text: str, one: Literal) -> Literal:
        """A place that is no label's points into the evidence, or is replaced."""
        if self._places is None or one.reason not in _PLACES | ORDINALS:
            return one
        if self._places.hold(text, one):
            return one
        return _as(one, "quantity")._replace(reason=POINTS_AT_NOTHING)

    def least(self, one: Literal) -> Decimal:
        """What a replacement must reach: that of a place must point at nothing in turn."""
        if self._places is None or one.reason != POINTS_AT_NOTHING:
            return Decimal(0)
        return Decimal(self._places.size + 1)

    def asks_beyond(self, question: str) -> bool:
        """Whether a question asks for a rank that its evidence does not reach."""
        return self._places is not None and self._places.exceeded(question)

    def _is_label(self, text: str, one: Literal, held: list[tuple[str, Literal]]) -> bool:
        if one.scale or one.percent or one.short or one.reason in _FIXED:
            return False
        if one.separator and all(each.role == "year" for _, each in held):
            return False  # no year is written with one
        if any(_stands(text, one, label, each) for label, each in held):
            return not _RANK.search(text[: one.start])
        if one.word or not one.text[0].isdigit():
            return False
        if all(each.reason in _FIXED for _, each in held):
            return False  # ``Q2`` is named in full: a bare 2 is a value
        if one.role == "structural" and one.reason not in _PLACES:
            before, after = text[: one.start], text[one.end :]
            return bool(_ARTICLE.search(before)) and not (
                _COUNTED.match(after) or RANKED.match(after)
            )
        if one.reason == "ordinal ending":
            numerals = any(_ENDING.search(each.text) for _, each in held)
            return numerals and not RANKED.match(text[one.end :])
        coded = all(each.role == "identifier" for _, each in held)
        return not coded or KINDS.get(one.role, "number") in ("number", "kept")


def _of_month(text: str, one: Literal) -> bool:
    """Whether a numeral is a day beside a month that has another name already."""
    after = re.match(r" (?:of )?([A-Z][a-z]+)", text[one.end :])
    before = re.search(r"([A-Z][a-z]+) (?:the )?\Z", text[: one.start])
    return any(m is not None and m[1] in ORDERED for m in (before, after))


def _labels(table: Table) -> Iterator[tuple[str, Field]]:
    yield from ((category, "category") for category in table.categories)
    yield from ((series, "series") for series in table.series)


def _indices(table: Table) -> frozenset[str]:
    """Labels without their number, of those that count a series with small numbers (``Week``)."""
    counted: dict[str, set[int]] = {}
    for label, field in _labels(table):
        for one in find(label, field=field):
            if one.reason in _PLACES:
                whole = _with_ending(label, one)
                counted.setdefault(_frame(label, whole), set()).add(int(one.magnitude))
    return frozenset(
        frame for frame, values in counted.items() if len(values) > 1 and max(values) <= INDEX
    )


def _frame(label: str, one: Literal) -> str:
    return f"{label[: one.start]}\0{label[one.end :]}".casefold()


def _plain(one: Literal) -> str:
    return format(one.magnitude.normalize(), "f")


def _with_ending(text: str, one: Literal) -> Literal:
    ending = _ENDING.match(text, one.end) if one.reason == "ordinal ending" else None
    if ending is None or one.word:
        return one
    return one._replace(end=ending.end(), text=text[one.start : ending.end()])


def _as(one: Literal, role: Role) -> Literal:
    if role in ("quantity", "percent"):
        return one._replace(role=role, reason="number of a label")
    return one._replace(role=role, reason="number of a label", negative=False)


def _stands(text: str, one: Literal, label: str, each: Literal) -> bool:
    """Whether a label that says more than its number stands here in full."""
    before, after = label[: each.start].casefold(), label[each.end :].casefold()
    if not re.search(r"\w", before + after):
        return False
    head, rest = text[: one.start].casefold(), text[one.end :].casefold()
    if not head.endswith(before) or not rest.startswith(after):
        return False
    left, right = head[: len(head) - len(before)][-1:], rest[len(after) :][:1]
    return not left.isalnum() and not right.isalnum()
