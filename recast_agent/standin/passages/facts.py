"""The numbers of a problem as facts: what each one counts, and the words around it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from recast_agent.standin.passages.words import CURRENCY, MONEY, Token, listed, read, stem, topic

_EACH = frozenset(["each", "every", "per", "apiece"])
_MORE = listed("more farther further longer taller higher older bigger larger greater")
_LESS = listed("less lesser fewer shorter lower younger smaller")
_LEFT = listed("left remaining remain remains still now")
_WHOLE = frozenset(["total", "altogether", "together", "combined", "all"])
_BRIDGES = frozenset(["of", "more", "other", "another", "new", *CURRENCY, *_MORE, *_LESS])
_BREAKS = frozenset(["and", "or", "but", ",", ";"])
_DETERMINERS = listed("the a an his her their its my our your these those this that")
_ARTICLES = frozenset(["a", "an", "one"])
_COST = frozenset(["cost", "pric", "worth"])
_MONEY = frozenset(map(stem, MONEY))
_QUESTION = re.compile(r"\b(?:how|what|which|find|calculate)\b", re.IGNORECASE)
_CONDITION = re.compile(r"\b(?:if|assuming|supposing|given that)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Fact:
    """``noun`` is what the number counts; ``own`` is said of it alone, ``near`` of its sentence.

    ``each``: the stems of what it stands for once (``5 per day``: day), None where it is no rate.
    ``more``: +1 or -1 where it is the difference to something, which ``base`` names and ``above``
    is what has it.
    """

    operand: str
    noun: frozenset[str]
    own: frozenset[str]
    near: frozenset[str]
    each: frozenset[str] | None
    more: int
    above: frozenset[str]
    base: frozenset[str]
    money: bool
    left: bool
    whole: bool

    @property
    def plain(self) -> bool:
        return self.each is None and not self.more


@dataclass(frozen=True)
class Ask:
    """``noun`` is what is to be counted, ``each`` per what; ``words`` are all that is said."""

    line: str
    tokens: tuple[Token, ...]
    noun: frozenset[str]
    each: frozenset[str] | None
    words: frozenset[str]
    opening: bool
    """Whether what was there at first is told without a number ("had some marbles")."""

    @property
    def money(self) -> bool:
        how_much = r"how much (?:more |less )?(?:money|did|does|will|would|do|is|was|has|have)"
        return self.says(how_much) or bool(self.noun & _MONEY)

    def says(self, pattern: str) -> bool:
        return re.search(rf"\b(?:{pattern})\b", self.line) is not None


def taken_apart(told: str, question: str) -> tuple[tuple[Fact, ...], Ask]:
    """The facts of a problem, those in the conditions of its question too, and what it asks."""
    start = _QUESTION.search(question)
    at = start.start() if start else 0
    condition = _CONDITION.search(question, at)
    stop = condition.start() if condition else len(question)
    tokens = read("\n".join((told, question[:at], question[stop:], question[at:stop])))
    found: list[Fact] = []
    for sentence in sorted({token.sentence for token in tokens}):
        found += _facts(tuple(token for token in tokens if token.sentence == sentence))
    return tuple(found), ask_of(question[at:stop], tokens)


def ask_of(text: str, told: tuple[Token, ...]) -> Ask:
    tokens = read(text, "question")
    texts = [token.text for token in tokens]
    at = next((i + 1 for i, word in enumerate(texts) if word in ("many", "much")), 0)
    if not at and ("number", "of") in pairwise(texts):
        at = texts.index("number") + 2
    noun = counted(tokens[at:]) if at else frozenset[str]()
    each = None
    if not _MORE & set(texts):
        places = [i for i, word in enumerate(texts) if word in _EACH]
        each = head_of(tokens[places[-1] + 1 :]) if places else None
    first = next((i for i, token in enumerate(told) if token.number), len(told))
    opening = any(
        token.text == "some" and (noun & _phrase(told[i + 1 :]) or _both_money(noun, told[i + 1 :]))
        for i, token in enumerate(told[:first])
    )
    return Ask(text.lower(), tokens, noun, each, frozenset(topic(tokens)), opening)


def _both_money(noun: frozenset[str], tokens: tuple[Token, ...]) -> bool:
    return bool(noun & _MONEY) and bool(_phrase(tokens) & _MONEY)


def counted(tokens: tuple[Token, ...]) -> frozenset[str]:
    """What is to be counted, "green and yellow peaches" too."""
    length = phrase_length(tokens)
    if 0 < length < len(tokens) and tokens[length].text == "and":
        return _phrase(tokens) | _phrase(tokens[length + 1 :])
    return _phrase(tokens)


def _phrase(tokens: tuple[Token, ...]) -> frozenset[str]:
    """The stems of the noun phrase that begins a run of words."""
    return frozenset(t.stem for t in tokens[: phrase_length(tokens)] if t.text not in _BRIDGES)


def phrase_length(tokens: Sequence[Token]) -> int:
    """Over how many words the noun phrase goes that begins a run of words."""
    for i, token in enumerate(tokens):
        named = token.number is None and (token.topical or token.text in MONEY)
        within = i > 0 and tokens[i - 1].text == "of" and token.text in _DETERMINERS
        if not (named or within or token.text in _BRIDGES):
            return i
    return len(tokens)


@dataclass(frozen=True)
class _Span:
    """Where a number stands, what is said of it alone, and the group of numbers that share what
    stands behind the last of them ("10 emails and 12 letters in the morning")."""

    at: int
    begin: int
    end: int
    group: tuple[int, int]


def _facts(tokens: tuple[Token, ...]) -> list[Fact]:
    found: list[Fact] = []
    for span in _spans(tokens):
        number = tokens[span.at].number
        if number and number.literal.role in ("quantity", "structural"):
            found.append(_fact(tokens, span, number.operand))
    return found


def _spans(tokens: tuple[Token, ...]) -> list[_Span]:
    places = [i for i, token in enumerate(tokens) if token.number]
    ends = [i + 1 + phrase_length(tokens[i + 1 :]) for i in places]
    cuts, joined = [0], list[bool]()
    for end, following in zip(ends, places[1:], strict=False):
        breaks = [i for i in range(end, following) if tokens[i].text in _BREAKS]
        cuts.append(breaks[-1] if breaks else min(end, following))
        between = {token.text for token in tokens[end:following]}
        joined.append(between <= _BREAKS | CURRENCY)
    cuts.append(len(tokens))
    found = []
    for k, at in enumerate(places):
        first = last = k
        while first and joined[first - 1]:
            first -= 1
        while last < len(joined) and joined[last]:
            last += 1
        found.append(_Span(at, cuts[k], cuts[k + 1], (cuts[first], cuts[last + 1])))
    return found


def _fact(tokens: tuple[Token, ...], span: _Span, operand: str) -> Fact:
    at = span.at
    after = tokens[at + 1 : span.end]
    texts = [token.text for token in after]
    more, base, above = 0, frozenset[str](), frozenset[str]()
    if "than" in texts:
        split = texts.index("than")
        words = set(texts[:split])
        more = 1 if words & _MORE else -1 if words & _LESS else 0
        base, above = frozenset(topic(after[split:])), frozenset(topic(tokens[span.begin : at]))
    group = tokens[span.group[0] : span.group[1]]
    numbers = [i for i, token in enumerate(group) if token.number]
    behind = numbers[-1] + 1
    around = (*group[: numbers[0]], *group[behind + phrase_length(group[behind:]) :])
    here = {token.text for token in group}
    return Fact(
        operand=operand,
        noun=_phrase(after),
        own=frozenset(topic((*tokens[span.begin : span.end], *around))),
        near=frozenset(topic(tokens)),
        each=rate_of(tokens, at, group),
        more=more,
        above=above,
        base=base,
        money=bool({t.text for t in tokens[:at][-1:]} & CURRENCY or set(texts[:2]) & MONEY),
        left=bool(here & _LEFT),
        whole=bool(here & _WHOLE),
    )


def rate_of(tokens: tuple[Token, ...], at: int, group: tuple[Token, ...]) -> frozenset[str] | None:
    """What a rate is for: ``5 per day``, ``5 a day``, ``a pen costs 5``. A sentence that opens with
    "each" makes rates of all its numbers."""
    for i, token in enumerate(group):
        if token.text in _EACH and not _same(group[i + 1 :]):
            return head_of(group[i + 1 :])
    if tokens[0].text in _EACH and not _same(tokens[1:]):
        return head_of(tokens[1:])
    end = at + 1 + phrase_length(tokens[at + 1 :])
    if end > at + 1 and tokens[end : end + 1] and tokens[end].text in _ARTICLES:
        return head_of(tokens[end + 1 :]) or None
    first = next(i for i, token in enumerate(group) if token.number)
    articles = [i for i in range(first) if group[i].text in _ARTICLES]
    if articles and any(token.stem in _COST for token in group[articles[-1] : first]):
        return head_of(group[articles[-1] + 1 :]) - _COST
    return None


def _same(tokens: tuple[Token, ...]) -> bool:
    """Whether a clause only says that all are alike."""
    for token in tokens:
        if token.text in _BREAKS or token.text in _EACH:
            return False
        if token.text == "same":
            return True
    return False


def head_of(tokens: tuple[Token, ...]) -> frozenset[str]:
    """The noun that opens a run of words, without what it is made of."""
    found: list[str] = []
    for token in tokens:
        if token.number or not (token.topical or token.text in MONEY):
            break
        found.append(token.stem)
    return frozenset(found)
