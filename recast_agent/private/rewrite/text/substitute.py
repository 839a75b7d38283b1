"""Text through a dictionary and back: every word in its place, case and articles follow."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from recast_agent.private.rewrite.dictionary import Dictionary
from recast_agent.private.rewrite.text.tokens import LETTER, Token

_ARTICLE = re.compile(r"(?<![^\W_])([Aa])n?(?= ['\"“‘(]?\Z)")
_VOWEL = re.compile(
    r"(?!eu|uni(?!m|n)|use|usu|ut[eio]|ura|uk|one|once)[aeiou]|hour|hon(?:est|or|our)|heir"
)
_SPELLED = re.compile(r"[AEFHILMNORSX](?:[A-Z]+s?\Z|\.)")


def substituted(text: str, words: Iterator[Token], replacement: Callable[[Token], str]) -> str:
    """The text with each of the words, given in order, replaced."""
    parts: list[str] = []
    end = 0
    for token in words:
        made = replacement(token)
        parts += [_ARTICLE.sub(rf"\1{_n(made)}", text[end : token.start]), made]
        end = token.end
    return "".join([*parts, text[end:]])


def cased(made: str, written: str, usual: str) -> str:
    """A replacement written like the word it stands for differs from its ``usual`` spelling."""
    if written == usual:
        return made
    if written.islower():
        return made.lower()
    if written.isupper() and len(written) > 1:
        return made.upper()
    return made[0].upper() + made[1:] if written[0].isupper() else made


def inverted(text: str, dictionary: Dictionary) -> str:
    """Rewritten text with the source's words: exact but for the case of oddly written words."""
    entries = {e.surrogate.casefold(): e for e in dictionary.entries}
    if not entries:
        return text
    longest = sorted(entries, key=len, reverse=True)
    found = (
        Token(m[0], m.start(), m.end(), False)
        for m in re.finditer("|".join(map(_bounded, longest)), text, re.IGNORECASE)
    )

    def original(token: Token) -> str:
        entry = entries[token.text.casefold()]
        return cased(entry.original, token.text, entry.surrogate)

    return substituted(text, found, original)


def _bounded(surrogate: str) -> str:
    """A replacement as a pattern: words are not found inside of words, signs are."""
    word = re.escape(surrogate)
    before = rf"(?<!{LETTER})" if surrogate[0].isalpha() else ""
    return before + word + (rf"(?!{LETTER})" if surrogate[-1].isalpha() else "")


def _n(word: str) -> str:
    """What the article before a word ends in."""
    if _SPELLED.match(word):
        return "n"
    return "n" if _VOWEL.match(word.casefold()) else ""
