"""A vault of one process."""

from __future__ import annotations

import secrets
import threading

from recast_agent.core.errors import Code, InputError, InternalError
from recast_agent.private.vault.keys import Derivation


class MemoryVault:
    """Holds values until the process ends. Without a secret its keys are fresh as well."""

    def __init__(self, secret: bytes | None = None) -> None:
        self._held: dict[str, dict[str, bytes]] = {}
        self._forgotten: set[str] = set()
        self._lock = threading.Lock()
        self._derivation = Derivation(secret or secrets.token_bytes(32))

    async def put(self, scope: str, name: str, value: bytes) -> None:
        """See ``Vault.put``."""
        with self._lock:
            if scope in self._forgotten:
                raise InputError(Code.CASE_UNKNOWN, "this case has been forgotten")
            if self._held.setdefault(scope, {}).setdefault(name, value) != value:
                raise InternalError(Code.VAULT_CONFLICT, "this entry already has another value")

    async def get(self, scope: str, name: str) -> bytes:
        """See ``Vault.get``."""
        with self._lock:
            found = self._held.get(scope, {}).get(name)
        if found is None:
            raise InputError(Code.CASE_UNKNOWN, "the vault does not hold this case (any longer)")
        return found

    async def names(self, scope: str) -> tuple[str, ...]:
        """See ``Vault.names``."""
        with self._lock:
            return tuple(self._held.get(scope, {}))

    async def delete(self, scope: str) -> None:
        """See ``Vault.delete``."""
        with self._lock:
            self._held.pop(scope, None)
            self._forgotten.add(scope)

    def derive(self, purpose: str, data: bytes = b"") -> bytes:
        """See ``Vault.derive``."""
        return self._derivation.derive(purpose, data)
