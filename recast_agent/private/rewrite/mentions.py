"""Where running text means a label: whole, in part, inflected, abbreviated."""

from __future__ import annotations

import re
from collections.abc import Sequence

from recast_agent.core.characters import SYMBOLS
from recast_agent.core.vocabulary import skeleton, stem

TOKEN = re.compile(
    r"[^\W\d_]+(?:\+\+|#)(?!\w)|(?<!\w)[A-Z]{1,3}[+−-](?=[\s?,;]|\Z)|[^\W\d_]+\.(?:com|org|net|gov|edu)\b|(?:[A-Za-z]\.){2,}|[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)*|\d+|"
    + SYMBOLS.pattern
)
"""A word (also ``U.S.``, ``Example.com``, ``C++``, ``A-``) or a run of digits or
symbols."""

_NUMERAL = re.compile(r"(?<=\d)(?:st|nd|rd|th)\b")
_ANOTHER = frozenset(
    ["new", "north", "south", "east", "west", "northern", "southern", "eastern", "western", "upper",
     "lower", "great", "greater", "lesser", "saint", "st", "equatorial", "papua", "central",
     "inner", "outer", "old", "northeast", "northwest", "southeast", "southwest", "french"]
)  # fmt: skip
"""Words before a name that make another name of it (stems)."""

_OPPOSITE = frozenset(
    ["non", "anti", "ex", "former", "pre", "post", "semi", "not", "no", "without", "other", "un"]
)
"""The same for any word."""

_BEHIND = frozenset(["bissau", "city", "beach", "delta", "gulf", "bay"])
_ALONE = frozenset(["korea", "britain", "zealand", "lanka"])
"""Names that no other place bears without the word before them."""

_LONGEST = 16
_LEAST_SHARE = 1 / 3
_ALSO = {
    ("united", "state"): ("usa", "america"),
    ("united", "kingdom"): ("britain", "england"),
    ("united", "arab", "emirate"): ("emirate",),
    ("european", "union"): ("europe",),
}
_ENDINGS = ("n", "an", "ian", "ish", "ese", "i")
_DROPPED = ("", "a", "e", "o", "y", "i", "ia", "en", "ey", "on", "um")
"""What a name may lose before such an ending."""

_OF_OTHERS = frozenset(
    [("niger", "nigerian"), ("dominica", "dominican"), ("guinea", "guinean"), ("roma", "roman"),
     ("congo", "congoan"), ("ira", "iran"), ("virgin", "virginian"), ("carolin", "carolinian")]
)  # fmt: skip
"""Adjectives that belong, or may belong, to another name."""

_CLIPPED = {
    "rep": "republican", "repub": "republican", "dem": "democrat", "ind": "independent",
    "con": "conservative", "cons": "conservative", "lab": "labour", "lib": "liberal",
}  # fmt: skip

Tokens = Sequence[re.Match[str]]
Key = tuple[str, ...]


class Mentions:
    """Finds the labels of one record in its texts. ``texts`` are all that will be searched.

    Words that fit two labels mean neither: a wrong label would give a wrong answer.
    """

    def __init__(self, labels: Sequence[str], texts: Sequence[str]) -> None:
        self._keys: dict[str, Key] = {}
        self._whole: dict[Key, set[str]] = {}
        self._short: dict[Key, set[str]] = {}
        self._parts: dict[Key, set[str]] = {}
        present = _present(texts)
        for label in dict.fromkeys(labels):
            words = _stems(label)
            if not words:
                continue
            self._keys[label] = words
            self._whole.setdefault(words, set()).add(label)
            short = ["".join(words), *_ALSO.get(words, ())]
            short += ["".join(w[0] for w in words)] if len(words) > 1 else []
            for key in short:
                self._short.setdefault((key,), set()).add(label)
            for part in (_subsequences(words) & present) - {words}:
                if part[0] not in skeleton() and part[-1] not in skeleton():
                    self._parts.setdefault(part, set()).add(label)

    def at(self, tokens: Tokens, index: int) -> tuple[str, int] | None:
        """The label meant from a token on, and how many tokens name it."""
        for length in range(min(_LONGEST, len(tokens) - index), 0, -1):
            here = tokens[index : index + length]
            if any(token[0].isdigit() for token in here):
                continue
            label = self._meant(tuple(stem(token[0]) for token in here), here[0])
            if label is not None:
                return label, length
        return None

    def other(self, tokens: Tokens, index: int) -> int:
        """How many tokens from here on are a name that holds a label and is another: New Mexico
        where a label is Mexico."""
        named = self.at(tokens, index)
        if named is not None:
            end = index + named[1]
            behind = tokens[end : end + 1]
            more = named[1] == 1 and behind and _name_part(behind[0], _BEHIND)
            more = more and _adjacent(tokens, end - 1)
            longer = len(self._keys[named[0]]) > 1
            return 2 if more and not longer else 0
        first = tokens[index]
        if not _adjacent(tokens, index):
            return 0
        if first[0] == "Republic" and tokens[index + 1][0] == "of" and _adjacent(tokens, index + 1):
            after = 2
        elif _name_part(first, _ANOTHER) or first[0].casefold() in _OPPOSITE - skeleton():
            after = 1
        else:
            return 0
        following = self.at(tokens, index + after)
        if following and stem(tokens[index + after][0]) in _ALONE:
            return 0
        length = following[1] if following else self.other(tokens, index + after)
        return after + length if length else 0

    def rest(self, label: str, tokens: Tokens, index: int) -> int:
        """How many tokens say the last words of a label, whose first ones were just named."""
        words = self._keys[label]
        for first in range(1, len(words)):
            here = tokens[index : index + len(words) - first]
            if tuple(stem(token[0]) for token in here) == words[first:]:
                return len(here)
        return 0

    def _meant(self, key: Key, first: re.Match[str]) -> str | None:
        alone = len(key) == 1
        label = self._one(self._whole.get(key))
        if label is not None and (not alone or _like_a_name(first, label)):
            return label
        label = self._one(self._short.get(key if alone else ("".join(key),)))
        if label is not None and (not alone or (key != self._keys[label] and _short(first[0]))):
            return label
        label = self._part(key, first)
        if label is None and alone and first[0].istitle() and first[0].casefold() not in skeleton():
            label = self._relative(key[0])
        return label

    def _one(self, owners: set[str] | None) -> str | None:
        """The only owner; labels that differ in their numbers alone share one name."""
        if not owners or (len(owners) > 1 and not all(map(_numbered, owners))):
            return None
        return min(owners) if len({self._keys[label] for label in owners}) == 1 else None

    def _part(self, key: Key, first: re.Match[str]) -> str | None:
        """The one label that holds these words, where they are enough of it to tell."""
        owners = {o for o in self._parts.get(key, set()) if _generic(self._keys[o], key)}
        heads = {label for label in owners if _heads(label, len(key)) == key}
        label = self._one(heads) or self._one(owners)
        if label is None or len(key) > 2:
            return label
        content = [w for w in self._keys[label] if w not in skeleton()]
        if len([w for w in key if w not in skeleton()]) < _LEAST_SHARE * len(content):
            return None
        # one common word from the middle of a label is a word of the topic, however it is written
        named = first[0][0].isupper() and first.start() > 0 and _capital(label, key[0])
        leads = self._keys[label][: len(key)] == key
        return label if len(key) > 1 or named or leads else None

    def _relative(self, word: str) -> str | None:
        """``Swedish`` for Sweden, ``Rep`` for Republicans: the label with the longest common
        beginning."""
        alike: dict[int, set[str]] = {}
        for label, words in self._keys.items():
            common = _common(word, words[0])
            cut = _CLIPPED.get(word) == words[0] or (word == "dem" and words[0] == "democratic")
            of_it = common >= 4 and word[common:] in _ENDINGS and words[0][common:] in _DROPPED
            if cut or (of_it and (words[0], word) not in _OF_OTHERS):
                alike.setdefault(common, set()).add(label)
        return self._one(alike[max(alike)]) if alike else None


def _stems(label: str) -> Key:
    plain = _NUMERAL.sub("", label)
    return tuple(stem(word) for word in TOKEN.findall(plain) if not word.isdigit())


def _generic(words: Key, part: Key) -> bool:
    """Whether a label stays the same thing without the words that a part of it leaves out."""
    if set(part) <= _ANOTHER | _OPPOSITE:
        return False
    if part[0] in _ALONE:
        return True
    at = next(n for n in range(len(words)) if words[n : n + len(part)] == part)
    before, others = words[:at], _ANOTHER | _OPPOSITE
    if before[-1:] and (before[-1] in others or before[-2:] == ("republic", "of")):
        return False
    return words == part or not set(words) - set(part) <= others


def _capital(label: str, word: str) -> bool:
    """Whether a label writes its word of this stem with a capital."""
    return any(t[0][0].isupper() for t in TOKEN.finditer(label) if stem(t[0]) == word)


def _name_part(token: re.Match[str], words: frozenset[str]) -> bool:
    return token[0][0].isupper() and stem(token[0]) in words


def _adjacent(tokens: Tokens, index: int) -> bool:
    """Whether the next token follows with a space or a dash."""
    if index + 1 >= len(tokens):
        return False
    one, following = tokens[index], tokens[index + 1]
    return one.string[one.end() : following.start()] in (" ", "-", ". ")


def _heads(label: str, length: int) -> Key:
    """The first words of a label, if a comma, bracket or colon ends them."""
    tokens = [t for t in TOKEN.finditer(label) if not t[0].isdigit() and not _ends(t)][:length]
    rest = label[tokens[-1].end() :].lstrip()
    return tuple(stem(t[0]) for t in tokens) if not rest or rest[0] in ",(/:;" else ()


def _ends(token: re.Match[str]) -> bool:
    return _NUMERAL.match(token.string, token.start()) is not None


def _numbered(label: str) -> bool:
    return any(c.isdigit() for c in label)


def _like_a_name(token: re.Match[str], label: str) -> bool:
    """A word of the skeleton means a label only where it is written like one."""
    word = token[0]
    if word.casefold() not in skeleton() or word.casefold() == "yes":
        return len(word) > 1 or word.isupper() or not word.isalpha()
    return word[0].isupper() and token.start() > 0 and word == label


def _short(word: str) -> bool:
    """Whether a word may be a short form: initials are written in capitals."""
    return len(word.replace(".", "")) > 3 or (word.isupper() and len(word) > 1)


def _present(texts: Sequence[str]) -> set[Key]:
    found: set[Key] = set()
    for text in texts:
        found |= _subsequences(tuple(stem(w) for w in TOKEN.findall(text)))
    return found


def _subsequences(words: Key) -> set[Key]:
    return {
        words[i:j]
        for i in range(len(words))
        for j in range(i + 1, min(len(words), i + _LONGEST) + 1)
    }


def _common(one: str, other: str) -> int:
    return next(
        (n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
