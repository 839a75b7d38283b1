"""Assignments in the making: one replacement for each original, never taken twice or changed."""

from __future__ import annotations

from collections.abc import Iterable

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.vocabulary import calendar_index, stem
from recast_agent.private.rewrite.dictionary import Dictionary, Entry, Kind
from recast_agent.private.rewrite.text.lists import skeleton
from recast_agent.private.rewrite.text.tokens import key_of


class Ledger:
    """Extends a dictionary. ``avoid`` are the stems of the source: no part of a replacement is one
    of them, nor a word that stays."""

    def __init__(self, prior: Dictionary, avoid: Iterable[str]) -> None:
        self._prior = prior
        self._new: list[Entry] = []
        self._held = {key_of(e.original): e for e in prior.entries}
        self._used = {e.surrogate.casefold() for e in prior.entries}
        self._bases = set(map(stem, self._used))
        self._avoid = frozenset(avoid)

    def dictionary(self) -> Dictionary:
        """Everything assigned so far."""
        return self._prior.extended(tuple(self._new))

    def known(self, key: str) -> str | None:
        """The replacement of an original, by its key."""
        entry = self._held.get(key)
        return entry.surrogate if entry else None

    def entry(self, key: str) -> Entry:
        """The assignment of an original that has one."""
        return self._held[key]

    def free(self, surrogate: str) -> bool:
        """Whether a replacement can still be taken."""
        plain = surrogate.casefold()
        if plain in self._used:
            return False
        parts = [plain, *plain.replace("-", " ").split()]
        return not any(
            part in skeleton() or stem(part) in self._avoid or calendar_index(part) is not None
            for part in parts
        )

    def fresh(self, base: str) -> bool:
        """Whether a base form is free and no form of a replacement of another word."""
        return self.free(base) and stem(base) not in self._bases

    def taken(self, surrogate: str) -> bool:
        """Whether a word is already the replacement of another one."""
        return surrogate.casefold() in self._used

    def blocked(self, surrogate: str) -> bool:
        """Whether a word is taken or stands in the source."""
        return self.taken(surrogate) or stem(surrogate) in self._avoid

    def assign(self, original: str, surrogate: str, kind: Kind) -> str:
        """Record a free replacement of a new original."""
        if original.casefold() == surrogate.casefold() or surrogate.casefold() in self._used:
            raise Withheld(Code.REWRITE_INVALID, "two words would get one replacement")
        entry = Entry(original=original, surrogate=surrogate, kind=kind)
        self._new.append(entry)
        self._used.add(surrogate.casefold())
        self._bases.add(stem(surrogate))
        self._held[key_of(original)] = entry
        return surrogate
