"""Common words: each family of the source gets a family of replacements, form by form."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence

from recast_agent.core.errors import Code, Withheld
from recast_agent.private.rewrite.text.english import inflect
from recast_agent.private.rewrite.text.families import grouped
from recast_agent.private.rewrite.text.ledger import Ledger
from recast_agent.private.rewrite.text.lists import skeleton
from recast_agent.private.rewrite.text.slots import (
    Lemma,
    Row,
    candidates,
    composed,
    row_of,
    slots,
)
from recast_agent.private.rewrite.text.supply import Supply
from recast_agent.private.rewrite.text.surfaces import Surface

Made = Mapping[Lemma, str]
"""The replacement of every base form of a family."""


def assign_words(members: Iterable[Surface], ledger: Ledger, supply: Supply) -> None:
    """Replacements for all common words of a record. Raises Withheld where the words run out."""
    words = [m for m in members if m.nature == "word"]
    family_of = grouped([m.lemma for m in words])
    families: dict[str, list[Surface]] = {}
    for member in words:
        families.setdefault(family_of[member.lemma], []).append(member)
    for family in families.values():
        if any(ledger.known(m.key) is None for m in family):
            _assign_family(family, ledger, supply)


def _assign_family(family: Sequence[Surface], ledger: Ledger, supply: Supply) -> None:
    lemmas = list(dict.fromkeys((m.lemma, m.pos) for m in family))
    needed = slots(lemmas)
    held = {lemma: known for lemma in lemmas if (known := ledger.known(lemma[0]))}
    fitting = itertools.chain(_extended(held, needed), candidates(needed, family, supply))
    for row in fitting:
        made = _made(lemmas, needed, row, held, ledger)
        if made is not None and _record(family, made, ledger):
            return
    for member in family:  # what did not fit together is at least kept apart
        _assign_alone(member, ledger, supply)


def _extended(held: Made, needed: Mapping[Lemma, str]) -> Iterable[Row]:
    """The family that earlier assignments began."""
    for lemma, word in held.items():
        if lemma in needed:
            yield row_of(needed[lemma], word)  # type: ignore[arg-type]


def _made(
    lemmas: Sequence[Lemma], needed: Mapping[Lemma, str], row: Row, held: Made, ledger: Ledger
) -> Made | None:
    """A replacement for each base form: the row's, else one composed on the row's first word."""
    made: dict[Lemma, str] = dict(held)
    base = next(iter(row.values()))
    for lemma in lemmas:
        if lemma in made:
            continue
        word = row.get(needed.get(lemma, ""))  # type: ignore[call-overload]
        if word is None:
            taken = set(made.values())
            tails = (w for w in composed(base, lemma[1]) if w not in taken and ledger.fresh(w))
            word = next(tails, None)
        if word is None or not ledger.fresh(word):
            return None
        made[lemma] = word
    return made


def _record(family: Sequence[Surface], made: Made, ledger: Ledger) -> bool:
    """Assign every form, and the base forms for later ones; False where one is not free."""
    forms: dict[str, str] = {}
    for member in family:
        if ledger.known(member.key) is None:
            forms[member.key] = inflect(made[member.lemma, member.pos], member.tag)
    if len(set(forms.values())) < len(forms) or not all(map(ledger.free, forms.values())):
        return False
    for (lemma, _), word in made.items():
        fresh = lemma not in forms and ledger.known(lemma) is None and lemma not in skeleton()
        if fresh and word not in forms.values() and ledger.free(word):
            forms[lemma] = word
    if any(key == word for key, word in forms.items()):
        return False
    odd = {m.key: m.spelled for m in family if m.spelled not in _usual(m.key)}
    for key, word in forms.items():
        ledger.assign(odd.get(key, key), word, "word")
    return True


def _usual(key: str) -> tuple[str, str, str]:
    """The spellings that follow from a word without case; others are kept (ctDNA)."""
    return key, key.capitalize(), key.upper()


def _assign_alone(member: Surface, ledger: Ledger, supply: Supply) -> None:
    if ledger.known(member.key) is not None:
        return
    needed = slots([(member.lemma, member.pos)])
    for row in candidates(needed, [member], supply):
        form = inflect(next(iter(row.values())), member.tag)
        if ledger.free(form):
            ledger.assign(member.key, form, "word")
            return
    raise Withheld(Code.REWRITE_INVALID, "the lists have no further words")
