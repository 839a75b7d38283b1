"""log and doctor: what left this machine, and what works on it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from recast_agent.cli.output import guarded
from recast_agent.core.errors import Code, InputError, ReCastError
from recast_agent.core.net import is_local, public_url
from recast_agent.core.settings import Settings, load_settings
from recast_agent.result import SCHEMA


@dataclass(frozen=True)
class Check:
    """One line of ``recast doctor``. ``ok`` None is a warning."""

    name: str
    ok: bool | None
    says: str


def log(*, as_json: bool, verify: bool) -> int:
    """Exit code of ``recast log``."""

    def run() -> int:
        from recast_agent.released.egress.log import entries
        from recast_agent.released.egress.log import verify as verify_log
        from recast_agent.workflow.stages import file_vault, log_folder

        settings = load_settings()
        vault = file_vault(settings)
        folder = log_folder(settings, vault)
        if not folder.is_dir() and any((settings.home / "log").glob("*")):
            hint = f"other keys wrote the logs in {settings.home / 'log'}: set their RECAST_SECRET"
            raise InputError(Code.VAULT_KEY_WRONG, hint)
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


def doctor(*, as_json: bool) -> int:
    """Exit code of ``recast doctor``: 1 where something needed is missing."""

    def run() -> int:
        checks = list(_checks(load_settings()))
        if as_json:
            rows = [{"name": c.name, "ok": c.ok, "says": c.says} for c in checks]
            print(json.dumps({"schema": SCHEMA, "checks": rows}))
        else:
            marks = {True: "ok  ", False: "FAIL", None: "note"}
            for check in checks:
                print(f"{marks[check.ok]}  {check.name}: {check.says}")
        return 1 if any(c.ok is False for c in checks) else 0

    return guarded(run, as_json)


def _line(entry: dict[str, object]) -> str:
    parts = [str(entry.get("seq", "")), str(entry.get("time", "")), str(entry.get("kind", ""))]
    parts += [
        f"{k}={entry[k]}" for k in ("case", "attempt", "outcome", "url", "media") if entry.get(k)
    ]
    return "  ".join(parts)


def _checks(settings: Settings) -> Iterator[Check]:
    yield _tried("language model", _language)
    yield _tried("text recognition", _recognition)
    yield _tried("vault key", lambda: _key(settings))
    yield _tried("home folder", lambda: _home(settings))
    yield _endpoint(settings)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        if os.environ.get(name) or os.environ.get(name.lower()):
            yield Check(name, None, "set, and ignored: no request of ours uses a proxy")
    for name in ("LANGSMITH_TRACING", "LANGSMITH_TRACING_V2", "LANGCHAIN_TRACING_V2"):
        if os.environ.get(name, "").lower() == "true":
            yield Check(name, None, "set: our runs are untraced, your own agent's are not")


def _tried(name: str, check: Callable[[], str]) -> Check:
    try:
        return Check(name, True, check())
    except ReCastError as error:
        return Check(name, False, error.hint or error.code.value)
    except Exception as error:
        return Check(name, False, f"does not load ({type(error).__name__})")


def _language() -> str:
    from recast_agent.private.rewrite.analysis import words_of

    words_of("ready")
    return "loads, hash as recorded"


def _recognition() -> str:
    import io

    from PIL import Image, ImageDraw

    from recast_agent.core.perception.read import tokens_of

    picture = Image.new("RGB", (320, 120), "white")
    ImageDraw.Draw(picture).text((40, 40), "READY 42", fill="black", font_size=28)
    held = io.BytesIO()
    picture.save(held, "PNG")
    seen = " ".join(token.text for token in tokens_of(held.getvalue()))
    return "reads" if "42" in seen else "loads, but misread a test picture"


def _key(settings: Settings) -> str:
    from recast_agent.private.vault.keys import find_secret

    find_secret(settings)
    return "RECAST_SECRET" if settings.secret.get_secret_value() else "system keyring"


def _home(settings: Settings) -> str:
    from recast_agent.core.errors import Code, InternalError

    settings.home.mkdir(parents=True, exist_ok=True)
    if not os.access(settings.home, os.W_OK):
        raise InternalError(Code.LOG_UNWRITABLE, "make RECAST_HOME writable")
    return f"writable ({settings.home})"


def _endpoint(settings: Settings) -> Check:
    url = public_url(settings.solver_base_url) or "not a plain URL"
    if not is_local(settings.solver_base_url, settings.trusted_hosts):
        return Check(
            "solver", True, f"{settings.solver_model} at {url} (remote: sees releases only)"
        )
    return Check(
        "solver",
        None,
        f"{settings.solver_model} at {url} (local: a server here may still forward what it gets)",
    )
