"""Assignments in the making: fresh names and words of a theme, each used for one original only."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator, Sequence

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.vocabulary import MONTHS, ORDERED, WEEKDAYS, calendar_index, stem
from recast_agent.private.rewrite.analysis import Word, inflected
from recast_agent.private.rewrite.dictionary import Dictionary, Entry, Kind
from recast_agent.private.rewrite.theme import Theme, themes

_POOLS = {"VERB": "verbs", "AUX": "verbs", "ADJ": "adjectives"}
_TAGS = {"NNPS": "NNS", "NNP": "NN"}
_ADVERBS = (
    "calmly", "neatly", "gently", "softly", "bravely", "kindly", "gladly", "warmly", "boldly",
    "wisely", "proudly", "politely", "quietly", "smoothly", "swiftly", "eagerly", "firmly",
    "keenly", "merrily", "nimbly", "tidily", "loyally", "jointly", "fondly",
)  # fmt: skip
CURRENCIES = {
    "$": "dollars", "€": "euros", "£": "pounds", "¥": "yen", "₹": "rupees", "₽": "rubles",
    "₩": "won", "₺": "lira", "₴": "hryvnias", "₫": "dong", "₦": "nairas", "₱": "pesos",
    "₪": "shekels", "฿": "baht", "₡": "colones", "₸": "tenge", "₾": "lari", "₵": "cedis",
    "₿": "bitcoins", "¢": "cents",
}  # fmt: skip
"""Currency signs and how they are read; a sign and its name get one replacement."""


class Lexicon:
    """Extends a dictionary. Prior entries never change; ``rng`` decides everything new.

    ``avoid`` are the stems of the source: no replacement is ever one of them.
    """

    def __init__(
        self, theme: Theme, prior: Dictionary | None, avoid: frozenset[str], rng: random.Random
    ) -> None:
        self._prior = prior or Dictionary(theme=theme.name)
        self._new: list[Entry] = []
        self._surrogate_of = {e.original.casefold(): e.surrogate for e in self._prior.entries}
        self._used = {e.surrogate.casefold() for e in self._prior.entries}
        self._avoid = avoid
        self._rng = rng
        self._pools = {
            pool: self._words(getattr(theme, pool), [getattr(t, pool) for t in themes()])
            for pool in ("nouns", "verbs", "adjectives")
        }
        self._pools["adverbs"] = self._words(_ADVERBS, [])
        self._names = self._words(theme.names, [_pairs(theme)])
        self._calendar: dict[int, str] = {}
        for entry in self._prior.entries:
            self._alias(entry.original, entry.surrogate)

    def dictionary(self) -> Dictionary:
        """Everything assigned so far."""
        return self._prior.extended(tuple(self._new))

    def known(self, original: str) -> str | None:
        """The replacement assigned to a phrase, or None."""
        return self._surrogate_of.get(original.casefold())

    def name(self, original: str, kind: Kind) -> str:
        """The replacement of a whole label."""
        held = self.known(original)
        if held is not None:
            return held
        return self._assign(original, next(n for n in self._names if self._free(n)), kind)

    def names_in_order(self, originals: Sequence[str], kind: Kind) -> None:
        """Steps of a scale onto names in alphabetical order; steps with a name keep theirs."""
        fresh = [o for o in originals if self.known(o) is None]
        drawn = sorted(itertools.islice(filter(self._free, self._names), len(fresh)))
        for original, name in zip(fresh, drawn, strict=True):
            self._assign(original, name, kind)

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
        tag = _TAGS.get(word.tag, word.tag)
        other_form = word.lemma != word.text.casefold()
        lemma = self.known(word.lemma) if other_form else None
        form = inflected(lemma, tag).casefold() if lemma and " " not in lemma else ""
        if not form or not self._free(form):
            # another surface form of the same word took it: a fresh word keeps this one apart
            lemma, form = self._fresh(word.pos, tag)
            if other_form and not self.known(word.lemma) and form != lemma:
                self._assign(word.lemma, lemma, "word")
        return self._assign(word.text.casefold(), form, "word")

    def currency(self, sign: str) -> str:
        """The replacement of a currency sign, and of its name from then on."""
        held = self.known(sign) or self.known(CURRENCIES[sign])
        if held is not None:
            return held
        return self._assign(sign, self._fresh("NOUN", "NNS")[1], "unit")

    def calendar(self, word: str, words: Iterable[str]) -> str:
        """Months and weekdays onto the spelling alphabet, in order, all of them at once, so that a
        later question finds room. ``words`` are those of the record, in its own spelling.

        Two spellings of one month get one name; its inverse is the first spelling.
        """
        index = calendar_index(word)
        assert index is not None
        if not self._calendar:
            self._place(
                {i: w for w in reversed(list(words)) if (i := calendar_index(w)) is not None}
            )
        return self._calendar[index]

    def _place(self, spelled: dict[int, str]) -> None:
        full = [name.capitalize() for name in (*MONTHS, *WEEKDAYS)]
        free = [letter for letter in ORDERED if self._free(letter)]
        if len(free) < len(full):
            raise Withheld(Code.REWRITE_INVALID, "no letters left for months and weekdays")
        chosen = sorted(self._rng.sample(range(len(free)), len(full)))
        for index, place in enumerate(chosen):
            self._assign(spelled.get(index, full[index]), free[place], "calendar")

    def _fresh(self, pos: str, tag: str) -> tuple[str, str]:
        pool = "adverbs" if pos == "ADV" else _POOLS.get(pos, "nouns")
        for lemma in self._pools[pool]:
            form = lemma if pool == "adverbs" else inflected(lemma, tag).casefold()
            if self._free(form) and self._free(lemma):
                return lemma, form
        raise Withheld(Code.REWRITE_INVALID, "the themes have no further words")

    def _free(self, surrogate: str) -> bool:
        parts = surrogate.casefold().split()
        return surrogate.casefold() not in self._used and not {stem(p) for p in parts} & self._avoid

    def _assign(self, original: str, surrogate: str, kind: Kind) -> str:
        self._new.append(Entry(original=original, surrogate=surrogate, kind=kind))
        self._used.add(surrogate.casefold())
        self._surrogate_of[original.casefold()] = surrogate
        self._alias(original, surrogate)
        return surrogate

    def _alias(self, original: str, surrogate: str) -> None:
        """Other spellings of an original that the dictionary does not list."""
        index = calendar_index(original) if surrogate in ORDERED else None
        if index is not None:
            self._calendar.setdefault(index, surrogate)
        if original in CURRENCIES:
            name = CURRENCIES[original]
            for spelling in (name, name.removesuffix("s")):
                self._surrogate_of.setdefault(spelling, surrogate)

    def _words(self, own: Iterable[str], reserves: Iterable[Iterable[str]]) -> Iterator[str]:
        """Words in random order, then those of the reserves."""
        for pool in (own, sorted({word for reserve in reserves for word in reserve})):
            words = list(pool)
            self._rng.shuffle(words)
            yield from words


def _pairs(theme: Theme) -> list[str]:
    """Names of two words, for tables longer than a theme."""
    before = (*theme.adjectives, *theme.nouns)
    return [f"{word.capitalize()} {name}" for word in before for name in theme.names]
