"""Charts with questions, gold answers and gold tables, as they lie beside the checkout."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from recast_agent.core.table import ChartType

Split = Literal["use", "test"]

_TYPES: dict[str, ChartType] = {
    "vbar": "bar",
    "vbar_grouped": "grouped",
    "vbar_stacked": "stacked",
    "hbar": "hbar",
    "hbar_grouped": "hgrouped",
    "hbar_diverging": "hgrouped",
    "hbar_stacked": "hstacked",
    "line": "line",
    "multi_line": "line",
    "pie": "pie",
}


@dataclass(frozen=True, repr=False)
class Case:
    """One chart and one question. ``table`` is None where there is no gold table, ``doubtful``
    where it is known to hold faults. ``printed``: every value stands on the chart.
    """

    id: str
    split: Split
    question: str
    answer: str
    kind: str
    image: Path
    table: Path | None
    chart_type: ChartType
    printed: bool
    doubtful: bool


def load_cases(folder: Path) -> tuple[Case, ...]:
    """The cases of a ``manifest.jsonl``; every third one, from the first, is held out as test."""
    lines = (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(_case(folder, index, json.loads(line)) for index, line in enumerate(lines))


def _case(folder: Path, index: int, entry: dict[str, str]) -> Case:
    return Case(
        id=entry["id"],
        split="test" if index % 3 == 0 else "use",
        question=entry["question"],
        answer=str(entry["answer_raw"]),
        kind=entry["question_kind_guess"],
        image=folder / entry["file"],
        table=folder / entry["gold_table"] if entry["gold_table"] else None,
        chart_type=_TYPES[entry["chart_type_seen"]],
        printed=entry["value_display_seen"] == "labels",
        doubtful=bool(entry["gold_table_doubtful"]),
    )
