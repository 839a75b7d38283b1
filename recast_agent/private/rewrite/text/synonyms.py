"""Words of the question that the passage says in another way: they follow the passage's word."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import cache

from recast_agent.private.rewrite.text.english import inflect
from recast_agent.private.rewrite.text.families import grouped
from recast_agent.private.rewrite.text.lists import rows, skeleton
from recast_agent.private.rewrite.text.surfaces import Surface


def kept_stand_ins(found: Mapping[str, Surface], stayed: Container[str]) -> dict[str, str]:
    """For each word that only the question has, the word of the same meaning that stays in the
    passage, if there is one (kids, children); ``stayed`` are the words of the passage."""
    stand: dict[str, str] = {}
    for surface in found.values():
        if surface.nature == "word" and surface.asked_only:
            forms = [inflect(w, surface.tag) for w in _synonyms(surface.lemma) if w in skeleton()]
            there = [form for form in forms if form in stayed and form in skeleton()]
            if len(there) == 1:
                stand[surface.key] = there[0]
    return stand


def stand_ins(found: Mapping[str, Surface]) -> dict[str, Surface]:
    """For each word that only the question has, the form of the passage's one synonym of it.

    The dictionary lists that form: the inverse of a stand-in is the passage's own word.
    """
    words = [s for s in found.values() if s.nature == "word"]
    passage = {(s.lemma, s.pos): s for s in words if not s.asked_only}
    family = grouped([s.lemma for s in words])
    there = {family[lemma] for lemma, _ in passage}
    stand: dict[str, Surface] = {}
    for surface in words:
        if not surface.asked_only or family[surface.lemma] in there:
            continue
        meant = [lemma for lemma in _synonyms(surface.lemma) if (lemma, surface.pos) in passage]
        if len(meant) == 1:
            stand[surface.key] = _form(passage[meant[0], surface.pos], surface, found)
    return stand


def _form(word: Surface, like: Surface, found: Mapping[str, Surface]) -> Surface:
    """The passage's word in the inflection of the question's."""
    key = word.key if word.tag == like.tag else inflect(word.lemma, like.tag)
    return found.get(key) or Surface(key, key, "word", word.lemma, word.pos, like.tag)


@cache
def _synonyms(lemma: str) -> tuple[str, ...]:
    groups = [row for row in rows("synonyms") if lemma in row]
    others = (word for row in groups for word in row if word != lemma)
    return tuple(dict.fromkeys(others))
