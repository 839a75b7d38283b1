"""A transcript in the spelling of its question: the name that was heard is the one asked for.

Nothing is hinted to the recogniser, and no number is touched: words that sound alike are written
alike, so that both are one word to whoever reads them.
"""

from __future__ import annotations

import itertools
import re

from recast_agent.core.speech.compare import NAME_LIMIT, WORD_LIMIT, near
from recast_agent.core.speech.sounds import sound_distance, sound_of
from recast_agent.core.vocabulary import CONTENT, in_skeleton, stem

_LEAST = 3
"""Letters of a word that is looked for."""


def spelled_as_asked(transcript: str, question: str) -> str:
    """The transcript, each word of the question that it lacks put for what was heard instead.

    That is one other word, or two: none that the question has, the nearest by sound, and no other
    as near.
    Raises InputError(speech_not_installed).
    """
    heard, asked = _words(transcript), _words(question)
    free = [word for key, word in heard.items() if key not in asked]
    free += _pairs(transcript, free)
    for key, word in asked.items():
        if key in heard or not free:
            continue
        ranked = sorted((sound_distance(_sound(word), _sound(one)), one) for one in free)
        nearest = ranked[0][1]
        sure = len(ranked) == 1 or ranked[1][0] > ranked[0][0]
        if sure and _may_be(word, nearest, ranked[0][0]):
            transcript = _replaced(transcript, nearest, word)
            free = [one for one in free if not {*one.split()} & {*nearest.split()}]
    return transcript


def _words(text: str) -> dict[str, str]:
    """The content words of a text by their stems, as first written."""
    found: dict[str, str] = {}
    for match in CONTENT.finditer(text):
        if len(match[0]) >= _LEAST and not in_skeleton(text, match.start(), match.end()):
            found.setdefault(stem(match[0]), match[0])
    return found


def _pairs(text: str, free: list[str]) -> list[str]:
    """Words side by side that could be one: ``wood cutters``."""
    keys = {word.casefold() for word in free}
    words = list(CONTENT.finditer(text))
    pairs = (
        f"{one[0]} {other[0]}"
        for one, other in itertools.pairwise(words)
        if text[one.end() : other.start()] == " "
        and {one[0].casefold(), other[0].casefold()} <= keys
    )
    return list(dict.fromkeys(pairs))


def _sound(words: str) -> str:
    return "".join(map(sound_of, words.split()))


def _may_be(asked: str, heard: str, distance: float) -> bool:
    name = asked[0].isupper() and heard[0].isupper()
    if " " in heard:
        return distance <= (NAME_LIMIT if name else WORD_LIMIT) / 2
    return near(asked.casefold(), heard.casefold(), name=name)


def _replaced(text: str, heard: str, asked: str) -> str:
    """Every mention, its capital and its number kept."""

    def spelled(match: re.Match[str]) -> str:
        word = _plural(asked) if match["s"] else _singular(asked)
        return word[0].upper() + word[1:] if match[0][0].isupper() else word.lower()

    trunk = _singular(heard)
    return re.sub(rf"\b{re.escape(trunk)}(?P<s>s?)\b", spelled, text, flags=re.IGNORECASE)


def _plural(word: str) -> str:
    return word if word.endswith("s") else word + "s"


def _singular(word: str) -> str:
    return word.removesuffix("s") if stem(word) == word.casefold().removesuffix("s") else word
