"""Numeric choices never leave; the answer is matched with them locally (threat 16)."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

from recast_agent.core.errors import InputError
from recast_agent.core.literals import Literal, find

_LABEL_WORDS = 3
_WORD = re.compile(r"[^\W\d_]{2,}")
_FIRST = re.compile(r"^[^\w]{0,3}$")
_MARKER = re.compile(r"^\s*[(\[]?(?:[A-Za-z]|[ivxIVX]{1,4}|\d{1,2})[.):\]]\s+")
"""The letter or number that a list of choices counts by: ``A) 133.3``."""
_LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
_DIGITS = tuple(map(str, range(1, 100)))
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


def outgoing(choices: tuple[str, ...]) -> tuple[str, ...]:
    """The choices that may be offered to a solver: none where one of them is a number, with a
    sign, a currency, a scale or a unit at most."""
    return () if any(_numbers(choice) for choice in choices) else choices


def fitting_choices(value: Decimal | Fraction, choices: tuple[str, ...]) -> tuple[str, ...]:
    """Every choice that a value rounds to, as displayed or with its scale applied; those that it
    equals, where there are any."""
    told = [(choice, one[0]) for choice in choices if len(one := _numbers(choice)) == 1]
    fitting = [(choice, one) for choice, one in told if _shows(Fraction(value), one)]
    equal = [choice for choice, one in fitting if Fraction(value) in _readings(one)]
    return tuple(equal or [choice for choice, _ in fitting])


def named_choice(text: str, choices: tuple[str, ...]) -> str | None:
    """The one choice that a text is, whatever its case, its spaces and the marks that the choices
    are counted by. None where none or more than one is."""
    exact = [choice for choice in choices if _plain(choice) == _plain(text)]
    if exact or not _are_counted(choices):
        return exact[0] if len(exact) == 1 else None
    bare = [choice for choice in choices if _plain(_MARKER.sub("", choice)) == _plain(text)]
    return bare[0] if len(bare) == 1 else None


def _are_counted(choices: tuple[str, ...]) -> bool:
    """Whether each choice has the next mark of a list: ``A)``, ``B)``; initials are none."""
    marks = [match and re.sub(r"\W", "", match[0]).upper() for match in map(_MARKER.match, choices)]
    lists = (_LETTERS, _DIGITS, _ROMAN)
    return len(marks) > 1 and any(marks == list(each[: len(marks)]) for each in lists)


def _plain(choice: str) -> str:
    return " ".join(choice.casefold().split()).rstrip(".")


def _numbers(choice: str) -> tuple[Literal, ...]:
    """The numbers of a numeric choice; empty for a label, even one with a number in it."""
    text = _MARKER.sub("", choice).strip()
    try:
        found = find(text, field="text")
    except InputError:
        return ()
    if not found or not _FIRST.match(text[: found[0].start]):
        return ()
    words = _WORD.findall(text[found[0].end :])
    return found if len(words) < _LABEL_WORDS else ()


def _readings(one: Literal) -> set[Fraction]:
    sign = -1 if one.negative else 1
    return {sign * Fraction(one.magnitude), sign * Fraction(abs(one.value))}


def _shows(value: Fraction, one: Literal) -> bool:
    readings = {
        (Fraction(one.magnitude), one.decimals),
        (Fraction(abs(one.value)), one.decimals - one.scale),
    }
    signed = -value if one.negative else value
    return any(abs(signed - shown) * 2 <= Fraction(1, 10) ** places for shown, places in readings)
