"""Charts to draw in tests."""

from __future__ import annotations

from typing import get_args

from recast_agent.core.table import ChartType, Table

EVERY_TYPE: tuple[ChartType, ...] = get_args(ChartType)
SINGLE = ("bar", "hbar", "pie")


def chart(kind: ChartType, categories: int = 6) -> Table:
    """A plain chart of a kind, with long names and three series where it takes several."""
    series = ("",) if kind in SINGLE else ("Spring", "Summer", "Late autumn")
    return Table(
        chart_type=kind,
        title="Ferries with heated decks by landing stage in the northern lakes",
        category_axis="Landing stage",
        value_axis="Ferries in service",
        unit="thousand tons",
        categories=tuple(f"Landing stage of Harbour {i + 1}" for i in range(categories)),
        series=series,
        cells=tuple(
            tuple(f"{12 + (7 * i + 23 * j) % 41}.{(i + j) % 9 + 1}" for j in range(len(series)))
            for i in range(categories)
        ),
    )
