"""Two quantities of a question: difference, ratio, yes or no; and how they are found."""

from __future__ import annotations

from dataclasses import replace

from recast_agent.core.table import Table
from recast_agent.standin.cells import (
    Scope,
    bound,
    by_category,
    cell_at,
    listed,
    pick,
    placed,
    scope_of,
)
from recast_agent.standin.phrases import Extreme, Place
from recast_agent.standin.questions import Query
from recast_agent.standin.vocabulary import LESS, MORE

_FUNCTIONS = (("sum", "sum"), ("total", "sum"), ("average", "mean"), ("mean", "mean"))


def operands(table: Table, query: Query) -> list[str] | None:
    """The separate quantities of a question, in the order in which it names them."""
    if query.strays:
        return None
    items: list[Extreme | Place] = sorted(
        (*query.extremes, *query.places), key=lambda item: item.at
    )
    if len(items) > 1:
        return _each(table, query, items)
    if len(items) == 1 and isinstance(items[0], Extreme) and len(query.series) > 1:
        scopes = [Scope(_rows(table, query), (m.index,)) for m in query.series]
        return [pick(items[0], f"[{', '.join(listed(table, s))}]") for s in scopes]
    if items:
        return None
    return _named(table, query)


def _rows(table: Table, query: Query) -> tuple[int, ...]:
    return tuple(m.index for m in query.categories) or tuple(range(len(table.categories)))


def _each(table: Table, query: Query, items: list[Extreme | Place]) -> list[str] | None:
    """One value per extreme or place; labels before the first and after the last are shared
    unless each has its own."""
    found: list[str] = []
    stops = [*(item.at for item in items[1:]), len(query.words)]
    owned = [query.part(i.at, stop, "extreme") for i, stop in zip(items, stops, strict=True)]
    own = all(part.series or part.categories or part.colors for part in owned)
    for item, part in zip(items, owned, strict=True):
        view = part if own else query
        if isinstance(item, Place):
            value = placed(table, view, item)
            if value is None:
                return None
            found.append(value)
            continue
        scope = scope_of(table, view)
        cells = listed(table, scope) if scope else []
        if item.rank > len(cells) or not cells:
            return None
        found.append(pick(item, f"[{', '.join(cells)}]"))
    return found


def _named(table: Table, query: Query) -> list[str] | None:
    """Cells by the labels named: several of one axis, at most one of the other."""
    rows = [m.index for m in query.categories]
    columns = [m.index for m in query.series]
    if query.colors:
        scope = scope_of(table, query)
        if scope is None:
            return None
        columns = list(scope.series)
        rows = list(scope.categories) if by_category(table) else rows
    if len(table.series) == 1:
        columns = [0]
    if not columns and len(rows) == 1 and len(table.series) == 2:
        columns = [0, 1]
    if not rows and len(table.categories) == 2 and len(columns) == 1:
        rows = [0, 1]
    if not rows and len(columns) > 1 and query.says("total", "overall"):
        every = tuple(range(len(table.categories)))
        return [f"sum([{', '.join(listed(table, Scope(every, (s,))))}])" for s in columns]
    if not rows or not columns:
        return None
    if len(rows) == len(columns) == 2:
        pairs = list(zip(rows, columns, strict=True))
    elif len(rows) == 1 or len(columns) == 1:
        pairs = [(r, c) for r in rows for c in columns]
    else:
        return None
    cells = [cell_at(table, r, c) for r, c in pairs]
    return None if None in cells else [cell for cell in cells if cell is not None]


def compare(table: Table, query: Query) -> str | None:
    """Yes or no: the part before "than" against the part after it, wherever the comparison stands:
    "was food in March higher than in January", "was food higher in March than in January"."""
    texts = [w.text for w in query.words]
    if query.condition is not None and query.condition.upper:
        return None
    if query.condition is not None:
        left = _scalar(table, query.part(0, query.condition.at, "lookup"))
        right: str | None = bound(query.condition)
        operator = query.condition.operator
    else:
        turn = next((i for i, t in enumerate(texts) if t in MORE | LESS), None)
        if turn is None or not ("than" in texts[turn:] or texts[turn].startswith("exceed")):
            return None
        operator = ">" if texts[turn] in MORE else "<"
        divide = texts.index("than", turn) if "than" in texts[turn:] else turn
        left = _scalar(table, _side(query, 0, divide))
        right = _scalar(table, _side(query, divide, len(texts)))
    if left is None or right is None or query.strays:
        return None
    return f"a = {left}\nb = {right}\nanswer = a {operator} b"


def _side(query: Query, start: int, stop: int) -> Query:
    """One side of a comparison; what is named once, on either side, holds for both."""
    side = query.part(start, stop, "lookup")
    if side.series and not side.categories:
        return replace(side, categories=query.categories)
    if side.categories and not side.series:
        return replace(side, series=query.series)
    return side


def _scalar(table: Table, query: Query) -> str | None:
    """One value: a named cell, or the sum, average or extreme of named cells."""
    scope = scope_of(table, query)
    if scope is None:
        return None
    cells = listed(table, scope)
    if query.extremes:
        return pick(query.extremes[0], f"[{', '.join(cells)}]") if cells else None
    if not (query.categories or query.series or query.colors):
        return None
    function = next(
        (f for word, f in _FUNCTIONS if word in query.span_texts()),
        None,
    )
    if len(cells) == 1:
        return cells[0]
    return f"{function}([{', '.join(cells)}])" if function and cells else None
