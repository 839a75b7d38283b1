"""How far two statements are apart: one more than the other, over it or under it, moved from it.

Each side of the question must be held by one statement, and one pair alone may do so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import permutations

from recast_agent.standin.passages.facts import phrase_length
from recast_agent.standin.passages.inquiry import Inquiry
from recast_agent.standin.passages.statements import Statement, conditions
from recast_agent.standin.passages.words import listed, stem

COMPARES = re.compile(
    r"\bhow (?:many|much) (?:\w+ )?(?:more|fewer|less)\b"
    r"|\bhow (?:many|much) (?:\w+ )?\w+er\b.* than "
)
EXCEEDS = re.compile(
    r"\bby how much\b.*\b(?:exceed(?:ed|s)?|surpass(?:ed|es)?|overspen[dt]|overshoo?t|miss(?:ed)?"
    r"|(?:go|went|was|is|are|were|be|come|came|stay|stayed|run|ran|remain|remained)"
    r" (?:over|under|above|below)|(?:fall|fell|falls|drop|dropped) (?:short of|below|under)"
    r"|over|under|above|below)\b"
)
CHANGES = re.compile(r"\b(?:from|between)\b.*\b(?:to|and)\b")
_AGAINST = listed(
    "exceed exceeds exceeded surpass surpassed surpasses overspend overspent overshoot overshot "
    "miss missed stay stayed fall fell falls short drop dropped go went come came run ran remain "
    "remained over under above below"
)
_MOVES = frozenset(
    map(stem, listed(
        "rise grow fall drop decline change lose gain improve climb go increase decrease shrink "
        "jump"
    ))
)  # fmt: skip


def compared(asked: Inquiry, told: Sequence[Statement]) -> str | None:
    """How many more one is than the other."""
    tokens = asked.ask.tokens
    texts = [token.text for token in tokens]
    if "than" not in texts:
        return None
    split = texts.index("than")
    contrast = split + 1
    while contrast < len(tokens) and not tokens[contrast].topical:
        contrast += 1
    stop = contrast + max(1, phrase_length(tokens[contrast:]))
    left, right, both = (
        conditions(part) & asked.words
        for part in (tokens[:split], tokens[split:stop], tokens[stop:])
    )
    return _apart(asked, told, left | both, right | both)


def changed(asked: Inquiry, told: Sequence[Statement]) -> str | None:
    """How much it moved from one time, place or person to another."""
    tokens = asked.ask.tokens
    texts = [token.text for token in tokens]
    start = max(i for i, text in enumerate(texts) if text in ("from", "between"))
    middle = next((i for i in range(start, len(texts)) if texts[i] in ("to", "and")), len(texts))
    held = frozenset[str]().union(*(one.said for one in told))
    moved = conditions(tokens[:start]) & (_MOVES - held)
    if not moved:
        return None
    both = (conditions(tokens[:start]) & asked.words) - moved
    left, right = conditions(tokens[start:middle]), conditions(tokens[middle:])
    return _apart(asked, told, both | left, both | right)


def exceeded(asked: Inquiry, told: Sequence[Statement]) -> str | None:
    """How far it is from what it is held against ("its budget")."""
    tokens = asked.ask.tokens
    places = [i for i, token in enumerate(tokens) if token.text in _AGAINST]
    verbs = {tokens[i].stem for i in places}
    left = (conditions(tokens[: places[0]]) & asked.words) - verbs
    right = (conditions(tokens[places[-1] :]) & asked.words) - verbs
    found = {
        frozenset([one.operand, other.operand])
        for one, other in permutations(_measured(asked, told), 2)
        if left <= one.said
        and right <= other.said
        and not right <= one.said
        and one.sentence == other.sentence
        and one.money == other.money
        and left <= other.said | other.beside
    }
    return _difference(found) if left and right else None


def _apart(
    asked: Inquiry, told: Sequence[Statement], left: frozenset[str], right: frozenset[str]
) -> str | None:
    """The difference of the one pair that holds both sides; what the second side does not repeat
    is told of both, but one word for each of its own."""
    found = set[frozenset[str]]()
    for one, other in permutations(_measured(asked, told), 2):
        own, its = one.said, other.said
        lacks, adds = left - its, right - own
        alike = one.money == other.money
        if alike and left <= own and right <= its and lacks and adds and len(lacks) <= len(adds):
            found.add(frozenset([one.operand, other.operand]))
    return _difference(found)


def _measured(asked: Inquiry, told: Sequence[Statement]) -> list[Statement]:
    return [
        one for one in told
        if one.plain and not one.vague and (one.money or not asked.money)
    ]  # fmt: skip


def _difference(pairs: set[frozenset[str]]) -> str | None:
    if len(pairs) != 1:
        return None
    pair = sorted(next(iter(pairs)))
    return f"abs({' - '.join(pair)})" if len(pair) == 2 else None
