"""Whether a transcript is English: a recogniser that knows no other language writes what it hears
of one in syllables, which no dictionary holds.
"""

from __future__ import annotations

import re
from functools import lru_cache

from recast_agent.core.speech.sounds import in_dictionary

LEAST_KNOWN, LEAST_KNOWN_IN_DOUBT = 0.6, 0.85
"""The least share of known words; more where the recogniser half believes itself.

Measured: passages of four English sets, names and all, hold at least 0.75, and clear English has a
belief above -0.66. German, Spanish, French and Italian sounds: a belief below -0.84, at most 0.74.
"""

_DOUBT = -0.75
"""A mean log probability between those of English and of another language."""

_FEWEST = 4
"""Words that say something."""

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")


def is_english(transcript: str, belief: float) -> bool:
    """Whether its words are English ones; too few words are taken for English.

    ``belief`` is the least mean log probability of its parts.
    Raises InputError(speech_not_installed).
    """
    words = _WORD.findall(transcript)
    if len(words) < _FEWEST:
        return True
    known = sum(_is_known(word.casefold().replace("’", "'")) for word in words)
    least = LEAST_KNOWN_IN_DOUBT if belief < _DOUBT else LEAST_KNOWN
    return known / len(words) >= least


@lru_cache(maxsize=20_000)
def _is_known(word: str) -> bool:
    from lemminflect import getAllLemmas

    plain = word.removesuffix("'s")
    lemmas = {lemma for found in getAllLemmas(plain).values() for lemma in found}
    return any(map(in_dictionary, {word, plain, *lemmas}))
