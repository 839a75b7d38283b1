"""A captured table is held against the gold one cell by cell."""

from recast_agent.core.table import Table
from recast_agent.evaluation.agreement import ESTIMATED, Agreement, agreement

GOLD = Table(
    categories=("2019*", "2018*", "2017*"),
    series=("Copper", "Iron"),
    cells=(("40%", "61%"), ("35", "-6.8"), (None, "20")),
)


def test_a_table_agrees_with_itself_and_with_its_transpose() -> None:
    """Cells without a value do not count."""
    turned = Table(
        categories=GOLD.series,
        series=GOLD.categories,
        cells=(("40", "35", None), ("61", "-6.8", "20")),
        unit="%",
    )
    for seen in (GOLD, turned):
        assert agreement(GOLD, seen) == Agreement(right=5, wrong=0, total=5)
        assert agreement(GOLD, seen).whole


def test_wrong_and_missing_cells_are_told_apart() -> None:
    """A value that differs is wrong; one that was not read is not right."""
    seen = GOLD.model_copy(update={"cells": (("40", None), ("36", "-6.8"), (None, "20"))})
    assert agreement(GOLD, seen) == Agreement(right=3, wrong=1, total=5)
    assert not agreement(GOLD, seen).whole


def test_estimates_have_a_tolerance() -> None:
    """5 % of the gold value where values are read off an axis."""
    seen = GOLD.model_copy(update={"cells": (("41", "61"), ("33", "-6.8"), (None, "20"))})
    assert agreement(GOLD, seen) == Agreement(right=3, wrong=2, total=5)
    assert agreement(GOLD, seen, ESTIMATED) == Agreement(right=4, wrong=1, total=5)


def test_single_series_need_no_name() -> None:
    """A lost category is neither right nor wrong."""
    gold = Table(categories=("Amber", "Birch"), cells=(("1",), ("2",)))
    seen = Table(categories=("Amber",), cells=(("1",),), series=("Lamps",))
    assert agreement(gold, seen) == Agreement(right=1, wrong=0, total=2)
    assert Agreement.none_of(gold) == Agreement(right=0, wrong=0, total=2)
