"""What a question asks of statements: the words that must hold, side by side where it compares."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from recast_agent.standin.passages.facts import Ask, ask_of
from recast_agent.standin.passages.statements import Statement, conditions
from recast_agent.standin.passages.words import CURRENCY, MONEY, Token, listed, stem

_COMPARATIVES = listed(
    "older younger taller shorter longer higher lower larger smaller bigger heavier lighter "
    "farther further greater cheaper"
)
_TOTALS = listed("together combined overall sum")
_OPERATORS = frozenset(map(stem, _COMPARATIVES | _TOTALS | MONEY))
_LIGHT = frozenset(map(stem, listed("cost price priced pay spend charge worth earn make take get")))
"""What money does, in whatever words the passage tells it."""
_GROUPING = frozenset(map(stem, listed("day week month quarter hour time")))
_UNIT = re.compile(
    r"\bhow much (?:is|was|are|were|does|did|do) (?:a|an|one|each|every)\b"
    r"|\b(?:price|cost) (?:of|per|for) (?:a|an|one|each|every)?\b|\bcost (?:each|apiece)\b"
    r"|\bhow much (?:did|does|do|is|was) each\b"
)


@dataclass(frozen=True)
class Inquiry:
    """``words`` must all be accounted for; ``options`` are alternatives told with "and", of which
    each statement holds one. ``over`` is what it is asked per."""

    ask: Ask
    words: frozenset[str]
    options: tuple[frozenset[str], ...]
    over: frozenset[str]
    unit: bool
    money: bool
    loose: bool
    """Whether a word for what money does was not asked to be in the passage."""

    @property
    def said(self) -> frozenset[str]:
        """All that a question names, without what money does."""
        return self.words - _LIGHT

    def kind(self, one: Statement) -> bool:
        """Whether a statement is of what is asked for: money, a share or what the noun says."""
        if self.money:
            return one.money
        if self.ask.noun:
            return not one.money and bool(one.noun & self.ask.noun)
        return True

    def covers(self, one: Statement, words: frozenset[str] | None = None) -> bool:
        return (self.words if words is None else words) <= one.said


def inquiry(passage: tuple[Token, ...], question: str) -> Inquiry:
    """Raises nothing; a question of no words asks for nothing that can be covered."""
    ask = ask_of(question, passage)
    told = {token.stem for token in passage}
    tokens = _without_grouping(ask.tokens)
    unit = bool(_UNIT.search(ask.line))
    over = (ask.each or frozenset()) - _LIGHT - _OPERATORS
    words = conditions(tokens) - _OPERATORS
    if ask.says("(?:be|is|are|was|were) found"):
        words -= {stem("found")}  # where it is, not who finds it
    money = ask.money and any(token.text in CURRENCY | MONEY for token in passage)
    light = frozenset[str]()
    if money:
        light = words & ((_LIGHT if unit else _LIGHT - told) | {stem("cost")})
    return Inquiry(ask, words - light, _options(tokens), over, unit, money, bool(light))


def _without_grouping(tokens: Sequence[Token]) -> tuple[Token, ...]:
    """A question without what it only groups by ("over the three months", "per day")."""
    kept: list[Token] = []
    for i, token in enumerate(tokens):
        before = tokens[i - 1] if i else None
        grouped = before and (before.text in ("per", "both", "all") or before.number)
        if not (grouped and token.stem in _GROUPING):
            kept.append(token)
    return tuple(kept)


def _options(tokens: Sequence[Token]) -> tuple[frozenset[str], ...]:
    """The single words told one after the other with an "and" before the last."""
    at = next((i for i, token in enumerate(tokens) if token.text == "and"), 0)
    behind = [token for token in tokens[at + 1 : at + 3] if token.topical][:1]
    if not (at and behind and tokens[at - 1].topical):
        return ()
    found = [tokens[at - 1].stem]
    i = at - 2
    while i > 0 and tokens[i].text == "," and tokens[i - 1].topical:
        found.append(tokens[i - 1].stem)
        i -= 2
    return (*(frozenset([each]) for each in reversed(found)), frozenset([behind[0].stem]))
