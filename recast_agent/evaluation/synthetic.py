"""Made-up charts with their disguise: input for benchmarks that need no evaluation data."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import get_args

from recast_agent.core.table import ChartType, Table
from recast_agent.core.types import ProtectedRecord
from recast_agent.gate.protocol import PrivateEntry
from recast_agent.private.numbermap.natural import NaturalPolicy
from recast_agent.private.numbermap.protocol import ExtendRequest, NumberMap
from recast_agent.private.numbermap.records import numbers_of, protect
from recast_agent.private.record import Record
from recast_agent.private.rewrite.dictionary import Dictionary, Entry, Kind

KINDS: tuple[ChartType, ...] = get_args(ChartType)

_SOURCE = {
    "title": ("Retail turnover of bookshops", "Visitors of city museums", "Output of dairy farms"),
    "category": [
        "Aberdeen",
        "Bristol",
        "Cardiff",
        "Derby",
        "Exeter",
        "Falmouth",
        "Glasgow",
        "Halifax",
        "Inverness",
        "Kendal",
        "Leeds",
        "Manchester",
    ],
    "series": ["Weekdays", "Weekends", "Holidays", "Evenings"],
    "axis": ("City", "Turnover"),
    "unit": ("million pounds", "thousand visits"),
}
_SURROGATE = {
    "title": ("Ore yield of mineral works", "Depth of survey shafts", "Weight of sorted gravel"),
    "category": [
        "Amber",
        "Basalt",
        "Cobalt",
        "Dolomite",
        "Emerald",
        "Feldspar",
        "Garnet",
        "Hematite",
        "Jasper",
        "Kunzite",
        "Malachite",
        "Obsidian",
    ],
    "series": ["Surface", "Gallery", "Quarry", "Tunnel"],
    "axis": ("Mineral", "Yield"),
    "unit": ("hundred carts", "dozen crates"),
}


@dataclass(frozen=True, repr=False)
class SyntheticCase:
    """A protected record and the private entry that it comes from."""

    record: ProtectedRecord
    private: PrivateEntry


def source_table(kind: ChartType, rng: random.Random) -> Table:
    """A small chart with decimals, its labels drawn from the source's names."""
    single = kind in ("bar", "hbar", "pie")
    names = rng.sample(_SOURCE["category"], rng.randint(3, 7))
    series = ("",) if single else tuple(rng.sample(_SOURCE["series"], rng.randint(2, 3)))
    cells = [[f"{rng.randint(105, 980) / 10:.1f}" for _ in series] for _ in names]
    return Table(
        chart_type=kind,
        title=rng.choice(_SOURCE["title"]),
        category_axis=_SOURCE["axis"][0],
        value_axis=_SOURCE["axis"][1],
        unit=rng.choice(_SOURCE["unit"]),
        categories=tuple(names),
        series=series,
        cells=tuple(map(tuple, cells)),
    )


async def disguised(captured: Table, second: Table, rng: random.Random) -> SyntheticCase:
    """The case in which ``captured`` was read first and ``second`` again."""
    kinds: tuple[Kind, ...] = ("title", "category", "series", "axis", "unit")
    pairs = [
        Entry(original=a, surrogate=b, kind=kind)
        for kind in kinds
        for a, b in zip(
            _SOURCE[kind], rng.sample(_SURROGATE[kind], len(_SURROGATE[kind])), strict=True
        )
    ]
    dictionary = Dictionary(theme="minerals", entries=tuple(pairs))
    question = "What is the sum of all values?"
    record = Record(id="0" * 32, modality="image", context=captured.to_text(), question=question)
    renamed = record.model_copy(update={"context": _renamed(captured, dictionary).to_text()})
    prior = NumberMap(policy=NaturalPolicy.name)
    numbers = await NaturalPolicy().extend(ExtendRequest(prior, numbers_of(renamed), rng))
    private = PrivateEntry(
        record=record, dictionary=dictionary, numbers=numbers, second=second.to_text()
    )
    return SyntheticCase(protect(renamed, numbers), private)


def _renamed(table: Table, dictionary: Dictionary) -> Table:
    def new(text: str) -> str:
        return dictionary.surrogate(text) or text

    return table.model_copy(
        update={
            **{f: new(getattr(table, f)) for f in ("title", "category_axis", "value_axis", "unit")},
            "categories": tuple(map(new, table.categories)),
            "series": tuple(map(new, table.series)),
        }
    )
