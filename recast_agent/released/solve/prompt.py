"""The request that a solver gets: the pinned prompt, the permitted question, the artifact."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from typing import Any

from recast_agent.core import prompts
from recast_agent.core.types import TEXT, WAV, Artifact, Permit
from recast_agent.released.egress.provenance import evidence_text, repair_text, request_texts


def first_request(
    permit: Permit, artifact: Artifact, *, model: str, max_tokens: int
) -> dict[str, Any]:
    """The chat.completions body of a fresh question (paper, appendices C and D)."""
    content: list[dict[str, Any]] = [
        {"type": "text", "text": text} for text in request_texts(permit)
    ]
    return {
        "model": model,
        "temperature": 0,
        "max_tokens": max_tokens,
        "stream": True,
        "messages": [
            {"role": "system", "content": prompts.render("solver")},
            {"role": "user", "content": [*content, _evidence(artifact)]},
        ],
    }


def _evidence(artifact: Artifact) -> dict[str, Any]:
    """The artifact as a content part: text behind its heading, a recording as itself, a picture as
    a data URL."""
    if artifact.media_type == TEXT:
        return {"type": "text", "text": evidence_text(artifact.data.decode())}
    data = base64.b64encode(artifact.data).decode()
    if artifact.media_type == WAV:
        return {"type": "input_audio", "input_audio": {"data": data, "format": "wav"}}
    return {"type": "image_url", "image_url": {"url": f"data:{artifact.media_type};base64,{data}"}}


def repair_request(first: dict[str, Any], reply: str, codes: Sequence[str]) -> dict[str, Any]:
    """The body that shows a reply and names what is wrong with its form."""
    return {
        **first,
        "messages": [
            *first["messages"],
            {"role": "assistant", "content": reply},
            {"role": "user", "content": repair_text(codes)},
        ],
    }
