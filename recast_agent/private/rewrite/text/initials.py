"""Acronyms of names that the record also writes out: their letters follow the new names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from recast_agent.private.rewrite.text.ledger import Ledger
from recast_agent.private.rewrite.text.tokens import Token, parts, tokens

_LONGEST = 6
_SMALL = 3


def written_out(texts: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """For every possible acronym (lower case), the words of a name that it abbreviates."""
    found: dict[str, tuple[str, ...]] = {}
    for text in texts:
        for run in _runs(text):
            for first in range(len(run)):
                for end in range(first + 2, min(first + _LONGEST, len(run)) + 1):
                    words = run[first:end]
                    letters = "".join(w.text[0] for w in words).casefold()
                    found.setdefault(letters, tuple(w.text for w in words))
    return found


def initials(words: Sequence[str], ledger: Ledger) -> str:
    """The first letters of what a name is called now."""
    return "".join((ledger.known(word.casefold()) or word)[0].upper() for word in words)


def _runs(text: str) -> Iterator[list[Token]]:
    """Words with a capital that follow each other; small words between them do not count."""
    run: list[Token] = []
    end = 0
    for token in (part for whole in tokens(text) for part in parts(whole)):
        gap = text[end : token.start]
        small = token.text.islower() and len(token.text) <= _SMALL
        if gap not in (" ", "-", " & ") or not (small or token.text[0].isupper()):
            yield run
            run = []
        if token.text[0].isupper():
            run.append(token)
        end = token.end
    yield run
