"""The place of a word in its family, and families of replacements with the same places."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from recast_agent.private.rewrite.text.english import adverb, agent, inflect, quality, syncretic
from recast_agent.private.rewrite.text.lists import rows, rows_of, section_of
from recast_agent.private.rewrite.text.meaning import (
    adjective_pool,
    doer,
    noun_pool,
    verb_pool,
)
from recast_agent.private.rewrite.text.supply import Supply
from recast_agent.private.rewrite.text.surfaces import Surface

Slot = Literal["verb", "noun", "same", "ing", "ed", "agent", "adjective", "adverb"]
"""``same`` is a noun spelled as its verb (loan), ``ing`` a noun or adjective that is spelled as its
verb's form (painting), ``ed`` an adjective that is (gifted)."""

Lemma = tuple[str, str]
"""A base form and its part of speech (N, V, A, R)."""

Row = Mapping[Slot, str]
_TAILS = {"N": ("work", "craft", "ware", "lore", "stock", "kit"),
          "A": ("like", "style", "type", "made", "bound"),
          "V": ("work", "craft", "stock"), "R": ("wise", "style", "fashion")}  # fmt: skip


def slots(lemmas: Sequence[Lemma]) -> dict[Lemma, Slot]:
    """A slot for every lemma of a family; a slot that is taken leaves none (composed later)."""
    verbs = {word for word, pos in lemmas if pos == "V"}
    found: dict[Lemma, Slot] = {}
    for lemma in lemmas:
        slot = _slot(*lemma, verbs)
        if slot in ("ing", "ed") or slot not in found.values():
            found[lemma] = slot
    return found


def _slot(word: str, pos: str, verbs: set[str]) -> Slot:
    if pos == "V":
        return "verb"
    if pos == "R":
        return "adverb"
    if word in verbs:
        return "same"
    if word.endswith("ing") and (pos == "A" or verbs):
        return "ing"
    if pos == "A":
        return "ed" if word.endswith("ed") and verbs else "adjective"
    return "agent" if noun_pool(word) == "person" or doer(word) else "noun"


def candidates(
    needed: Mapping[Lemma, Slot], members: Sequence[Surface], supply: Supply
) -> Iterator[Row]:
    """Families of replacements that have every slot needed; then those that have most of them."""
    wanted = set(needed.values())
    if len(needed) == 1:
        yield from _alone(*next(iter(needed.items())), members, supply)
        return
    for least in (len(wanted), 1):
        for row in itertools.chain(_verbal(wanted, members, supply), _nominal(supply)):
            if len(wanted & row.keys()) >= least:
                yield row


def _alone(lemma: Lemma, slot: Slot, members: Sequence[Surface], supply: Supply) -> Iterator[Row]:
    word, pos = lemma
    words: Iterator[str]
    if pos == "V":
        words = supply.verbs(_forms(members), _verb_pool(members))
    elif pos == "A":
        compared = any(m.tag in ("JJR", "JJS") for m in members)
        words = supply.adjectives("gradable" if compared else adjective_pool(word))
    elif pos == "R":
        words = itertools.chain(supply.words("adverb"), map(adverb, supply.adjectives()))
    else:
        words = supply.nouns(noun_pool(word))
    yield from ({slot: one} for one in words)


def _verbal(wanted: set[Slot], members: Sequence[Surface], supply: Supply) -> Iterator[Row]:
    forms = _forms(members)
    if wanted <= {"verb", "same", "ing", "ed", "agent"}:
        pools = ("both",) if "same" in wanted else (_verb_pool(members),)
        for verb in supply.verbs(forms, *pools):
            yield derived(verb)
    alike = section_of("verbs")
    families = supply.rows(rows("families"))
    families.sort(key=lambda row: alike.get(row[0]) != _verb_pool(members))
    for verb, noun, who, adjective in families:
        yield _row(verb=verb, noun=noun, agent=who, adjective=adjective)


def _nominal(supply: Supply) -> Iterator[Row]:
    yield from supply.rows(list(_nominal_rows()))
    for adjective in supply.words("quality"):
        yield _row(noun=quality(adjective), adjective=adjective, adverb=adverb(adjective))


def derived(verb: str) -> Row:
    """Everything that is formed from a verb by rule."""
    row: dict[Slot, str] = {"verb": verb, "agent": agent(verb), "ing": inflect(verb, "VBG"),
                            "ed": inflect(verb, "VBN")}  # fmt: skip
    return row | ({"same": verb} if section_of("verbs").get(verb) == "both" else {})


def row_of(slot: Slot, word: str) -> Row:
    """The family of replacements that a word has its slot in: to extend a dictionary."""
    for verb, noun, who, adjective in rows("families"):
        row = _row(verb=verb, noun=noun, agent=who, adjective=adjective)
        if row.get(slot) == word:
            return row
    for row in _nominal_rows():
        if row.get(slot) == word:
            return row
    return derived(word) if slot == "verb" else {slot: word}


def _nominal_rows() -> Iterator[Row]:
    for noun, who, adjective in rows_of("fields", "field"):
        yield _row(noun=noun, agent=who, adjective=adjective)
    for adjective, noun, how in rows_of("fields", "quality"):
        yield _row(noun=noun, adjective=adjective, adverb=how)


def _row(**words: str) -> Row:
    row: dict[Slot, str] = {slot: w for slot, w in words.items() if w != "-"}  # type: ignore[misc]
    if "verb" in row:
        row = dict(derived(row["verb"])) | row
    if "adjective" in row:
        row.setdefault("adverb", adverb(row["adjective"]))
    return row


def composed(base: str, pos: str) -> Iterator[str]:
    """Further words of a family that has no slot left: ``harvest-craft``."""
    for tail in _TAILS[pos]:
        yield f"{base}-{tail}"


def _forms(members: Sequence[Surface]) -> str:
    """Which verbs can stand for this one: past and participle differ where both are there."""
    verbs = [m for m in members if m.pos == "V"]
    forms = syncretic(verbs[0].lemma) if verbs else "regular"
    both = {"VBD", "VBN"} <= {m.tag for m in verbs}
    return "regular" if forms == "irregular" and not both else forms


def _verb_pool(members: Sequence[Surface]) -> str:
    verbs = [m for m in members if m.pos == "V"]
    return verb_pool(verbs[0]) if verbs else "action"
