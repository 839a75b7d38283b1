"""Prompts: Markdown with strict ``{{variables}}``, pinned by their hash.

The packaged copy wins; a checkout reads its own ``prompts/``.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files
from pathlib import Path

from recast_agent.core.errors import Code, InternalError

_VARIABLE = re.compile(r"\{\{([a-z_]+)\}\}")
_NAME = re.compile(r"[a-z_]+")


def render(name: str, **variables: str) -> str:
    """The prompt with its variables filled in, each value taken as it is.

    Raises InternalError where a variable is missing or too many.
    """
    text = template(name)
    if set(_VARIABLE.findall(text)) != set(variables):
        raise InternalError(
            Code.INTERNAL, "the variables given are not those of the prompt", where=f"prompt {name}"
        )
    return _VARIABLE.sub(lambda found: variables[found[1]], text)


def match(name: str, text: str) -> dict[str, str] | None:
    """The variables with which ``render(name, …)`` gives exactly ``text``; None: no such ones.

    Each variable must stand in the template once.
    """
    pieces = _VARIABLE.split(template(name))
    pattern = "".join(
        f"(?P<{piece}>.*?)" if place % 2 else re.escape(piece) for place, piece in enumerate(pieces)
    )
    found = re.fullmatch(pattern, text, re.DOTALL)
    return found.groupdict() if found else None


def template_sha256(name: str) -> str:
    """The SHA-256 of the template, for pins and logs."""
    return hashlib.sha256(template(name).encode()).hexdigest()


@cache
def template(name: str) -> str:
    """The text of a prompt, without the newline that ends its file. Raises InternalError."""
    if not _NAME.fullmatch(name):
        raise InternalError(Code.INTERNAL, "a prompt's name is lower case letters")
    packaged = files("recast_agent") / "prompts" / f"{name}.md"
    checkout = Path(__file__).resolve().parents[2] / "prompts" / f"{name}.md"
    for place in (packaged, checkout):
        if place.is_file():
            return place.read_text(encoding="utf-8").replace("\r\n", "\n").rstrip("\n")
    raise InternalError(Code.INTERNAL, "the package lacks a prompt", where=f"prompt {name}")
