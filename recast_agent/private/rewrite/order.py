"""Order and colours: kept only where the question needs them seen."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from recast_agent.core.literals import find
from recast_agent.core.table import Table
from recast_agent.core.vocabulary import calendar_index, skeleton
from recast_agent.private.rewrite.labels import QUARTER, wordy

_RANKS = "highest|lowest|largest|smallest|biggest|greatest|least|most|longest|shortest|best|worst"
_PLACES = re.compile(
    rf"""\b(?:
    left|right|leftmost|rightmost|topmost|bottommost|uppermost|lowermost|upper|middle|cent(?:er|re)
    |last|next|previous|former|latter|consecutive|successive|adjacent|trend|order
    |lower\s(?:bar|line|graph|part|half|segment)s?
    # "top 3" and "third largest" are ranks, "third quarter" is a date
    |(?:top|bottom)(?!\s(?:\d|two|three|four|five|six|seven|eight|nine|ten)\b)
    |(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d+(?:st|nd|rd|th))
        (?!\s(?:{_RANKS}|quarter|half|of\b|rank|place|\w+\s(?:{_RANKS})))
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
_SCALES = (
    ("very good", "good", "fair", "average", "poor", "bad", "very poor", "very bad"),
    ("excellent", "very good", "good", "fair", "poor", "very poor"),
    ("strongly agree", "agree", "somewhat agree", "neutral", "neither agree nor disagree",
     "somewhat disagree", "disagree", "strongly disagree"),
    ("very satisfied", "satisfied", "somewhat satisfied", "neutral", "somewhat dissatisfied",
     "dissatisfied", "very dissatisfied"),
    ("very likely", "likely", "somewhat likely", "neutral", "somewhat unlikely", "unlikely",
     "very unlikely", "not at all likely"),
    ("extremely important", "very important", "important", "somewhat important",
     "not very important", "not too important", "not important", "not at all important"),
    ("always", "very often", "often", "sometimes", "occasionally", "rarely", "seldom", "never"),
    ("a great deal", "a fair amount", "some", "not too much", "not much", "none at all"),
    ("very high", "high", "medium", "moderate", "low", "very low"),
    ("very large", "large", "medium", "small", "very small"),
)  # fmt: skip


def arranged(made: Table, source: Table, question: str, rng: random.Random) -> Table:
    """Unordered categories and series shuffled, unless the question needs their places seen."""
    keep_rows, keep_columns = keeps_order(source, question)
    rows, columns = list(range(len(made.categories))), list(range(len(made.series)))
    if not keep_rows:
        rng.shuffle(rows)
    if not keep_columns:
        rng.shuffle(columns)
    return permuted(made, rows, columns)


def keeps_order(table: Table, question: str) -> tuple[bool, bool]:
    """Whether categories, and series, must stand in the source's order: where they are a sequence
    or the question speaks of places. Rewriter and gate both read this rule."""
    seen = bool(_PLACES.search(question))
    rows = seen or table.chart_type == "line" or _ordered(table.categories)
    return rows, seen or _ordered(table.series)


def ranked(labels: Sequence[str]) -> tuple[str, ...]:
    """The labels that are steps of one scale (good, fair, poor), in its order; else none."""
    plain = {label.strip().casefold(): label for label in labels}
    found = [tuple(plain[step] for step in scale if step in plain) for scale in _SCALES]
    steps = max(found, key=len)
    return steps if len(steps) > 1 and len(steps) * 2 > len(labels) else ()


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
    """Whether the labels are a scale, or most are years, ranges, quarters, months, weekdays."""
    return bool(ranked(labels)) or sum(map(_dated, labels)) * 2 > len(labels)


def _dated(label: str) -> bool:
    numbers = find(label, field="category")
    return (
        bool(QUARTER.search(label))
        or any(calendar_index(w) is not None for w in wordy(label))
        or (bool(numbers) and all(w.casefold() in skeleton() for w in wordy(label)))
        or any(one.role == "year" for one in numbers)
    )
