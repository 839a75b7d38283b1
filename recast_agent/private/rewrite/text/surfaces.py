"""Every word that is replaced, once, with what all its places in the record say of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from recast_agent.core.vocabulary import MONTHS, WEEKDAYS, calendar_index
from recast_agent.private.rewrite.text.english import common, readings
from recast_agent.private.rewrite.text.kept import CURRENCIES, PassageKept, content_tokens
from recast_agent.private.rewrite.text.lists import prefixes, section_of, skeleton
from recast_agent.private.rewrite.text.names import like_an_acronym, person_section, place_section
from recast_agent.private.rewrite.text.tagged import Tagged
from recast_agent.private.rewrite.text.tokens import Token, foreign, tokens

Nature = Literal["word", "name", "acronym", "letter", "numeral", "calendar", "sign", "address"]

_MONEY = frozenset(word.casefold() for row in CURRENCIES for word in row)
_TAGS = {"N": ("NN", "NNS"), "V": ("VB", "VBP", "VBD", "VBN", "VBG", "VBZ"),
         "A": ("JJ", "JJR", "JJS"), "R": ("RB",)}  # fmt: skip
_NUMERAL = re.compile(r"(?=[IVXL])(?:XL|L?X{0,3})(?:IX|IV|V?I{0,3})\Z")
_ADDRESS = re.compile(r"https?://|@|\.(?:com|org|net|gov|edu|info|io)\Z")
_OBJECT = ("DT", "PRP$", "NN", "NNS", "NNP", "NNPS", "CD", "JJ", "PRP")


@dataclass(repr=False, eq=False)
class Surface:
    """One spelling (without case). ``spelled`` is how it first stood; ``lemma``, ``pos`` (N, V, A,
    R) and ``tag`` say what it mostly is; ``entities`` and ``after`` count the named entities and
    the tags behind it; ``alone`` and ``last`` are the names that it is, and that it ends.
    """

    key: str
    spelled: str
    nature: Nature = "word"
    lemma: str = ""
    pos: str = "N"
    tag: str = "NN"
    asked_only: bool = True
    places: list[Token] = field(default_factory=list)
    tags: Counter[str] = field(default_factory=Counter)
    lemmas: Counter[str] = field(default_factory=Counter)
    entities: Counter[str] = field(default_factory=Counter)
    after: Counter[str] = field(default_factory=Counter)
    alone: int = 0
    last: int = 0

    @property
    def takes_object(self) -> bool:
        """Whether a verb mostly has an object, or is passive."""
        objects = sum(self.after[tag] for tag in _OBJECT)
        return self.tag == "VBN" or 2 * objects >= sum(self.after.values())

    @property
    def beside_a_name(self) -> bool:
        """Whether it is mostly part of a longer name."""
        return 2 * self.alone < len(self.places)

    @property
    def ends_a_name(self) -> bool:
        """Whether it is mostly the end of a longer name, or stands where only a name stood."""
        return 2 * (self.last + self.alone) > len(self.places)

    @property
    def tag_of_many(self) -> bool:
        """Whether it is mostly a plural."""
        return 2 * (self.tags["NNPS"] + self.tags["NNS"]) > len(self.places)

    @property
    def entity(self) -> str:
        """The kind of named entity it is mostly part of, or ""."""
        named = [(n, kind) for kind, n in self.entities.items() if kind]
        return max(named)[1] if named else ""


def surfaces(fields: Sequence[Tagged], stays: PassageKept) -> dict[str, Surface]:
    """All words that are replaced, by key, in order of first appearance."""
    whole = whole_compounds(fields)
    found: dict[str, Surface] = {}
    for number, one in enumerate(fields):
        last: Token | None = None
        for token in content_tokens(one.text, stays, whole):
            surface = found.setdefault(token.key, Surface(token.key, token.text))
            _seen(surface, token, one, last)
            surface.asked_only &= number > 0
            last = token
    for surface in found.values():
        _decide(surface)
    for surface in found.values():
        if _of_a_word(surface, found):
            surface.nature = "word"
            _inflect(surface)
    return found


def whole_compounds(fields: Iterable[Tagged]) -> frozenset[str]:
    """Keys of compounds with a hyphen that are one name: every part is written like a name and one
    of them is no common word (Rolls-Royce), or a particle leads (al-Din); none where a part also
    stands alone."""
    alone = {t.text for one in fields for t in tokens(one.text) if t.text[0].isupper()}
    return frozenset(
        token.key
        for one in fields
        for token in tokens(one.text)
        if re.search(r"[-‐‑]", token.text)
        and not one.text[max(0, token.start - 1) : token.start].isdigit()
        and _one_name(re.split(r"[-‐‑]", token.text), alone)
    )


def _one_name(words: Sequence[str], alone: Container[str]) -> bool:
    if not any(w[0].isupper() or foreign(w) for w in words) or any(w in alone for w in words):
        return False
    if all(calendar_index(w) is not None for w in words):
        return False  # Mon-Fri
    known = skeleton() | prefixes()
    strange = [w for w in words if not common(w.casefold()) and w.casefold() not in known]
    if not strange:
        return False
    return all(w[0].isupper() or w in strange or len(w) <= 3 for w in words)


def _seen(surface: Surface, token: Token, one: Tagged, last: Token | None) -> None:
    word = one.word(token)
    surface.places.append(token)
    if word is None:
        surface.tags["NNP" if token.text[0].isupper() else "NN"] += 1
        return
    surface.tags[word.tag] += 1
    surface.lemmas[word.lemma] += 1
    surface.entities[word.entity] += 1
    surface.after[one.following.get(token.start, ".")] += 1
    after = one.following.get(token.start, "").startswith("NNP")
    before = last is not None and last.text[0].isupper() and one.text[last.end : token.start] == " "
    surface.last += before and not after
    surface.alone += not (before or after)


def _decide(surface: Surface) -> None:
    surface.nature = _nature(surface)
    if surface.nature == "word":
        _inflect(surface)


def _of_a_word(surface: Surface, found: Mapping[str, Surface]) -> bool:
    """Whether a name is one of many that are a common word here, or the other way round:
    Protestant, Protestants."""
    if surface.nature != "name" or surface.entity not in ("NORP", ""):
        return False
    if not common(surface.key) or person_section(surface.key) or place_section(surface.key):
        return False
    other = found.get(f"{surface.key}s") or found.get(surface.key.removesuffix("s"))
    return other is not None and other.nature == "word"


def _inflect(surface: Surface) -> None:
    """What a common word mostly is, and its lemma."""
    known = dict(readings(surface.key))
    for tag, _ in surface.tags.most_common():
        pos = next((p for p, tags in _TAGS.items() if tag.replace("NNP", "NN") in tags), "")
        if pos and (pos in known or not known):
            surface.pos, surface.tag = pos, tag.replace("NNPS", "NN").replace("NNP", "NN")
            break
    else:
        surface.pos = next(iter(known), "N")
        surface.tag = _usual_tag(surface.key, surface.pos, known.get(surface.pos, ""))
    lemma = known.get(surface.pos) or next(iter(surface.lemmas), surface.key)
    surface.lemma = lemma if lemma.isalpha() else surface.key
    # the tagger may call a plural that is written like a name a singular
    surface.tag = _usual_tag(surface.key, surface.pos, surface.lemma, surface.tag)


def _usual_tag(key: str, pos: str, lemma: str, tag: str = "") -> str:
    if pos == "N":
        return "NNS" if tag == "NNS" or (key != lemma and key.endswith("s")) else "NN"
    if pos == "A":
        return tag if tag in ("JJR", "JJS") and key != lemma else "JJ"
    if pos == "R":
        return "RB"
    if key == lemma:
        return "VB"
    ending = {"ing": "VBG", "ies": "VBZ"}.get(key[-3:], "")
    return ending or (tag if tag not in ("VB", "VBP", "") else "VBZ" if key[-1] == "s" else "VBD")


def _nature(surface: Surface) -> Nature:
    spelled = surface.spelled
    if surface.key in _MONEY:
        return "sign"
    if _ADDRESS.search(spelled):
        return "address"
    if foreign(spelled):
        return "name"
    capital = [t for t in surface.places if not t.text.islower()]
    if any(calendar_index(t.text) is not None for t in capital or surface.places):
        abbreviated = surface.key not in (*MONTHS, *WEEKDAYS)
        return "name" if abbreviated and surface.entity in ("PERSON", "ORG") else "calendar"
    if len(spelled) == 1:
        return "letter"
    if len(capital) == len(surface.places) and _NUMERAL.match(spelled):
        return "numeral"
    if like_an_acronym(spelled):
        return "acronym" if not _shouted(surface) else "word"
    return "name" if _named(surface, capital) else "word"


def _shouted(surface: Surface) -> bool:
    """Whether a word in capitals is a common word that was stressed or stands in a heading."""
    return common(surface.key) and (
        len(surface.key) > 4 or any(t.text.islower() for t in surface.places)
    )


def _named(surface: Surface, capital: Sequence[Token]) -> bool:
    """Whether a word is a name: by how it is written within sentences, by what is known of it."""
    if not capital:
        return False
    lower = len(surface.places) - len(capital)
    inside = [t for t in capital if not t.opens]
    proper = surface.tags["NNP"] + surface.tags["NNPS"]
    person = surface.entity in ("PERSON", "GPE") and proper > 0
    if place_section(surface.key):
        return bool(inside) or not lower
    if person_section(surface.key):
        return (bool(inside) and 2 * proper >= len(capital)) or (proper > 0 and not lower)
    if lower:
        return False
    if not common(surface.key):
        return True
    listed = surface.key in section_of("nouns")
    return person and bool(inside) and not listed
