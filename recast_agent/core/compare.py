"""Hold one table against another: values exactly, labels by normalised edit distance.

Pure and silent: a finding names the place and what was seen, never what was expected.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from decimal import Decimal

from rapidfuzz.distance import Levenshtein

from recast_agent.core.table import Table
from recast_agent.core.types import Finding

SHORT_LIMIT, LONG_LIMIT = 0.25, 0.15
"""The largest normalised edit distance at which a seen label counts as the expected one, up to
and beyond twelve characters: one or two characters misread, never another word."""

_CLASSES = {
    "bar": "bars",
    "hbar": "bars",
    "grouped": "bars",
    "hgrouped": "bars",
    "stacked": "stack",
    "hstacked": "stack",
}
_SCALES = {"": 0, "K": 3, "M": 6, "B": 9, "T": 12}


def compare_tables(expected: Table, seen: Table, *, ordered: bool = True) -> tuple[Finding, ...]:
    """Every difference between two tables, with places numbered as in ``expected``.

    Colours are compared where ``expected`` names them; the order of categories and series where
    ``ordered``. Codes: type_differs, title_differs, axis_differs, unit_differs, label_differs,
    category_missing, category_extra, series_differs, order_differs, value_differs, unread,
    color_differs.
    """
    rows, row_findings = align(expected.categories, seen.categories, "category")
    columns, column_findings = align(expected.series, seen.series, "series")
    findings = [*_head(expected, seen), *row_findings, *column_findings]
    if ordered:
        findings += _order(rows, "category") + _order(columns, "series")
    findings += _values(expected, seen, rows, columns)
    findings += _colors(expected, seen, rows, columns)
    return tuple(findings)


def chart_class(table: Table) -> str:
    """What kind of marks a chart has, whichever way they lie: bars, stack, line, pie, table."""
    kind = _CLASSES.get(table.chart_type, table.chart_type)
    return "bars" if kind == "stack" and len(table.series) == 1 else kind


def cell_value(cell: str) -> Decimal:
    """The exact value of a canonical cell, its scale suffix applied, its percent sign dropped."""
    plain = cell.rstrip("%")
    suffix = plain[-1] if plain[-1].isalpha() else ""
    return Decimal(plain.removesuffix(suffix)).scaleb(_SCALES[suffix])


def label_distance(expected: str, seen: str) -> float:
    """0 (the same) to 1 (another label), blind to case, spaces and width.

    Digits must agree exactly and labels of up to three characters wholly: a reader that loses a
    character there has read another year or another country.
    """
    a, b = _plain(expected), _plain(seen)
    if a == b:
        return 0.0
    if re.findall(r"\d+", a) != re.findall(r"\d+", b) or min(len(a), len(b)) <= 3:
        return 1.0
    return float(Levenshtein.normalized_distance(a, b))


def same_label(expected: str, seen: str) -> bool:
    """Whether a label was read as itself."""
    limit = SHORT_LIMIT if len(expected) <= 12 else LONG_LIMIT
    return label_distance(expected, seen) <= limit


def align(
    expected: Sequence[str], seen: Sequence[str], what: str
) -> tuple[dict[int, int], list[Finding]]:
    """Positions of the expected labels among the seen ones, and what did not match.

    A seen label is taken for the expected one it is nearest to; of equally near ones for that at
    its own position. A label claimed twice is not aligned.
    """
    claims: dict[int, list[int]] = {}
    for k, label in enumerate(seen):
        ranked = sorted((label_distance(e, label), abs(i - k), i) for i, e in enumerate(expected))
        distance, _, i = ranked[0]
        rivals = {_plain(expected[r[2]]) for r in ranked if r[0] == distance}
        if len(rivals) == 1 and same_label(expected[i], label):
            claims.setdefault(i, []).append(k)
    found = {i: ks[0] for i, ks in claims.items() if len(ks) == 1}
    missing = [i for i in range(len(expected)) if i not in found]
    extra = [k for k in range(len(seen)) if k not in found.values()]
    if what == "series":
        return found, [_finding("series_differs", f"series:{i}") for i in missing] + [
            _finding("series_differs", f"series:{k}", seen[k]) for k in extra
        ]
    misread = set(missing) & set(extra)
    findings = [_finding("label_differs", f"{what}:{i}", seen[i]) for i in sorted(misread)]
    findings += [_finding(f"{what}_missing", f"{what}:{i}") for i in missing if i not in misread]
    findings += [
        _finding(f"{what}_extra", f"{what}:{k}", seen[k]) for k in extra if k not in misread
    ]
    return found, findings


def _head(expected: Table, seen: Table) -> list[Finding]:
    findings = []
    if chart_class(expected) != chart_class(seen):
        findings.append(_finding("type_differs", "type", seen.chart_type))
    for field, code in (
        ("title", "title_differs"),
        ("category_axis", "axis_differs"),
        ("value_axis", "axis_differs"),
    ):
        if not same_label(getattr(expected, field), getattr(seen, field)):
            findings.append(_finding(code, field, getattr(seen, field)))
    a, b = unit_of(expected), unit_of(seen)
    if not (same_label(a, b) if len(a) > 6 else _plain(a) == _plain(b)):
        findings.append(_finding("unit_differs", "unit", seen.unit))
    return findings


def unit_of(table: Table) -> str:
    """The unit that all cells share: the table's, or the percent sign that each carries."""
    cells = [c for row in table.cells for c in row if c is not None]
    every_percent = bool(cells) and all(c.endswith("%") for c in cells)
    return table.unit or ("%" if every_percent else "")


def _values(
    expected: Table, seen: Table, rows: dict[int, int], columns: dict[int, int]
) -> list[Finding]:
    findings = []
    for i, k in rows.items():
        for j, m in columns.items():
            wanted, got = expected.cells[i][j], seen.cells[k][m]
            if wanted is None and got is None:
                continue
            where = f"cell:{i}:{j}"
            if got is None:
                findings.append(_finding("unread", where))
            elif wanted is None or not _same_value(wanted, got, unit_of(expected)):
                findings.append(_finding("value_differs", where, got))
    return findings


def _same_value(wanted: str, got: str, unit: str) -> bool:
    percent = unit == "%" or wanted.endswith("%") == got.endswith("%")
    return percent and cell_value(wanted) == cell_value(got)


def _order(found: dict[int, int], what: str) -> list[Finding]:
    """The labels that stand before one that should precede them."""
    places = [found[i] for i in sorted(found)]
    return [
        _finding("order_differs", f"{what}:{i}")
        for n, i in enumerate(sorted(found))
        if any(earlier > places[n] for earlier in places[:n])
    ]


def _colors(
    expected: Table, seen: Table, rows: dict[int, int], columns: dict[int, int]
) -> list[Finding]:
    if not any(expected.colors):
        return []
    by_series = len(expected.colors) == len(expected.series)
    places, what = (columns, "series") if by_series else (rows, "category")
    findings = []
    for i, name in enumerate(expected.colors):
        k = places.get(i)
        got = seen.colors[k] if k is not None and k < len(seen.colors) else ""
        if name and _color(name) != _color(got):
            findings.append(_finding("color_differs", f"{what}:{i}", got))
    return findings


def _color(name: str) -> str:
    return name.casefold().replace("grey", "gray")


def _plain(text: str) -> str:
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text)).casefold()


def _finding(code: str, where: str, seen: str = "") -> Finding:
    return {"code": code, "where": where, "seen": seen}
