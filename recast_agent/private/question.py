"""What a question and its choices must be before anything is kept of them."""

from __future__ import annotations

from recast_agent.core.errors import Code, InputError
from recast_agent.core.vocabulary import WORD, foreign, skeleton

MAX_CHOICES = 100
_SHARED = frozenset(["a", "an", "in", "on", "plus", "was", "es", "me", "no", "so"])
"""English words that are words of the other languages too: they speak for neither."""
_NAMES = frozenset(["mit", "oder", "entre", "qual", "sono"])
"""Words of the other languages that a question may begin with as names (MIT, the Oder)."""


def checked_question(question: str, choices: tuple[str, ...], limit: int) -> None:
    """An empty question is one that the evidence asks itself: see ``needs_question``.

    Raises InputError(question_empty | question_too_long | question_invalid).
    """
    if not isinstance(question, str):
        raise InputError(Code.QUESTION_INVALID, "the question is a text")
    if question and not question.strip():
        raise _empty("ask a question about the evidence")
    listed = isinstance(choices, tuple | list) and all(isinstance(c, str) for c in choices)
    if not listed or len(choices) > MAX_CHOICES:
        hint = f"choices are a tuple of at most {MAX_CHOICES} texts"
        raise InputError(Code.QUESTION_INVALID, hint)
    if len(question) > limit or any(len(choice) > limit for choice in choices):
        raise InputError(Code.QUESTION_TOO_LONG, f"ask in at most {limit} characters")
    if any(0xD800 <= ord(char) < 0xE000 for text in (question, *choices) for char in text):
        raise InputError(Code.QUESTION_INVALID, "the question holds half a character")
    if _in_another_language(question):
        hint = "ask in English: names may stay as the evidence spells them"
        raise InputError(Code.QUESTION_INVALID, hint, where="question")


def _in_another_language(question: str) -> bool:
    """Whether more of its small words are another language's than English. Capitals are left out
    after the first word: they are names (Los Angeles)."""
    found = list(enumerate(match[0] for match in WORD.finditer(question)))
    words = [
        word.casefold()
        for n, word in found
        if word.islower() or (n == 0 and word.casefold() not in _NAMES)
    ]
    others = sum(word in foreign() for word in words)
    return others > sum(word in skeleton() - _SHARED for word in words)


def needs_question(question: str, kind: str) -> None:
    """That a question is given, unless the evidence is a recording, which may ask it.

    Raises InputError(question_empty).
    """
    if not question and kind != "audio":
        raise _empty("ask a question about the evidence: only a recording may hold its own")


def _empty(hint: str) -> InputError:
    return InputError(Code.QUESTION_EMPTY, hint)
