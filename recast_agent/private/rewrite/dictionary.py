"""The rewriter's dictionary: injective, extendable, exactly invertible."""

from __future__ import annotations

from typing import Literal, Self

from pydantic import model_validator

from recast_agent.core.model import Model

Kind = Literal["title", "axis", "series", "category", "unit", "word", "name", "color", "calendar"]


class Entry(Model):
    """``original`` is replaced by ``surrogate`` everywhere (compared without case)."""

    original: str
    surrogate: str
    kind: Kind


class Dictionary(Model):
    """Entries in order of assignment; extension only appends."""

    theme: str
    entries: tuple[Entry, ...] = ()

    @model_validator(mode="after")
    def _injective(self) -> Self:
        for side in ("original", "surrogate"):
            seen = [getattr(e, side).casefold() for e in self.entries]
            if len(seen) != len(set(seen)):
                raise ValueError("a dictionary is injective")
        return self

    def surrogate(self, original: str) -> str | None:
        """The replacement of a whole phrase, or None."""
        return next(
            (e.surrogate for e in self.entries if e.original.casefold() == original.casefold()),
            None,
        )

    def original(self, surrogate: str) -> str | None:
        """The inverse of ``surrogate``, or None."""
        return next(
            (e.original for e in self.entries if e.surrogate.casefold() == surrogate.casefold()),
            None,
        )

    def extended(self, entries: tuple[Entry, ...]) -> Dictionary:
        """With more entries at the end. Raises ValueError where that breaks injectivity."""
        return Dictionary(theme=self.theme, entries=(*self.entries, *entries))

    def __repr__(self) -> str:
        return f"Dictionary(theme={self.theme!r}, {len(self.entries)} entries)"

    __str__ = __repr__
