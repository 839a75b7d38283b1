"""Programs for the eight operations of the paper's Figure 6.

Decisions are left to the program. None means that the table does not hold what was asked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence

from recast_agent.core.table import Table
from recast_agent.standin.cells import (
    Scope,
    bound,
    cell_at,
    listed,
    over,
    placed,
    proper,
    scope_of,
    spans,
    stacked,
    totals,
)
from recast_agent.standin.labels import words
from recast_agent.standin.pairs import compare, operands
from recast_agent.standin.questions import Extreme, Query, temporal
from recast_agent.standin.vocabulary import FALL, RISE


def program(table: Table, query: Query) -> str | None:
    """The program that answers a query, or None."""
    return _BUILDERS[query.operation](table, query)


def lookup(table: Table, query: Query) -> str | None:
    scope = scope_of(table, query)
    if scope is None or query.strays:
        return None
    if len(query.categories) == 2 and spans(query) and len(scope.series) == 1:
        return over(table, scope, "sum") if query.says("many", "much") else None
    if not (query.categories or query.colors) and len(table.categories) > 1:
        return _plain_count(table, query)
    if query.series and query.says("total", "overall") and len(scope.categories) == 1:
        return over(table, scope, "sum")
    cells = listed(table, scope)
    if len(scope.categories) * len(scope.series) != 1 or not cells:
        return None
    return f"answer = {cells[0]}"


def _plain_count(table: Table, query: Query) -> str | None:
    """Short "how many …" questions that name nothing can only ask for the number of marks."""
    short = len(query.words) <= 9 and not query.capitals and not query.series
    asks = query.words[0].text == "how" and query.says("many")
    return _count_marks(table, query) if short and asks else None


def _extreme(table: Table, query: Query) -> str | None:
    if query.places and not query.extremes:
        value = placed(table, query, query.places[0])
        return f"answer = {value}" if value else None
    scope = scope_of(table, query)
    if scope is None or query.strays or len(query.extremes) != 1:
        return None
    extreme = query.extremes[0]
    if extreme.count > 1:
        return over(table, proper(table, scope), "sum", extreme)
    if _asks_label(query):
        return _label_of(table, query, scope, extreme)
    return over(table, scope, "", extreme)


def _asks_label(query: Query) -> bool:
    texts = [w.text for w in query.words]
    head = texts[1] if texts[0] in ("in", "at", "by", "for") and len(texts) > 1 else texts[0]
    if head in ("when", "who"):
        return True
    if head == "what":
        return {"year", "month", "quarter"} & set(texts[1:4]) != set()
    amounts = {"value", "number", "percentage", "amount", "share"}
    return head == "which" and not (texts[1] in ("is", "was") and amounts & set(texts[2:]))


def _label_of(table: Table, query: Query, scope: Scope, extreme: Extreme) -> str | None:
    timely = {"when", "year", "month", "quarter"} & {w.text for w in query.words[:4]}
    by_series = len(scope.series) > 1 and (
        (len(scope.categories) == 1)
        or (bool(timely) and temporal(table.series) and not temporal(table.categories))
    )
    names = table.series if by_series else table.categories
    outer, inner = scope.categories, scope.series
    if by_series:
        outer, inner = scope.series, scope.categories
    lines = ["values = {"]
    for i in outer:
        cells = [(cell_at(table, j, i) if by_series else cell_at(table, i, j)) for j in inner]
        shown = [cell for cell in cells if cell is not None]
        if shown:
            value = shown[0] if len(inner) == 1 else f"[{', '.join(shown)}]"
            lines.append(f"    {_quoted(names[i])}: {value},")
    lines.append("}")
    key = "values[k]"
    if len(inner) > 1:
        whole = table.chart_type in ("stacked", "hstacked") or query.says("total", "overall")
        key = f"{'sum' if whole else 'max' if extreme.largest else 'min'}(values[k])"
    if extreme.rank == 1:
        lines.append(f"answer = {'max' if extreme.largest else 'min'}(values, key=lambda k: {key})")
    else:
        order = ", reverse=True" if extreme.largest else ""
        lines.append(f"ranked = sorted(values, key=lambda k: {key}{order})")
        lines.append(f"answer = ranked[{extreme.rank - 1}]")
    return "\n".join(lines) if len(lines) > 3 else None


def _quoted(label: str) -> str:
    return json.dumps(label, ensure_ascii=False)


def _count(table: Table, query: Query) -> str | None:
    scope = scope_of(table, query)
    if scope is None:
        return None
    if query.condition is None:
        return None if query.categories or query.strays else _count_marks(table, query)
    values = totals(table, scope) if stacked(table, query) else listed(table, scope)
    limit = bound(query.condition)
    return (
        f"values = [{', '.join(values)}]\nbound = {limit}\n"
        f"answer = len([v for v in values if v {query.condition.operator} bound])"
    )


def _count_marks(table: Table, query: Query) -> str | None:
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


def _aggregate(function: str) -> Callable[[Table, Query], str | None]:
    def build(table: Table, query: Query) -> str | None:
        if query.extremes or query.places:
            return _combine(table, query, function)
        scope = scope_of(table, query)
        if scope is None or query.strays or query.says("same"):
            return None
        return over(table, scope, function)

    return build


def _combine(table: Table, query: Query, function: str) -> str | None:
    if len(query.extremes) == 1 and query.extremes[0].count > 1 and not query.strays:
        scope = scope_of(table, query)
        return None if scope is None else over(table, scope, function, query.extremes[0])
    values = operands(table, query)
    if values is None or not values:
        return None
    return f"values = [{', '.join(values)}]\nanswer = {function}(values)"


def pair(expression: str) -> Callable[[Table, Query], str | None]:
    def build(table: Table, query: Query) -> str | None:
        values = operands(table, query)
        if values is None or len(values) != 2:
            return None if query.operation == "ratio" else lookup(table, query)
        return f"a = {values[0]}\nb = {values[1]}\nanswer = {expression}"

    return build


def _changes(table: Table, query: Query) -> str | None:
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


def _runs_backwards(labels: Sequence[str]) -> bool:
    # the year is the largest number of a label such as "Q4 2020" or "2020-09"
    keys = [
        sorted((int(n) for w in words(label) for n in re.findall(r"\d+", w.stem)), reverse=True)
        for label in (labels[0], labels[-1])
    ]
    return keys[0] > keys[1]


_BUILDERS: dict[str, Callable[[Table, Query], str | None]] = {
    "lookup": lookup,
    "extreme": _extreme,
    "count": _count,
    "sum": _aggregate("sum"),
    "average": _aggregate("mean"),
    "median": _aggregate("median"),
    "mode": _aggregate("mode"),
    "difference": pair("abs(a - b)"),
    "ratio": pair("a / b"),
    "compare": compare,
    "changes": _changes,
}
