"""Currencies: the sign, the name and the code of one change together."""

from __future__ import annotations

from collections.abc import Sequence, Set

from recast_agent.core.errors import Code, Withheld
from recast_agent.private.rewrite.text.kept import CURRENCIES
from recast_agent.private.rewrite.text.ledger import Ledger


def assign_currencies(keys: Set[str], ledger: Ledger) -> None:
    """Replacements for the currencies among some words, each onto one other currency."""
    for row in CURRENCIES:
        if not keys.isdisjoint(word.casefold() for word in row):
            for own, made in zip(row, _other_currency(row, ledger), strict=True):
                if own.casefold() in keys:
                    ledger.assign(own, made, "unit")


def _other_currency(row: Sequence[str], ledger: Ledger) -> Sequence[str]:
    """The currency that this one already goes to, else one that the source has not."""
    known = {made for own in row if (made := ledger.known(own.casefold()))}
    for other in CURRENCIES:
        if known & set(other):
            return other
    for other in CURRENCIES:
        signed = len(other[0]) == 1
        told_apart = signed and other[1] != other[2] and other[1] != "pound"
        if told_apart and not any(map(ledger.blocked, other)):
            return other
    raise Withheld(Code.REWRITE_INVALID, "no currencies left")
