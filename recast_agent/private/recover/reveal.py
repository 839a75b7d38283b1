"""Put answers in where a person reads them: never inside a URL, a link target or HTML.

A reply that a remote model wrote is hostile: filled into a URL, a true answer would be fetched
away by whatever renders the text. Unsure means: leave the handle.
"""

from __future__ import annotations

import re
from collections.abc import Callable

HANDLE = re.compile(r"⟦answer:([0-9a-f]{16})⟧")

_REACH = 4096
"""Characters looked at around a handle: keeps the work linear in hostile text."""

_TAG = re.compile(r"<[A-Za-z/!?][^>]*(?:>|$)")
_REFERENCE = re.compile(r"^[ \t]{0,3}\[[^\]\n]*\]:.*$", re.MULTILINE)
_SCHEME = re.compile(
    r"(?i)(?:\b(?:https?|wss?|ftp|file|data|javascript|mailto|tel|sms|blob):|www\.|//)\S*"
)
_URLISH_BEFORE = re.compile(r"[/?=&#@%\\][^\s⟦]*$")
_HOSTISH_AFTER = re.compile(r"^(?:[\w-]*\.[A-Za-z]{2}|[\w.-]*[/@\\])")
_REMOTE_IMAGE = re.compile(r"!\[")
_HTML_IMAGE = re.compile(r"(?i)<(?=\s*(?:img|picture|source|iframe|object|embed|link|script)\b)")


def reveal(text: str, answer_of: Callable[[str], str | None]) -> str:
    """``text`` with each safe answer handle replaced by ``answer_of(id)`` (None: left as it is).

    Markdown images become links and embedding HTML becomes text, so that nothing is fetched
    without a person's click.
    """
    zones = _unsafe_zones(text)
    parts, end = [], 0
    for match in HANDLE.finditer(text):
        parts.append(text[end : match.start()])
        answer = None if _unsafe(text, match, zones) else answer_of(match[1])
        parts.append(match[0] if answer is None else answer)
        end = match.end()
    parts.append(text[end:])
    return _HTML_IMAGE.sub("&lt;", _REMOTE_IMAGE.sub("[", "".join(parts)))


def _unsafe(text: str, match: re.Match[str], zones: list[tuple[int, int]]) -> bool:
    if any(start < match.end() and match.start() < end for start, end in zones):
        return True
    before = text[max(0, match.start() - _REACH) : match.start()]
    after = text[match.end() : match.end() + _REACH]
    return bool(_URLISH_BEFORE.search(before) or _HOSTISH_AFTER.match(after))


def _unsafe_zones(text: str) -> list[tuple[int, int]]:
    zones = [m.span() for pattern in (_TAG, _REFERENCE, _SCHEME) for m in pattern.finditer(text)]
    for match in re.finditer(r"\]\(", text):
        zones.append((match.end(), _target_end(text, match.end())))
        if zones[-1][1] == len(text):
            break
    return zones


def _target_end(text: str, start: int) -> int:
    """Where a Markdown link target that opens at ``start`` closes; the end of the text where it
    does not within reach."""
    depth = 1
    for index in range(start, min(len(text), start + _REACH)):
        depth += {"(": 1, ")": -1}.get(text[index], 0)
        if depth == 0:
            return index
    return len(text)
