"""Corruption of the gate: charts with one injected fault each, and as many clean ones.

Every faulty chart must be rejected from its pixels, since the draft handed to the gate stays the
right one; clean ones must pass, repairs included.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from recast_agent.core.perception.read import read_chart
from recast_agent.core.table import Table
from recast_agent.core.types import Artifact, Finding
from recast_agent.evaluation.synthetic import KINDS, SyntheticCase, disguised, source_table
from recast_agent.gate.decision import decide
from recast_agent.gate.protected import ProtectedCheck
from recast_agent.gate.protocol import CheckRequest
from recast_agent.gate.provenance import ProvenanceCheck
from recast_agent.gate.source import SourceCheck
from recast_agent.released.reconstruct.draft import draft_spec
from recast_agent.released.reconstruct.protocol import DraftRequest
from recast_agent.released.reconstruct.reconstructor import MatplotlibReconstructor
from recast_agent.released.reconstruct.render import draw, paint
from recast_agent.released.reconstruct.spec import ChartSpec
from recast_agent.released.reconstruct.templates import Drawing

CHECKS = (ProtectedCheck(), SourceCheck(), ProvenanceCheck())
CAPTURE_FAULT = "decimal_dropped"
REPAIRS = 4

Fault = Callable[[ChartSpec, random.Random], Drawing]


@dataclass(frozen=True)
class Summary:
    """``rejected`` and ``passed`` name the clean charts that did not pass and the faulty ones that
    did, as ``type`` and ``fault/type``.
    """

    clean: int
    faulty: int
    rejected: tuple[str, ...]
    passed: tuple[str, ...]
    seconds: float


def run(n: int, seed: int = 0, first: int = 0) -> Summary:
    """``n`` clean and ``n`` faulty charts, spread over the chart types and the faults.

    ``first`` numbers the first of them, so that runs may share out what one would do.
    """
    return asyncio.run(_run(range(first, first + n), seed))


async def _run(numbers: range, seed: int) -> Summary:
    started = time.monotonic()
    names = (*FAULTS, CAPTURE_FAULT)
    rejected, passed = [], []
    for k in numbers:
        kind, name = KINDS[k % len(KINDS)], names[k % len(names)]
        rng = random.Random(f"{seed}/{k}")  # noqa: S311 - a benchmark, repeatable
        truth = source_table(kind, rng)
        if await clean(await disguised(truth, truth, rng)):
            rejected.append(kind)
        if not await faulty(name, truth, rng):
            passed.append(f"{name}/{kind}")
    n = len(numbers)
    return Summary(n, n, tuple(rejected), tuple(passed), time.monotonic() - started)


async def clean(case: SyntheticCase) -> tuple[Finding, ...]:
    """Reconstruct as the workflow does, a table at last; what the gate then finds."""
    reconstructor = MatplotlibReconstructor()
    request = DraftRequest(case.record)
    findings: tuple[Finding, ...] = ()
    for form in ("chart", "table"):
        request = DraftRequest(case.record, form=form)
        for repair in range(1 + REPAIRS):
            draft = await reconstructor.draft(request)
            rendered = await reconstructor.render(draft)
            reading = await asyncio.to_thread(read_chart, rendered.artifact.data)
            findings = await reconstructor.review(case.record, draft, rendered, reading)
            if not findings:
                gate = CheckRequest(case.record, draft, rendered.artifact, reading, case.private)
                return await decide(CHECKS, gate)
            request = replace(request, repair=repair + 1, previous=draft, findings=findings)
    return findings


async def faulty(name: str, truth: Table, rng: random.Random) -> tuple[Finding, ...]:
    """What the gate finds in a chart with one fault."""
    captured = _decimal_dropped(truth, rng) if name == CAPTURE_FAULT else truth
    case = await disguised(captured, truth, rng)
    table = case.record.table()
    if name == "colors_exchanged" and len(table.series) == 1:
        named = ("green",) if table.chart_type != "pie" else _pie_colors(table)
        table = table.model_copy(update={"colors": named})
        record = case.record.model_copy(update={"context": table.to_text()})
        case = SyntheticCase(record, case.private)
    spec = draft_spec(table, case.record.question, "chart")
    drawing = draw(spec) if name == CAPTURE_FAULT else FAULTS[name](spec, rng)
    artifact = Artifact(data=paint(drawing))
    reading = await asyncio.to_thread(read_chart, artifact.data)
    gate = CheckRequest(case.record, spec.model_dump(mode="json"), artifact, reading, case.private)
    return await decide(CHECKS, gate)


def _pie_colors(table: Table) -> tuple[str, ...]:
    return ("green", "orange") + ("",) * (len(table.categories) - 2)


def _decimal_dropped(table: Table, rng: random.Random) -> Table:
    i, j = rng.randrange(len(table.categories)), rng.randrange(len(table.series))
    return table.model_copy(
        update={"cells": _with_cell(table.cells, i, j, (table.cells[i][j] or "").replace(".", ""))}
    )


def _with_cell(
    cells: tuple[tuple[str | None, ...], ...], i: int, j: int, cell: str
) -> tuple[tuple[str | None, ...], ...]:
    row = (*cells[i][:j], cell, *cells[i][j + 1 :])
    return (*cells[:i], row, *cells[i + 1 :])


def _swapped(items: tuple[str, ...], a: int, b: int) -> tuple[str, ...]:
    moved = list(items)
    moved[a], moved[b] = moved[b], moved[a]
    return tuple(moved)


def _labels_swapped(spec: ChartSpec, rng: random.Random) -> Drawing:
    a, b = rng.sample(range(len(spec.categories)), 2)
    return draw(spec.model_copy(update={"categories": _swapped(spec.categories, a, b)}))


def _value_changed(spec: ChartSpec, rng: random.Random) -> Drawing:
    i, j = rng.randrange(len(spec.categories)), rng.randrange(len(spec.series))
    cell = spec.values[i][j] or ""
    at = rng.choice([k for k, c in enumerate(cell) if c.isdigit()])
    digit = rng.choice([d for d in "123456789" if d != cell[at]])
    return draw(
        spec.model_copy(
            update={"values": _with_cell(spec.values, i, j, cell[:at] + digit + cell[at + 1 :])}
        )
    )


def _category_dropped(spec: ChartSpec, rng: random.Random) -> Drawing:
    i = rng.randrange(len(spec.categories))
    colors = spec.colors
    if len(colors) == len(spec.categories) and len(spec.series) == 1:
        colors = colors[:i] + colors[i + 1 :]
    return draw(
        spec.model_copy(
            update={
                "categories": spec.categories[:i] + spec.categories[i + 1 :],
                "values": spec.values[:i] + spec.values[i + 1 :],
                "colors": colors,
            }
        )
    )


def _unit_changed(spec: ChartSpec, rng: random.Random) -> Drawing:
    return draw(spec.model_copy(update={"unit": rng.choice(("percent", "hundred tons", "%"))}))


def _colors_exchanged(spec: ChartSpec, rng: random.Random) -> Drawing:
    if len(spec.series) > 1:
        a, b = rng.sample(range(len(spec.series)), 2)
        return draw(spec.model_copy(update={"series": _swapped(spec.series, a, b)}))
    colors = _swapped(spec.colors, 0, 1) if len(spec.colors) > 1 else ("#f58518",)
    return draw(spec.model_copy(update={"colors": colors}))


def _text_overlapped(spec: ChartSpec, rng: random.Random) -> Drawing:
    drawing = draw(spec)
    labels = [k for k, t in enumerate(drawing.texts) if t.where.startswith(("category:", "cell:"))]
    a, b = rng.sample(labels, 2)
    target = drawing.texts[b]
    drawing.texts[a] = replace(
        drawing.texts[a], x=target.x + 4, baseline=target.baseline + 3, align=target.align
    )
    return drawing


FAULTS: dict[str, Fault] = {
    "labels_swapped": _labels_swapped,
    "value_changed": _value_changed,
    "category_dropped": _category_dropped,
    "unit_changed": _unit_changed,
    "colors_exchanged": _colors_exchanged,
    "text_overlapped": _text_overlapped,
}
"""Each draws a chart that differs from its specification in one respect."""
