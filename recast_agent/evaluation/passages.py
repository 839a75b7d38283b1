"""Passages with a question and its numeric answer, from sets that lie beside the checkout."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any

from recast_agent.evaluation.matching import matches, number

SETS = ("gsm8k", "svamp", "xquad_en_numeric", "tatqa_numeric")


@dataclass(frozen=True)
class Example:
    """A passage, a question and the reference answer; ``late``: in the second half of its set."""

    id: str
    passage: str
    question: str
    answer: str
    late: bool

    def is_right(self, prediction: str) -> bool:
        """Whether an answer is the reference in an acceptable form, also once it is rounded to the
        two decimals that the sets give."""
        value = number(prediction)
        forms = [prediction] if value is None else [prediction, f"{round(value, 2):f}"]
        return any(
            matches(form, self.answer, question=self.question, evidence=self.passage)
            for form in forms
        )


def examples(folder: Path) -> tuple[Example, ...]:
    """Every example of a set, in its own order."""
    lines = (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(_examples(lines))


def _examples(lines: list[str]) -> Iterator[Example]:
    for place, line in enumerate(lines):
        entry = json.loads(line)
        passage, question = _asked(entry)
        answer = f"{Decimal(str(entry['answer'])).normalize():f}"
        yield Example(entry["id"], passage, question, answer, 2 * place >= len(lines))


def _asked(entry: dict[str, Any]) -> tuple[str, str]:
    """What is told and what is asked; a problem ends with its question."""
    if "table" in entry:
        rows = "\n".join(f"| {' | '.join(row)} |" for row in entry["table"])
        return "\n\n".join([rows, *entry["paragraphs"]]), entry["question"]
    if "context" in entry:
        return entry["context"], entry["question"]
    told, _, asked = re.sub(r"(?<=[.?!]) +", "\n", entry["question"].strip()).rpartition("\n")
    return told or asked, asked
