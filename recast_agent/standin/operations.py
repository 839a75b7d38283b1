"""Programs for the eight operations of the paper's Figure 6.

Decisions are left to the program. None means that the table does not hold what was asked.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace

from recast_agent.core.table import Table
from recast_agent.core.vocabulary import abbreviated_units, units
from recast_agent.standin.cells import (
    Scope,
    cell_at,
    listed,
    over,
    placed,
    proper,
    scope_of,
    spans,
)
from recast_agent.standin.counts import changes, count, count_marks, crossings
from recast_agent.standin.labels import proper as without_totals
from recast_agent.standin.labels import unit_of, words
from recast_agent.standin.pairs import compare, operands
from recast_agent.standin.phrases import Extreme
from recast_agent.standin.questions import Query, temporal
from recast_agent.standin.vocabulary import EXCEPT, FILLERS, TOTALLING, UNKNOWN


def program(table: Table, query: Query) -> str | None:
    """The program that answers a query, or None."""
    if _mixed(table, query) or _beyond(table, query) or _asks_legend(query):
        return None
    return _BUILDERS[query.operation](table, query)


def _asks_legend(query: Query) -> bool:
    """Whether a question asks what a colour stands for: no number is in that answer."""
    return bool(query.colors) and query.says(
        "represent", "represents", "represented", "stand", "stands", "denote", "denotes", "mean",
        "means", "indicate", "indicates", "symbolize", "symbolizes",
    )  # fmt: skip


def _beyond(table: Table, query: Query) -> bool:
    """Whether a question asks for an operation that it does not know, or for another unit."""
    heads = (table.title, table.category_axis, table.value_axis, table.unit)
    printed = {word.text for text in heads for word in words(text)}
    free = {w.text for i, w in enumerate(query.words) if i not in query.claimed} - printed
    known = {"preceding"} if query.operation == "changes" else set()
    unknown = UNKNOWN if query.without else UNKNOWN | EXCEPT
    unit = {word.stem for word in words(table.unit)}
    asked = {w.stem for i, w in enumerate(query.words) if i not in query.claimed}
    other = any(
        unit & named and asked & named and not unit & asked & named
        for long, short in zip(units(), abbreviated_units(), strict=True)
        if (named := {w.removesuffix("s") or w for w in long | short} | long | short)
    )
    return bool(free & unknown - known) or other


def _mixed(table: Table, query: Query) -> bool:
    """Whether values of unlike units would be held against each other: it does not convert."""
    if query.operation in ("lookup", "count"):
        return False
    for labels, named in ((table.categories, query.categories), (table.series, query.series)):
        places = [m.index for m in named] or without_totals(labels)
        if len({unit_of(labels[i]) for i in places}) > 1:
            return True
    return False


def lookup(table: Table, query: Query) -> str | None:
    scope = scope_of(table, query)
    if scope is None or query.strays:
        return None
    if len(query.categories) == 2 and spans(query) and len(scope.series) == 1:
        return over(table, scope, "sum") if query.says("many", "much") else None
    if not (query.categories or query.colors) and len(table.categories) > 1:
        return _whole(table, query, scope) or _plain_count(table, query)
    if query.says("total", "overall") and len(scope.categories) == 1:
        return over(table, scope, "sum")
    scope = _wholly_named(query, scope)
    cells = listed(table, scope)
    if len(scope.categories) * len(scope.series) != 1 or not cells:
        return None
    return f"answer = {cells[0]}"


def _whole(table: Table, query: Query, scope: Scope) -> str | None:
    """The total of one series, where the question says nothing else: "what was the total rent"."""
    if len(scope.series) != 1 or not query.says("total", "overall"):
        return None
    heads = (table.title, table.category_axis, table.value_axis, table.unit)
    printed = {word.stem for text in heads for word in words(text)}
    others = [
        w
        for i, w in enumerate(query.words)
        if i not in query.claimed and w.text not in FILLERS | TOTALLING and w.stem not in printed
    ]
    counted = query.says("number", "many") and not query.series
    return None if others or counted else over(table, scope, "sum")


def _wholly_named(query: Query, scope: Scope) -> Scope:
    """Without labels that are named in part where another is named in full: "money … from
    endorsements" asks for Endorsements, not for Prize money.
    """
    categories = tuple(m.index for m in query.categories if m.whole)
    series = tuple(m.index for m in query.series if m.whole)
    return Scope(categories or scope.categories, series or scope.series)


def _plain_count(table: Table, query: Query) -> str | None:
    """Short "how many …" questions that name nothing can only ask for the number of marks."""
    short = len(query.words) <= 9 and not query.capitals and not query.series
    asks = query.words[0].text == "how" and query.says("many")
    return count_marks(table, query) if short and asks else None


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


def _ratio(table: Table, query: Query) -> str | None:
    """The first over the second; turned round for "how many times the first is the second"."""
    texts = [word.text for word in query.words]
    behind = texts[texts.index("times") + 1 :] if "times" in texts else []
    turned = behind[:1] == ["the"] and not query.says("than") and query.says("is", "was", "are")
    return pair("b / a" if turned else "a / b")(table, query)


def _range(table: Table, query: Query) -> str | None:
    scope = scope_of(table, query)
    cells = listed(table, scope) if scope and not query.strays else []
    return f"values = [{', '.join(cells)}]\nanswer = max(values) - min(values)" if cells else None


def _share(table: Table, query: Query) -> str | None:
    """A category's percentage of all; of what is in percent already, the value itself."""
    if "%" in table.unit or any(cell and cell.endswith("%") for row in table.cells for cell in row):
        return lookup(table, query)
    scope = scope_of(table, query)
    every = scope_of(table, replace(query, categories=()))
    if scope is None or every is None or len(every.series) != 1 or not query.categories:
        return None
    part, whole = listed(table, scope), listed(table, every)
    if query.strays or len(part) != 1:
        return None
    return f"values = [{', '.join(whole)}]\nanswer = {part[0]} / sum(values) * 100"


_BUILDERS: dict[str, Callable[[Table, Query], str | None]] = {
    "lookup": lookup,
    "extreme": _extreme,
    "count": count,
    "sum": _aggregate("sum"),
    "average": _aggregate("mean"),
    "median": _aggregate("median"),
    "mode": _aggregate("mode"),
    "difference": pair("abs(a - b)"),
    "ratio": _ratio,
    "compare": compare,
    "changes": changes,
    "range": _range,
    "share": _share,
    "crossings": crossings,
}
