"""Where private values live: write-once, by scope and name."""

from __future__ import annotations

from typing import Protocol


class Vault(Protocol):
    """A write-once store. ``scope`` is a random case id or the keyed hash of an evidence.

    Conformance: ``tests/conformance/test_vault.py`` runs against every backend.
    """

    async def put(self, scope: str, name: str, value: bytes) -> None:
        """Keep a value. The same value again is accepted; another raises
        InternalError(vault_conflict), and a forgotten scope InputError(case_unknown)."""
        ...

    async def get(self, scope: str, name: str) -> bytes:
        """The value. Raises InputError(case_unknown) where it is not (or no longer) held."""
        ...

    async def names(self, scope: str) -> tuple[str, ...]:
        """Names held under a scope, in the order of writing; empty where it is unknown."""
        ...

    async def delete(self, scope: str) -> None:
        """Forget a scope wholly and for good: a stage still at work on it can put nothing back.
        Forgetting an unknown scope is no error."""
        ...

    def derive(self, purpose: str, data: bytes = b"") -> bytes:
        """32 bytes keyed by the vault's secret: evidence ids, rewriting keys, the log's key."""
        ...
