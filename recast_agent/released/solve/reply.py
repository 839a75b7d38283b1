"""Reading a solver's reply: one program, or the plain report that evidence is missing."""

from __future__ import annotations

import re

MISSING = "EVIDENCE MISSING"

_THOUGHT = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_FENCE = re.compile(
    r"^[ \t]*(`{3,}|~{3,})[ \t]*(\w*)[^\n`]*\n(.*?)^[ \t]*\1[ \t]*$", re.DOTALL | re.M
)
_FENCE_LINE = re.compile(r"^[ \t]*(`{3,}|~{3,})", re.M)
_LANGUAGES = {"", "python", "python3", "py"}


def reports_missing(reply: str) -> bool:
    """Whether the reply holds no program and a line that is the report, and no more than that."""
    text = _said(reply)
    blocks = [found[3] for found in _FENCE.finditer(text)]
    if any(not _is_report(block) for block in blocks):
        return False
    return any(_is_report(line) for line in text.splitlines())


def program_of(reply: str) -> str | None:
    """The one program of a reply: its only fenced Python block, or all of it where nothing is
    fenced. None: there is no such one."""
    text = _said(reply)
    blocks = [(found[2].lower(), found[3]) for found in _FENCE.finditer(text)]
    if not blocks:
        return None if _FENCE_LINE.search(text) or not text.strip() else text.strip() + "\n"
    (language, program), *others = blocks
    if others or language not in _LANGUAGES or not program.strip():
        return None
    return program


def _said(reply: str) -> str:
    """The reply with plain line ends and without what a reasoning model thought aloud."""
    return _THOUGHT.sub("", reply.replace("\r\n", "\n"))


def _is_report(text: str) -> bool:
    return text.strip().strip("*_`.\"' ") == MISSING
