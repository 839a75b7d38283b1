"""The canary: marked originals go in, and every place outside the vault is searched for them.

Used by ``tests/canary`` (few cases) and by the benchmark (many).
"""

from __future__ import annotations

import logging
import random
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from recast_agent.core.table import ChartType
from recast_agent.private.record import TableEvidence

WORDS = (
    "Guatemala", "Brimhold", "Oncology", "Vasquez", "Tirana", "Kowalski", "Dialysis", "Quorvane",
    "Methadone", "Ljubljana", "Pfizer", "Bankruptcy", "Abkhazia", "Chlamydia", "Petrograd",
    "Nakamura", "Overdose", "Zanzibar", "Lufthansa", "Psoriasis", "Eviction", "Mozambique",
)  # fmt: skip
"""Originals that no theme, template or library would ever write."""

CHART_TYPES: tuple[ChartType, ...] = ("bar", "hbar", "grouped", "line", "pie", "table")

QUESTIONS = (
    "What was the {measure} of {category}?",
    "How much higher was {category} than {other} in {measure}?",
    "Which {axis} had the highest {measure}?",
    "What is the average {measure} of all {axis}s, given that {other} paid {number} before?",
    "Is the {measure} of {category} above {number}?",
)


@dataclass(frozen=True)
class MarkedCase:
    """Evidence, question and choices made of marks, and the marks to search for."""

    evidence: TableEvidence
    question: str
    choices: tuple[str, ...]
    marks: tuple[str, ...]


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


def marked_case(rng: random.Random) -> MarkedCase:
    """A table of marked labels and marked numbers, with a question that names some of them."""
    words = rng.sample(WORDS, 8)
    categories, (title, axis, measure, choice) = words[:4], words[4:]
    numbers = [f"{rng.randint(10_000, 99_999)}.{rng.randint(11, 99)}" for _ in range(5)]
    rows = "\n".join(f"{c},{n}" for c, n in zip(categories, numbers, strict=False))
    question = rng.choice(QUESTIONS).format(
        measure=measure, axis=axis, category=categories[0], other=categories[1], number=numbers[4]
    )
    return MarkedCase(
        evidence=TableEvidence(
            f"{axis},{measure}\n{rows}\n", rng.choice(CHART_TYPES), f"{title} by {axis}"
        ),
        question=question,
        choices=tuple(rng.choice([(), (categories[0], choice), (numbers[0], numbers[1])])),
        marks=(*words, *(variant for n in numbers for variant in (n, n.replace(".", "")))),
    )


class Captured(logging.Handler):
    """Every log record of the process, formatted with its exception and its arguments."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []
        self.setFormatter(logging.Formatter("%(name)s %(message)s"))

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record) + repr(record.args))


def search_files(leaks: Leaks, folder: Path, marks: Iterable[str], *, but: str) -> None:
    """Search names and bytes of every file below ``folder``, except below ``but`` (the vault)."""
    for path in sorted(folder.rglob("*")):
        leaks.search(f"name of {path.suffix or 'a'} file", path.name, marks)
        if path.is_file() and but not in path.relative_to(folder).parts:
            leaks.search(f"file {path.relative_to(folder)}", path.read_bytes(), marks)


def _text(content: Any) -> str:
    if isinstance(content, bytes):
        return content.decode("latin-1") + content.decode("utf-16-le", "ignore")
    return repr(content)
