"""Replacement words by part of speech and meaning, in an order that the key decides."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from recast_agent.private.rewrite.text.english import syncretic
from recast_agent.private.rewrite.text.lists import rows, sections
from recast_agent.private.rewrite.theme import Theme

T = TypeVar("T")

_MATERIALS = (
    "cedar", "amber", "copper", "velvet", "marble", "willow", "ivory", "bronze", "maple", "silver",
    "coral", "walnut", "linen", "granite", "crystal", "birch", "pewter", "bamboo", "satin", "slate",
)  # fmt: skip
_AGAIN = ("re", "co", "over", "out", "under")


class Supply:
    """Pools of words in random order; those of the theme come first."""

    def __init__(self, theme: Theme, rng: random.Random) -> None:
        self._rng = rng
        self._pools: dict[str, list[str]] = {}
        own = {"thing": theme.nouns, "action": theme.verbs, "quality": theme.adjectives,
               "other": theme.names}  # fmt: skip
        undrawn = {word for row in rows("undrawn") for word in row}
        for name in ("nouns", "verbs", "adjectives", "people", "places"):
            for section, words in sections(name).items():
                drawn = [w for w in words if w not in undrawn]
                self._pools[section] = [*self._shuffled(own.get(section, ()))]
                self._pools[section] += self._shuffled(drawn)
        self._pools["irregular"] = self._shuffled([row[0] for row in rows("irregular")])

    def nouns(self, *pools: str) -> Iterator[str]:
        """Nouns of the first pool, then of the next ones, then compounds without end in sight."""
        yield from self.words(*pools, "thing")
        for material in self._shuffled(_MATERIALS):
            yield from (f"{material}-{noun}" for noun in self._pools["thing"])

    def verbs(self, forms: str, *pools: str) -> Iterator[str]:
        """Verbs whose past and participle are alike in the same way (``syncretic``)."""
        first = () if forms == "regular" else (forms,)
        plain = list(self.words(*first, *pools, "action", "rest"))
        yield from (v for v in plain if syncretic(v) == forms)
        yield from (f"{again}-{v}" for again in _AGAIN for v in plain if syncretic(v) == "regular")

    def adjectives(self, *pools: str) -> Iterator[str]:
        """Adjectives, then compounds."""
        yield from self.words(*pools, "quality")
        for material in self._shuffled(_MATERIALS):
            yield from (f"{material}-{adjective}" for adjective in self._pools["quality"])

    def words(self, *pools: str) -> Iterator[str]:
        """The words of some pools as they are."""
        for pool in pools:
            yield from self._pools[pool]

    def rows(self, held: Sequence[T]) -> list[T]:
        """Rows that belong together, in random order."""
        return self._shuffled(held)

    def letters(self, length: int, free: Callable[[str], bool], alphabet: str) -> Iterator[str]:
        """Random strings of letters."""
        for _ in range(400):
            word = "".join(self._rng.sample(alphabet, length))
            if free(word):
                yield word

    def sample(self, numbers: Sequence[int], count: int) -> list[int]:
        """Some of the numbers, in order."""
        return sorted(self._rng.sample(numbers, count))

    def _shuffled(self, words: Sequence[T]) -> list[T]:
        held = list(words)
        self._rng.shuffle(held)
        return held
