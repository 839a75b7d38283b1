"""Programs for the eight operations of the paper's Figure 6, over the cells of a table.

Every operand is ``protected(<number as printed>)``; decisions are left to the program. None
means that the table does not hold what was asked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from recast_agent.core.table import Table
from recast_agent.standin.labels import words
from recast_agent.standin.questions import (
    FALL,
    LESS,
    MORE,
    RISE,
    Condition,
    Extreme,
    Place,
    Query,
    temporal,
)

_SCALES = {"K": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}
_RESIDUAL = re.compile(r"(all |the )?(others?|rest|remaining)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Scope:
    """Cells by category and series index."""

    categories: tuple[int, ...]
    series: tuple[int, ...]


def program(table: Table, query: Query) -> str | None:
    """The program that answers a query, or None."""
    return _BUILDERS[query.operation](table, query)


def operand(cell: str) -> str:
    """A cell as an expression: the printed number marked, sign and display scale outside."""
    sign = "-" if cell.startswith("-") else ""
    number = cell.strip("-").rstrip("%")
    scale = _SCALES.get(number[-1])
    marked = f"{sign}protected({number.rstrip('KMBT')})"
    return f"{marked} * {scale}" if scale else marked


def _cell(table: Table, category: int, series: int) -> str | None:
    value = table.cells[category][series]
    return None if value is None else operand(value)


def _listed(table: Table, scope: Scope) -> list[str]:
    cells = (_cell(table, c, s) for c in scope.categories for s in scope.series)
    return [cell for cell in cells if cell is not None]


def scope_of(table: Table, query: Query) -> Scope | None:
    """The cells a query is about: all of an axis where it names none of its labels.

    None where it names a colour, a place or a number that the table does not show.
    """
    categories = [m.index for m in query.categories] or list(range(len(table.categories)))
    series = [m.index for m in query.series] or list(range(len(table.series)))
    if len(query.categories) == 2 and _spans(query):
        low, high = sorted(categories)
        categories = list(range(low, high + 1))
    for _, color in query.colors:
        named = _colored(table, color)
        if not named:
            return None
        if len(table.series) > 1:
            series = [i for i in series if i in named]
        elif len(table.colors) == len(table.categories):
            categories = [i for i in categories if i in named]
    if not categories or not series:
        return None
    return Scope(tuple(dict.fromkeys(categories)), tuple(dict.fromkeys(series)))


def _colored(table: Table, color: str) -> list[int]:
    color = "gray" if color == "grey" else color
    names = [name.lower().replace("grey", "gray") for name in table.colors]
    if not any(names):
        return [0] if len(table.series) == 1 else []
    exact = [i for i, name in enumerate(names) if name == color]
    near = exact or [i for i, name in enumerate(names) if color in name.split()]
    by_category = len(table.series) == 1 and len(names) == len(table.categories)
    return near if by_category or len(near) == 1 else []


def _spans(query: Query) -> bool:
    first, last = query.categories[0].at[0], query.categories[1].at[0]
    lead = query.words[first - 1].text if first else ""
    between = [w.text for w in query.words[query.categories[0].at[-1] + 1 : last]]
    return (lead, between) in (("from", ["to"]), ("between", ["and"]), ("from", ["until"]))


def _lookup(table: Table, query: Query) -> str | None:
    scope = scope_of(table, query)
    if scope is None or query.strays:
        return None
    if len(query.categories) == 2 and _spans(query) and len(scope.series) == 1:
        return _over(table, scope, "sum") if query.says("many", "much") else None
    if not (query.categories or query.colors) and len(table.categories) > 1:
        return _plain_count(table, query)
    if query.series and query.says("total", "overall") and len(scope.categories) == 1:
        return _over(table, scope, "sum")
    cells = _listed(table, scope)
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
        value = _place(table, query, query.places[0])
        return f"answer = {value}" if value else None
    scope = scope_of(table, query)
    if scope is None or query.strays or len(query.extremes) != 1:
        return None
    extreme = query.extremes[0]
    if extreme.count > 1:
        return _over(table, _proper(table, scope), "sum", extreme)
    if _asks_label(query):
        return _label_of(table, query, scope, extreme)
    return _over(table, scope, "", extreme)


def _proper(table: Table, scope: Scope) -> Scope:
    """Without the remainder that "top three" never means ("Others", "Rest of …")."""
    kept = tuple(i for i in scope.categories if not _RESIDUAL.match(table.categories[i]))
    return Scope(kept or scope.categories, scope.series)


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
        cells = [(_cell(table, j, i) if by_series else _cell(table, i, j)) for j in inner]
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


def _place(table: Table, query: Query, place: Place) -> str | None:
    scope = scope_of(table, query)
    if scope is None or len(scope.series) != 1 or place.rank > len(scope.categories):
        return None
    order = scope.categories[::-1] if place.from_end else scope.categories
    return _cell(table, order[place.rank - 1], scope.series[0])


def _over(table: Table, scope: Scope, function: str, extreme: Extreme | None = None) -> str | None:
    """``function`` over the cells of a scope, or over its extreme ones."""
    cells = _listed(table, scope)
    if not cells or (extreme and extreme.rank * extreme.count > len(cells)):
        return None
    listed = f"values = [{', '.join(cells)}]"
    if extreme is None:
        return f"{listed}\nanswer = {function}(values)"
    return f"{listed}\nanswer = {_pick(extreme, 'values', function or 'sum')}"


def _pick(extreme: Extreme, name: str, function: str = "sum") -> str:
    if extreme.rank == extreme.count == 1:
        return f"{'max' if extreme.largest else 'min'}({name})"
    ranked = f"sorted({name}, reverse=True)" if extreme.largest else f"sorted({name})"
    if extreme.count > 1:
        return f"{function}({ranked}[:{extreme.count}])"
    return f"{ranked}[{extreme.rank - 1}]"


def _count(table: Table, query: Query) -> str | None:
    scope = scope_of(table, query)
    if scope is None:
        return None
    if query.condition is None:
        return None if query.categories or query.strays else _count_marks(table, query)
    values = _totals(table, scope) if _stacked(table, query) else _listed(table, scope)
    bound = _bound(query.condition)
    return (
        f"values = [{', '.join(values)}]\nbound = {bound}\n"
        f"answer = len([v for v in values if v {query.condition.operator} bound])"
    )


def _stacked(table: Table, query: Query) -> bool:
    return table.chart_type in ("stacked", "hstacked") and not (query.series or query.colors)


def _totals(table: Table, scope: Scope) -> list[str]:
    rows = (_listed(table, Scope((c,), scope.series)) for c in scope.categories)
    return [" + ".join(row) for row in rows if row]


def _bound(condition: Condition) -> str:
    marked = f"protected({condition.number})"
    return marked if condition.factor == 1 else f"{marked} * {condition.factor}"


def _count_marks(table: Table, query: Query) -> str | None:
    scope = scope_of(table, query)
    if scope is None:
        return None
    asked = {w.stem for w in query.words[2:5]}
    if len(table.series) > 1 and asked & {"color", "colour", "line", "legend"}:
        rows = (_listed(table, Scope(scope.categories, (s,))) for s in scope.series)
        lists = ", ".join(f"[{', '.join(row)}]" for row in rows)
        return f"values = [{lists}]\nanswer = len(values)"
    grouped = asked & {"bar", "column"} and not _stacked(table, query)
    values = _listed(table, scope) if grouped or len(scope.series) == 1 else _totals(table, scope)
    return f"values = [{', '.join(values)}]\nanswer = len(values)" if values else None


def _aggregate(function: str) -> Callable[[Table, Query], str | None]:
    def build(table: Table, query: Query) -> str | None:
        if query.extremes or query.places:
            return _combine(table, query, function)
        scope = scope_of(table, query)
        if scope is None or query.strays or query.says("same"):
            return None
        return _over(table, scope, function)

    return build


def _combine(table: Table, query: Query, function: str) -> str | None:
    if len(query.extremes) == 1 and query.extremes[0].count > 1 and not query.strays:
        scope = scope_of(table, query)
        return None if scope is None else _over(table, scope, function, query.extremes[0])
    values = operands(table, query)
    if values is None or not values:
        return None
    return f"values = [{', '.join(values)}]\nanswer = {function}(values)"


def operands(table: Table, query: Query) -> list[str] | None:
    """The separate quantities of a question, in the order in which it names them."""
    if query.strays:
        return None
    items = sorted((*query.extremes, *query.places), key=lambda item: item.at)
    if len(items) > 1:
        return _each(table, query, items)
    if len(items) == 1 and isinstance(items[0], Extreme) and len(query.series) > 1:
        scopes = [Scope(_rows(table, query), (m.index,)) for m in query.series]
        return [_pick(items[0], f"[{', '.join(_listed(table, s))}]") for s in scopes]
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
            value = _place(table, view, item)
            if value is None:
                return None
            found.append(value)
            continue
        scope = scope_of(table, view)
        cells = _listed(table, scope) if scope else []
        if item.rank > len(cells) or not cells:
            return None
        found.append(_pick(item, f"[{', '.join(cells)}]"))
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
    if len(table.series) == 1:
        columns = [0]
    if not columns and len(rows) == 1 and len(table.series) == 2:
        columns = [0, 1]
    if not rows and len(table.categories) == 2 and len(columns) == 1:
        rows = [0, 1]
    if not rows and len(columns) > 1 and query.says("total", "overall"):
        every = tuple(range(len(table.categories)))
        return [f"sum([{', '.join(_listed(table, Scope(every, (s,))))}])" for s in columns]
    if not rows or not columns:
        return None
    if len(rows) == len(columns) == 2:
        pairs = list(zip(rows, columns, strict=True))
    elif len(rows) == 1 or len(columns) == 1:
        pairs = [(r, c) for r in rows for c in columns]
    else:
        return None
    cells = [_cell(table, r, c) for r, c in pairs]
    return None if None in cells else [cell for cell in cells if cell is not None]


def _pair(expression: str) -> Callable[[Table, Query], str | None]:
    def build(table: Table, query: Query) -> str | None:
        values = operands(table, query)
        if values is None or len(values) != 2:
            return None if query.operation == "ratio" else _lookup(table, query)
        return f"a = {values[0]}\nb = {values[1]}\nanswer = {expression}"

    return build


def _compare(table: Table, query: Query) -> str | None:
    """Yes or no: the part before "than" against the part after it."""
    texts = [w.text for w in query.words]
    if query.condition is not None:
        left = _scalar(table, query.part(0, query.condition.at, "lookup"))
        right: str | None = _bound(query.condition)
        operator = query.condition.operator
    else:
        turn = next((i for i, t in enumerate(texts) if t in MORE | LESS), None)
        if turn is None or "than" not in texts[turn:]:
            return None
        operator = ">" if texts[turn] in MORE else "<"
        shared = query.part(0, turn, "lookup")
        left = _scalar(table, shared)
        right = _scalar(table, query.part(turn, len(texts), "lookup"))
    if left is None or right is None or query.strays:
        return None
    return f"a = {left}\nb = {right}\nanswer = a {operator} b"


def _scalar(table: Table, query: Query) -> str | None:
    """One value: a named cell, or the sum, average or extreme of named cells."""
    scope = scope_of(table, query)
    if scope is None:
        return None
    cells = _listed(table, scope)
    if query.extremes:
        return _pick(query.extremes[0], f"[{', '.join(cells)}]") if cells else None
    if not (query.categories or query.series or query.colors):
        return None
    function = next(
        (f for word, f in _FUNCTIONS if word in query.span_texts()),
        None,
    )
    if len(cells) == 1:
        return cells[0]
    return f"{function}([{', '.join(cells)}])" if function and cells else None


_FUNCTIONS = (("sum", "sum"), ("total", "sum"), ("average", "mean"), ("mean", "mean"))


def _changes(table: Table, query: Query) -> str | None:
    """How many steps along the time axis fall (or rise) from the one before."""
    scope = scope_of(table, query)
    if scope is None or len(scope.series) != 1 or query.strays:
        return None
    cells = _listed(table, scope)
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
    keys = [
        [int(n) for w in words(label) for n in re.findall(r"\d+", w.stem)][::-1]
        for label in (labels[0], labels[-1])
    ]
    return keys[0] > keys[1]


_BUILDERS: dict[str, Callable[[Table, Query], str | None]] = {
    "lookup": _lookup,
    "extreme": _extreme,
    "count": _count,
    "sum": _aggregate("sum"),
    "average": _aggregate("mean"),
    "median": _aggregate("median"),
    "mode": _aggregate("mode"),
    "difference": _pair("abs(a - b)"),
    "ratio": _pair("a / b"),
    "compare": _compare,
    "changes": _changes,
}
