"""Order and colours: kept only where the question needs them seen."""

from __future__ import annotations

import random
import re

from recast_agent.core.literals import find
from recast_agent.core.table import Table
from recast_agent.core.vocabulary import calendar_index
from recast_agent.private.rewrite.labels import QUARTER, wordy

_ORDER = re.compile(
    r"\b(?:left|right|leftmost|rightmost|top|bottom|topmost|bottommost|upper|lower|middle|first|"
    r"second|third|fourth|fifth|sixth|last|next|previous|consecutive|before|after|between|since|"
    r"trend|until|order)\b",
    re.IGNORECASE,
)


def arranged(table: Table, question: str, rng: random.Random) -> Table:
    """Unordered categories and series shuffled, unless the question needs their places seen."""
    keep_rows, keep_columns = keeps_order(table, question)
    rows, columns = list(range(len(table.categories))), list(range(len(table.series)))
    if not keep_rows:
        rng.shuffle(rows)
    if not keep_columns:
        rng.shuffle(columns)
    return permuted(table, rows, columns)


def keeps_order(table: Table, question: str) -> tuple[bool, bool]:
    """Whether categories, and series, must stand in the source's order: where they are a sequence
    or the question speaks of places. Rewriter and gate both read this rule."""
    seen = bool(_ORDER.search(question))
    rows = seen or table.chart_type == "line" or _ordered(table.categories)
    return rows, seen or _ordered(table.series)


def permuted(table: Table, rows: list[int], columns: list[int]) -> Table:
    """The table with its categories and series in another order, colours with them."""
    colors = table.colors
    if len(colors) == len(columns) > 1:
        colors = tuple(colors[c] for c in columns)
    elif len(colors) == len(rows):
        colors = tuple(colors[r] for r in rows)
    return table.model_copy(
        update={
            "categories": tuple(table.categories[r] for r in rows),
            "series": tuple(table.series[c] for c in columns),
            "cells": tuple(tuple(table.cells[r][c] for c in columns) for r in rows),
            "colors": colors,
        }
    )


def named_colors(table: Table, kept: frozenset[str]) -> tuple[str, ...]:
    """The table's colours that the question names; none where it names none of them."""
    named = tuple(c if set(c.split()) & kept else "" for c in table.colors)
    return named if any(named) else ()


def _ordered(labels: tuple[str, ...]) -> bool:
    """Whether most labels are years, ranges, quarters, months or weekdays."""
    hits = sum(
        bool(QUARTER.search(label))
        or any(calendar_index(w) is not None for w in wordy(label))
        or (bool(find(label, field="category")) and not wordy(label))
        or any(one.role == "year" for one in find(label, field="category"))
        for label in labels
    )
    return hits * 2 > len(labels)
