"""Passages through the whole path: released, answered, and what of the source was left in them."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import share, table
from benchmarks.solving import gold_table, is_right
from benchmarks.standin import on_original_passage, on_original_table
from recast_agent import ReCast
from recast_agent.core.errors import ReCastError
from recast_agent.core.table import Table
from recast_agent.core.types import ProtectedRecord
from recast_agent.core.vocabulary import calendar_index
from recast_agent.evaluation.cases import Case, load_cases
from recast_agent.evaluation.leftover import left_over
from recast_agent.evaluation.passages import SETS, Example, examples
from recast_agent.evaluation.statistics import percentile
from recast_agent.private.record import Record, TextEvidence
from recast_agent.result import Result

TABLES = "chartqa, gold tables"
SEEN = frozenset(
    [
        *("bar", "bars", "chart", "graph", "line", "lines", "pie", "segment", "segments", "data"),
        *("leftmost", "peak", "peaked", "color", "colors"),
        *("blue", "brown", "green", "grey", "orange", "red", "yellow"),
    ]
)
"""What a question about any chart calls what is seen in it: no word of a source."""
ENOUGH = 30
"""Right answers on originals from which on their ratio says something."""


@dataclass(frozen=True)
class Told:
    """How one passage ended. ``left`` counts words of the source in what was released, but calendar
    words; ``original``: the stand-in answers the original rightly."""

    reason: str
    released: bool
    right: bool
    original: bool
    left: int
    seconds: float


def texts(folder: Path, limit: int, client: Callable[[], AbstractContextManager[ReCast]]) -> str:
    """Every set that lies in ``folder``, with the stand-in on releases and on originals; the gold
    tables of charts, released as text, are one more."""
    rows, reasons = [], Counter[str]()
    with client() as asked:
        for name in SETS:
            if not (folder / name).is_dir():
                continue
            told = [_told(asked, one) for one in examples(folder / name)[:limit]]
            reasons.update(f"{name}: {one.reason}" for one in told if one.reason)
            rows.append((name, *_row(told)))
            print(rows[-1], flush=True)
        if (folder / "chartqa").is_dir():
            cases = [case for case in load_cases(folder / "chartqa") if case.table]
            told = [_tabled(asked, case) for case in cases[:limit]]
            reasons.update(f"{TABLES}: {one.reason}" for one in told if one.reason)
            rows.append((TABLES, *_row(told)))
            print(rows[-1], flush=True)
    header = ("", "released", "answered rightly", "stand-in on the original", "NAcc",
              "right of those the original gets", "words of the source left",
              "seconds: median (p90)")  # fmt: skip
    ends = table(("no answer because", "cases"), [(r, str(n)) for r, n in reasons.most_common()])
    return f"{table(header, rows)}\n\n{ends}"


def _told(client: ReCast, one: Example) -> Told:
    started = time.perf_counter()
    try:
        result = client.solve(TextEvidence(one.passage), one.question)
    except ReCastError as error:
        result = Result("withheld", "", error.code.value)
    seconds = time.perf_counter() - started
    answer = on_original_passage(one.passage, one.question)
    return Told(
        reason=result.reason,
        released=result.release is not None,
        right=result.answer is not None and one.is_right(result.answer.text),
        original=answer is not None and one.is_right(answer),
        left=sum(_left(one.passage, one.question, result).values()),
        seconds=seconds,
    )


def _tabled(client: ReCast, case: Case) -> Told:
    gold = gold_table(case)
    assert gold is not None  # only cases with one are asked
    started = time.perf_counter()
    try:
        result = client.solve(case.table or case.image, case.question, release="text")
    except ReCastError as error:
        result = Result("withheld", "", error.code.value)
    seconds = time.perf_counter() - started
    # a text does not say as what its table was drawn, and the file that is handed in neither
    answer = on_original_table(gold.model_copy(update={"chart_type": "table"}), case.question)
    return Told(
        reason=result.reason,
        released=result.release is not None,
        right=result.answer is not None and is_right(case, gold, result.answer.text),
        original=answer is not None and is_right(case, gold, answer),
        left=sum(n for w, n in _left(_words(gold), case.question, result).items() if w not in SEEN),
        seconds=seconds,
    )


def _words(gold: Table) -> str:
    """What a table says in its own words, without those of every table (``Chart type``)."""
    named = (gold.title, gold.category_axis, gold.value_axis, gold.unit)
    return ". ".join([*named, *gold.categories, *gold.series])


def _left(passage: str, question: str, result: Result) -> Counter[str]:
    """The words of the source in a release, without those of the calendar, kept by rule."""
    if result.release is None:
        return Counter()
    text = result.release.artifact.data.decode()
    own = Record(id="x", modality="text", context=passage, question=question)
    other = ProtectedRecord(id="x", modality="text", context=text, question=result.release.question)
    found = left_over(own, other)
    return Counter({w: n for w, n in found.items() if calendar_index(w.capitalize()) is None})


def _row(told: list[Told]) -> tuple[str, ...]:
    total, originals = len(told), sum(one.original for one in told)
    right = sum(one.right for one in told)
    both = sum(one.right and one.original for one in told)
    seconds = [one.seconds for one in told]
    return (
        share(sum(one.released for one in told), total),
        share(right, total),
        share(originals, total),
        f"{right / originals:.3f}" if originals >= ENOUGH else "too few",
        share(both, originals),
        str(sum(one.left for one in told)),
        f"{percentile(seconds, 0.5):.2f} ({percentile(seconds, 0.9):.2f})",
    )
