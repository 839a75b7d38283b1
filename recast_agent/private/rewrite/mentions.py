"""Where running text means a label: whole, in part, inflected, abbreviated."""

from __future__ import annotations

import re
from collections.abc import Sequence

from recast_agent.core.vocabulary import skeleton, stem

TOKEN = re.compile(
    r"[^\W\d_]+\.(?:com|org|net|gov|edu)\b|(?:[A-Za-z]\.){2,}|[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)*|\d+"
)
"""A word (also ``U.S.``, ``Example.com``) or a run of digits."""

_LONGEST = 16
_LEAST_SHARE = 1 / 3
_ALSO = {
    ("united", "state"): ("usa", "america"),
    ("united", "kingdom"): ("britain", "england"),
    ("united", "arab", "emirate"): ("emirate",),
    ("european", "union"): ("europe",),
}
_ENDINGS = ("n", "an", "ian", "ish", "ese", "i", "ch", "man")

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
        owners = self._parts.get(key, set())
        heads = {label for label in owners if _heads(label, len(key)) == key}
        label = self._one(heads) or self._one(owners)
        if label is None or len(key) > 2:
            return label
        content = [w for w in self._keys[label] if w not in skeleton()]
        if len([w for w in key if w not in skeleton()]) < _LEAST_SHARE * len(content):
            return None
        # one common word from the middle of a label is a word of the topic
        named = first[0][0].isupper() and first.start() > 0
        leads = self._keys[label][: len(key)] == key
        return label if len(key) > 1 or named or leads else None

    def _relative(self, word: str) -> str | None:
        """``Swedish`` for Sweden, ``Rep`` for Republicans: the label with the longest common
        beginning."""
        alike: dict[int, set[str]] = {}
        for label, words in self._keys.items():
            common = _common(word, words[0])
            cut = common == len(word) and 3 <= common <= 5 and common < len(words[0])
            of_it = common >= 4 and word[common:] in _ENDINGS and len(words[0]) - common <= 3
            if cut or of_it:
                alike.setdefault(common, set()).add(label)
        return self._one(alike[max(alike)]) if alike else None


def _stems(label: str) -> Key:
    return tuple(stem(word) for word in TOKEN.findall(label) if not word.isdigit())


def _heads(label: str, length: int) -> Key:
    """The first words of a label, if a comma, bracket or colon ends them."""
    tokens = [token for token in TOKEN.finditer(label) if not token[0].isdigit()][:length]
    rest = label[tokens[-1].end() :].lstrip()
    return tuple(stem(t[0]) for t in tokens) if not rest or rest[0] in ",(/:;" else ()


def _numbered(label: str) -> bool:
    return any(c.isdigit() for c in label)


def _like_a_name(token: re.Match[str], label: str) -> bool:
    """A word of the skeleton means a label only where it is written like one."""
    word = token[0]
    if word.casefold() not in skeleton() or word.casefold() == "yes":
        return len(word) > 1 or word.isupper()
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
