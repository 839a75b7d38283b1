"""Which labels of a chart a question names, and where."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import fuzz

from recast_agent.core.vocabulary import abbreviated_units, units
from recast_agent.standin.vocabulary import FILLERS, MONTHS, QUARTERS

_WORD = r"q[1-4]\b|\d+(?:st|nd|rd|th)\b|\d[\d.,/:-]*\d|\d|[^\W\d_]+"
_ENOUGH, _WHOLE = 0.49, 0.9
"""The share of a label's weight that names it with, and without, a word no other label has."""
_ASIDE = 0.3
_TOTAL = re.compile(
    r"(?:(?:grand |sub-?)?totals?|all|overall|sum|aggregate|averages?|mean|median)", re.IGNORECASE
)
_UNIT = re.compile(r"[(\[]([^()\[\]]+)[)\]]$")
_SCALES = frozenset(
    [
        "%",
        "percent",
        "pp",
        "hundred",
        "thousand",
        "million",
        "billion",
        "trillion",
        "k",
        "m",
        "mn",
        "bn",
        "tn",
    ]
)


@dataclass(frozen=True)
class Word:
    """A word of the question: ``stem`` compares, ``text`` is as written (lower case)."""

    text: str
    stem: str


@dataclass(frozen=True)
class Mention:
    """A label named by the words at ``at``, the most telling of them at ``anchor``; ``whole``
    where nothing of it is left out.
    """

    index: int
    at: tuple[int, ...]
    anchor: int
    whole: bool = True


def words(text: str) -> tuple[Word, ...]:
    """The words and numbers of a text, possessives and plurals folded, quarters as ``q1``."""
    folded = re.sub(r"['’]s\b|(?<=s)['’](?!\w)", "", text.lower())
    folded = re.sub(r"\b(first|second|third|fourth) quarter\b", lambda m: QUARTERS[m[1]], folded)
    found = re.findall(_WORD, folded)
    return tuple(Word(word, stem(word)) for word in found)


def is_total(label: str) -> bool:
    """Whether a row or column is a total or mean of the others."""
    return _TOTAL.fullmatch(label.strip()) is not None


def proper(labels: Sequence[str]) -> list[int]:
    """The labels that are no total of the others; all where there are none but totals."""
    return [i for i, label in enumerate(labels) if not is_total(label)] or list(range(len(labels)))


def unit_of(label: str) -> str:
    """The scale or unit that a label carries in brackets, or nothing."""
    match = _UNIT.search(label.strip())
    shown = re.findall(r"%|[^\W\d_]+", match[1].lower()) if match else []
    known = _SCALES.union(*units(), *abbreviated_units())
    return " ".join(shown) if set(shown) & known else ""


def stem(word: str) -> str:
    """A word without its plural ending; months by number of the calendar."""
    for name, number in MONTHS.items():
        if len(word) >= 3 and (word == name or word == name[:3] or word == name[:4]):
            return f"month{number}"
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def mentions(question: tuple[Word, ...], labels: tuple[str, ...]) -> tuple[Mention, ...]:
    """The labels of one axis that the question names, in its order.

    Words that many labels share weigh little, so "casual bags" names "Casual bag segment" among
    segments; a label is named by most of its weight, or all of it where no word is its own. A
    label whose matched words are part of a better match is dropped. "Total" alone is an operation
    and does not name "Total exports".
    """
    weighted = [_weighted(label) for label in labels]
    counts = Counter(stem for label in weighted for stem in {word.stem for word, _ in label})
    found: list[tuple[float, Mention]] = []
    for index, label in enumerate(weighted):
        weights = [share * _weight(word, counts[word.stem], len(labels)) for word, share in label]
        at = [_positions(word, question) for word, _ in label]
        hits = [(w, places) for w, places in zip(weights, at, strict=True) if places]
        named = [word.text for (word, _), places in zip(label, at, strict=True) if places]
        if not hits or (len(named) < len(label) and all(map(is_total, named))):
            continue
        score = sum(w for w, _ in hits) / sum(weights)
        own = any(counts[w.stem] == 1 for (w, _), places in zip(label, at, strict=True) if places)
        if score >= _WHOLE or (own and score >= _ENOUGH):
            places = tuple(sorted({place for _, hit in hits for place in hit}))
            anchor = max(hits, key=lambda h: h[0])[1][0]
            found.append((score, Mention(index, places, anchor, score >= _WHOLE)))
    found.extend(_initials(question, labels, {m.index for _, m in found}))
    best = sorted(_best(found), key=lambda mention: mention.anchor)
    return tuple(m for m in best if not any(_heads(m, other) for other in best))


def _heads(mention: Mention, other: Mention) -> bool:
    """Whether a word that names a label in part is but the noun of a phrase that names another:
    "Facebook followers" are Facebook fans, whoever else has followers.
    """
    parts = not (mention.whole or other.whole)
    return parts and mention.at[0] == other.at[-1] + 1


def _weighted(label: str) -> list[tuple[Word, float]]:
    """The words of a label; those in brackets or after a comma are often left out by people."""
    month = re.fullmatch(r"(\d{4})-(\d{2})", label.strip())
    if month:  # an ISO month, as calendars print it
        return [(Word(month[1], month[1]), 1), (Word(month[2], f"month{int(month[2])}"), 1)]
    bare = re.sub(r"\([^)]*\)", " ", label)
    head, _, tail = bare.partition(",")
    spoken = [(w, 1.0) for w in words(head)] + [(w, _ASIDE) for w in words(tail)]
    return spoken or [(w, 1.0) for w in words(label)]


def _weight(word: Word, count: int, labels: int) -> float:
    if word.stem in FILLERS:
        return 0.01
    return 0.05 if count == labels > 1 else 1 / count


def _positions(word: Word, question: tuple[Word, ...]) -> tuple[int, ...]:
    for index, other in enumerate(question):
        if word.stem == other.stem:
            return (index,)
    if len(word.stem) < 5 or word.stem[0].isdigit() or word.stem.startswith("month"):
        return ()
    for index, (other, following) in enumerate(pairwise(question)):
        if word.text == other.text + following.text:
            return (index, index + 1)
    for index, other in enumerate(question):
        if len(other.stem) > 4 and fuzz.ratio(word.stem, other.stem) >= 88:
            return (index,)
    return ()


def _initials(
    question: tuple[Word, ...], labels: tuple[str, ...], known: set[int]
) -> list[tuple[float, Mention]]:
    found = []
    for index, label in enumerate(labels):
        initials = "".join(part[0] for part in re.findall(r"[^\W\d_]+", label)).lower()
        for place, word in enumerate(question):
            spelled = word.text in (initials, f"{initials}a")  # USA is the United States
            if index not in known and len(word.text) > 2 and spelled:
                found.append((1.0, Mention(index, (place,), place)))
    return found


def _best(found: list[tuple[float, Mention]]) -> list[Mention]:
    kept: list[tuple[float, Mention]] = []
    for score, mention in sorted(found, key=lambda f: (len(f[1].at), f[0]), reverse=True):
        if not any(
            set(mention.at) <= set(other.at) and (len(mention.at), score) < (len(other.at), best)
            for best, other in kept
        ):
            kept.append((score, mention))
    return [mention for _, mention in kept]
