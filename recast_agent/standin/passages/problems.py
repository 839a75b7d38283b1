"""Problems of one or two steps, told in common phrasing: what is asked of which facts."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import permutations

from recast_agent.standin.passages.facts import Ask, Fact, taken_apart
from recast_agent.standin.passages.words import Token, listed

_BEYOND = re.compile(
    r"\b(?:twice|thrice|half|halves|halfway|doubled?|tripled?|quadrupled?|thirds?|quarters?|fifths?"
    r"|times|percent|percentage|dozens?|discounts?|profits?|interest|same rate)\b|%|\d/\d",
    re.IGNORECASE,
)
"""Multiples and parts of what is told elsewhere, and trade: it does not follow them."""

_OTHER = re.compile(r"\b(?:average|mean|maximum|minimum|estimate)\b", re.IGNORECASE)

_ASIDE = 2
"""More facts left aside than this: the problem takes further steps."""

Step = Callable[[Ask, Sequence[Fact]], str | None]


def solve(told: str, question: str) -> str | None:
    """A program for what a problem asks, or None where the phrasing is not known."""
    facts, ask = taken_apart(told, question)
    if not facts or _BEYOND.search(f"{told} {question}") or _OTHER.search(question):
        return None
    for step in _STEPS:
        found = step(ask, facts)
        if found and "protected(" in found:
            unused = len(facts) - sum(fact.operand in found for fact in facts)
            return f"answer = {found}" if unused <= _ASIDE else None
    return None


def asks_count(question: str) -> bool:
    """Whether a question asks for a count, which in a problem is worked out, not read off."""
    return re.search(r"\bhow (?:many|much)\b", question, re.IGNORECASE) is not None


def compared(ask: Ask, facts: Sequence[Fact]) -> str | None:
    """How many more one has than another."""
    if not ask.says(r"how (?:many|much) (?:more|fewer|less)|how much \w+er|difference"):
        return None
    left, right = _sides(ask.tokens)
    sides = [fact for fact in facts if fact.each is None]
    if ask.says(_STATE):
        sides = [fact for fact in sides if fact.left] or sides
    if len(sides) < 2 or (len(sides) > 2 and not ask.says("than|difference")):
        return None  # what is needed beside all that there is

    def fit(pair: tuple[Fact, Fact]) -> float:
        one, other = pair
        good = len(one.own & left) + len(other.own & right)
        cross = len(one.own & (right - left)) + len(other.own & (left - right))
        nouns = bool(one.noun & left) + bool(other.noun & (right | ask.noun))
        return 2 * good + 3 * nouns - 2 * cross

    one, other = max(permutations(sides, 2), key=fit)
    if one.whole != other.whole and len(sides) == 2:
        whole, part = (one, other) if one.whole else (other, one)
        return f"abs({whole.operand} - 2 * {part.operand})"
    return f"abs({one.operand} - {other.operand})"


def _sides(tokens: tuple[Token, ...]) -> tuple[set[str], set[str]]:
    """The words on both sides of "than"; what a verb adds to a named second one is of both."""
    texts = [token.text for token in tokens]
    split = texts.index("than") if "than" in texts else len(texts)
    stop = next((i for i in range(split, len(texts)) if texts[i] in _AUXILIARY), len(texts))
    if not any(token.topical for token in tokens[split:stop]):
        stop = len(texts)
    left, right, both = (
        {token.stem for token in part if token.topical}
        for part in (tokens[:split], tokens[split:stop], tokens[stop:])
    )
    return left | both, right | both


def shared(ask: Ask, facts: Sequence[Fact]) -> str | None:
    """How much falls to each."""
    if ask.each is None:
        return None
    plain = [fact for fact in facts if fact.plain]
    whole = _best(ask, [f for f in plain if _counts(ask, f) and not f.noun & ask.each - ask.noun])
    rest = [fact for fact in plain if fact is not whole]
    by = _best(ask, [f for f in rest if f.noun & ask.each] or (rest if len(rest) == 1 else []))
    if whole is None and by is not None:
        others = [fact for fact in plain if fact is not by]
        whole = others[0] if len(others) == 1 else None
    return f"{whole.operand} / {by.operand}" if whole and by else None


def grouped(ask: Ask, facts: Sequence[Fact]) -> str | None:
    """How many groups there are of a given size."""
    rate = _best(ask, [f for f in facts if f.each and f.each & ask.noun])
    if rate is None:
        return None
    others = [f for f in facts if f is not rate and not f.more]
    same = [f for f in others if f.noun & rate.noun or (f.money and rate.money)]
    whole = _best(ask, same or (others if len(others) == 1 else []))
    return f"{whole.operand} / {rate.operand}" if whole else None


def rated(ask: Ask, facts: Sequence[Fact]) -> str | None:
    """A rate times its number, or a whole over its rate."""
    rates = [fact for fact in facts if fact.each is not None]
    others = [fact for fact in facts if fact.plain]
    if not (rates and others):
        return None
    asked = [f for f in rates if _counts(ask, f)]
    if ask.each and any(ask.each & (f.each or set()) for f in asked):
        return None  # it asks for the rate itself
    if asked or ask.says("in all|altogether|in total|total"):
        chosen = asked or rates
        if len({fact.each for fact in chosen}) > 1:
            return _products(ask, chosen, others)
        counts = [f for f in others if f.noun & (chosen[0].each or set())]
        if len(chosen) > 1 and len(counts or others) > 1:
            return None  # each of them has its own number
        count = _best(ask, counts or others)
        together = " + ".join(fact.operand for fact in chosen)
        return f"({together}) * {count.operand}" if count else None
    rate = _best(ask, rates)
    if rate is None:
        return None
    same = [f for f in others if f.noun & rate.noun or (f.money and rate.money)]
    whole = _best(ask, same or (others if len(others) == 1 else []))
    return f"{whole.operand} / {rate.operand}" if whole else None


def _products(ask: Ask, rates: Sequence[Fact], counts: Sequence[Fact]) -> str | None:
    """Each rate times its own number, together."""
    found = []
    for rate in rates:
        count = _best(ask, [fact for fact in counts if fact.noun & (rate.each or set())])
        if count is None:
            return None
        found.append(f"{rate.operand} * {count.operand}")
    return " + ".join(found)


def related(ask: Ask, facts: Sequence[Fact]) -> str | None:
    """One is given, the other by how much more or less it is."""
    ties = [fact for fact in facts if fact.more]
    bases = [fact for fact in facts if not fact.more]
    if not (ties and bases):
        return None
    tie = max(ties, key=lambda fact: len(fact.above & ask.words))
    base = max(bases, key=lambda fact: len(fact.near & tie.base))
    if len(ties) > 1 and not base.near & (tie.base - tie.above):
        return None  # it is told of another difference
    above, below = tie.above - tie.base, tie.base - tie.above
    upward = len(base.near & below) >= len(base.near & above)
    sign = "+" if (tie.more > 0) == upward else "-"
    other = f"{base.operand} {sign} {tie.operand}"
    return f"{base.operand} + {other}" if ask.says(_TOGETHER) else other


def remaining(ask: Ask, facts: Sequence[Fact]) -> str | None:
    """What is left of a first number."""
    if not ask.says(_STATE):
        return None
    first, *rest = _relevant(ask, facts)
    if any(fact.left for fact in rest):
        return None
    return " - ".join(fact.operand for fact in (first, *rest)) if rest else None


def changed(ask: Ask, facts: Sequence[Fact]) -> str | None:
    """What was there at first, or what was taken: the end is given."""
    chosen = _relevant(ask, facts)
    ends = [fact for fact in chosen if fact.left]
    if len(chosen) < 2 or len(ends) != 1 or ask.says(_TOGETHER):
        return None
    others = [fact for fact in chosen if fact is not ends[0]]
    if ask.says(_FIRST) and any(fact.near & _GAINED for fact in others):
        return " - ".join(fact.operand for fact in (ends[0], *others))
    if ask.opening or ask.says(_FIRST):
        return " + ".join(fact.operand for fact in (ends[0], *others))
    parts = " - ".join(fact.operand for fact in (*others, *ends))
    return parts if len(others) == 1 else None


def parted(ask: Ask, facts: Sequence[Fact]) -> str | None:
    """The rest of a whole."""
    chosen = _relevant(ask, facts)
    wholes = [fact for fact in chosen if fact.whole]
    if len(wholes) != 1 or len(chosen) < 2 or ask.says(_TOGETHER):
        return None
    parts = [fact.operand for fact in chosen if fact is not wholes[0]]
    return " - ".join([wholes[0].operand, *parts])


def summed(ask: Ask, facts: Sequence[Fact]) -> str | None:
    """All that is counted."""
    chosen = _relevant(ask, facts)
    if len(chosen) < 2 or not (ask.noun or ask.money or ask.says(_TOGETHER)):
        return None
    if len({fact.left for fact in chosen}) > 1:
        return None  # what there was and what there is now are no parts of one sum
    return " + ".join(fact.operand for fact in chosen)


def _counts(ask: Ask, fact: Fact) -> bool:
    """Whether a fact counts what is asked for; "how big is each group of" names it later."""
    noun = ask.noun or (ask.words - (ask.each or set()))
    return bool(fact.noun & noun) or (ask.money and fact.money)


def _best(ask: Ask, facts: Sequence[Fact]) -> Fact | None:
    """The fact of which the question says most; the first of equals, parts before a whole."""
    return max(facts, key=lambda f: (len(f.own & ask.words), not f.whole), default=None)


def _relevant(ask: Ask, facts: Sequence[Fact]) -> list[Fact]:
    """The facts that count what is asked for, those of which the question says most."""
    plain = [fact for fact in facts if fact.each is None] or list(facts)
    counted = [fact for fact in plain if _counts(ask, fact)] or plain
    fits = [len(fact.own & ask.words) for fact in counted]
    top = [fact for fact, fit in zip(counted, fits, strict=True) if fit == max(fits)]
    return top if len(top) > 1 else counted


_STATE = "left|remain|remains|remaining|still"
_TOGETHER = "altogether|in all|in total|together|combined|total|both"
_AUXILIARY = listed("did do does is are was were has have had")
_FIRST = "first|initially|originally|begin|beginning|start|started|before"
_GAINED = frozenset(["find", "get", "receiv", "buy", "pick", "earn", "win", "add", "collect"])
_STEPS: tuple[Step, ...] = (
    compared,
    shared,
    grouped,
    rated,
    related,
    remaining,
    changed,
    parted,
    summed,
)
