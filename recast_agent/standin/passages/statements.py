"""What a passage states of a number: its noun, its verb and its conditions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from recast_agent.core.vocabulary import MONTHS, WEEKDAYS
from recast_agent.standin.passages.words import Token, stem

_TIMES = {
    stem(word.lower()): kind for kind, names in enumerate((MONTHS, WEEKDAYS)) for word in names
}
_YEARS = -1


@dataclass(frozen=True)
class Statement:
    """``noun`` is what the number counts, ``said`` all the stems that hold for it, those included.

    ``beside`` are those of the number it is held against ("against a budget of"). ``each`` is set
    where it is a rate; ``times`` is then the number of things it is told of ("3 pens at $2 each").
    ``vague``: its sentence tells of a part without its number, or of what is left. ``partitive``:
    it is the whole that the other numbers of its sentence are parts of ("of the 50 students").
    """

    operand: str
    sentence: int
    noun: frozenset[str]
    said: frozenset[str]
    beside: frozenset[str] = frozenset()
    each: frozenset[str] | None = None
    times: str = ""
    money: bool = False
    percent: bool = False
    more: bool = False
    whole: bool = False
    vague: bool = False
    partitive: bool = False

    @property
    def plain(self) -> bool:
        return self.each is None and not self.more and not self.percent


def conditions(tokens: Sequence[Token]) -> frozenset[str]:
    """The stems of a run of words that tell one matter from another."""
    return frozenset(token.stem for token in tokens if token.topical)


def calendar(stems: frozenset[str]) -> frozenset[str]:
    """Those of some stems that name a time: a month, a day of the week, a year."""
    return frozenset(each for each in stems if _time(each) is not None)


def clashes(asked: frozenset[str], said: frozenset[str]) -> bool:
    """Whether what is said is of another time than what is asked, of the same kind."""
    other = {_time(each) for each in calendar(said)}
    meant = calendar(asked)
    return not meant & said and any(_time(each) in other for each in meant)


def over(own: frozenset[str], before: frozenset[str]) -> frozenset[str]:
    """What is said here and before, less the times that the ones here stand for."""
    kinds = {_time(each) for each in calendar(own)}
    return own | {each for each in before if _time(each) is None or _time(each) not in kinds}


def _time(one: str) -> int | None:
    """The kind of time that a stem names."""
    return _YEARS if one.isdigit() else _TIMES.get(one)
