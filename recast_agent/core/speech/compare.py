"""What was heard, held against what should be said: quantities exactly and in order, words by
their sound, so that homophones, spellings and joined words count as themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from rapidfuzz.distance import Levenshtein

from recast_agent.core.errors import InputError
from recast_agent.core.speech.items import Item, items_of, said_alike
from recast_agent.core.speech.sounds import sound_distance, sound_of
from recast_agent.core.vocabulary import MONTHS, WEEKDAYS, stem, units

NAME_LIMIT, WORD_LIMIT = 0.4, 0.25
"""The largest distance of sounds at which a name, or another word, counts as itself: names are
misheard more often, and no other word of the text may be as near."""

_SHORT = 3
"""Words of so few sounds must be heard exactly: had and has, not and now."""

_ALIKE = (frozenset(["a", "an", "the"]), frozenset(["and", "an", "in"]),
          frozenset(["than", "then"]))  # fmt: skip
"""Unstressed words that are swallowed or taken for each other and decide nothing."""

_SWALLOWED = frozenset(["a", "an", "the", "and"])
_TELLING = frozenset(
    ["before", "after", "increase", "increased", "increases", "decrease", "decreased", "decreases",
     "more", "fewer", "less", "most", "least", "then", "than", "above", "below", "under", "over",
     "first", "last", "never", "ever", "always", "without", "within", "remain", "remained", "each",
     "every", "exceed", "exceeded", "minus", "plus", "percent", *MONTHS, *WEEKDAYS]
)  # fmt: skip
_BLOCK = 80
"""Items of a stretch that differs; a longer one is another text."""


class Difference(NamedTuple):
    """``place`` is the item of the expected text at which ``heard`` was heard instead."""

    kind: Literal["quantity", "word"]
    place: int
    heard: str


class _Pair(NamedTuple):
    """Items ``a0:a1`` of the expected text and ``b0:b1`` of what was heard."""

    a0: int
    a1: int
    b0: int
    b1: int
    same: bool


def differences(expected: str, heard: str) -> tuple[Difference, ...]:
    """Every place at which something else was heard. Raises InputError(speech_not_installed)."""
    comparison = _Comparison(expected, heard)
    return tuple(comparison.difference(pair) for pair in comparison.pairs if not pair.same)


def sounds_as(expected: str, heard: str) -> bool:
    """Whether a name may have been heard so, however it is written. No where there is no voice to
    say it."""
    if not 0 < len(heard.strip()) <= 2 * len(expected) + _SHORT:
        return False
    try:
        return not differences(expected, heard)
    except InputError:
        return False


def unheard_numbers(expected: str, heard: str) -> tuple[int, ...]:
    """Offsets of the numbers of ``expected`` that ``heard`` contradicts; one that only ``heard``
    has contradicts its neighbour."""
    comparison = _Comparison(expected, heard)
    numbers = [n for n, item in enumerate(comparison.a) if item.value is not None]
    found = set()
    for pair in comparison.pairs:
        if not pair.same and comparison.difference(pair).kind == "quantity":
            inside = [n for n in numbers if pair.a0 <= n < pair.a1]
            found |= set(inside or sorted(numbers, key=lambda n: abs(n - pair.a0))[:1])
    return tuple(comparison.a[n].start for n in sorted(found))


def respelled(expected: str, heard: str) -> str:
    """What was heard, in the spelling of ``expected`` wherever it is the same."""
    comparison = _Comparison(expected, heard)
    parts, end = [], 0
    for pair in comparison.pairs:
        start, stop = comparison.span(comparison.a, pair.a0, pair.a1, end)
        if pair.same:
            parts.append(expected[end:stop])
        else:
            first, last = comparison.span(comparison.b, pair.b0, pair.b1, 0)
            parts += [expected[end:start], f" {heard[first:last]} " if last > first else ""]
        end = max(end, stop)
    return "".join([*parts, expected[end:]])


def likeness(expected: str, heard: str) -> float:
    """The share, 0 to 1, of the expected words that were heard in their place."""
    comparison = _Comparison(expected, heard)
    right = sum(pair.a1 - pair.a0 for pair in comparison.pairs if pair.same)
    return right / max(1, len(comparison.a))


def unattributed(expected: str, heard: str) -> tuple[int, ...]:
    """Items of ``heard`` that are no number and no word of ``expected``: neither in their place nor
    anywhere else in it."""
    comparison = _Comparison(expected, heard)
    placed = {n for pair in comparison.pairs if pair.same for n in range(pair.b0, pair.b1)}
    return tuple(
        n for n, item in enumerate(comparison.b) if n not in placed and not comparison.holds(item)
    )


def homophones(text: str) -> tuple[str, ...]:
    """Names of a text that sound like another name of it: heard, they are one."""
    names = sorted(_names(text, items_of(text)))
    sounds = [sound_of(name) for name in names]
    return tuple(n for n, sound in zip(names, sounds, strict=True) if sounds.count(sound) > 1)


class _Comparison:
    def __init__(self, expected: str, heard: str) -> None:
        self.a, self.b = items_of(expected), items_of(heard)
        self._heard = heard
        self._names = _names(expected, self.a)
        self._words = {item.word for item in self.a if item.value is None}
        self.pairs = tuple(self._aligned())

    def holds(self, said: Item) -> bool:
        """Whether the expected text has what was heard, wherever it stands."""
        if said.value is not None:
            return any(said_alike(item, said) for item in self.a)
        return said.word in _SWALLOWED or any(
            near(word, said.word, word in self._names) for word in self._words
        )

    def difference(self, pair: _Pair) -> Difference:
        """The difference that a pair makes, as the released side may see it."""
        both = (*self.a[pair.a0 : pair.a1], *self.b[pair.b0 : pair.b1])
        kind: Literal["quantity", "word"] = (
            "quantity" if any(item.value is not None for item in both) else "word"
        )
        first, last = self.span(self.b, pair.b0, pair.b1, 0)
        return Difference(kind, pair.a0, self._heard[first:last])

    @staticmethod
    def span(items: Sequence[Item], first: int, last: int, before: int) -> tuple[int, int]:
        """Offsets of a run of items; an empty run lies before the item that follows it."""
        if first < last:
            return items[first].start, items[last - 1].end
        place = items[first].start if first < len(items) else before
        return place, place

    def _aligned(self) -> Iterator[_Pair]:
        one, other = [_identity(i) for i in self.a], [_identity(i) for i in self.b]
        a0 = b0 = None
        for op in Levenshtein.opcodes(one, other):
            if op.tag != "equal":
                a0, b0 = (op.src_start, op.dest_start) if a0 is None else (a0, b0)
                continue
            if a0 is not None and b0 is not None:
                yield from self._block(a0, op.src_start, b0, op.dest_start)
            a0 = b0 = None
            for n in range(op.src_end - op.src_start):
                a, b = op.src_start + n, op.dest_start + n
                yield _Pair(a, a + 1, b, b + 1, True)
        if a0 is not None and b0 is not None:
            yield from self._block(a0, len(self.a), b0, len(self.b))

    def _block(self, a0: int, a1: int, b0: int, b1: int) -> Iterator[_Pair]:
        """The cheapest way to take two stretches for each other, step by step."""
        if max(a1 - a0, b1 - b0) > _BLOCK:
            yield _Pair(a0, a1, b0, b1, False)
            return
        best: dict[tuple[int, int], tuple[float, tuple[_Pair, ...]]] = {(a0, b0): (0.0, ())}
        for i in range(a0, a1 + 1):
            for j in range(b0, b1 + 1):
                cost, path = best[i, j]
                for step, price in self._steps(i, a1, j, b1):
                    to = step.a1, step.b1
                    if to not in best or cost + price < best[to][0]:
                        best[to] = cost + price, (*path, step)
        yield from best[a1, b1][1]

    def _steps(self, i: int, a1: int, j: int, b1: int) -> Iterator[tuple[_Pair, float]]:
        if i < a1:
            swallowed = self.a[i].word in _SWALLOWED
            yield _Pair(i, i + 1, j, j, swallowed), 0.3 if swallowed else 1.0
        if j < b1:
            swallowed = self.b[j].word in _SWALLOWED
            yield _Pair(i, i, j, j + 1, swallowed), 0.3 if swallowed else 1.0
        for n, m in ((1, 1), (2, 1), (1, 2), (2, 2)):
            if i + n <= a1 and j + m <= b1:
                same = self._same(self.a[i : i + n], self.b[j : j + m])
                if same or n == m == 1:
                    yield _Pair(i, i + n, j, j + m, same), 0.1 if same else 1.5

    def _same(self, own: Sequence[Item], said: Sequence[Item]) -> bool:
        if any(item.value is not None for item in (*own, *said)):
            return len(own) == len(said) == 1 and said_alike(own[0], said[0])
        name = any(item.word in self._names for item in own)
        if len(own) == len(said) == 1:
            another = said[0].word in self._words and stem(said[0].word) != stem(own[0].word)
            if another and not any({own[0].word, said[0].word} <= pair for pair in _ALIKE):
                return sound_of(own[0].word) == sound_of(said[0].word)
            return near(own[0].word, said[0].word, name)
        if _telling({item.word for item in (*own, *said)}):
            return False
        one, other = ("".join(sound_of(item.word) for item in side) for side in (own, said))
        return sound_distance(one, other) <= (NAME_LIMIT if name else WORD_LIMIT)


def near(own: str, said: str, name: bool) -> bool:
    """Whether a word (lower case) may have been heard as another; ``name``: it is one."""
    if stem(own) == stem(said) or any({own, said} <= pair for pair in _ALIKE):
        return True
    one, other = sound_of(own), sound_of(said)
    if one == other:
        return True
    if len(one) <= _SHORT or _telling({own, said}):
        return False
    return sound_distance(one, other) <= (NAME_LIMIT if name else WORD_LIMIT)


def _telling(words: set[str]) -> bool:
    """Whether one of the words decides something: then it is heard exactly or not at all."""
    return any(
        word in _TELLING or word.endswith("n't") or any(word in unit for unit in units())
        for word in words
    )


def _names(text: str, items: Sequence[Item]) -> frozenset[str]:
    """Words that are never written small."""
    large: set[str] = set()
    small: set[str] = set()
    for item in items:
        (large if text[item.start : item.start + 1].isupper() else small).add(item.word)
    return frozenset(large - small)


def _identity(item: Item) -> str:
    return f"#{item.value.normalize()}" if item.value is not None else sound_of(item.word)
