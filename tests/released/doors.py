"""A door over real parts, and a permitted request for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pydantic import SecretStr

from recast_agent.core.settings import Settings
from recast_agent.core.types import Artifact, Permit
from recast_agent.released.egress.budget import Budget
from recast_agent.released.egress.door import Door, Pace
from recast_agent.released.egress.log import RequestLog
from recast_agent.released.egress.transport import OpenAITransport
from recast_agent.released.solve.prompt import first_request
from tests.support import settings

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
