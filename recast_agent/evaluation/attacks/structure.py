"""Structure (threat 15): an attacker who holds candidate sources and links a release to one.

A fingerprint is what two tables must share exactly; a likeness says how much they share.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from recast_agent.core.literals import canonical_value
from recast_agent.core.table import Table

Fingerprint = Callable[[Table], Hashable]
Likeness = Callable[[Table, Table], float]

Ranks = tuple[tuple[int, ...], ...]
MAX_SERIES = 5
"""Up to so many series every order of them is tried."""


def size(table: Table) -> Hashable:
    """Categories and series."""
    return len(table.categories), len(table.series)


def size_ranks(table: Table) -> Hashable:
    """Size, and the rank of each cell among all, where it stands."""
    return size(table), _ranks(table)


def shape(table: Table) -> Hashable:
    """Chart type, size, and how many cells are missing."""
    missing = sum(cell is None for row in table.cells for cell in row)
    return table.chart_type, size(table), missing


def ranks(table: Table) -> Hashable:
    """Shape, and the rank of each cell among all, where it stands."""
    return shape(table), _ranks(table)


def ranks_shuffled(table: Table) -> Hashable:
    """Shape, and the ranks whatever the order of categories and of series."""
    matrix = _ranks(table)
    columns = list(zip(*matrix, strict=True))
    if len(columns) > MAX_SERIES:
        return shape(table), tuple(sorted(tuple(sorted(column)) for column in columns))
    orders = itertools.permutations(columns)
    return shape(table), min(tuple(sorted(zip(*order, strict=True))) for order in orders)


def ties(table: Table) -> Hashable:
    """Shape, and how often values are repeated."""
    counts = Counter(_magnitudes(table))
    return shape(table), tuple(sorted(counts.values()))


def looks(table: Table) -> Hashable:
    """Shape, percent signs, and how many cells have which sign, decimals and scale."""
    unit = table.unit if table.unit == "%" else ""
    return shape(table), unit, tuple(sorted(Counter(map(_look, _cells(table))).items()))


def magnitudes(table: Table) -> Hashable:
    """Looks, and the order of magnitude of each series, in any order."""
    return looks(table), tuple(sorted(_tops(table)))


def unordered(table: Table) -> Hashable:
    """Ties, looks and magnitudes: what a map that keeps no order may still show."""
    return ties(table), magnitudes(table)


FINGERPRINTS: dict[str, Fingerprint] = {
    "size": size,
    "size, ranks in place": size_ranks,
    "shape": shape,
    "shape, ranks in place": ranks,
    "shape, ranks in any order": ranks_shuffled,
    "shape, repeated values": ties,
    "shape, looks": looks,
    "shape, looks, magnitudes": magnitudes,
    "shape, looks, magnitudes, repeated values": unordered,
}


@dataclass(frozen=True)
class Uniqueness:
    """Sources that no other shares a fingerprint with, and those of them whose release still has
    it: these are identified."""

    unique: int
    identified: int
    tables: int


def uniqueness(
    sources: Sequence[Table], released: Sequence[Table], fingerprint: Fingerprint
) -> Uniqueness:
    """Each release held against all sources."""
    prints = [fingerprint(table) for table in sources]
    counts = Counter(prints)
    alone = [counts[own] == 1 for own in prints]
    same = [own == fingerprint(table) for own, table in zip(prints, released, strict=True)]
    found = sum(one and kept for one, kept in zip(alone, same, strict=True))
    return Uniqueness(sum(alone), found, len(prints))


def rank_likeness(source: Table, released: Table) -> float:
    """Spearman's correlation of the cells, place by place."""
    before, after = _flat(source), _flat(released)
    kept = [(b, a) for b, a in zip(before, after, strict=True) if b is not None and a is not None]
    return _correlation(_order([b for b, _ in kept]), _order([a for _, a in kept]))


def ratio_likeness(source: Table, released: Table) -> float:
    """How close the sorted profiles lie, each divided by its largest value, in logarithms."""
    before, after = _profile(source), _profile(released)
    if len(before) != len(after):
        return -math.inf
    apart = [abs(b - a) for b, a in zip(before, after, strict=True)]
    return -sum(apart) / max(len(apart), 1)


def looks_likeness(source: Table, released: Table) -> float:
    """How many of the exact fingerprints agree that need no order."""
    kinds = (ties, looks, magnitudes)
    return float(sum(kind(source) == kind(released) for kind in kinds))


def all_likeness(source: Table, released: Table) -> float:
    """The three together, unweighted."""
    kinds = (rank_likeness, ratio_likeness, looks_likeness)
    return sum(kind(source, released) for kind in kinds)


LIKENESSES: dict[str, Likeness] = {
    "shape alone": lambda source, released: 0.0,
    "rank correlation": rank_likeness,
    "sorted ratios": ratio_likeness,
    "looks, magnitudes, repeated values": looks_likeness,
    "all together": all_likeness,
}


def first_guesses(sources: Sequence[Table], released: Sequence[Table], likeness: Likeness) -> float:
    """How many releases are linked to their source at the first guess, among sources of the same
    shape; ties are guessed among, so the number is an expectation."""
    return sum(_chance(k, sources, one, likeness) for k, one in enumerate(released))


def _chance(own: int, sources: Sequence[Table], released: Table, likeness: Likeness) -> float:
    fitting = [k for k, source in enumerate(sources) if shape(source) == shape(released)]
    likely = {k: likeness(sources[k], released) for k in fitting}
    best = [k for k in fitting if likely[k] >= max(likely.values()) - 1e-9]
    return 1 / len(best) if own in best else 0.0


def _cells(table: Table) -> list[str]:
    return [cell for row in table.cells for cell in row if cell is not None]


def _flat(table: Table) -> list[Decimal | None]:
    return [None if c is None else canonical_value(c) for row in table.cells for c in row]


def _magnitudes(table: Table) -> list[Decimal]:
    return [abs(canonical_value(cell)) for cell in _cells(table)]


def _tops(table: Table) -> list[int]:
    """The order of magnitude of each series' largest value."""
    columns = zip(*table.cells, strict=True)
    return [
        max((abs(canonical_value(cell)) for cell in column if cell), default=Decimal(0)).adjusted()
        for column in columns
    ]


def _look(cell: str) -> tuple[bool, int, str]:
    digits = cell.strip("-").rstrip("KMBT%")
    return cell.startswith("-"), len(digits.partition(".")[2]), cell[len(cell.rstrip("KMBT%")) :]


def _ranks(table: Table) -> Ranks:
    """Dense ranks from 1; 0 where a cell is missing."""
    values = sorted({value for value in _flat(table) if value is not None})
    place = {value: k for k, value in enumerate(values, start=1)}
    return tuple(
        tuple(0 if cell is None else place[canonical_value(cell)] for cell in row)
        for row in table.cells
    )


def _profile(table: Table) -> list[float]:
    values = sorted(value for value in _magnitudes(table) if value)
    return [math.log(float(value / values[-1])) for value in values]


def _order(values: Sequence[Decimal]) -> list[float]:
    """Ranks; equal values share their mean rank."""
    places: dict[Decimal, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        places.setdefault(value, []).append(place)
    return [sum(places[value]) / len(places[value]) for value in values]


def _correlation(xs: Sequence[float], ys: Sequence[float]) -> float:
    mean_x, mean_y = sum(xs) / len(xs), sum(ys) / len(ys)
    both = sum((x - mean_x) * (y - mean_y) for x, y in zip(xs, ys, strict=True))
    spread = math.sqrt(sum((x - mean_x) ** 2 for x in xs) * sum((y - mean_y) ** 2 for y in ys))
    return both / spread if spread else 0.0
