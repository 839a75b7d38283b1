"""Real passages: accepted, nothing left over, exactly inverted."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from recast_agent.core.vocabulary import calendar_index
from recast_agent.evaluation.leftover import left_over
from recast_agent.private.record import Record
from recast_agent.private.rewrite.text.substitute import inverted
from tests.private.rewrite_text.passages import passage, rewrite

DATA = Path(__file__).parents[4] / "shared" / "data"
SETS = ("xquad_en_numeric", "gsm8k", "svamp", "tatqa_numeric")
SOME = 12


def _records(name: str) -> Iterator[Record]:
    file = DATA / name / "manifest.jsonl"
    if not file.exists():
        pytest.skip(f"no evaluation data: {name}")
    for line in file.read_text("utf-8").splitlines()[:SOME]:
        row = json.loads(line)
        if "context" in row:
            yield passage(row["context"], row["question"])
        elif "paragraphs" in row:
            yield passage("\n".join(row["paragraphs"]), row["question"])
        else:
            *body, asked = re.split(r"(?<=[.?!]) +", row["question"].strip())
            yield passage(" ".join(body) or asked, asked)


@pytest.mark.parametrize("name", SETS)
def test_real_passages(name: str) -> None:
    left: Counter[str] = Counter()
    for number, record in enumerate(_records(name)):
        made = rewrite(record, key=bytes([number]) * 32)
        assert inverted(made.record.context, made.dictionary) == record.context
        left += left_over(record, made.record)
    assert not [word for word in left if calendar_index(word.capitalize()) is None]
