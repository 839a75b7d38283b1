"""Where a mark is looked for: any object, files, and every log record of the process."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass
class Leaks:
    """What was found where: places only, so that a failing test shows no mark by accident."""

    searched: int = 0
    found: list[str] = field(default_factory=list)

    def search(self, place: str, content: object, marks: Iterable[str]) -> None:
        """Look for every mark in the text of ``content``."""
        text = content if isinstance(content, str) else _text(content)
        self.searched += 1
        squeezed = re.sub(r"[\s,_'\u202f\u00a0]", "", text).casefold()
        if any(mark.casefold() in squeezed for mark in marks):
            self.found.append(place)


class Captured(logging.Handler):
    """Every log record of the process, formatted with its exception and its arguments."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self.setFormatter(logging.Formatter("%(name)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record) + repr(record.args))


def search_files(leaks: Leaks, folder: Path, marks: Iterable[str]) -> None:
    """Search names and bytes of every file below ``folder``, the encrypted vault among them."""
    marks = tuple(marks)
    for path in sorted(folder.rglob("*")):
        leaks.search("a file name", path.name, marks)
        if path.is_file():
            leaks.search(f"file {path.suffix or path.name}", path.read_bytes(), marks)


@contextmanager
def all_logs() -> Iterator[Captured]:
    """Every logger of the process at DEBUG while the block runs."""
    root, captured = logging.getLogger(), Captured()
    level = root.level
    root.addHandler(captured)
    root.setLevel(logging.DEBUG)
    try:
        yield captured
    finally:
        root.setLevel(level)
        root.removeHandler(captured)


def _text(content: Any) -> str:
    if isinstance(content, bytes):
        return content.decode("latin-1") + content.decode("utf-16-le", "ignore")
    return repr(content)
