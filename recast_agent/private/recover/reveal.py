"""Put answers in where a person reads them: never inside a URL, a link target or HTML.

A reply that a remote model wrote is hostile: filled into a URL, a true answer would be fetched
away by whatever renders the text. Unsure means: leave the handle.
"""

from __future__ import annotations

import re
from collections.abc import Callable

HANDLE = re.compile(r"⟦answer:([0-9a-f]{16})⟧")

_BLOCK = re.compile(r"(?:```|~~~).*?(?:```|~~~|\Z)|.+?(?:\n[ \t]*\n|\Z|(?=```|~~~))", re.DOTALL)
"""A paragraph or a fenced part: how far a renderer looks for the end of a tag or a target."""

_PLAIN_LINK = re.compile(
    r"(?<![\]\w])!?\[[^\[\]\n]{0,200}\]\([^\s()<>\"'⟦⟧]{1,2000}\)(?=[\s.,;:!?)]|\Z)"
    r"|(?:(?<=\s)|\A)https?://[^\s\"'<>{}()⟦⟧\\]{1,2000}(?=\s|\Z)"
)
"""Links that are whole and hold no handle: the rest of their block stays safe."""

_REACHES_OUT = re.compile(
    r"(?i)<[a-z/!?]|[:：]//|\]\(|\]:|\bwww\.|\\(?:href|url|include)|url\(|"
    r"\b(?:javascript|data|mailto|tel|sms|blob|file|ftp|wss?|https?)[:：]"
)
_BEFORE = re.compile(r"(?:\A|[\s(\[\"'“‘«*_~`≈$€£¥₹|])\Z")
_AFTER = re.compile(r"[.,;:!?)\]\"'”’»*_~`%|…]{0,6}(?:\s|\Z)|['’]s\b")
_REMOTE_IMAGE = re.compile(r"!\[")
_FETCHING = (
    "img|picture|source|iframe|frame|object|embed|link|script|style|video|audio|track|input|body|"
    "svg|image|use|base|meta|form|table|td|th|portal"
)
_HTML_IMAGE = re.compile(rf"(?i)<(?=\s*(?:{_FETCHING})\b)")


def reveal(text: str, answer_of: Callable[[str], str | None]) -> str:
    """``text`` with each safe answer handle replaced by ``answer_of(id)`` (None: left as it is).

    Markdown images become links and embedding HTML becomes text, so that nothing is fetched
    without a person's click.
    """
    shown = "".join(_block(match[0], answer_of) for match in _BLOCK.finditer(text))
    return _HTML_IMAGE.sub("&lt;", _REMOTE_IMAGE.sub("[", shown))


def _block(text: str, answer_of: Callable[[str], str | None]) -> str:
    """Nothing is filled in where the block could reach out, however it would be rendered."""
    if HANDLE.search(text) is None or _REACHES_OUT.search(_PLAIN_LINK.sub(" ", text)):
        return text

    def fill(match: re.Match[str]) -> str:
        # beside a letter, a dot or a sign it could be part of a host or of a path
        before, after = (
            text[max(0, match.start() - 1) : match.start()],
            text[match.end() : match.end() + 8],
        )
        alone = _BEFORE.search(before) and _AFTER.match(after)
        return (answer_of(match[1]) if alone else None) or match[0]

    return HANDLE.sub(fill, text)
