"""Words that one is derived from the other map together: donate, donation, donor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from recast_agent.private.rewrite.text.english import common, readings
from recast_agent.private.rewrite.text.lists import rows

_ENDINGS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("isation", ("ise", "ize", "")), ("ization", ("ize", "ise", "")), ("ically", ("ic", "y")),
    ("ation", ("ate", "e", "")), ("ition", ("ite", "e", "")), ("ator", ("ate",)),
    ("ative", ("ate", "e", "")), ("itive", ("ete", "it", "e")), ("atory", ("ate", "e")),
    ("ment", ("",)), ("ness", ("", "y")), ("ance", ("", "e", "ant", "ate")),
    ("ence", ("", "e", "ent")), ("ancy", ("ant",)), ("ency", ("ent",)), ("ship", ("",)),
    ("hood", ("",)), ("able", ("", "e", "ate")), ("ible", ("", "e")), ("less", ("",)),
    ("ical", ("y", "ic")), ("ious", ("y", "e", "ion")), ("eous", ("e",)), ("some", ("",)),
    ("ward", ("",)), ("wise", ("",)), ("like", ("",)), ("ion", ("", "e", "ate")),
    ("ity", ("", "e", "ous")), ("ive", ("", "e", "ion")), ("ist", ("", "y", "e")),
    ("ism", ("", "y", "e")), ("ian", ("y", "")), ("ant", ("", "e", "ate")), ("ent", ("", "e")),
    ("ize", ("", "y", "e")), ("ise", ("", "y", "e")), ("ify", ("", "e")), ("ous", ("", "y")),
    ("ful", ("", "y")), ("ing", ("", "e")), ("ity", ("",)), ("ery", ("", "e")), ("age", ("", "e")),
    ("ual", ("", "e")), ("ial", ("", "y", "e")), ("ure", ("", "e")), ("dom", ("",)),
    ("ic", ("", "y", "e", "s")), ("al", ("", "e", "y")), ("ly", ("", "y", "le")),
    ("er", ("", "e", "y")), ("or", ("ate", "", "e")), ("ar", ("", "e")), ("ee", ("", "e")),
    ("ed", ("", "e")), ("en", ("", "e")), ("an", ("", "a")), ("th", ("",)), ("y", ("", "e")),
)  # fmt: skip


class Families:
    """Groups lemmas into families; each has one representative."""

    def __init__(self, lemmas: Iterable[str]) -> None:
        self._parent: dict[str, str] = {}
        for lemma in lemmas:
            for root in (*roots(lemma), *_listed().get(lemma, ())):
                self._join(lemma, root)

    def family(self, lemma: str) -> str:
        """The representative of a lemma's family."""
        while (above := self._parent.get(lemma, lemma)) != lemma:
            lemma = above
        return lemma

    def _join(self, one: str, other: str) -> None:
        first, second = self.family(one), self.family(other)
        if first != second:
            self._parent[max(first, second)] = min(first, second)


@cache
def roots(lemma: str) -> tuple[str, ...]:
    """The words that a lemma may be derived from, by its endings, over several steps."""
    found: list[str] = [lemma]
    for one in found:
        found += [base for base in _bases(one) if base not in found]
    return tuple(found[1:])


def _bases(word: str) -> Iterator[str]:
    if word in _underived():
        return
    for ending, instead in _ENDINGS:
        if not word.endswith(ending) or len(word) - len(ending) < 3:
            continue
        trunk = word[: -len(ending)]
        bases = [trunk + one for one in instead]
        if "" in instead and trunk[-1] == trunk[-2]:
            bases.append(trunk[:-1])  # planner, plan
        if "y" not in instead and trunk.endswith("i"):
            bases.append(trunk[:-1] + "y")  # reliance, rely
        known = [b for b in bases if len(b) > 2 and common(b) and is_lemma(b)]
        if known:
            yield known[0]
            return


@cache
def is_lemma(word: str) -> bool:
    """Whether a word is the base form of a common word."""
    return any(lemma == word for _, lemma in readings(word))


@cache
def _underived() -> frozenset[str]:
    """Words that only look derived from another one (flower, corner)."""
    return frozenset(word for row in rows("underived") for word in row)


@cache
def _listed() -> dict[str, tuple[str, ...]]:
    """Families whose members have no ending in common."""
    return {word: (row[0],) for row in rows("related") for word in row}


def grouped(lemmas: Sequence[str]) -> dict[str, str]:
    """The family of every lemma."""
    families = Families(lemmas)
    return {lemma: families.family(lemma) for lemma in lemmas}
