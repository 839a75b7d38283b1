"""Answers that account for every word of a question: read off, or worked out from statements.

Each step gives an expression over the statements that hold all of the question's words, or None. A
step that finds several such readings finds none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from recast_agent.standin.passages.apart import (
    CHANGES,
    COMPARES,
    EXCEEDS,
    changed,
    compared,
    exceeded,
)
from recast_agent.standin.passages.inquiry import Inquiry, inquiry
from recast_agent.standin.passages.sentences import statements
from recast_agent.standin.passages.statements import Statement
from recast_agent.standin.passages.words import Token, stem

_TOGETHER = re.compile(r"\b(?:altogether|in all|in total|together|combined|total|overall)\b")
_AVERAGE = re.compile(r"\b(?:average|mean)\b")
_PERCENT = re.compile(r"\b(?:percent|percentage)\b")
_BEYOND = re.compile(
    r"\b(?:still|when|who|whom|where|why|which|what year|what date"
    r"|need|needs|needed|first|initially|originally|beginning|start|times|twice|half|ratio"
    r"|maximum|minimum|estimate|most|least|not|if|assuming|supposing)\b|n['’]t\b"
)
_STATE = frozenset(map(stem, ("left", "remain", "remaining", "remains")))

Step = Callable[[Inquiry, Sequence[Statement]], str | None]


def derive(passage: tuple[Token, ...], question: str) -> str | None:
    """A program for what is asked, or None where no reading accounts for all of it."""
    asked = inquiry(passage, question)
    if not asked.words or _BEYOND.search(asked.ask.line) or any(map(_given, asked.ask.tokens)):
        return None
    told = statements(passage)
    step = next((step for asks, step in _STEPS if asks(asked)), _plainly)
    found = step(asked, told)
    return f"answer = {found}" if found else None


def _plainly(asked: Inquiry, told: Sequence[Statement]) -> str | None:
    if asked.ask.says("by how"):
        return None
    return _read_off(asked, told) or _totalled(asked, told) or _multiplied(asked, told)


def _given(token: Token) -> bool:
    """Whether a question tells a number of its own."""
    return (
        token.number is not None
        and token.number.literal.role == "quantity"
        and (not token.number.literal.word)
    )


def _value(one: Statement) -> str:
    return f"{one.times} * {one.operand}" if one.times else one.operand


def _plain(asked: Inquiry, told: Sequence[Statement]) -> list[Statement]:
    """The statements of the kind that is asked for, prices times their number."""
    return [
        one for one in told if asked.kind(one) and (one.plain or (one.times and not asked.unit))
    ]


def _read_off(asked: Inquiry, told: Sequence[Statement]) -> str | None:
    """The one statement of which all is said that is asked."""
    full = [one for one in _plain(asked, told) if asked.covers(one)]
    if len(full) != 1 or full[0].vague or _adds(asked, told):
        return None
    part = _TOGETHER.search(asked.ask.line) and not full[0].whole
    return None if part else _value(full[0])


def _adds(asked: Inquiry, told: Sequence[Statement]) -> bool:
    """Whether there is more of what is asked, told by a difference or a rate."""
    known = _plain(asked, told)
    return any(asked.kind(one) and asked.covers(one) for one in told if one not in known)


def _totalled(asked: Inquiry, told: Sequence[Statement]) -> str | None:
    """All statements that hold what is asked, or one for each of its alternatives."""
    chosen = _addends(asked, told)
    return " + ".join(map(_value, chosen)) if len(chosen) > 1 else None


def _addends(asked: Inquiry, told: Sequence[Statement]) -> list[Statement]:
    if _adds(asked, told):
        return []
    plain = _plain(asked, told)
    full = [one for one in plain if asked.covers(one)]
    if not full and asked.options:
        rest = asked.words - frozenset[str]().union(*asked.options)
        by_option = [
            [one for one in plain if asked.covers(one, rest | option)] for option in asked.options
        ]
        full = [one for each in by_option for one in each]
        if len({len(each) for each in by_option}) > 1 or len(set(full)) < len(full):
            return []
    if any(one.vague or one.whole for one in full):
        return []
    others = [one for one in told if one.money and one not in full and not one.times]
    if asked.loose and not asked.options and others:
        return []  # money was paid for more than is named alike
    alike = frozenset.intersection(*(one.said for one in full)) if full else frozenset[str]()
    counted = frozenset[str]().union(*(one.noun for one in full))
    if all(one.money for one in full):
        return full
    same = full and frozenset.intersection(*(one.noun for one in full))
    return full if alike - counted and (same or asked.options) else []


def _multiplied(asked: Inquiry, told: Sequence[Statement]) -> str | None:
    """A price times the number of things that it is for."""
    if asked.unit or asked.over:
        return None
    if not asked.money:
        return _of_rate(asked, told)
    counts = [one for one in told if one.plain and not one.money and asked.covers(one)]
    if len(counts) != 1 or counts[0].vague:
        return None
    prices = [one for one in told if one.money and one.each and one.each & counts[0].noun]
    return f"{counts[0].operand} * {prices[0].operand}" if len(prices) == 1 else None


def _of_rate(asked: Inquiry, told: Sequence[Statement]) -> str | None:
    """What is told of each one, times how many there are."""
    rates = [one for one in told if one.each and asked.kind(one) and asked.covers(one)]
    if len(rates) != 1:
        return None
    each = rates[0].each or frozenset()
    counts = [one for one in told if one.plain and not one.vague and one.noun & each & asked.words]
    return f"{rates[0].operand} * {counts[0].operand}" if len(counts) == 1 else None


def _kept(asked: Inquiry, told: Sequence[Statement]) -> str | None:
    """What is left of one sum of money after things were bought at a price each."""
    money = [one for one in told if one.money]
    had = [one for one in money if one.plain and not one.times]
    paid = [one for one in money if one.times]
    whom = asked.words - _STATE
    fits = asked.money and len(had) == 1 and paid and len(had) + len(paid) == len(money)
    if not fits or not all(whom <= one.said for one in money):
        return None
    return " - ".join(map(_value, (*had, *paid)))


def _unit_price(asked: Inquiry, told: Sequence[Statement]) -> str | None:
    """The price of one: as it is told, or a sum of money over the number that it is for."""
    prices = [one for one in told if one.money and asked.covers(one) and not one.plain]
    if len(prices) == 1:
        return prices[0].operand
    return None if prices else _divided(asked, told)


def _divided(asked: Inquiry, told: Sequence[Statement]) -> str | None:
    """A whole over the number of those among which it falls."""
    over = asked.over or asked.words
    rest = asked.words - over
    wholes = [
        one for one in told
        if one.plain and asked.kind(one) and asked.covers(one, rest) and not one.vague
    ]  # fmt: skip
    counts = [one for one in told if one.plain and not one.money and over <= one.noun | one.said]
    counts = _closest(asked, [one for one in counts if over & one.noun] or counts)
    wholes = [one for one in wholes if one not in counts]
    if asked.unit:
        wholes = [one for one in wholes if asked.covers(one)] or [
            one for one in wholes if any(one.sentence == each.sentence for each in counts)
        ]
    if len(counts) != 1 or not wholes or counts[0].vague:
        return None
    if len(wholes) == 1:
        return f"{_value(wholes[0])} / {counts[0].operand}"
    alike = frozenset.intersection(*(one.said - one.noun for one in wholes))
    together = " + ".join(map(_value, wholes))
    return f"({together}) / {counts[0].operand}" if rest & alike else None


def _closest(asked: Inquiry, some: Sequence[Statement]) -> list[Statement]:
    """Those of which most is said that is asked."""
    held = [len(asked.words & one.said) for one in some]
    return [one for one, count in zip(some, held, strict=True) if count == max(held)]


def _averaged(asked: Inquiry, told: Sequence[Statement]) -> str | None:
    chosen = _addends(asked, told)
    if len(chosen) < 2:
        return None
    return f"({' + '.join(map(_value, chosen))}) / {len(chosen)}"


def _part(asked: Inquiry, told: Sequence[Statement]) -> str | None:
    """A part of the whole that has its noun, in percent."""
    of = asked.words
    shares = [one for one in told if one.percent and asked.covers(one)]
    if shares:
        return shares[0].operand if len(shares) == 1 else None
    parts = [one for one in told if one.plain and not one.money and asked.covers(one)]
    wholes = [
        one for one in told
        if one.plain and one not in parts and one.noun and one.noun <= of and not one.vague
    ]  # fmt: skip
    if len(parts) == 1 and len(wholes) > 1:
        wholes = [one for one in wholes if one.partitive and one.sentence == parts[0].sentence]
    if len(parts) != 1 or len(wholes) != 1:
        return None
    return f"{parts[0].operand} / {wholes[0].operand} * 100"


_STEPS: tuple[tuple[Callable[[Inquiry], bool], Step], ...] = (
    (lambda asked: bool(asked.words & _STATE), _kept),
    (lambda asked: bool(_PERCENT.search(asked.ask.line)), _part),
    (lambda asked: bool(_AVERAGE.search(asked.ask.line)), _averaged),
    (lambda asked: bool(EXCEEDS.search(asked.ask.line)), exceeded),
    (lambda asked: bool(COMPARES.search(asked.ask.line)), compared),
    (lambda asked: bool(CHANGES.search(asked.ask.line)), changed),
    (lambda asked: asked.unit, _unit_price),
    (lambda asked: bool(asked.over), _divided),
)
