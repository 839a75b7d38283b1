"""Order and colours: kept only where the question needs them seen."""

from __future__ import annotations

import random
import re

from recast_agent.core.literals import find
from recast_agent.core.table import Table
from recast_agent.core.vocabulary import calendar_index, skeleton
from recast_agent.private.rewrite.labels import QUARTER, wordy
from recast_agent.private.rewrite.scales import ranked

_RANKS = "highest|lowest|largest|smallest|biggest|greatest|least|most|longest|shortest|best|worst"
_NTH = (
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth"
    r"|\d+(?:st|nd|rd|th)"
)
_PLACES = re.compile(
    rf"""\b(?:
    left|right|leftmost|rightmost|topmost|bottommost|uppermost|lowermost|upper|middle|cent(?:er|re)
    |last|next|previous|former|latter|consecutive|successive|adjacent|trend|order
    |preced(?:e[sd]?|ing)|follow(?:s|ed|ing)?|succeed(?:s|ed|ing)?|subsequent|prior|earlier|later
    |neighbou?r(?:s|ing)?|sequence|position|cumulative(?:ly)?|running\stotals?|(?:moving|rolling)
    |(?:ante)?penultimate|initial(?:ly)?|final(?:ly)?|opening|closing|alternat(?:e|ing)|every\sother
    |(?:odd|even)(?=[-\s](?:number|bar|item|row|line|position|place))
    # a date has a beginning and comes before another without any place in a chart
    |(?:start|end|beginning|begins?|starts?|ends?)(?!\sof\s(?:the\s(?:year|month)|\w+\s)?\d)
    |(?:before|after)(?!\s(?:the\s)?(?:year\s)?\d)
    |(?:bar|item|line|value|row|column|entry|slice|segment|point|category|series|group|label)
        \s(?:no\.?\s|number\s|\#)?\d+\b(?![.,]?\d|\s?%)
    # which of two that are not named is divided by the other
    |(?:ratio|quotient)\s(?:of|between)\s(?:the\s|these\s)?(?:two|both)
    |lower\s(?:bar|line|graph|part|half|segment)s?
    # "top 3" and "third largest" are ranks, "third quarter" is a date, "a third of" a share
    |(?:top|bottom)(?!\s(?:\d|two|three|four|five|six|seven|eight|nine|ten)\b)
    |(?:{_NTH})
        (?!\s(?:{_RANKS}|quarter|half|of\b|rank|place|\w+\s(?:{_RANKS})))
    |(?:the\s(?:{_NTH})|first)\sof\b
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)


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
    return bool(ranked(labels)) or sum(map(dated, labels)) * 2 > len(labels)


def dated(label: str) -> bool:
    """Whether a label is mostly a year, range, quarter, month or weekday."""
    numbers = find(label, field="category")
    return (
        bool(QUARTER.search(label))
        or any(calendar_index(w) is not None for w in wordy(label))
        or (bool(numbers) and all(w.casefold() in skeleton() for w in wordy(label)))
        or any(one.role == "year" for one in numbers)
    )
