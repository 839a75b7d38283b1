"""What may leave through the door: exactly what the gate permitted, and pinned prompts.

Every field of a request has one origin: a constant of the settings, a prompt whose hash is pinned
here, the permit, or the reply that is being repaired. A field, key or word of any other origin is
refused; so is a boundary for which no rule is written.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from recast_agent.core import prompts
from recast_agent.core.errors import Code, Withheld
from recast_agent.core.settings import Settings
from recast_agent.core.types import PNG, TEXT, WAV, Permit

PINNED = {
    "solver": "8941593bc907c51024bdda06e5f9ceddead021de20fe7bc1daf3bd8d06b049c1",
    "evidence": "481b870d44dab7e99ee174239328fa171d3024fa611dc26e0fcbf6b82b909fe1",
    "repair": "ade649898d25750a69606e1ca6d928569da4b93f974539a00e5ab0eee399543d",
    "spoken": "41bd5182b3ce16087a73c71bbb03a8fe4fea2eb5d44e3033afa95ad8f3a755f4",
    "choices": "4dd3e674b97895ea9d3e3c62cdf78a9760f119585fdec8a8611234c4403bf543",
}
"""SHA-256 of every prompt that may leave. Changing a prompt means changing its pin."""

FORMAT_CODES = (
    "not_one_program",
    "syntax_refused",
    "no_answer",
    "unknown_operand",
    "unmarked_replacement",
    "constant_answer",
)
"""The format faults that a repair may name to the solver, in the order in which it names them."""

_DATA_URL = re.compile(r"data:(image/png);base64,([A-Za-z0-9+/]+={0,2})")


@dataclass(frozen=True, repr=False)
class Checked:
    """A request every field of which is accounted for.

    ``loggable`` is ``body`` with its media replaced by ``sha256:…``.
    """

    body: dict[str, Any]
    loggable: dict[str, Any]
    media: bytes


def checked(
    boundary: str,
    body: dict[str, Any],
    permit: Permit,
    settings: Settings,
    parent_text: str | None,
) -> Checked:
    """A private copy of ``body``, held against the permit.

    ``parent_text`` is the reply that a repair refers to. Raises
    Withheld(provenance_unknown) with the place of the first field that has no known origin.
    """
    if boundary != "solver":
        raise _unknown("boundary")
    body = _copied(body)
    constants = {
        "model": settings.solver_model,
        "temperature": 0,
        "max_tokens": settings.max_tokens,
        "stream": True,
    }
    _expect(body.keys() == {*constants, "messages"}, "body")
    for key, value in constants.items():
        _expect(_same(body[key], value), key)
    messages = body["messages"]
    _expect(
        isinstance(messages, list) and len(messages) == (2 if parent_text is None else 4),
        "messages",
    )
    _expect(_same(messages[0], {"role": "system", "content": _pinned("solver")}), "messages.0")
    media = _user(messages[1], permit)
    if parent_text is not None:
        _expect(_same(messages[2], {"role": "assistant", "content": parent_text}), "messages.2")
        _repair(messages[3])
    return Checked(body, _without_media(body, permit), media)


def request_texts(permit: Permit) -> list[str]:
    """The text parts before the artifact: the question, or that it is said in the recording; the
    choices; what of the evidence leaves as text beside a picture."""
    texts = [prompts.render("spoken") if permit.spoken_question else permit.question]
    texts += [choices_text(permit.choices)] if permit.choices else []
    return texts + ([evidence_text(permit.beside)] if permit.beside else [])


def choices_text(choices: Sequence[str]) -> str:
    """The text part that offers the permitted choices."""
    return prompts.render("choices", choices="\n".join(f"- {choice}" for choice in choices))


def evidence_text(text: str) -> str:
    """The text part that shows released text."""
    return prompts.render("evidence", evidence=text)


def repair_text(codes: Sequence[str]) -> str:
    """The message that asks for a repair: codes, never content."""
    return prompts.render("repair", codes=", ".join(codes))


def _user(message: Any, permit: Permit) -> bytes:
    where = "messages.1"
    _expect(isinstance(message, dict) and message.keys() == {"role", "content"}, where)
    parts = message["content"]
    _expect(message["role"] == "user" and isinstance(parts, list), where)
    for used, name in (
        (permit.spoken_question, "spoken"),
        (permit.choices, "choices"),
        (permit.beside, "evidence"),
    ):
        if used:
            _pinned(name)
    _expect(not permit.spoken_question or permit.media_type == WAV, where)
    _expect(not permit.beside or permit.media_type == PNG, where)
    texts = [{"type": "text", "text": text} for text in request_texts(permit)]
    _expect(_same(parts[:-1], texts), where)
    shown = {TEXT: _passage, WAV: _recording}.get(permit.media_type, _picture)
    return shown(parts[-1], permit)


def _passage(part: Any, permit: Permit) -> bytes:
    where = "messages.1"
    _expect(isinstance(part, dict) and part.keys() == {"type", "text"}, where)
    _expect(part["type"] == "text" and isinstance(part["text"], str), where)
    _pinned("evidence")
    found = prompts.match("evidence", part["text"])
    data = found["evidence"].encode() if found else b""
    _expect(hashlib.sha256(data).hexdigest() == permit.artifact_sha256, "media")
    return data


def _picture(part: Any, permit: Permit) -> bytes:
    where = "messages.1"
    _expect(isinstance(part, dict) and part.keys() == {"type", "image_url"}, where)
    _expect(part["type"] == "image_url" and isinstance(part["image_url"], dict), where)
    _expect(part["image_url"].keys() == {"url"}, where)
    return _media(part["image_url"]["url"], permit)


def _recording(part: Any, permit: Permit) -> bytes:
    where = "messages.1"
    _expect(isinstance(part, dict) and part.keys() == {"type", "input_audio"}, where)
    _expect(part["type"] == "input_audio" and isinstance(part["input_audio"], dict), where)
    _expect(part["input_audio"].keys() == {"data", "format"}, where)
    _expect(part["input_audio"]["format"] == "wav", where)
    return _encoded(part["input_audio"]["data"], permit)


def _media(url: Any, permit: Permit) -> bytes:
    found = _DATA_URL.fullmatch(url) if isinstance(url, str) else None
    if found is None or found[1] != permit.media_type:
        raise _unknown("media")
    return _encoded(found[2], permit)


def _encoded(text: Any, permit: Permit) -> bytes:
    _expect(isinstance(text, str) and text.isascii(), "media")
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error:
        raise _unknown("media") from None
    # unused bits of base64 could carry a message: only the one canonical spelling passes
    _expect(base64.b64encode(data).decode() == text, "media")
    _expect(hashlib.sha256(data).hexdigest() == permit.artifact_sha256, "media")
    return data


def _repair(message: Any) -> None:
    where = "messages.3"
    _expect(isinstance(message, dict) and message.keys() == {"role", "content"}, where)
    _expect(message["role"] == "user" and isinstance(message["content"], str), where)
    _pinned("repair")
    found = prompts.match("repair", message["content"])
    codes = found["codes"].split(", ") if found else []
    # one order, each code once: the choice among spellings says nothing
    _expect(bool(codes) and codes == [code for code in FORMAT_CODES if code in codes], where)


def _pinned(name: str) -> str:
    _expect(prompts.template_sha256(name) == PINNED[name], f"prompt {name}")
    return prompts.template(name)


def _without_media(body: dict[str, Any], permit: Permit) -> dict[str, Any]:
    loggable = _copied(body)
    part = loggable["messages"][1]["content"][-1]
    if permit.media_type == TEXT:
        part["text"] = f"sha256:{permit.artifact_sha256}"
    elif permit.media_type == WAV:
        part["input_audio"]["data"] = f"sha256:{permit.artifact_sha256}"
    else:
        part["image_url"]["url"] = f"sha256:{permit.artifact_sha256}"
    return loggable


def _copied(body: dict[str, Any]) -> dict[str, Any]:
    """A copy of plain JSON types in one order of keys: what is checked is what is sent."""
    try:
        copied = json.loads(json.dumps(body, allow_nan=False, sort_keys=True))
    except (TypeError, ValueError, RecursionError):
        raise _unknown("body") from None
    _expect(isinstance(copied, dict), "body")
    return dict(copied)


def _same(found: Any, expected: Any) -> bool:
    """Equal as JSON: ``True`` is not ``1``, ``0.0`` is not ``0``."""
    return json.dumps(found, sort_keys=True) == json.dumps(expected, sort_keys=True)


def _expect(holds: bool, where: str) -> None:
    if not holds:
        raise _unknown(where)


def _unknown(where: str) -> Withheld:
    return Withheld(
        Code.PROVENANCE_UNKNOWN, "a field of the request is not what the gate let out", where=where
    )
