"""The secret of a vault, and the keys that come of it."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from recast_agent.core.errors import Code, InputError
from recast_agent.core.settings import Settings

SERVICE, ENTRY = "recast", "vault"

LONG_ENOUGH = 16
"""Characters from which on a secret is not called weak; a shorter one is used all the same."""

_HINT = "set RECAST_SECRET to a long random text and keep it: without it no case can be recovered"


def find_secret(settings: Settings) -> bytes:
    """``RECAST_SECRET`` where it is set, else the keyring's, made on first use.

    Raises InputError(vault_key_missing) where there is neither a secret nor a real keyring.
    """
    given = settings.secret.get_secret_value()
    return (given or _from_keyring()).encode()


def _from_keyring() -> str:
    import keyring
    from keyring.errors import KeyringError

    try:
        # the stand-ins for a missing backend have no positive priority
        if keyring.get_keyring().priority < 1:
            raise InputError(Code.VAULT_KEY_MISSING, _HINT)
        held: str | None = keyring.get_password(SERVICE, ENTRY)
        if held is None:
            keyring.set_password(SERVICE, ENTRY, secrets.token_urlsafe(32))
            # two first uses at once: both go on with the one that was kept
            held = keyring.get_password(SERVICE, ENTRY)
    except (KeyringError, RuntimeError, OSError):
        raise InputError(Code.VAULT_KEY_MISSING, _HINT) from None
    if not held:
        raise InputError(Code.VAULT_KEY_MISSING, _HINT)
    return held


def stretched(secret: bytes, salt: bytes) -> bytes:
    """32 bytes by scrypt: slow on purpose, since a secret may be a mere password."""
    return hashlib.scrypt(secret, salt=salt, n=2**14, r=8, p=1, dklen=32)


class Derivation:
    """Keys for many purposes from one secret; the same in every process that knows it."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret
        self._root: bytes | None = None

    def derive(self, purpose: str, data: bytes = b"") -> bytes:
        """32 bytes for a purpose and its data."""
        if self._root is None:
            self._root = stretched(self._secret, b"recast/derive/1")
        key = hmac.digest(self._root, purpose.encode(), "sha256")
        return hmac.digest(key, data, "sha256")
