"""Whether a program rests on what its question names, before it is given as an answer.

Problems are worked out, and facts found, by their likeness to a question. Here that is held against
the words of the question: one that the passage does not tell, or tells of another number alone, is
evidence that is missing.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from recast_agent.standin.passages.apart import COMPARES
from recast_agent.standin.passages.inquiry import Inquiry, inquiry
from recast_agent.standin.passages.sentences import statements
from recast_agent.standin.passages.statements import Statement, calendar, clashes
from recast_agent.standin.passages.words import Token, listed, read, stem

SHORT = 120
"""Words of a passage that is read word by word, and that may be a problem to work out."""
_MANNER = frozenset(map(stem, listed(
    "left remaining big small far old long tall wide high deep fast heavy large need day"
)))  # fmt: skip
"""Words for how much there is, and of what."""
_REMAINDER = re.compile(
    r"\b(?:left|remain|remains|remaining|still|not|by how many|by how much"
    r"|how (?:many|much) more)\b|n['’]t\b"
)
_TOTAL = re.compile(r"\b(?:altogether|in all|in total|total|together)\b")
_OPERATIONS = re.compile(
    r"\b(?:how (?:many|much) (?:more|fewer|less|higher|lower|older|longer)|altogether|in all"
    r"|in total|combined|average|mean|per)\b"
)


def worked_out(passage: tuple[Token, ...], question: str, program: str) -> bool:
    """Whether the program of a problem uses all that its question names."""
    asked = inquiry(passage, question)
    told = statements(passage)
    if not _dated(passage, asked):
        return False
    if _REMAINDER.search(asked.ask.line) and "-" not in program:
        return False
    if asked.unit and any(one.money and one.each for one in told):
        return False  # prices are told, and none of them is that of what is asked
    chosen = [one for one in told if one.operand in program]
    own = statements(read(question, "question"))
    if own:  # the question tells more of the problem
        parts = chosen + [one for one in own if one.operand in program]
        return all(one.operand in program for one in own) and (_works(program) or _alike(parts))
    if not asked.said <= {token.stem for token in passage} | _MANNER:
        return False
    if _TOTAL.search(asked.ask.line) and any(one.money and one not in chosen for one in told):
        return not asked.money
    return not chosen or any(one.more for one in chosen) or _holds(asked, chosen, program)


def _holds(asked: Inquiry, chosen: Sequence[Statement], program: str) -> bool:
    """Whether the numbers of a program, taken together, are told of what is asked."""
    held = [one.said for one in chosen]
    every = frozenset[str]().union(*held)
    if "abs(" in program:
        named = all(not one.noun or one.noun & asked.said for one in chosen)
        return named and asked.said <= every | _MANNER
    if _works(program):
        return True
    # of a sum, all parts are what is asked
    every = every.difference(frozenset.intersection(*held), *asked.options)
    return not asked.said & every


def _works(program: str) -> bool:
    """Whether a program does more than add."""
    return bool(set(program) & set("-*/"))


def _alike(some: Sequence[Statement]) -> bool:
    """Whether numbers may be added: they count the same, or all are money."""
    if all(one.money for one in some):
        return True
    return bool(frozenset.intersection(*(one.noun for one in some)))


def looked_up(passage: tuple[Token, ...], question: str, program: str) -> bool:
    """Whether a number that was found in a text is that of which the question speaks."""
    asked = inquiry(passage, question)
    if not _dated(passage, asked) or COMPARES.search(asked.ask.line):
        return False  # how much more one is than the other is no number of the text
    operation = _OPERATIONS.search(asked.ask.line)
    if operation and stem(operation[0].split()[-1]) not in {token.stem for token in passage}:
        return False
    told = statements(passage)
    chosen = [one for one in told if one.operand in program]
    rivals = [one for one in told if one not in chosen and asked.kind(one)]
    by = asked.ask.says("by how much")
    if any(one.each and not one.each & asked.over and not asked.unit for one in chosen):
        return False  # a rate, where not the rate is asked
    share = asked.ask.says("percent|percentage")
    if share and any(not one.percent for one in chosen):
        return False
    unlike = bool(chosen) and not any(asked.kind(one) for one in chosen)
    exact = asked.unit or by or ((rivals or unlike) and (asked.ask.noun or asked.money))
    if exact and not any(asked.said <= _around(passage, one) for one in chosen):
        return False
    return not chosen or any(not _belongs_elsewhere(asked, one, told) for one in chosen)


def _around(passage: tuple[Token, ...], one: Statement) -> frozenset[str]:
    """What is said of a number; in a long text, all that its sentence says."""
    if len(passage) <= SHORT:
        return one.said
    return one.said | {token.stem for token in passage if token.sentence == one.sentence}


def _belongs_elsewhere(asked: Inquiry, chosen: Statement, told: Sequence[Statement]) -> bool:
    """Whether a number is told of another time, or another of the same noun holds a word of the
    question that this one lacks."""
    held = asked.said & (chosen.said | chosen.noun)
    return clashes(asked.said, chosen.said) or any(
        bool((asked.said & one.said) - held)
        for one in told
        if one.operand != chosen.operand and one.noun & chosen.noun & asked.said
    )


def _dated(passage: tuple[Token, ...], asked: Inquiry) -> bool:
    """Whether a passage tells of every time that a question names."""
    return calendar(asked.said) <= {token.stem for token in passage}
