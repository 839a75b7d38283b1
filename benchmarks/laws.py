"""The laws of the number map on a long run of made-up records: what must hold, counted."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import groupby, pairwise

from recast_agent.core.errors import Code, ReCastError, Withheld
from recast_agent.core.literals import find, normalise
from recast_agent.core.table import Table
from recast_agent.core.types import ProtectedRecord
from recast_agent.private.numbermap.forms import powers_of
from recast_agent.private.numbermap.paper import ERA, LOWER, OFFSETS, UPPER
from recast_agent.private.numbermap.protocol import (
    Assignment,
    ExtendRequest,
    NumberMap,
    NumberPolicy,
)
from recast_agent.private.numbermap.records import invert, invert_table, numbers_of, protect
from recast_agent.private.numbermap.restore import restorer
from recast_agent.private.record import Record

LAWS = (
    "exact inverse",
    "injectivity",
    "extension stability",
    "order",
    "interval",
    "equivariance",
    "idempotent normalisation",
    "text outside numbers",
    "evidence and question agree",
)
CELLS, FURTHER = (8, 400), (4, 40)
"""How many cells a record has, and the second record that extends its map; small records are as
frequent as large."""

MAX_LABELS = 60
"""Rows whose labels hold numbers; longer tables have names."""


@dataclass
class LongRun:
    """``values`` replacements were drawn; ``violations`` by law; ``withheld``: no room."""

    values: int = 0
    records: int = 0
    withheld: int = 0
    seconds: float = 0.0
    violations: Counter[str] = field(default_factory=Counter)


async def long_run(policy: NumberPolicy, values: int, seed: int = 0) -> LongRun:
    """Records until ``values`` replacements are drawn, each map extended by a second record."""
    rng, run, started = random.Random(seed), LongRun(), time.perf_counter()
    while run.values < values:
        record, further = _records(rng)
        run.records += 1

        async def extended(prior: NumberMap, record: Record) -> NumberMap:
            return await policy.extend(ExtendRequest(prior, numbers_of(record), rng))

        try:
            first = await extended(NumberMap(policy=policy.name), record)
            second = await extended(first, further)
        except Withheld as withheld:
            if withheld.code is not Code.NUMBERS_NO_ROOM:
                raise
            run.withheld += 1
            continue
        run.values += len(second.assignments)
        run.violations.update(_violations(record, first, second, rng))
        if await extended(second, record) != second:
            run.violations["extension stability"] += 1
    run.seconds = time.perf_counter() - started
    return run


def _violations(
    record: Record, first: NumberMap, second: NumberMap, rng: random.Random
) -> Iterator[str]:
    protected, spoken = protect(record, second), _spoken(rng)
    prefix = second.assignments[: len(first.assignments)]
    once = normalise(spoken, field="question")
    of_policy = _paper_holds if second.policy == "paper" else _natural_holds
    holds = {
        "exact inverse": _inverts(record, protected, second),
        "injectivity": _is_injective(second),
        "extension stability": prefix == first.assignments and protected == protect(record, first),
        "equivariance": _is_equivariant(second, rng),
        "idempotent normalisation": normalise(once, field="question") == once
        and _values(once) == _values(spoken),
        "text outside numbers": _rest(protected.question) == _rest(record.question),
        "evidence and question agree": _agrees(protected),
        **of_policy(first, second),
    }
    return (law for law, held in holds.items() if not held)


def _inverts(record: Record, protected: ProtectedRecord, numbers: NumberMap) -> bool:
    """To the letter; under ``paper``, which may move a number out of the thousands and so lose
    its separator, by value."""
    try:
        back = invert_table(protected.table(), numbers)
        question = invert(protected.question, numbers, field="question")
    except ReCastError:
        return False
    if numbers.policy == "paper":
        same = _values(back.to_text()) == _values(record.context)
        return same and _values(question) == _values(record.question)
    return back == record.table() and question == record.question


def _is_injective(numbers: NumberMap) -> bool:
    meant: dict[Decimal, Decimal] = {}
    keys = {one.number.key for one in numbers.assignments}
    return len(keys) == len(numbers.assignments) and all(
        # 7 and 07 are two spellings of one value, which "paper" keeps
        meant.setdefault(one.surrogate, one.number.value) == one.number.value
        for one in numbers.assignments
        if one.number.kind != "kept"
    )


def _is_equivariant(numbers: NumberMap, rng: random.Random) -> bool:
    """``restore(k * h(v)) == k * v`` for every number, with a sign and a scale at random."""
    restored = restorer(numbers)
    for one in numbers.assignments:
        power = rng.choice(sorted(powers_of(one.number)))
        sign = rng.choice((1, -1))
        shown = sign * one.surrogate.scaleb(power)
        spelling = rng.choice(("{:f}", "{:,f}", "{:e}", '"{:f}"'))
        try:
            if restored(spelling.format(shown)) != sign * one.number.value.scaleb(power):
                return False
        except ReCastError:
            return False
    return True


def _natural_holds(first: NumberMap, second: NumberMap) -> dict[str, bool]:
    """Bounds in labels and years keep their order; runs of years stay runs, and percentages stay
    within a hundred."""
    groups = _grouped(second.assignments, lambda a: a.number.group.split(":")[0])
    kept = [members for name, members in groups if name in ("categories", "series")]
    runs = all(
        (b.surrogate - a.surrogate == 1) == (b.number.value - a.number.value == 1)
        for a, b in pairwise(_by_value(a for a in first.assignments if a.number.kind == "year"))
    )
    years = [a for a in second.assignments if a.number.kind == "year"]
    return {
        "order": all(_rises(members) for members in kept) and _rises(years),
        "interval": runs
        and all(
            a.surrogate > 0 and (a.number.ceiling is None or a.surrogate < a.number.ceiling)
            for a in second.assignments
            if a.number.kind == "number"
        ),
    }


def _paper_holds(first: NumberMap, second: NumberMap) -> dict[str, bool]:
    """Each replacement in the band of its number, in order there; an era of years shares one
    offset. (A later year joins the nearest era, so eras are those of the first record.)"""
    drawn = [a for a in second.assignments if a.surrogate != a.number.value]
    years = _by_value(a for a in first.assignments if a.number.kind == "year")
    eras = all(
        b.number.value - a.number.value > ERA or _offset(a) == _offset(b)
        for a, b in pairwise(years)
    )
    near = all(OFFSETS[0] <= abs(_offset(a)) <= OFFSETS[1] for a in years)
    measures = [a for a in drawn if a.number.kind != "year"]
    return {
        "order": all(_rises(band) for _, band in _grouped(measures, _band)),
        "interval": eras and near and all(_band(a) == _band_of(a.surrogate) for a in measures),
    }


def _offset(one: Assignment) -> Decimal:
    return one.surrogate - one.number.value


def _band(one: Assignment) -> str:
    return _band_of(one.number.value)


def _band_of(value: Decimal) -> str:
    return "low" if value < LOWER else "years" if value <= UPPER else "high"


def _grouped(
    assignments: Iterable[Assignment], name: Callable[[Assignment], str]
) -> list[tuple[str, list[Assignment]]]:
    numbers = [a for a in assignments if a.number.kind in ("number", "date", "identifier")]
    return [(key, list(group)) for key, group in groupby(sorted(numbers, key=name), key=name)]


def _by_value(assignments: Iterable[Assignment]) -> list[Assignment]:
    return sorted(assignments, key=lambda a: a.number.value)


def _rises(assignments: list[Assignment]) -> bool:
    return all(a.surrogate < b.surrogate for a, b in pairwise(_by_value(assignments)))


def _agrees(protected: ProtectedRecord) -> bool:
    """The question names the first cell, in whatever spelling."""
    cell = protected.table().cells[0][0]
    asked = {one.value for one in find(protected.question, field="question")}
    return cell is not None and find(cell, field="cell")[0].value.copy_abs() in asked


def _values(text: str) -> list[Decimal]:
    return [one.value for one in find(text, field="question")]


def _rest(text: str) -> str:
    parts: list[str] = []
    end = 0
    for one in find(text, field="question"):
        parts, end = [*parts, text[end : one.start]], one.end
    return "#".join([*parts, text[end:]])


def _records(rng: random.Random) -> tuple[Record, Record]:
    """A record, and one of the same kind that a later question adds."""
    cell, year = rng.choice(_CELLS), rng.randint(1900, 2000)
    label = rng.choice((_site, lambda i: str(year + i), lambda i: f"{5 * i}-{5 * i + 4}"))
    record = _record(rng, _size(rng, CELLS), cell, label, year)
    return record, _record(rng, _size(rng, FURTHER), cell, _site, year + 1)


def _size(rng: random.Random, limits: tuple[int, int]) -> int:
    return round(math.exp(rng.uniform(math.log(limits[0]), math.log(limits[1]))))


def _record(
    rng: random.Random,
    size: int,
    cell: Callable[[random.Random], str],
    label: Callable[[int], str],
    year: int,
) -> Record:
    columns = rng.randint(1, min(8, size))
    rows = math.ceil(size / columns)
    table = Table(
        title=rng.choice(["", f"Output since {year}", "Shops (2,500 of them)"]),
        categories=tuple((label if rows <= MAX_LABELS else _site)(i) for i in range(rows)),
        series=tuple(f"Q{i + 1}" for i in range(columns)),
        cells=tuple(tuple(cell(rng) for _ in range(columns)) for _ in range(rows)),
    )
    (first,) = find(table.cells[0][0] or "", field="cell")
    asked = f"{first.value.copy_abs():,f}{'%' if first.percent else ''}"
    question = f"How many of the top 3 exceed {asked} after {year}?"
    return Record(id="x", modality="image", context=table.to_text(), question=question)


def _site(index: int) -> str:
    return f"Site {'ABCDEFGHIJKLMNOPQRST'[index % 20]}{'abcdefghijklmnopqrst'[index // 20]}"


_CELLS: tuple[Callable[[random.Random], str], ...] = (
    lambda rng: str(rng.randrange(10 ** rng.randint(2, 8))),
    lambda rng: f"{'-' * (rng.random() < 0.2)}{rng.lognormvariate(5, 2):.1f}",
    lambda rng: f"{rng.lognormvariate(3, 2):.2f}{rng.choice(['K', 'M', 'M', 'B'])}",
    lambda rng: f"{rng.uniform(0, 100):.1f}%",
    lambda rng: f"{rng.randint(0, 130)}{rng.choice(['%', ''])}",
    lambda rng: f"{rng.uniform(0, 5000):.{rng.randint(0, 3)}f}{rng.choice(['', '', '%', 'K'])}",
)


def _spoken(rng: random.Random) -> str:
    """Number words of every kind, beside digits."""
    words = ["two", "thirty", "forty-five", "hundred", "thousand", "million", "a dozen", "and",
             "two and a half", "third", "percent", "of", "bars", "12.50", "7%", "a"]  # fmt: skip
    return " ".join(rng.choice(words) for _ in range(rng.randint(3, 14)))
