"""What lies in the home folder: the vault and the logs. Without any stage, so it loads at once."""

from __future__ import annotations

from pathlib import Path

from recast_agent.core.settings import Settings
from recast_agent.private.vault.file import FileVault
from recast_agent.private.vault.keys import find_secret
from recast_agent.private.vault.protocol import Vault


def file_vault(settings: Settings) -> FileVault:
    """The encrypted vault of the command line. Raises InputError(vault_key_missing)."""
    return FileVault(settings.home / "vault", find_secret(settings), ttl_s=settings.vault_ttl_s)


def log_folder(settings: Settings, vault: Vault) -> Path:
    """One log per key, so that each chain can be verified whole with the key that wrote it."""
    return settings.home / "log" / vault.derive("log name").hex()[:16]
