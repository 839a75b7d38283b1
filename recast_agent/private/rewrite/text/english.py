"""What is known of an English word by itself: whether it is one, its parts of speech, its forms."""

from __future__ import annotations

from functools import cache

from recast_agent.private.rewrite.analysis import inflected
from recast_agent.private.rewrite.text.lists import rows

_PARTS = {"NOUN": "N", "VERB": "V", "ADJ": "A", "ADV": "R"}


@cache
def readings(word: str) -> tuple[tuple[str, str], ...]:
    """The (part of speech, lemma) pairs of a lower-case word; none where it is no common word."""
    from lemminflect import getAllLemmas

    found = getAllLemmas(word)
    return tuple((_PARTS[upos], lemmas[0]) for upos, lemmas in found.items() if upos in _PARTS)


@cache
def common(word: str) -> bool:
    """Whether a lower-case word is one of the dictionary, no name alone."""
    return bool(readings(word))


@cache
def inflect(lemma: str, tag: str) -> str:
    """A form of a word by Penn tag; of a compound with a hyphen, its last part changes."""
    head, hyphen, tail = lemma.rpartition("-")
    form = _irregular().get((tail, tag)) or inflected(tail, tag).casefold()
    return head + hyphen + form


@cache
def syncretic(lemma: str) -> str:
    """Which forms of a verb are alike: its past and participle (``regular``), none
    (``irregular``), or all three (``invariant``)."""
    past, participle = inflect(lemma, "VBD"), inflect(lemma, "VBN")
    if past != participle:
        return "irregular"
    return "invariant" if past == lemma else "regular"


@cache
def agent(verb: str) -> str:
    """Who does it: ``carver``, ``knitter``."""
    return inflect(verb, "VBG").removesuffix("ing") + "er"


@cache
def quality(adjective: str) -> str:
    """``neatness``, ``dizziness``."""
    return (adjective[:-1] + "i" if _ends_in_y(adjective) else adjective) + "ness"


@cache
def adverb(adjective: str) -> str:
    """``neatly``, ``gently``, ``dizzily``, ``magnetically``."""
    if _ends_in_y(adjective):
        return adjective[:-1] + "ily"
    if adjective.endswith("le") and adjective[-3:-2] not in "aeiou":
        return adjective[:-1] + "y"
    return adjective + ("ally" if adjective.endswith("ic") else "ly")


def _ends_in_y(word: str) -> bool:
    return len(word) > 2 and word.endswith("y") and word[-2] not in "aeiou"


@cache
def _irregular() -> dict[tuple[str, str], str]:
    """Forms where the tables would give a second-rate one (``weaved``)."""
    forms: dict[tuple[str, str], str] = {}
    for base, past, participle in rows("irregular"):
        forms |= {(base, "VBD"): past, (base, "VBN"): participle}
    return forms
