"""What a file is by its content, where its name says something else."""

from __future__ import annotations

from pathlib import Path

from recast_agent.private.record import SourceKind

_TABLES: frozenset[SourceKind] = frozenset({"csv", "json", "markdown"})

_NAMED: tuple[tuple[tuple[str, ...], frozenset[SourceKind]], ...] = (
    ((".png", ".jpg", ".jpeg", ".webp", ".gif"), frozenset({"image"})),
    (
        (".wav", ".flac", ".mp3", ".m4a", ".mp4", ".ogg", ".oga", ".opus"),
        frozenset({"audio"}),
    ),
    ((".csv", ".tsv", ".json"), _TABLES),
    ((".txt", ".md", ".markdown"), _TABLES | {"text"}),
)
"""Endings of file names, and the kinds of evidence that they promise."""

WORDS: dict[SourceKind, str] = {
    "image": "a picture",
    "audio": "a recording",
    "csv": "a table",
    "json": "a table",
    "markdown": "a table",
    "text": "a text",
}
"""Each kind of evidence in words."""


def contradiction(path: Path, kind: SourceKind) -> str:
    """What to tell a person whose file is named as another kind than it is; else empty."""
    suffix = path.suffix.lower()
    promised = next((kinds for suffixes, kinds in _NAMED if suffix in suffixes), None)
    if promised is None or kind in promised:
        return ""
    return f"the file is named {suffix}, but holds {WORDS[kind]}: it is read as such"
