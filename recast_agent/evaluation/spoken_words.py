"""Which replacement words survive being spoken and heard: writes the list of those that do not.

``python -m recast_agent.evaluation.spoken_words`` speaks every word of the rewriter's lists in each
of its forms a few times, in sentences of other words, and hears them again; it takes about half an
hour on two cores. The result is the data file ``misheard.txt`` beside the lists; the rewriter of
recordings draws none of it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from recast_agent.core.errors import InputError
from recast_agent.core.speech.compare import differences
from recast_agent.core.speech.items import items_of
from recast_agent.core.speech.transcribe import transcribe
from recast_agent.private.rewrite import text
from recast_agent.private.rewrite.text.english import inflect, readings
from recast_agent.private.rewrite.text.lists import rows, sections
from recast_agent.private.rewrite.theme import themes
from recast_agent.released.reconstruct.voice import speak

FILE = Path(text.__file__).parent / "data" / "misheard.txt"
FAMILIES = ("families", "fields", "irregular")

_TAGS = {"N": ("NNS",), "V": ("VBD", "VBG")}
"""The forms of a noun and of a verb, by Penn tag."""

_TOGETHER = 16
"""Words of one recording: about one window of the recogniser."""

_TIMES = 3
"""How often each word is heard, each time among others."""

_FRAMES = ("Then {} told {} about it.", "The {} and the {} were new.")
"""Sentences for names and for other words, two of them in each."""


def vocabulary() -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names and other words that the rewriter may draw."""
    names = {w for k in ("people", "places") for held in sections(k).values() for w in held}
    words = {w for k in ("nouns", "verbs", "adjectives") for s in sections(k).values() for w in s}
    words |= {w for kind in FAMILIES for row in rows(kind) for w in row if w.isalpha()}
    for theme in themes():
        words |= {*theme.nouns, *theme.verbs, *theme.adjectives}
        names |= set(theme.names)
    return tuple(sorted(names)), tuple(sorted(words - names))


def forms(word: str) -> set[str]:
    """A word as it may stand in a text: pestles, erasing."""
    parts = [part for part, _ in readings(word)] or ["N"]  # a rare word is the name of a thing
    tags = {tag for part in parts for tag in _TAGS.get(part, ())}
    return {word, *(inflect(word, tag) for tag in tags)}


def misheard(words: Sequence[str], frame: str) -> set[str]:
    """The words that were heard as something else more than once in three times."""
    failed: Counter[str] = Counter()
    rng = random.Random(0)  # noqa: S311 - a measurement, repeatable
    for turn in range(_TIMES):
        # the second and third time only those that failed before, among other words
        again = list(words) if turn == 0 else sorted(w for w in words if failed[w])
        rng.shuffle(again)
        for group in _grouped(again, words, rng):
            failed.update(_failing(group, frame, seed=turn))
    return {word for word in words if failed[word] > 1}


def _grouped(
    chosen: Sequence[str], all_words: Sequence[str], rng: random.Random
) -> Iterator[list[str]]:
    for at in range(0, len(chosen), _TOGETHER):
        group = list(chosen[at : at + _TOGETHER])
        yield group + rng.sample(all_words, _TOGETHER - len(group))


def _failing(group: Sequence[str], frame: str, seed: int) -> set[str]:
    pairs = zip(group[::2], group[1::2], strict=True)
    said = " ".join(frame.format(*pair) for pair in pairs)
    try:
        heard = transcribe(speak(said, seed=seed, speed=1.0)).text
    except InputError:
        return set(group)
    items = items_of(said)
    wrong = {
        items[n].word
        for one in differences(said, heard)
        for n in range(max(0, one.place - 1), min(len(items), one.place + 2))
    }
    return {word for word in group if wrong & {item.word for item in items_of(word)}}


def write(found: Iterable[str]) -> None:
    """The list as a data file, sorted, a line for each initial."""
    lines: dict[str, list[str]] = {}
    for word in sorted(found, key=str.casefold):
        lines.setdefault(word[0].casefold(), []).append(word)
    FILE.write_text("".join(" ".join(line) + "\n" for line in lines.values()), encoding="utf-8")


def main() -> None:
    """Measure and write; prints the counts. A word once misheard stays on the list: which words it
    stands among is chance.
    """
    names, words = vocabulary()
    base = {form: word for word in words for form in forms(word)}
    found = misheard(names, _FRAMES[0])
    found |= {base[form] for form in misheard(sorted(base), _FRAMES[1])}
    found |= {*FILE.read_text(encoding="utf-8").split()} & {*names, *words}
    write(found)
    print(f"{len(found)} of {len(names) + len(words)} words are misheard")  # noqa: T201


if __name__ == "__main__":
    main()
