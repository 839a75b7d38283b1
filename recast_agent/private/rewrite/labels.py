"""Labels: what is words gets another name, what is numbers stays where it is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from recast_agent.core.literals import Field, find
from recast_agent.core.vocabulary import WORD, calendar_index
from recast_agent.private.rewrite.dictionary import Kind
from recast_agent.private.rewrite.kept import Kept
from recast_agent.private.rewrite.lexicon import Lexicon

QUARTER = re.compile(r"\b[QH][1-4]\b")
_FOOTNOTE = re.compile(r"\s*[*†‡]+$")
_ENDING = re.compile(
    r"(?:st|nd|rd|th|s|K|M|B|T|k|m)\b|[)\]%+°]+"
    r"|[ -]?(?:(?:thousand|million|billion|trillion)s?|bn|mn|tn|lakh|crore)\b"
    r"|[ -]?(?:percent|per cent|percentage points?)\b"
)
_OPENING = re.compile(r"(?:[(\[~<>+]|[-−–] ?|\b[QH])$")


class Labels:
    """Replaces the labels of one record; ``calendar`` are all its months and weekdays."""

    def __init__(
        self, labels: Sequence[str], lexicon: Lexicon, calendar: Sequence[str], kept: Kept
    ) -> None:
        self._all = frozenset(labels)
        self._lexicon = lexicon
        self._calendar = calendar
        self._kept = kept

    def replaced(self, label: str, field: Field, kind: Kind) -> str:
        """The label in its other world, with the same numbers in the same order."""
        plain = self._unmarked(label.strip())
        surrogate = plain
        if wordy(plain) and not self._stays(plain):
            surrogate = _composed(plain, self.name_of(label, kind), field)
        if surrogate != label and self._lexicon.known(label) != surrogate:
            # the whole label is an entry too, so that it inverts to the letter
            self._lexicon.assign(label, surrogate, kind)
        return surrogate

    def name_of(self, label: str, kind: Kind) -> str:
        """What the words of a label are called in the other world."""
        words = wordy(label)
        if len(words) == 1 and calendar_index(words[0]) is not None and not self._kept.calendar:
            return self._lexicon.calendar(words[0], self._calendar)
        return self._lexicon.name(" ".join(words) if has_numbers(label) else label, kind)

    def _unmarked(self, label: str) -> str:
        """Without its footnote marks, unless they alone tell it from another label."""
        plain = _FOOTNOTE.sub("", label)
        return plain if plain and plain not in self._all else label

    def _stays(self, label: str) -> bool:
        """Words beside numbers may be function words; words alone are a name, whatever they are,
        except for months that the question groups."""
        words = list(WORD.finditer(QUARTER.sub(lambda m: "0" * len(m[0]), label)))
        if self._kept.calendar and all(calendar_index(w[0]) is not None for w in words):
            return True
        return has_numbers(label) and all(
            self._kept.passes(label, w.start(), w.end(), asked=False) for w in words
        )


def wordy(label: str) -> list[str]:
    """The words of a label; a quarter (``Q3``) is none, it passes as it is."""
    return [m[0] for m in WORD.finditer(QUARTER.sub(" ", label))]


def has_numbers(label: str) -> bool:
    """Whether a label shows any number."""
    return any(c.isdigit() for c in label)


def _composed(label: str, surrogate: str, field: Field) -> str:
    """``surrogate`` where the label's first word stood, then its numbers with what joins them."""
    first = WORD.search(QUARTER.sub(lambda m: "0" * len(m[0]), label))
    literals = find(label, field=field)
    if first is None or not literals:
        return surrogate
    parts: list[str] = []
    end = 0
    for one in (*literals, None):
        gap = label[end : one.start if one else len(label)]
        named = end <= first.start() < end + len(gap)
        parts.append(_joined(gap, surrogate if named else "", bool(end), one is not None))
        if one is not None:
            parts.append(label[one.start : one.end])
            end = one.end
    text = re.sub(r"\s+", " ", re.sub(r"\(\s*\)", "", "".join(parts))).strip()
    return text + ")" * (text.count("(") - text.count(")"))


def _joined(gap: str, name: str, after: bool, before: bool) -> str:
    """What stands between two numbers: their own endings and brackets, and the name if it is
    there. Other words are gone."""
    power = re.match(r".*\d", gap)
    if power:  # digits between two numbers are the power of ten of the one before
        return power[0] + _joined(gap[power.end() :], name, after, before)
    if not WORD.search(gap):
        return gap
    ending = _ENDING.match(gap) if after else None
    opening = _OPENING.search(gap) if before else None
    joint = opening[0] if opening else ""
    # letters or a dash at a number make it part of a name (S7, COVID-19): they stay joined
    joined = before and not gap[: len(gap) - len(joint)].endswith((" ", "\u00a0"))
    space = "" if joined and joint in ("", "-", "–") else " "
    # a bare space would join two numbers into one: 1 100
    apart = "," if after and before and not name and not ending else ""
    return f"{ending[0] if ending else ''}{apart} {name}{space}{joint}"
