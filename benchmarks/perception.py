"""Charts read against their gold tables, beside OCR alone: one reading each, timed in two parts."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import share, table
from benchmarks.solving import gold_table, tolerance
from recast_agent.core.perception.canvas import Canvas
from recast_agent.core.perception.image import decode_image
from recast_agent.core.perception.read import interpret, text_in
from recast_agent.core.table import Table
from recast_agent.core.types import ChartReading
from recast_agent.evaluation.baseline import baseline, joined
from recast_agent.evaluation.cases import Case, load_cases
from recast_agent.evaluation.perceived import Perceived, perceived, unread
from recast_agent.evaluation.statistics import percentile

DATA = Path(__file__).resolve().parent.parent.parent / "shared" / "data" / "chartqa"

_SPLITS = (("development", "use"), ("held out", "test"))
_HEADER = (
    "",
    "charts",
    "read",
    "cells right",
    "whole tables right",
    "wrong in silence",
    "wrong, marked",
    "unknown label",
    "OCR alone: cells",
    "OCR alone: tables",
)
_NOTE = """Gold tables with known faults are left out. "wrong in silence": cells that differ from
the gold table and are marked neither doubtful nor estimated, of all its cells; "unknown label":
unmarked cells under a label that the gold table does not have (a misread label, or a typo in the
gold table). "OCR alone" joins each number with the text nearest to it, and is right where a value
stands by its category in whatever order; nothing in it is marked."""


@dataclass(frozen=True)
class _Seen:
    """One chart: what the reader and OCR alone made of it, and the seconds of OCR and geometry."""

    case: Case
    family: str
    reader: Perceived
    plain: Perceived
    seconds: tuple[float, float]


def perception(limit: int) -> str:
    """Charts against gold tables: by split, and within each split by family and type."""
    seen = list(_each(limit))
    parts = [_NOTE, _shares("", seen, lambda one: "all"), _printed(seen), _estimates(seen)]
    for title, split in _SPLITS:
        group = [one for one in seen if one.case.split == split]
        parts += [
            _shares(f"{title}, by family", group, lambda one: one.family),
            _shares(f"{title}, by type", group, lambda one: one.case.chart_type),
        ]
    return "\n\n".join([*parts, _times(seen)])


def _each(limit: int) -> Iterator[_Seen]:
    families = _families()
    cases = [case for case in load_cases(DATA) if case.table and not case.doubtful][:limit]
    text_in(decode_image(cases[0].image.read_bytes()))  # the models are loaded outside the clock
    for number, case in enumerate(cases, start=1):
        gold = gold_table(case)
        if gold is None:
            continue
        started = time.perf_counter()
        rgb = decode_image(case.image.read_bytes())
        tokens = text_in(rgb)
        read = time.perf_counter()
        reading = interpret(Canvas(rgb, tokens))
        seconds = (read - started, time.perf_counter() - read)
        found = _held(gold, reading, tolerance(case))
        plain = baseline(gold, joined(tokens), tolerance(case))
        print(f"{number}/{len(cases)} {case.id} {found.right}/{found.total}", flush=True)
        yield _Seen(case, families[case.id], found, plain, seconds)


def _held(gold: Table, reading: ChartReading, relative: float) -> Perceived:
    if reading.table is None:
        return unread(gold)
    return perceived(gold, reading.table, reading.witnesses, relative, reading.bound)


def _families() -> dict[str, str]:
    lines = (DATA / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    return {entry["id"]: entry["family"] for entry in map(json.loads, lines)}


def _printed(seen: Sequence[_Seen]) -> str:
    return _shares("values printed", [one for one in seen if one.case.printed], lambda one: "all")


def _estimates(seen: Sequence[_Seen]) -> str:
    """Cells that no print tells, read off the axis."""
    rows = []
    for name, split in (("all", ""), *_SPLITS):
        group = [one.reader for one in seen if split in ("", one.case.split)]
        total = sum(one.estimated for one in group)
        within = share(sum(one.within for one in group), total)
        rows.append((name, str(sum(one.estimated > 0 for one in group)), str(total), within))
    return table(("estimated from the axis", "charts", "cells", "within the bound given"), rows)


def _shares(title: str, seen: Sequence[_Seen], name: Callable[[_Seen], str]) -> str:
    """Rows by name; where the name tells nothing, by split."""
    groups: dict[str, list[_Seen]] = {}
    for one in seen:
        groups.setdefault(name(one), []).append(one)
    if list(groups) == ["all"]:
        groups |= {t: [o for o in seen if o.case.split == split] for t, split in _SPLITS}
    rows = [_row(key, groups[key]) for key in groups if groups[key]]
    return table((title, *_HEADER[1:]), rows)


def _row(name: str, group: Sequence[_Seen]) -> tuple[str, ...]:
    readers, plain = [one.reader for one in group], [one.plain for one in group]
    cells, charts = sum(r.total for r in readers), len(group)
    return (
        name,
        str(charts),
        share(sum(r.read for r in readers), charts),
        share(sum(r.right for r in readers), cells),
        share(sum(r.whole for r in readers), charts),
        share(sum(r.silent for r in readers), cells),
        str(sum(r.marked for r in readers)),
        str(sum(r.unplaced for r in readers)),
        share(sum(p.right for p in plain), cells),
        share(sum(p.whole for p in plain), charts),
    )


def _times(seen: Sequence[_Seen]) -> str:
    rows = []
    for k, part in enumerate(("text (OCR)", "geometry")):
        values = [one.seconds[k] for one in seen]
        rows.append((part, f"{percentile(values, 0.5):.2f}", f"{percentile(values, 0.9):.2f}"))
    return table(("seconds", "median", "p90"), rows)
