"""Running text (question, title, axes, unit): every content word changes, the skeleton stays."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from recast_agent.core.vocabulary import (
    WORD,
    calendar_groups,
    calendar_index,
    colors,
    positions,
    skeleton,
)
from recast_agent.private.rewrite.analysis import Word, words_of
from recast_agent.private.rewrite.lexicon import Lexicon

_CURRENCY = re.compile(r"(?:US|A|C|NZ|HK)?[$€£¥₹]\s?(?=\d)")
_CHART_PART = frozenset(
    [
        "bar",
        "bars",
        "line",
        "lines",
        "graph",
        "chart",
        "slice",
        "slices",
        "segment",
        "segments",
        "section",
        "part",
        "column",
        "columns",
        "color",
        "colour",
        "area",
        "one",
        "ones",
        "value",
        "values",
        "curve",
    ]
)
_SUFFIX = re.compile(r"(?:st|nd|rd|th|s|K|M|B|T|bn|mn|tn|k|m)$")
_TOKEN = re.compile(r"(?:[A-Za-z]\.){2,}|[^\W\d_]+(?:['’](?!s\b)[^\W\d_]+)*|\d+")


class Mentions:
    """Where labels are meant in running text: whole, in part, inflected, abbreviated."""

    def __init__(self, labels: Sequence[str]) -> None:
        self._phrases: dict[tuple[str, ...], str] = {}
        owners: dict[str, set[str]] = {}
        for label in dict.fromkeys(labels):
            words = tuple(stem(w) for w in _TOKEN.findall(label) if not w.isdigit())
            if not words:
                continue
            self._phrases.setdefault(words, label)
            if len(words) > 1:
                initials = "".join(w[0] for w in words)
                self._phrases.setdefault((initials,), label)
            for word in words:
                owners.setdefault(word, set()).add(label)
        for word, labels_with in owners.items():
            if len(labels_with) == 1 and len(word) > 2 and word not in skeleton():
                self._phrases.setdefault((word,), next(iter(labels_with)))
        self._longest = max((len(p) for p in self._phrases), default=0)

    def at(self, tokens: Sequence[re.Match[str]], index: int) -> tuple[str, int] | None:
        """The label meant from a token on, and how many tokens name it."""
        for length in range(min(self._longest, len(tokens) - index), 0, -1):
            here = tokens[index : index + length]
            label = self._phrases.get(tuple(stem(t[0]) for t in here))
            if label is not None and (length > 1 or _may_mean(here[0], label)):
                return label, length
        return None


def stem(word: str) -> str:
    """A word without case, possessive and plural ending."""
    plain = re.sub(r"['’]s$", "", word).casefold()
    if len(plain) > 4 and plain.endswith("ies"):
        return plain[:-3] + "y"
    return (
        plain[:-1] if len(plain) > 3 and plain.endswith("s") and not plain.endswith("ss") else plain
    )


def _may_mean(token: re.Match[str], label: str) -> bool:
    """A word of the skeleton means a label only where it is written like one."""
    word = token[0]
    if word.casefold() not in skeleton():
        return True
    return word[0].isupper() and token.start() > 0 and word == label


def kept_words(question: str) -> frozenset[str]:
    """Colours and positions that the question names about the chart, and the parts of a year that
    it groups by."""
    words = [m[0].casefold() for m in WORD.finditer(question)]
    kept = {w for w in words if w in positions() or w in calendar_groups()}
    for n, word in enumerate(words):
        if word in colors() and (
            set(words[n + 1 : n + 6]) & _CHART_PART
            or words[max(0, n - 1) : n] in (["in"], ["color"])
        ):
            kept.add(word)
    return frozenset(kept)


def rewritten(
    text: str,
    lexicon: Lexicon,
    mentions: Mentions,
    replaced_label: Callable[[str], str],
    kept: frozenset[str],
    calendar: list[str] | None,
) -> str:
    """``text`` with labels, months and content words replaced and every number where it was.

    ``kept`` are colours and positions that stay; ``calendar`` all calendar words of the record
    (None: they stay).
    """
    text = _CURRENCY.sub("", text)
    tokens = list(_TOKEN.finditer(text))
    words = {w.start: w for w in words_of(text)}
    parts: list[str] = []
    end = index = 0
    while index < len(tokens):
        token = tokens[index]
        found = None if token[0].isdigit() else mentions.at(tokens, index)
        if found is not None:
            label, length = found
            last = tokens[index + length - 1]
            surrogate, stop = replaced_label(label), last.end()
        else:
            length, stop = 1, token.end()
            surrogate = _word(text, token, words, lexicon, kept, calendar)
        parts += [text[end : token.start()], surrogate]
        end, index = stop, index + length
    return "".join([*parts, text[end:]])


def _word(
    text: str,
    token: re.Match[str],
    words: dict[int, Word],
    lexicon: Lexicon,
    kept: frozenset[str],
    calendar: list[str] | None,
) -> str:
    written = token[0]
    plain = written.casefold()
    before = text[token.start() - 1 : token.start()]
    if written.isdigit() or plain in skeleton() or plain in kept:
        return written
    if (before.isdigit() and _SUFFIX.fullmatch(written)) or (before in ("'", "’") and plain == "s"):
        return written
    if calendar_index(written) is not None and (plain != "may" or written[0].isupper()):
        return written if calendar is None else lexicon.calendar(written, calendar)
    word = words.get(token.start())
    if word is None or word.text != written:
        word = Word(written, token.start(), plain, "NOUN", "NN")
    surrogate = lexicon.word(word)
    if written[0].isupper() and surrogate[0].islower():
        surrogate = surrogate[0].upper() + surrogate[1:]
    after = text[token.end() : token.end() + 1]
    # a number stays a number of its own: HepB3 becomes "Lantern 3"
    return (" " if before.isdigit() else "") + surrogate + (" " if after.isdigit() else "")
