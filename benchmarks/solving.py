"""Cases solved end to end through the client, one outcome each."""

from __future__ import annotations

import asyncio
import resource
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from recast_agent import ReCast
from recast_agent.core.errors import ReCastError
from recast_agent.core.settings import Settings
from recast_agent.core.table import Table
from recast_agent.evaluation.cases import Case
from recast_agent.evaluation.matching import matches
from recast_agent.evaluation.perceived import ESTIMATED, PRINTED, Perceived, perceived, unread
from recast_agent.private.capture.protocol import Capture, CaptureRequest
from recast_agent.private.capture.source import load_source
from recast_agent.private.capture.tables import TableCapture


@dataclass(frozen=True)
class Outcome:
    """One case. ``reason`` is a code where there is no answer. ``original``: the stand-in, shown
    the original, is right. ``seconds`` by stage, of the whole run under "total".
    """

    case: Case
    status: str
    reason: str
    right: bool
    original: bool
    cells: Perceived | None
    seconds: dict[str, float]

    @property
    def released(self) -> bool:
        """Whether something left: answered, or asked in vain."""
        return self.status in ("answered", "unanswered")

    @property
    def released_silent(self) -> bool:
        """A wrong value was released that nothing marks (faulty gold tables do not count)."""
        wrong = self.cells is not None and self.cells.silent > 0
        return self.released and wrong and not self.case.doubtful

    @property
    def released_marked(self) -> bool:
        """A wrong value was released, marked as doubtful or as an estimate: no answer of a strict
        client rests on it."""
        wrong = self.cells is not None and self.cells.marked > 0
        return self.released and wrong and not self.case.doubtful


def gold_table(case: Case) -> Table | None:
    """The gold table of a case, by the reading that capture itself does not use."""
    if case.table is None:
        return None
    source = load_source(case.table, Settings(), chart_type=case.chart_type)
    return Table.from_text(asyncio.run(TableCapture().second_reading(source)))


def tolerance(case: Case) -> float:
    """Exact where the values are printed, 5 % otherwise."""
    return PRINTED if case.printed else ESTIMATED


def solve_case(
    client: ReCast, capture: Capture, case: Case, evidence: Path, original: str | None
) -> Outcome:
    """One case with its chart or its gold table as evidence.

    ``original`` is what the stand-in answers when it is shown the original.
    """
    gold = gold_table(case)
    # a chart says itself what it is; a table is told what to be drawn as
    chart = case.chart_type if evidence == case.table else None
    started = time.perf_counter()
    status: str
    try:
        result = client.solve(evidence, case.question, chart_type=chart)
        status, reason, shown, events = result.status, result.reason, result.show(), result.events
    except ReCastError as error:
        status, reason, shown, events = "refused", error.code.value, "", ()
    return Outcome(
        case,
        status,
        reason,
        right=status == "answered" and is_right(case, gold, shown),
        original=original is not None and is_right(case, gold, original),
        cells=None if gold is None else _captured(capture, case, evidence, gold),
        seconds=seconds_of(events, time.perf_counter() - started),
    )


def _captured(capture: Capture, case: Case, evidence: Path, gold: Table) -> Perceived:
    chart = case.chart_type if evidence == case.table else None
    source = load_source(evidence, Settings(), chart_type=chart)
    request = CaptureRequest("seen", source, case.question)
    try:
        seen = asyncio.run(capture.capture(request))
    except ReCastError:
        return unread(gold)
    table = seen.record.table()
    return perceived(gold, table, seen.witnesses, tolerance(case), seen.bound)


def is_right(case: Case, gold: Table | None, shown: str) -> bool:
    """Whether an answer is the gold answer, within the tolerance of its chart."""
    return matches(
        shown,
        case.answer,
        question=case.question,
        evidence=f"{gold.title} {gold.value_axis} {gold.unit}" if gold else "",
        relative=tolerance(case),
    )


def seconds_of(events: Iterable[dict[str, object]], total: float) -> dict[str, float]:
    """Seconds by stage, of the whole under ``total``."""
    seconds = {"total": total}
    for event in events:
        stage = str(event["stage"])
        seconds[stage] = seconds.get(stage, 0.0) + float(str(event["seconds"]))
    return seconds


def peak_megabytes() -> float:
    """The peak resident memory of this process."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / (1024 * 1024 if sys.platform == "darwin" else 1024)
