"""The word lists of the text rewriter, as data files beside this module."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import resources

from recast_agent.core.vocabulary import stem, units

Sections = dict[str, tuple[str, ...]]


@cache
def skeleton() -> frozenset[str]:
    """What carries the relations of a passage: function words, time, order, comparison, operations,
    units, light verbs. These words stay."""
    return frozenset(word for line in _lines("skeleton") for word in line.split()).union(*units())


@cache
def measures() -> frozenset[str]:
    """Units and scales that are other words as well (stone, grand): they stay behind a number."""
    return frozenset(word for line in _lines("measures") for word in line.split())


@cache
def apart() -> frozenset[str]:
    """Words that are spelled like forms of a word of the skeleton (founded): they change."""
    return frozenset(word for line in _lines("apart") for word in line.split())


@cache
def particles() -> frozenset[str]:
    """Small words inside names (van, de): they stay where they are written small."""
    return frozenset(word for line in _lines("particles") for word in line.split())


@cache
def prefixes() -> frozenset[str]:
    """Beginnings of compounds (non, pre): they stay before a hyphen."""
    return frozenset(word for line in _lines("prefixes") for word in line.split())


@cache
def misheard() -> frozenset[str]:
    """Stems of words that do not survive being spoken and heard, as measured by
    ``recast_agent.evaluation.spoken_words``. No evidence is disguised with one: its first release
    pins the words, and a later one may be a recording."""
    return frozenset(stem(word) for line in _lines("misheard") for word in line.split())


@cache
def sections(name: str) -> Sections:
    """The words of a list by section, without what must stay."""
    found: dict[str, list[str]] = {}
    section = ""
    for line in _lines(name, comments=True):
        if line.startswith("#"):
            section = line[1:].strip()
        else:
            words = (w for w in line.split() if w.casefold() not in skeleton())
            found.setdefault(section, []).extend(words)
    return {section: tuple(dict.fromkeys(held)) for section, held in found.items()}


@cache
def rows(name: str) -> tuple[tuple[str, ...], ...]:
    """The lines of a list, each a tuple of words that belong together."""
    return tuple(tuple(line.split()) for line in _lines(name))


@cache
def rows_of(name: str, section: str) -> tuple[tuple[str, ...], ...]:
    """The lines of one section of a list."""
    held, inside = [], False
    for line in _lines(name, comments=True):
        if line.startswith("#"):
            inside = line[1:].strip() == section
        elif inside:
            held.append(tuple(line.split()))
    return tuple(held)


@cache
def section_of(name: str) -> dict[str, str]:
    """The first section that has a word, by its lower-case form."""
    held = reversed(sections(name).items())
    return {word.casefold(): section for section, words in held for word in words}


def _lines(name: str, *, comments: bool = False) -> Iterator[str]:
    text = (resources.files(__package__) / "data" / f"{name}.txt").read_text("utf-8")
    for line in text.splitlines():
        if line.strip() and (comments or not line.startswith("#")):
            yield line
