"""A door over real parts, and a permitted request for it."""

from __future__ import annotations

import asyncio
import copy
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from recast_agent.core.settings import Settings
from recast_agent.core.types import Artifact, Permit
from recast_agent.released.egress.budget import Budget
from recast_agent.released.egress.door import Door, Pace, Reply
from recast_agent.released.egress.log import RequestLog, entries
from recast_agent.released.egress.transport import OpenAITransport
from recast_agent.released.solve.prompt import first_request
from tests.support import settings

ANSWER = "answer = protected(48)"
KEY = b"k" * 32
API_KEY = "sk-very-secret-key"
CASE = "c" * 32
ARTIFACT = Artifact(data=b"\x89PNG\r\n\x1a\n pretend image")
PERMIT = Permit(
    case=CASE,
    question="How many visits came on Wednesday?",
    artifact_sha256=ARTIFACT.sha256,
    media_type=ARTIFACT.media_type,
)
FAST = Pace(attempt_s=10, first_pause_s=0.01, longest_pause_s=0.03)


def door_to(url: str, home: Path, *, pace: Pace = FAST, **given: Any) -> Door:
    """A door to ``url`` that logs under ``home``."""
    chosen = settings(home, solver_base_url=url, **given)
    transport = OpenAITransport(SecretStr(API_KEY), chosen.trusted_hosts)
    return Door(transport, RequestLog(home / "log", KEY), chosen, pace=pace)


def body(permit: Permit = PERMIT, artifact: Artifact = ARTIFACT) -> dict[str, Any]:
    """The body that the permit lets out."""
    defaults = Settings.model_fields
    return first_request(
        permit,
        artifact,
        model=defaults["solver_model"].default,
        max_tokens=defaults["max_tokens"].default,
    )


def budget(seconds: float = 20.0, max_bytes: int = 20_000_000) -> Budget:
    return Budget.starting_now(seconds, max_bytes)


def ask(
    door: Door,
    sent: dict[str, Any] | None = None,
    *,
    boundary: str = "solver",
    permit: Permit = PERMIT,
    parent: Reply | None = None,
    allowed: Budget | None = None,
) -> Reply:
    return asyncio.run(
        door.ask(
            boundary,
            body() if sent is None else sent,
            permit=permit,
            budget=allowed or budget(),
            parent=parent,
        )
    )


def events(home: Path, kind: str) -> list[dict[str, Any]]:
    return [event for event in entries(home / "log") if event["kind"] == kind]


def changed(path: str, value: Any) -> dict[str, Any]:
    """The permitted body with one place set to something else."""
    found: Any = copy.deepcopy(body())
    *parents, last = path.split("/")
    place = found
    for step in parents:
        place = place[int(step)] if isinstance(place, list) else place[step]
    place[int(last) if isinstance(place, list) else last] = value
    return dict(found)
