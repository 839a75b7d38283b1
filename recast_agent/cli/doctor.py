"""doctor: what works on this machine, and what is missing."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec

from recast_agent.cli.given import checked_model
from recast_agent.cli.output import guarded
from recast_agent.core.errors import InputError, ReCastError
from recast_agent.core.net import check_url, is_local, port_open, public_url
from recast_agent.core.settings import Settings, load_settings
from recast_agent.result import SCHEMA

LISTENS_S = 2.0
"""How long a server on this machine may take to accept a connection."""


@dataclass(frozen=True)
class Check:
    """One line of ``recast doctor``. ``ok`` None is a note; ``exit_code`` is that of a failure."""

    name: str
    ok: bool | None
    says: str
    exit_code: int = 0


def doctor(*, as_json: bool) -> int:
    """Exit code of ``recast doctor``: 1 where this installation or machine fails, else 2 where a
    setting or the key does."""

    def run() -> int:
        checks = list(_checks(load_settings()))
        if as_json:
            rows = [{"name": c.name, "ok": c.ok, "says": c.says} for c in checks]
            print(json.dumps({"schema": SCHEMA, "checks": rows}))
        else:
            marks = {True: "ok  ", False: "FAIL", None: "note"}
            for check in checks:
                print(f"{marks[check.ok]}  {check.name}: {check.says}")
        return min((c.exit_code for c in checks if c.ok is False), default=0)

    return guarded(run, as_json)


def _checks(settings: Settings) -> Iterator[Check]:
    yield _tried("language model", _language)
    yield _tried("text recognition", _recognition)
    if find_spec("faster_whisper"):
        yield _tried("speech recognition", _speech)
    else:
        hint = 'not installed, recordings need it: pip install "recast-agent[speech]"'
        yield Check("speech recognition", None, hint)
    yield _tried("home folder", lambda: _home(settings))
    key = _tried("vault key", lambda: _key(settings))
    yield key
    if key.ok:
        yield _tried("vault", lambda: _vault(settings))
        yield _tried("request log", lambda: _log(settings))
    yield from _solver(settings)
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
        return Check(name, False, error.hint or error.code.value, error.exit_code)
    except Exception as error:
        return Check(name, False, f"does not load ({type(error).__name__})", 1)


def _language() -> str:
    from recast_agent.private.rewrite.analysis import words_of

    words_of("ready")
    return "loads, hash as recorded"


def _speech() -> str:
    from recast_agent.core.speech import weights

    with weights.lock:
        weights.recogniser()
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
    from recast_agent.private.vault.keys import LONG_ENOUGH, find_secret

    given = settings.secret.get_secret_value()
    short = len(find_secret(settings)) < LONG_ENOUGH
    weak = f", shorter than {LONG_ENOUGH} characters: it can be guessed" if short else ""
    return ("RECAST_SECRET" if given else "system keyring") + weak


def _home(settings: Settings) -> str:
    from recast_agent.core.errors import Code, InternalError

    settings.home.mkdir(parents=True, exist_ok=True)
    if not os.access(settings.home, os.W_OK):
        raise InternalError(Code.LOG_UNWRITABLE, "make RECAST_HOME writable")
    return f"writable ({settings.home})"


def _vault(settings: Settings) -> str:
    from recast_agent.workflow.home import file_vault

    return "opens with this key" if file_vault(settings).prove() else "none yet"


def _log(settings: Settings) -> str:
    from recast_agent.cli.records import own_log
    from recast_agent.workflow.home import file_vault

    own = own_log(settings, file_vault(settings))
    return "of this key (recast log --verify checks it)" if own.is_dir() else "none yet"


def _solver(settings: Settings) -> Iterator[Check]:
    endpoint = _endpoint(settings.solver_base_url, settings.trusted_hosts)
    yield endpoint
    yield _tried("solver model", lambda: _model(settings))
    if endpoint.ok is not False and not is_local(settings.solver_base_url):
        yield _api_key(settings)


def _endpoint(base_url: str, trusted_hosts: tuple[str, ...]) -> Check:
    """What is said of the solver, and on this machine whether it is there: no other machine is
    asked for anything."""
    try:
        check_url(base_url, trusted_hosts)
    except InputError as error:
        return Check("solver", False, error.hint, error.exit_code)
    url = public_url(base_url)
    if is_local(base_url) and not port_open(base_url, within_s=LISTENS_S):
        hint = f"nothing listens at {url}: start recast standin, or set RECAST_SOLVER_BASE_URL"
        return Check("solver", False, hint, InputError.exit_code)
    if is_local(base_url, trusted_hosts):
        return Check("solver", None, f"{url} (local: a server here may still forward what it gets)")
    return Check("solver", True, f"{url} (remote: sees releases only)")


def _model(settings: Settings) -> str:
    checked_model(settings)
    return settings.solver_model


def _api_key(settings: Settings) -> Check:
    name = "solver key"
    if settings.solver_api_key.get_secret_value().strip():
        return Check(name, True, "set")
    if is_local(settings.solver_base_url, settings.trusted_hosts):
        return Check(name, None, "none: right where the declared host asks for none")
    hint = "set RECAST_SOLVER_API_KEY: the endpoint is not on this machine"
    return Check(name, False, hint, InputError.exit_code)
