"""Look one number up in running text: the one that stands nearest the words of the question."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from itertools import takewhile
from math import sqrt

from recast_agent.standin.passages.words import CURRENCY, MONEY, Token, read, topic

_YEAR = re.compile(r"\b(?:when|(?:what|which) (?:\w+ )?year|(?:what|which) date)\b")
_SHARE = re.compile(r"%|\b(?:percent|percentage|proportion|share|what portion)\b")
_COUNT = re.compile(r"\b(?:how (?:many|much|old|long|far|tall|high|large|big|often)|what|number)\b")
_MONEY = re.compile(r"\bmuch (?:money|did|does|was|is)\b|[$€£¥]|\b(?:cost|price|salary)\b")
_YEAR_DIGITS = 4
_REACH = 8.0
"""Words after which nearness counts half."""
_OTHER_SENTENCE = 0.15
_NOUN = 1.2
_ENOUGH = 0.25


@dataclass(frozen=True)
class Scored:
    at: int
    score: float
    here: int


def look_up(passage: tuple[Token, ...], question: str, share: float = 0.0) -> str | None:
    """A program that reads one number, or None where no sentence holds enough of the question:
    two of its words, and at least ``share`` of them."""
    asked = read(question, "question")
    candidates = _of_kind(passage, asked, question.lower())
    stems = topic(asked)
    if not (candidates and stems):
        return None
    weights = _weights(passage, stems)
    places = _places(passage)
    scored = [_scored(passage, i, asked, weights, places) for i in candidates]
    fitting = [one for one in scored if one.here >= max(min(2, len(stems)), share * len(stems))]
    best = max(fitting, key=lambda one: one.score, default=None)
    if best is None or best.score < _ENOUGH * sum(weights.values()):
        return None
    number = passage[best.at].number
    return f"answer = {number.operand}" if number else None


def _of_kind(passage: tuple[Token, ...], asked: tuple[Token, ...], line: str) -> list[int]:
    """The numbers of the kind that a question asks for: a year, a share, money or a count."""
    named = {token.stem for token in asked if token.number}
    roles = {
        i: token.number.literal.role
        for i, token in enumerate(passage)
        if token.number and token.number.marked and token.stem not in named
    }
    if _YEAR.search(line):
        return [i for i, role in roles.items() if role == "year" or _may_date(passage, i)]
    counts = [i for i, role in roles.items() if role in ("quantity", "percent")]
    if _SHARE.search(line):
        return [i for i in counts if roles[i] == "percent"] or counts
    if "how many" in line or "number of" in line:
        plain = {i for i in counts if roles[i] == "quantity" and not _is_money(passage, i)}
        nouns = set(_counted(asked))
        return sorted(plain | {i for i in roles if _stems_after(passage, i, 1) & nouns})
    money = [i for i in counts if _is_money(passage, i)]
    if money and _MONEY.search(line):
        return money
    return counts if _COUNT.search(line) else []


def _may_date(passage: tuple[Token, ...], at: int) -> bool:
    """Whether a number that is taken for a count may be a year all the same."""
    text = passage[at].text
    four = len(text) == _YEAR_DIGITS
    return text.isdigit() and (four or (at > 0 and passage[at - 1].text in ("in", "since", "by")))


def _stems_after(passage: tuple[Token, ...], at: int, count: int) -> set[str]:
    return {token.stem for token in passage[at + 1 : at + 1 + count]}


def _is_money(passage: tuple[Token, ...], at: int) -> bool:
    before = passage[at - 1].text if at else ""
    return before in CURRENCY or any(token.text in MONEY for token in passage[at + 1 : at + 3])


def _weights(passage: tuple[Token, ...], stems: list[str]) -> dict[str, float]:
    """Words of few sentences tell more."""
    return {
        each: 1 / sqrt(max(1, len({token.sentence for token in passage if token.stem == each})))
        for each in stems
    }


def _places(passage: tuple[Token, ...]) -> dict[str, list[int]]:
    """Where each stem stands."""
    places: dict[str, list[int]] = {}
    for i, token in enumerate(passage):
        places.setdefault(token.stem, []).append(i)
    return places


def _scored(
    passage: tuple[Token, ...],
    at: int,
    asked: tuple[Token, ...],
    weights: dict[str, float],
    places: dict[str, list[int]],
) -> Scored:
    score, here = 0.0, 0
    for stem, weight in weights.items():
        held = places.get(stem, [])
        k = bisect_left(held, at)
        beside = held[max(0, k - 1) : k + 1]
        near = [abs(i - at) for i in beside if passage[i].sentence == passage[at].sentence]
        if near:
            score += weight / (1 + min(near) / _REACH)
            here += 1
        elif held:
            score += weight * _OTHER_SENTENCE
    after = _stems_after(passage, at, 3)
    nouns = _counted(asked)
    score += sum(_NOUN * weights.get(noun, 0.0) for noun in nouns if noun in after)
    score += sum(own * weights.get(year, 0.0) for year, own in _years_beside(passage, at))
    return Scored(at, score, here)


def _years_beside(passage: tuple[Token, ...], at: int) -> list[tuple[str, float]]:
    """The year that a number is told of: the next number behind it, or the last one before."""
    found = []
    behind, before = range(at + 1, len(passage)), range(at - 1, -1, -1)
    for beside, own in ((behind, _NOUN), (before, _NOUN / 2)):
        same = takewhile(lambda t: t.sentence == passage[at].sentence, (passage[i] for i in beside))
        nearest = next((t for t in same if t.number), None)
        if nearest and nearest.number and nearest.number.literal.role == "year":
            found.append((nearest.stem, own))
    return found


def _counted(asked: tuple[Token, ...]) -> list[str]:
    """The stems behind "how many", up to the next word of the frame."""
    texts = [token.text for token in asked]
    start = next((i + 1 for i, text in enumerate(texts) if text in ("many", "much")), None)
    if start is None:
        return []
    found: list[str] = []
    for token in asked[start:]:
        if token.topical:
            found.append(token.stem)
        elif token.text not in ("of", "more") or not found:
            break
    return found
