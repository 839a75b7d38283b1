"""log: every request that left this machine."""

from __future__ import annotations

import json
from pathlib import Path

from recast_agent.cli.output import guarded
from recast_agent.core.errors import Code, InputError
from recast_agent.core.settings import Settings, load_settings
from recast_agent.private.vault.protocol import Vault
from recast_agent.result import SCHEMA


def log(*, as_json: bool, verify: bool) -> int:
    """Exit code of ``recast log``."""

    def run() -> int:
        from recast_agent.released.egress.log import entries
        from recast_agent.released.egress.log import verify as verify_log
        from recast_agent.workflow.home import file_vault

        settings = load_settings()
        vault = file_vault(settings)
        folder = own_log(settings, vault)
        if verify:
            report = verify_log(folder, vault.derive("log"))
            body = {
                "schema": SCHEMA,
                "ok": report.ok,
                "events": report.events,
                "broken_at": report.broken_at,
                "torn": report.torn,
            }
            said = "whole" if report.ok else f"broken at event {report.broken_at}"
            print(json.dumps(body) if as_json else f"log: {report.events} events, {said}")
            return 0 if report.ok else 1
        for entry in entries(folder):
            print(json.dumps(entry, ensure_ascii=False) if as_json else _line(entry))
        return 0

    return guarded(run, as_json)


def own_log(settings: Settings, vault: Vault) -> Path:
    """The folder of this key's log; it may not be there yet.

    Raises InputError(vault_key_wrong) where there are logs, and all of other keys.
    """
    from recast_agent.workflow.home import log_folder

    folder = log_folder(settings, vault)
    if not folder.is_dir() and any((settings.home / "log").glob("*")):
        hint = (
            f"other keys wrote the logs in {settings.home / 'log'}: set their RECAST_SECRET, or "
            "another RECAST_HOME for a new log"
        )
        raise InputError(Code.VAULT_KEY_WRONG, hint)
    return folder


def _line(entry: dict[str, object]) -> str:
    parts = [str(entry.get("seq", "")), str(entry.get("time", "")), str(entry.get("kind", ""))]
    parts += [
        f"{k}={entry[k]}" for k in ("case", "attempt", "outcome", "url", "media") if entry.get(k)
    ]
    return "  ".join(parts)
