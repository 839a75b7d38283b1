"""Counts: marks, marks above or below a bound, falls along an axis, crossings of two lines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from recast_agent.core.table import Table
from recast_agent.core.vocabulary import ORDERED
from recast_agent.standin.cells import (
    Scope,
    bound,
    cell_at,
    listed,
    scope_of,
    stacked,
    totals,
)
from recast_agent.standin.labels import words
from recast_agent.standin.questions import Query
from recast_agent.standin.vocabulary import FALL, MORE, RISE

_NOUN = 2
"""The place of what is counted: "how many <bars>"."""

_SPELLED = {name.casefold(): place for place, name in enumerate(ORDERED)}
"""Places in the spelling alphabet, which runs as months do."""


def count(table: Table, query: Query) -> str | None:
    scope = scope_of(table, query)
    if scope is None:
        return None
    if query.condition is None:
        return _count_against(table, query)
    if query.strays:
        return None
    values = totals(table, scope) if stacked(table, query) else listed(table, scope)
    lines = [f"values = [{', '.join(values)}]", f"bound = {bound(query.condition)}"]
    test = f"v {query.condition.operator} bound"
    if query.condition.upper:
        lines.append(f"upper = {bound(query.condition, query.condition.upper)}")
        test += " and v <= upper"
    return "\n".join([*lines, f"answer = len([v for v in values if {test}])"])


def _count_against(table: Table, query: Query) -> str | None:
    """All marks, or those above or below the one that is named after "than"."""
    # what is counted names no mark: "how many trees" beside a mark "Other trees"
    rows = [m for m in query.categories if _NOUN not in m.at]
    if query.strays or len(rows) > 1:
        return None
    query = replace(query, categories=())
    if not rows:
        return count_marks(table, query)
    scope = scope_of(table, query)
    texts = [w.text for w in query.words[: rows[0].at[0]]]
    cell = cell_at(table, rows[0].index, scope.series[0]) if scope else None
    if scope is None or cell is None or len(scope.series) != 1 or "than" not in texts:
        return None
    operator = ">" if MORE & set(texts) else "<"
    return (
        f"values = [{', '.join(listed(table, scope))}]\nbound = {cell}\n"
        f"answer = len([v for v in values if v {operator} bound])"
    )


def count_marks(table: Table, query: Query) -> str | None:
    scope = scope_of(table, query)
    if scope is None:
        return None
    asked = {w.stem for w in query.words[2:5]}
    if len(table.series) > 1 and asked & {"color", "colour", "line", "legend"}:
        rows = (listed(table, Scope(scope.categories, (s,))) for s in scope.series)
        lists = ", ".join(f"[{', '.join(row)}]" for row in rows)
        return f"values = [{lists}]\nanswer = len(values)"
    grouped = asked & {"bar", "column"} and not stacked(table, query)
    values = listed(table, scope) if grouped or len(scope.series) == 1 else totals(table, scope)
    return f"values = [{', '.join(values)}]\nanswer = len(values)" if values else None


def changes(table: Table, query: Query) -> str | None:
    """How many steps along the time axis fall (or rise) from the one before."""
    scope = scope_of(table, query)
    if scope is None or len(scope.series) != 1 or query.strays:
        return None
    cells = listed(table, scope)
    if _runs_backwards([table.categories[i] for i in scope.categories]):
        cells.reverse()
    texts = {w.text for w in query.words}
    if bool(texts & FALL) == bool(texts & RISE) or len(cells) < 2:
        return None
    operator = "<" if texts & FALL else ">"
    return (
        f"values = [{', '.join(cells)}]\n"
        f"answer = len([i for i in range(1, len(values)) if values[i] {operator} values[i - 1]])"
    )


def crossings(table: Table, query: Query) -> str | None:
    """How often the upper one of two lines becomes the lower one."""
    scope = scope_of(table, query)
    if scope is None or len(scope.series) != 2 or query.strays:
        return None
    rows = [listed(table, Scope((c,), scope.series)) for c in scope.categories]
    gaps = [f"{row[0]} - {row[1]}" for row in rows if len(row) == 2]
    return (
        f"gaps = [{', '.join(gaps)}]\n"
        "answer = len([i for i in range(1, len(gaps)) if (gaps[i] > 0) != (gaps[i - 1] > 0)])"
    )


def _runs_backwards(labels: Sequence[str]) -> bool:
    first, last = _moment(labels[0]), _moment(labels[-1])
    return first > last


def _moment(label: str) -> list[int]:
    """The numbers of a label, a word of the spelling alphabet by its place, largest first: that of
    ``Q4 2020`` or ``2020-09`` is the year.
    """
    found = words(label)
    spelled = [_SPELLED[w.text] for w in found if w.text in _SPELLED]
    numbers = [int(n) for w in found for n in re.findall(r"\d+", w.stem)]
    return sorted([*numbers, *spelled], reverse=True)
