"""How words sound: spellings of one sound share a key, near sounds have near keys.

The pronunciations are those of the embedded synthesiser: General American, in one letter a sound.
"""

from __future__ import annotations

import threading
from functools import cache, lru_cache
from typing import Any

from rapidfuzz.distance import Levenshtein

from recast_agent.core.speech.extra import speech_extra

_MERGED = str.maketrans("TᵊʌɜɐᵻɔɒQ", "təəəəɪɑɑO", "ˈˌː.,!?;:'’ -")
"""Sounds that listeners do not keep apart, and marks that are no sounds."""

_lock = threading.Lock()


@lru_cache(maxsize=20_000)
def sound_of(word: str) -> str:
    """The sounds of a word without stress; its letters where it has no pronunciation.

    Raises InputError(speech_not_installed).
    """
    plain = word.casefold().replace("’", "'")
    with _lock:
        spoken = _pronunciations()(plain).translate(_MERGED)
    return spoken or plain


def sound_distance(one: str, other: str) -> float:
    """0 (the same sounds) to 1, between two results of ``sound_of``."""
    return float(Levenshtein.normalized_distance(one, other))


def in_dictionary(word: str) -> bool:
    """Whether a word in lower case stands in the dictionary of pronunciations, none made up.

    Raises InputError(speech_not_installed).
    """
    with _lock:
        held = _pronunciations().lexicon
    return word in held.golds or word in held.silvers


@cache
def _pronunciations() -> Any:
    with speech_extra():
        from hibari.g2p import G2P
    return G2P()
