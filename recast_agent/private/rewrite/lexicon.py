"""Assignments in the making: fresh names and words of a theme, each used for one original only."""

from __future__ import annotations

import random
from collections.abc import Iterator

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.vocabulary import ORDERED, calendar_index
from recast_agent.private.rewrite.analysis import Word, inflected
from recast_agent.private.rewrite.dictionary import Dictionary, Entry, Kind
from recast_agent.private.rewrite.theme import Theme

_POOLS = {"NOUN": "nouns", "PROPN": "nouns", "VERB": "verbs", "AUX": "verbs", "ADJ": "adjectives"}
_TAGS = {"NNPS": "NNS", "NNP": "NN"}


class Lexicon:
    """Extends a dictionary. Prior entries never change; ``rng`` decides everything new."""

    def __init__(self, theme: Theme, prior: Dictionary | None, rng: random.Random) -> None:
        self._theme = theme
        self._prior = prior or Dictionary(theme=theme.name)
        self._new: list[Entry] = []
        self._surrogate_of = {e.original.casefold(): e.surrogate for e in self._prior.entries}
        self._used = {e.surrogate.casefold() for e in self._prior.entries}
        self._names = self._stream(theme.names, theme.adjectives, rng)
        self._pools = {
            pool: self._stream(getattr(theme, pool), theme.adjectives, rng)
            for pool in ("nouns", "verbs", "adjectives")
        }
        self._rng = rng
        self._months: dict[int, int] = {
            index: ORDERED.index(e.surrogate)
            for e in self._prior.entries
            if e.kind == "calendar" and (index := calendar_index(e.original)) is not None
        }

    def dictionary(self) -> Dictionary:
        """Everything assigned so far."""
        return self._prior.extended(tuple(self._new))

    def known(self, original: str) -> str | None:
        """The replacement assigned to a phrase, or None."""
        return self._surrogate_of.get(original.casefold())

    def name(self, original: str, kind: Kind) -> str:
        """The replacement of a whole label."""
        return self.known(original) or self._assign(original, next(self._names), kind)

    def assign(self, original: str, surrogate: str, kind: Kind) -> str:
        """Record a replacement that was composed elsewhere. Raises Withheld where it is taken."""
        held = self.known(original)
        if held is not None:
            return held
        if surrogate.casefold() in self._used:
            raise Withheld(Code.REWRITE_INVALID, "two labels would get one name")
        return self._assign(original, surrogate, kind)

    def word(self, word: Word) -> str:
        """The replacement of a content word in the same inflection, by part of speech."""
        held = self.known(word.text)
        if held is not None:
            return held
        pool = _POOLS.get(word.pos, "nouns")
        lemma = self.known(word.lemma) if word.lemma != word.text.casefold() else None
        tag = _TAGS.get(word.tag, word.tag)
        form = inflected(lemma, tag).casefold() if lemma and " " not in lemma else ""
        if not form or form in self._used:
            # another surface form of the same word took it: a fresh word keeps this one apart
            lemma = next(
                w for w in self._pools[pool] if inflected(w, tag).casefold() not in self._used
            )
            form = inflected(lemma, tag).casefold()
            if word.lemma != word.text.casefold() and not self.known(word.lemma) and form != lemma:
                self._assign(word.lemma, lemma, "word")
        return self._assign(word.text.casefold(), form, "word")

    def calendar(self, word: str, words: list[str]) -> str:
        """Months and weekdays onto the spelling alphabet, in order; ``words`` are all that occur.

        Two spellings of one month get one name; its inverse is the first spelling.
        """
        held = self.known(word)
        if held is not None:
            return held
        index = calendar_index(word)
        assert index is not None
        self._place({i for w in words if (i := calendar_index(w)) is not None} | {index})
        surrogate = ORDERED[self._months[index]]
        if surrogate.casefold() in self._used:
            self._surrogate_of[word.casefold()] = surrogate
            return surrogate
        return self._assign(word, surrogate, "calendar")

    def _place(self, indexes: set[int]) -> None:
        """Give each month or weekday a letter, all at once or between those that have one."""
        missing = sorted(indexes - set(self._months))
        if not self._months:
            chosen = sorted(self._rng.sample(range(len(ORDERED)), len(missing)))
            self._months.update(zip(missing, chosen, strict=True))
            return
        for index in missing:
            low = max((p for i, p in self._months.items() if i < index), default=-1)
            high = min((p for i, p in self._months.items() if i > index), default=len(ORDERED))
            if high - low < 2:
                raise Withheld(Code.REWRITE_INVALID, "no room for another month or weekday")
            self._months[index] = self._rng.randint(low + 1, high - 1)

    def _assign(self, original: str, surrogate: str, kind: Kind) -> str:
        self._new.append(Entry(original=original, surrogate=surrogate, kind=kind))
        self._surrogate_of[original.casefold()] = surrogate
        self._used.add(surrogate.casefold())
        return surrogate

    def _stream(
        self, pool: tuple[str, ...], adjectives: tuple[str, ...], rng: random.Random
    ) -> Iterator[str]:
        """Unused words of a pool in random order, then pairs of an adjective and such a word."""
        words = rng.sample(pool, len(pool))
        pairs = [f"{a.title() if w[0].isupper() else a} {w}" for a in adjectives for w in words]
        rng.shuffle(pairs)
        for word in (*words, *pairs):
            if word.casefold() not in self._used:
                yield word
        raise Withheld(Code.REWRITE_INVALID, "the theme has no further words")
