"""Words of the skeleton that are names where they are capitalised: Best Buy, Next, North Korea."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from recast_agent.core.literals import NUMBER_WORDS
from recast_agent.core.vocabulary import aggregates, calendar_index, units
from recast_agent.private.rewrite.text.lists import rows_of, skeleton
from recast_agent.private.rewrite.text.names import person_section
from recast_agent.private.rewrite.text.tagged import Tagged
from recast_agent.private.rewrite.text.tokens import Token, parts, tokens

_GIVEN_TOO = frozenset(["will", "may", "max"])
_NAMED = frozenset(
    ["PERSON", "ORG", "GPE", "LOC", "FAC", "PRODUCT", "WORK_OF_ART", "NORP", "EVENT", "LAW"]
)
_DATED = ("DATE", "TIME", "ORDINAL", "CARDINAL", "QUANTITY", "MONEY", "PERCENT")
_ACTS = re.compile(
    r" (?:has|had|buys|bought|sells|sold|gives|gave|eats|ate|gets|got|pays|paid|spends|spent|earns"
    r"|earned|wants|needs|finds|found|lost|won) (?:\d|an?\b|some\b|twice\b|half\b|two\b|three\b"
    r"|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b)"
)
"""Who does so is a person or a firm."""

_FUNCTION = ("IN", "DT", "CC", "TO", "PRP", "PRP$", "WDT", "WP", "WRB", "PDT")
"""What titles begin with, and compounds of common words: On the Origin, In-game."""

_VERBS = ("VBZ", "VBD", "VBP", "MD", "POS")
_NUMBERED = re.compile(r"[ .#-]*(?:\d|[IVX]+\b|[A-Z]\b(?![a-z'’]))")
_LINE = re.compile(r"[|\n\t]|(?<!\bMr)(?<!\bMs)(?<!\bDr)(?<!\bMrs)(?<!\bSt)[.?!;] (?=[A-Z])")
_TITLE = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|Sir)\.? \Z")
_WORDS = re.compile(r"(?<![^\W\d_'’])[^\W\d_]+")
_REACH = 200
_DATE_BEFORE = re.compile(
    r"\b(?:in|on|by|since|until|till|from|to|through|of|during|before|after|and|between|early|late"
    r"|last|next|this|every|each|mid|or|for)[ -]\Z|[-–—,/|(]\s?\Z|\d\s\Z",
    re.IGNORECASE,
)


def named(fields: Sequence[Tagged]) -> frozenset[str]:
    """Keys of words of the skeleton, and of months and weekdays, that name someone or something."""
    found: set[str] = set()
    dates = dated(fields)  # one name for both would move the date
    for field in fields:
        words = [part for whole in tokens(field.text) for part in parts(whole)]
        for at, token in enumerate(words):
            if not token.text[0].isupper() or token.key in found:
                continue
            before, after = (_beside(words, at, step, field.text) for step in (-1, 1))
            if calendar_index(token.text) is not None and token.key not in _GIVEN_TOO:
                if token.key not in dates and _a_person(token, field, before, after):
                    found.add(token.key)
            elif token.key in skeleton() and _a_name(token, field, before, after, found):
                found.add(token.key)
    return frozenset(found)


def dated(fields: Sequence[Tagged]) -> frozenset[str]:
    """Keys of months and weekdays that stand as dates do."""
    return frozenset(
        token.key
        for field in fields
        for token in tokens(field.text)
        if calendar_index(token.text) is not None and _of_a_date(token, field.text)
    )


def in_heading(text: str, start: int) -> bool:
    """Whether a word stands in a line, a cell or a sentence written like a title or in capitals."""
    head, tail = text[max(0, start - _REACH) : start], text[start : start + _REACH]
    line = _LINE.split(head)[-1] + _LINE.split(tail)[0]
    small = _listed("small") | NUMBER_WORDS
    return not any(word.islower() and word not in small for word in _WORDS.findall(line))


def _beside(words: Sequence[Token], at: int, step: int, text: str) -> Token | None:
    """The neighbour that is capitalised too, with a space alone between them."""
    if not 0 <= at + step < len(words):
        return None
    first, second = sorted((words[at], words[at + step]), key=lambda t: t.start)
    other = words[at + step]
    alike = other.text[0].isupper() and text[first.end : second.start] in (" ", "-")
    return other if alike and other.key not in _listed("never") else None


def _of_a_date(token: Token, text: str) -> bool:
    """Whether a month or weekday stands as dates do: ``in June``, ``June 5``, ``June to``."""
    behind = re.match(r"\.?,? ?\d|s?\b,? (?:and|to|or)\b", text[token.end : token.end + 8])
    return bool(behind or _DATE_BEFORE.search(text[max(0, token.start - 12) : token.start]))


def _a_person(token: Token, field: Tagged, before: Token | None, after: Token | None) -> bool:
    """A month or weekday that is a given name or a surname."""
    word = field.word(token)
    if word is None:
        return False
    beside = any(t is not None and calendar_index(t.text) is None for t in (before, after))
    acts = field.following.get(token.start, "") in _VERBS and word.tag.startswith("NNP")
    return word.entity == "PERSON" or acts or (beside and word.entity in _NAMED)


def _a_name(
    token: Token, field: Tagged, before: Token | None, after: Token | None, found: set[str]
) -> bool:
    word = field.word(token)
    if (
        token.key in _listed("never")
        or word is None
        or (token.text.isupper() and len(token.text) > 1)
    ):
        return False
    proper, following = word.tag.startswith("NNP"), field.following.get(token.start, "")
    if token.key in _GIVEN_TOO:
        if not token.opens:
            return True
        return proper or following in _VERBS[:3] or following in ("CC", "POS")
    if _TITLE.search(field.text[max(0, token.start - 6) : token.start]):
        return True
    if before is not None and (before.key in found or person_section(before.key) in ("her", "him")):
        return not field.text.endswith("the ", 0, token.start)
    if in_heading(field.text, token.start) or _numbered(token, field.text):
        return False
    if before is None and after is None and word.tag in _FUNCTION:
        return False
    measured = token.key in _measured()
    if before is not None or after is not None:
        if word.entity in _NAMED or (proper and _stranger(before, after)):
            return True
        return not (measured or token.opens or word.entity in _DATED)
    if _ACTS.match(field.text, token.end) and word.tag in ("NN", "NNP"):
        return True
    if token.opens:
        return proper and following in _VERBS and not measured
    if word.entity in _DATED:
        head = field.text[max(0, token.start - 12) : token.start]
        return following in (*_VERBS, "VB") and not _DATE_BEFORE.search(head)
    return word.entity in _NAMED or not measured


@cache
def _listed(section: str) -> frozenset[str]:
    """What names nothing (never), what reports write with a capital, what titles write small."""
    return frozenset(word for row in rows_of("capitals", section) for word in row)


@cache
def _measured() -> frozenset[str]:
    """What a report writes with a capital though it names nobody: Total, Net, Fiscal."""
    return aggregates() | _listed("reports") | set().union(*units())


def _stranger(before: Token | None, after: Token | None) -> bool:
    """Whether a neighbour is no word of the skeleton."""
    return any(t is not None and t.key not in skeleton() for t in (before, after))


def _numbered(token: Token, text: str) -> bool:
    """``Level 3``, ``Part II``, ``Class A`` count something."""
    return _NUMBERED.match(text, token.end) is not None
