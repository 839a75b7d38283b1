"""Labels: what is words gets another name, what is numbers stays where it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from recast_agent.core.characters import SYMBOLS, symbolic, without_symbols
from recast_agent.core.errors import Code, Withheld
from recast_agent.core.literals import NUMBER_WORDS, Field, find
from recast_agent.core.vocabulary import WORD, calendar_index, stem
from recast_agent.private.rewrite.analysis import Word
from recast_agent.private.rewrite.dictionary import Kind
from recast_agent.private.rewrite.kept import Kept
from recast_agent.private.rewrite.lexicon import CURRENCIES, Lexicon
from recast_agent.private.rewrite.quantifiers import quantified
from recast_agent.private.rewrite.unit import (
    money,
    parted,
    parts_of,
    passes,
    told_apart,
    worded,
)

QUARTER = re.compile(r"\b[QH][1-4]\b")
_NO_WORD = re.compile(r"\b[QH][1-4]\b|(?<=\d)(?:st|nd|rd|th)\b")
_NAMING = re.compile(rf"(?![{''.join(CURRENCIES)}]+){SYMBOLS.pattern}")
_FOOTNOTE = re.compile(r"\s*[*†‡]+$")
_ENDING = re.compile(
    r"(?:st|nd|rd|th|s|K|M|B|T|k|m)\b|[)\]%+°]+"
    r"|[ -]?(?:(?:thousand|million|billion|trillion)s?|bn|mn|tn|lakh|crore)\b"
    r"|[ -]?(?:percent|per cent|percentage points?)\b"
)
_OPENING = re.compile(r"(?:[(\[~<>+]|[-−–] ?|\b[QH])$")

_OTHER_UNIT = "the labels were released without their unit: ask in the unit of the evidence"


class Labels:
    """Replaces the labels of one record, given axis by axis; ``calendar`` are all its months and
    weekdays."""

    def __init__(
        self,
        axes: Sequence[Sequence[str]],
        lexicon: Lexicon,
        calendar: Sequence[str],
        kept: Kept,
    ) -> None:
        labels = [label for axis in axes for label in axis]
        self._all = frozenset(labels)
        self._apart = frozenset().union(*map(told_apart, axes))
        self._bare = Counter(self._split(label)[0].casefold() for label in labels)
        self._units = {parted(label.strip())[1].casefold() for label in labels}
        self._spelled: dict[tuple[str, ...], str] = {}
        for words in (wordy(label) for label in labels if has_numbers(label)):
            self._spelled.setdefault(tuple(map(stem, words)), " ".join(words))
        self._lexicon = lexicon
        self._calendar = calendar
        self._kept = kept

    def replaced(self, label: str, field: Field, kind: Kind) -> str:
        """The label in its other world, with the same numbers in the same order."""
        plain = self._unmarked(label.strip())
        surrogate = plain
        if wordy(plain) and not self.stays(plain):
            name, unit = self._parted(plain)
            surrogate = _composed(name, self.name_of(label, kind), field)
            surrogate += f" ({unit})" if unit else ""
            held = self._lexicon.known(label)
            if unit and held is not None and held != surrogate:
                raise Withheld(Code.REWRITE_INVALID, _OTHER_UNIT)
        elif symbolic(plain):
            surrogate = self._lexicon.name(label, kind)
        elif not wordy(plain) and (named := _NAMING.search(plain)):
            # an emoji beside a number tells it from other labels, as a word would
            surrogate = f"{without_symbols(plain)} {self._lexicon.name(named[0], kind)}"
        surrogate = without_symbols(surrogate)
        if surrogate != label and self._lexicon.known(label) != surrogate:
            # the whole label is an entry too, so that it inverts to the letter
            self._lexicon.assign(label, surrogate, kind)
        return surrogate

    def name_of(self, label: str, kind: Kind) -> str:
        """What the words of a label are called in the other world."""
        words = wordy(label)
        if len(words) == 1 and calendar_index(words[0]) is not None and not self._kept.calendar:
            return self._lexicon.calendar(words[0], self._calendar)
        if self._kept.stays(parted(label.strip())[0]):
            return parted(label.strip())[0]
        name, unit = self._parted(label.strip())
        if unit:
            alone = self._bare[name.casefold()] == 1
            whole = name if alone else f"{name}, {self._split(label)[1]}"
            return self._named(" ".join(wordy(whole)) if has_numbers(name) else whole, kind)
        if has_numbers(label):
            # "1 star" and "2 stars" differ in their number alone
            name = self._spelled.get(tuple(map(stem, words)), " ".join(words))
            return self._named(name, kind)
        return self._named(label, kind)

    def _named(self, name: str, kind: Kind) -> str:
        """A replacement for the head of a name; what says how much of it is meant stays."""
        before, head, after = quantified(name)
        if not (before or after) or self._lexicon.known(name):
            return self._lexicon.name(name, kind)
        surrogate = before + self._lexicon.name(head, kind) + after
        return self._lexicon.assign(name, surrogate, kind)

    def spoken(self, label: str) -> str:
        """A label as a text names it: without its unit, where that is enough to tell it."""
        name, unit = self._parted(label.strip())
        return name if unit and self._bare[name.casefold()] == 1 else label

    def _split(self, label: str) -> tuple[str, str]:
        """The name of a label and its unit, known or not."""
        plain = label.strip()
        return worded(plain) if plain in self._apart else parted(plain)

    def _parted(self, label: str) -> tuple[str, str]:
        """The label's name and what of its unit may be shown; the whole label where that is
        nothing."""
        name, unit = self._split(label)
        if label in self._apart:
            return (name, self._lexicon.name(unit, "unit")) if wordy(name) else (label, "")
        shown = "".join(
            part if not WORD.search(part) else f" {part} "
            for part in (self._shown(part) for part in parts_of(unit))
        )
        shown = re.sub(r" ?/ ?", "/", " ".join(shown.split())).replace("° ", "°").strip("/.·- ")
        return (name, shown) if shown and wordy(name) else (label, "")

    def _shown(self, part: str) -> str:
        """A part of a unit: scales, signs and convertible units stay, currencies that differ get
        other names, the rest is gone."""
        if money(part):
            if len(self._units) == 1:
                return ""
            if part in CURRENCIES:
                return self._lexicon.currency(part)
            return self._lexicon.word(Word(part, 0, part.casefold(), "NOUN", "NN"))
        return part if passes(part) or part.casefold() in self._kept.units else ""

    def _unmarked(self, label: str) -> str:
        """Without its footnote marks, unless they alone tell it from another label."""
        plain = _FOOTNOTE.sub("", label)
        return plain if plain and plain not in self._all else label

    def named(self, label: str) -> bool:
        """Whether a label gets a name, and so is one in running text."""
        return symbolic(label) or (bool(wordy(label)) and not self.stays(label))

    def stays(self, label: str) -> bool:
        """Words beside numbers may be function words; words alone are a name, whatever they are,
        except for months that the question groups."""
        words = list(WORD.finditer(_blanked(label)))
        if not has_numbers(label) and self._kept.stays(label):
            return True
        if self._kept.calendar and all(calendar_index(w[0]) is not None for w in words):
            return True
        named = any(w[0].istitle() and w[0].casefold() in NUMBER_WORDS for w in words)
        return (
            has_numbers(label)
            and not named
            and all(self._kept.passes(label, w.start(), w.end(), asked=False) for w in words)
        )


def wordy(label: str) -> list[str]:
    """The words of a label; a quarter (``Q3``) is none, it passes as it is, nor is the ending of
    a numeral (``3rd``)."""
    return [m[0] for m in WORD.finditer(_blanked(label))]


def _blanked(label: str) -> str:
    return _NO_WORD.sub(lambda m: "0" * len(m[0]), label)


def has_numbers(label: str) -> bool:
    """Whether a label shows any number."""
    return any(c.isdigit() for c in label)


def _composed(label: str, surrogate: str, field: Field) -> str:
    """``surrogate`` where the label's first word stood, then its numbers with what joins them."""
    first = WORD.search(_blanked(label))
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
