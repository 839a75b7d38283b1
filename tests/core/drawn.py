"""Charts with known tables: drawn by our own templates, or real ones beside the checkout."""

from __future__ import annotations

import csv
import functools
import json
import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from recast_agent.core.compare import cell_value, label_distance
from recast_agent.core.literals import parse_cell
from recast_agent.core.perception.canvas import Candidate, Canvas
from recast_agent.core.perception.image import decode_image
from recast_agent.core.perception.read import text_in
from recast_agent.core.table import ChartType, Table
from recast_agent.released.reconstruct.render import render_table

DATA = Path(__file__).resolve().parents[2].parent / "shared" / "data" / "chartqa"

_NAMES = (
    "Lancashire",
    "Mimolette",
    "Brie",
    "Stilton",
    "Gouda",
    "Cheddar",
    "Emmental",
    "Roquefort",
    "Feta",
    "Halloumi",
    "Ricotta",
    "Gruyere",
    "Manchego",
    "Pecorino",
    "Provolone",
    "Edam",
    "Havarti",
    "Limburger",
    "Munster",
    "Raclette",
    "Taleggio",
    "Burrata",
    "Paneer",
    "Colby",
    "Asiago",
    "Fontina",
    "Jarlsberg",
    "Quark",
    "Cotija",
    "Oaxaca",
)
_SERIES = ("Northern dairies", "Village shops", "Export", "Deli")


def drawn(table: Table) -> Canvas:
    """A table drawn as its chart type, with the text that OCR sees in it."""
    return seen(render_table(table))


def seen(data: bytes) -> Canvas:
    """An encoded picture with the text that OCR sees in it."""
    rgb = decode_image(data)
    return Canvas(rgb, text_in(rgb))


def made_up(kind: ChartType, rows: int, columns: int, seed: int) -> Table:
    """A table of random values of one style, each series in a band of its own."""
    rng = random.Random(seed)
    style = rng.choice(("whole", "decimal", "large", "percent"))
    shown: dict[str, Callable[[float], str]] = {
        "whole": lambda v: str(round(v)),
        "decimal": lambda v: f"{v:.1f}",
        "large": lambda v: str(round(137 * v)),
        "percent": lambda v: f"{v:.1f}%",
    }
    cells = tuple(
        tuple(shown[style](60 * j + rng.uniform(4, 48)) for j in range(columns))
        for _ in range(rows)
    )
    return Table(
        chart_type=kind,
        title="Tastings of cheese by dairy",
        category_axis=rng.choice(("", "Region")),
        value_axis="Tastings per dairy",
        unit="" if style == "percent" else rng.choice(("", "thousand litres")),
        categories=tuple(rng.sample(_NAMES, rows)),
        series=tuple(rng.sample(_SERIES, columns)) if columns > 1 else ("",),
        cells=cells,
    )


@dataclass
class Tally:
    """Charts and cells held against gold tables; ``silent`` are wrong and neither in conflict nor
    estimated.
    """

    charts: int = 0
    read: int = 0
    whole: int = 0
    cells: int = 0
    right: int = 0
    silent: int = 0


ENOUGH = 3
"""Real charts of a kind that a test reads: each takes seconds."""


def tally(kind: str, held_out: bool, read: Callable[[Canvas], Candidate | None]) -> Tally:
    """What a reader makes of the first real charts of a kind with sound gold tables; skips without
    them.

    Every third chart is held out: never looked at while the reader was built. The benchmark reads
    them all.
    """
    if not DATA.is_dir():
        pytest.skip("needs ../shared/data/chartqa")
    total = Tally()
    for n, chart in enumerate(_manifest()):
        wanted = kind in chart["chart_type_seen"] and (n % 3 == 0) == held_out
        if not wanted or chart["gold_table_doubtful"] or not chart["gold_table"]:
            continue
        gold = _gold(DATA / str(chart["gold_table"]))
        found = read(_canvas(str(chart["file"])))
        total.charts += 1
        total.cells += sum(len(row) for row in gold[1].values())
        if found is not None:
            _count(total, gold, found)
        if total.charts == ENOUGH:
            break
    return total


def _manifest() -> list[dict[str, str]]:
    return [json.loads(line) for line in (DATA / "manifest.jsonl").read_text("utf-8").splitlines()]


@functools.lru_cache(maxsize=64)
def _canvas(name: str) -> Canvas:
    return seen((DATA / name).read_bytes())


Gold = tuple[list[str], dict[str, list[str]]]


def _gold(path: Path) -> Gold:
    with path.open(encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return rows[0][1:], {_plain(row[0]): row[1:] for row in rows[1:]}


def _plain(text: str) -> str:
    return re.sub(r"[\s*]", "", text)


def _count(total: Tally, gold: Gold, found: Candidate) -> None:
    heads, rows = gold
    table = found.table
    total.read += 1
    right = silent = 0
    for i, category in enumerate(table.categories):
        row = rows[min(rows, key=lambda g: label_distance(g, _plain(category)))]
        for j, series in enumerate(table.series):
            k = min(
                range(len(heads)), key=lambda k: label_distance(_plain(heads[k]), _plain(series))
            )
            told, cell = parse_cell(row[k]), table.cells[i][j]
            same = (
                cell is None
                if told is None
                else cell is not None and cell_value(cell) == cell_value(told.text)
            )
            right += same
            silent += not same and found.witnesses[i][j] not in ("conflict", "estimate")
    total.right += right
    total.silent += silent
    size = len(table.categories) * len(table.series)
    total.whole += right == size == sum(len(row) for row in rows.values())
