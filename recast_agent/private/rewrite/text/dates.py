"""Months and weekdays: onto others, in their order, where the question does not need them."""

from __future__ import annotations

from collections.abc import Sequence

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.vocabulary import MONTHS, WEEKDAYS, calendar_index
from recast_agent.private.rewrite.text.ledger import Ledger
from recast_agent.private.rewrite.text.supply import Supply
from recast_agent.private.rewrite.text.surfaces import Surface

_AMBIGUOUS = frozenset(["march", "may"])


def assign_dates(fresh: Sequence[Surface], ledger: Ledger, supply: Supply) -> None:
    """Months onto other months, weekdays onto other weekdays, in their order."""
    for names in (MONTHS, WEEKDAYS):
        first = 0 if names is MONTHS else len(MONTHS)
        here = {s: n for s in fresh if (n := _index(s) - first) in range(len(names))}
        own = sorted(set(here.values()))
        others = [n for n in range(len(names)) if n not in own and _unused(names[n], ledger)]
        if len(others) < len(own):
            raise Withheld(Code.REWRITE_INVALID, "no months or weekdays left")
        chosen = dict(zip(own, supply.sample(others, len(own)), strict=True))
        for surface, index in here.items():
            full = names[chosen[index]].capitalize()
            made = _formed(full, surface.key, names[index])
            ledger.assign(surface.spelled, full if ledger.taken(made) else made, "calendar")


def _formed(full: str, key: str, name: str) -> str:
    """Written like the own name: in full, as a plural, or abbreviated."""
    if key == f"{name}s":
        return f"{full}s"
    return full if key == name else full[:3]


def _unused(name: str, ledger: Ledger) -> bool:
    """A name that no other spelling needs and that is no common word."""
    return name not in _AMBIGUOUS and not any(
        ledger.blocked(spelled) or ledger.known(spelled) for spelled in (name, f"{name}s", name[:3])
    )


def _index(surface: Surface) -> int:
    spelled = next(t.text for t in surface.places if calendar_index(t.text) is not None)
    index = calendar_index(spelled)
    assert index is not None
    return index
