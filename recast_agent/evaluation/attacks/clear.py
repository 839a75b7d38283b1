"""Cells that stay in clear (threat 6), and how near replacements lie to their originals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from recast_agent.evaluation.attacks.releases import Release
from recast_agent.evaluation.statistics import percentile
from recast_agent.private.numbermap.display import cell_number
from recast_agent.private.numbermap.protocol import NumberMap
from recast_agent.private.numbermap.restore import expected_distance

NEAR = 0.1


@dataclass(frozen=True)
class Clear:
    """Cells that the release shows as they are, and tables that hold one.

    ``elsewhere``: cells whose value is one that another cell of the source has.
    """

    cells: int
    elsewhere: int
    of_cells: int
    tables: int
    of_tables: int


def clear_cells(releases: Sequence[Release]) -> Clear:
    """Released cells held against the source's."""
    counts = [_clear(release) for release in releases]
    return Clear(
        cells=sum(clear for clear, _, _ in counts),
        elsewhere=sum(elsewhere for _, elsewhere, _ in counts),
        of_cells=sum(cells for _, _, cells in counts),
        tables=sum(clear > 0 for clear, _, _ in counts),
        of_tables=len(counts),
    )


def _clear(release: Release) -> tuple[int, int, int]:
    pairs = [
        (_value(before), _value(after))
        for rows in zip(release.source.cells, release.table.cells, strict=True)
        for before, after in zip(*rows, strict=True)
        if before is not None and after is not None
    ]
    originals = {before for before, _ in pairs}
    clear = sum(before == after for before, after in pairs)
    elsewhere = sum(before != after and after in originals for before, after in pairs)
    return clear, elsewhere, len(pairs)


def _value(cell: str) -> object:
    return cell_number(cell, percent=False, group="").value


@dataclass(frozen=True)
class Distance:
    """Of ``|h(v) - v| / v`` over the distinct numbers of all maps: the median, and how many of how
    many lie within a tenth. ``expected`` is the mean over maps of the map's own measure."""

    median: float
    near: int
    numbers: int
    expected: float


def distance(maps: Sequence[NumberMap]) -> Distance:
    """Of quantities and percentages; zero has no relative distance."""
    relative = [
        float(abs(a.surrogate - a.number.value) / a.number.value)
        for numbers in maps
        for a in numbers.assignments
        if a.number.kind == "number" and a.number.value
    ]
    held = [numbers for numbers in maps if numbers.assignments]
    return Distance(
        median=percentile(relative, 0.5),
        near=sum(one <= NEAR for one in relative),
        numbers=len(relative),
        expected=float(sum(map(expected_distance, held))) / len(held),
    )
