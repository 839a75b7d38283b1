"""The cells of a table as operands of a program, chosen by what a question names.

Every operand is ``protected(<number as printed>)``; sign and display scale stand outside.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from recast_agent.core.colors import meant_color, plain_color
from recast_agent.core.table import Table
from recast_agent.standin.labels import proper as without_totals
from recast_agent.standin.phrases import Condition, Extreme, Place
from recast_agent.standin.questions import Query

_SCALES = {"K": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}
_RESIDUAL = re.compile(r"(all |the )?(others?|rest|remaining)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Scope:
    """Cells by category and series index."""

    categories: tuple[int, ...]
    series: tuple[int, ...]


def operand(cell: str) -> str:
    """A cell as an expression: the printed number marked, sign and display scale outside."""
    sign = "-" if cell.startswith("-") else ""
    number = cell.strip("-").rstrip("%")
    scale = _SCALES.get(number[-1])
    marked = f"{sign}protected({number.rstrip('KMBT')})"
    return f"{marked} * {scale}" if scale else marked


def cell_at(table: Table, category: int, series: int) -> str | None:
    value = table.cells[category][series]
    return None if value is None else operand(value)


def listed(table: Table, scope: Scope) -> list[str]:
    cells = (cell_at(table, c, s) for c in scope.categories for s in scope.series)
    return [cell for cell in cells if cell is not None]


def scope_of(table: Table, query: Query) -> Scope | None:
    """The cells a query is about: all of an axis where it names none of its labels.

    None where it names a colour, a place or a number that the table does not show.
    """
    categories = [m.index for m in query.categories] or without_totals(table.categories)
    series = [m.index for m in query.series] or without_totals(table.series)
    if len(query.categories) == 2 and spans(query):
        low, high = sorted(categories)
        categories = list(range(low, high + 1))
    categories = [i for i in categories if i not in query.without]
    shades = [_colored(table, color) for _, color in query.colors]
    if not all(shades):
        return None
    named = [i for shade in shades for i in shade]
    if named and len(table.series) > 1:
        series = [i for i in named if i in series]
    elif named and by_category(table):
        categories = [i for i in named if i in categories]
    if not categories or not series:
        return None
    return Scope(tuple(dict.fromkeys(categories)), tuple(dict.fromkeys(series)))


def _colored(table: Table, color: str) -> list[int]:
    if not any(table.colors):
        return [0] if len(table.series) == 1 else []
    meant = meant_color(color, table.colors)
    near = [i for i, name in enumerate(table.colors) if meant and plain_color(name) == meant]
    return near if by_category(table) or len(near) == 1 else []


def by_category(table: Table) -> bool:
    """Whether colours belong to single categories."""
    return len(table.series) == 1 and len(table.colors) == len(table.categories)


def spans(query: Query) -> bool:
    first, last = query.categories[0].at[0], query.categories[1].at[0]
    lead = query.words[first - 1].text if first else ""
    between = [w.text for w in query.words[query.categories[0].at[-1] + 1 : last]]
    return (lead, between) in (("from", ["to"]), ("between", ["and"]), ("from", ["until"]))


def proper(table: Table, scope: Scope) -> Scope:
    """Without the remainder that "top three" never means ("Others", "Rest of …")."""
    kept = tuple(i for i in scope.categories if not _RESIDUAL.match(table.categories[i]))
    return Scope(kept or scope.categories, scope.series)


def placed(table: Table, query: Query, place: Place) -> str | None:
    scope = scope_of(table, query)
    if scope is None or len(scope.series) != 1 or place.rank > len(scope.categories):
        return None
    order = scope.categories[::-1] if place.from_end else scope.categories
    return cell_at(table, order[place.rank - 1], scope.series[0])


def over(table: Table, scope: Scope, function: str, extreme: Extreme | None = None) -> str | None:
    """``function`` over the cells of a scope, or over its extreme ones."""
    cells = listed(table, scope)
    if not cells or (extreme and extreme.rank * extreme.count > len(cells)):
        return None
    line = f"values = [{', '.join(cells)}]"
    if extreme is None:
        return f"{line}\nanswer = {function}(values)"
    return f"{line}\nanswer = {pick(extreme, 'values', function or 'sum')}"


def pick(extreme: Extreme, name: str, function: str = "sum") -> str:
    if extreme.rank == extreme.count == 1:
        return f"{'max' if extreme.largest else 'min'}({name})"
    ranked = f"sorted({name}, reverse=True)" if extreme.largest else f"sorted({name})"
    if extreme.count > 1:
        return f"{function}({ranked}[:{extreme.count}])"
    return f"{ranked}[{extreme.rank - 1}]"


def stacked(table: Table, query: Query) -> bool:
    return table.chart_type in ("stacked", "hstacked") and not (query.series or query.colors)


def totals(table: Table, scope: Scope) -> list[str]:
    rows = (listed(table, Scope((c,), scope.series)) for c in scope.categories)
    return [" + ".join(row) for row in rows if row]


def bound(condition: Condition, number: str = "") -> str:
    """The bound of a condition, or its second one, as an expression."""
    marked = f"protected({number or condition.number})"
    return marked if condition.factor == 1 else f"{marked} * {condition.factor}"
