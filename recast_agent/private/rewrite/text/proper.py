"""Names: each word of a name gets a word of the same kind, so that partial names stay partial."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from recast_agent.core.errors import Code, Withheld
from recast_agent.private.rewrite.text.ledger import Ledger
from recast_agent.private.rewrite.text.names import (
    countries,
    demonyms,
    person_section,
    place_section,
)
from recast_agent.private.rewrite.text.supply import Supply
from recast_agent.private.rewrite.text.surfaces import Surface

Sort = Literal["her", "him", "surname", "country", "demonym", "town", "land", "other"]

Gender = Literal["her", "him"]

_OF_A_PLACE = ("an", "ans", "ese", "ish", "i", "is", "ic", "ch")
_ENDINGS = (
    "s",
    "ians",
    "ian",
    "eans",
    "ean",
    "ans",
    "an",
    "ns",
    "n",
    "ese",
    "ish",
    "ites",
    "ite",
    "ic",
)
_LEAST = 4
_OF_PLACES = ("GPE", "LOC", "FAC")
_SORTS: dict[str, Sort] = {"GPE": "town", "LOC": "land", "FAC": "land", "NORP": "other"}
_POOLS: dict[Sort, tuple[str, ...]] = {
    "her": ("her",), "him": ("him",), "surname": ("surname",), "town": ("town", "land"),
    "land": ("land", "town"), "other": ("other",), "country": ("land",), "demonym": ("land",),
}  # fmt: skip
_MADE_OF = ("surname", "town", "land")


def assign_names(found: Mapping[str, Surface], ledger: Ledger, supply: Supply) -> None:
    """Replacements for all names of a record. Raises Withheld where the names run out."""
    names = [s for s in found.values() if s.nature == "name"]
    gender = _gender(found.values())
    for surface in names:
        if ledger.known(surface.key) is not None or _base_of(surface, found):
            continue
        if _assign_one_of_many(surface, ledger):
            continue
        sort = _sort(surface, gender)
        if sort in ("country", "demonym"):
            pairs = supply.rows(list(countries().items()))
            if f"{surface.key}s" in found:  # Germans: Italians, not Frenchs
                pairs.sort(key=lambda pair: not pair[1].endswith("an"))
            if not _assign_country(surface, sort, pairs, ledger):
                _assign_free(surface, _candidates(sort, supply), ledger)
        else:
            names_of = _many if _is_many(surface) else iter
            _assign_free(surface, names_of(_candidates(sort, supply)), ledger)
    for surface in names:
        base = _base_of(surface, found)
        if base is not None and ledger.known(surface.key) is None:
            _assign_derived(surface, base, ledger, supply)


def _is_many(surface: Surface) -> bool:
    """Whether a name is that of a people: a later question may name one of them."""
    return surface.entity == "NORP" and surface.tag_of_many and surface.key.endswith("s")


def _many(names: Iterable[str]) -> Iterator[str]:
    return (f"{name}s" for name in names if name[-1].casefold() not in "sxyz")


def _assign_one_of_many(surface: Surface, ledger: Ledger) -> bool:
    """Protestant as Protestants, which an earlier question of the evidence has named."""
    known = ledger.known(f"{surface.key}s") or ""
    if not known.endswith("s") or not ledger.free(known[:-1]):
        return False
    ledger.assign(_spelled(surface), known[:-1], "name")
    return True


def _gender(surfaces: Iterable[Surface]) -> Gender:
    """The more frequent kind of given name, for names that are not listed."""
    kinds = Counter(person_section(s.key) for s in surfaces if s.nature == "name")
    return "her" if kinds["her"] > kinds["him"] else "him"


def _sort(surface: Surface, gender: Gender) -> Sort:
    key, entity = surface.key, surface.entity
    place, person = place_section(key), person_section(key)
    if place and (entity != "PERSON" or not surface.beside_a_name):
        return place
    if person and (entity not in _OF_PLACES or not surface.beside_a_name):
        return person
    if entity == "PERSON":
        if surface.ends_a_name:
            return "surname"
        return "her" if key.endswith("a") else gender
    if entity == "NORP" and key.endswith(_OF_A_PLACE):
        return "demonym"
    return _SORTS.get(entity, "other" if entity else "surname")


def _candidates(sort: Sort, supply: Supply) -> Iterator[str]:
    """Names of a sort, then names made of two."""
    yield from supply.words(*_POOLS[sort])
    for first, second in itertools.product(supply.words("surname"), supply.words(*_MADE_OF)):
        if first != second:
            yield f"{first}-{second}"


def _assign_country(
    surface: Surface, sort: Sort, pairs: Sequence[tuple[str, ...]], ledger: Ledger
) -> bool:
    """A country and what comes from it change together: France, French. False where none of the
    pairs is free."""
    partner = countries().get(surface.spelled) if sort == "country" else demonyms().get(surface.key)
    known = ledger.known(partner.casefold()) if partner else None
    own, other = (0, 1) if sort == "country" else (1, 0)
    for pair in pairs:
        fits = pair[other] == known if known is not None else ledger.free(pair[other])
        if fits and ledger.free(pair[own]):
            ledger.assign(surface.spelled, pair[own], "name")
            if partner and known is None:
                ledger.assign(partner, pair[other], "name")
            return True
    return False


def _base_of(surface: Surface, found: Mapping[str, Surface]) -> Surface | None:
    """The name of the record that this one is formed from: Smiths, Amazonian."""
    if place_section(surface.key) in ("country", "demonym"):
        return None
    for ending in _ENDINGS:
        if not surface.key.endswith(ending) or len(surface.key) - len(ending) < _LEAST:
            continue
        trunk = surface.key.removesuffix(ending)
        for key in (trunk, *(trunk + vowel for vowel in "aeoy")):
            base = found.get(key)
            if base is not None and base.nature == "name" and key != surface.key:
                return base
    return None


def _assign_derived(surface: Surface, base: Surface, ledger: Ledger, supply: Supply) -> None:
    """Formed from the base's replacement in the same way."""
    known = ledger.known(base.key) or ""
    if surface.key == f"{base.key}s":
        made = f"{known}s"
    else:
        made = known.rstrip("aeiouy") + ("ians" if surface.key.endswith("s") else "ian")
    if known and ledger.free(made):
        ledger.assign(surface.spelled, made, "name")
    else:
        _assign_free(surface, _candidates("other", supply), ledger)


def _assign_free(surface: Surface, names: Iterable[str], ledger: Ledger) -> None:
    for name in names:
        if ledger.free(name):
            ledger.assign(_spelled(surface), name, "name")
            return
    raise Withheld(Code.REWRITE_INVALID, "the lists have no further names")


def _spelled(surface: Surface) -> str:
    """How a name is written inside a sentence, where it is."""
    return next((t.text for t in surface.places if not t.text.isupper()), surface.spelled)
