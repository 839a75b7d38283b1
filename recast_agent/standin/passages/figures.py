"""Figures of a table inside a passage: rows named by their labels, columns by their years."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import log

from recast_agent.standin.passages.grid import Grid, Row
from recast_agent.standin.passages.words import listed, stem

_WORD = re.compile(r"[^\W\d_]+")
_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")
_FILLERS = listed(
    "a an the of in on at for to from and or by with as is are was were be what how much many did "
    "does do between year years ended end percentage percent change difference average amount "
    "value ratio proportion sum combined respective which it its their this that million "
    "thousand"
)
_ENOUGH, _FURTHER = 0.5, 0.8
"""The share of a label that names its row, and a further row."""
_SECTION = 0.09

_RELATIVE = re.compile(
    r"(?:percent(?:age)?|%|relative) "
    r"(?:change|increase|decrease|difference|growth|decline|variance)"
    r"|(?:increase|decrease|change|grow|decline)\w* (?:by|in) (?:what )?(?:percent|%)"
    r"|(?:change|increase|decrease|difference)\b.* as a (?:percentage|percent)"
    r"|growth rate"
)
_CHANGE = re.compile(
    r"\b(?:changes?|changed|differences?|increased?|decreased?|variance|growth|grow|declined?"
    r"|how much (?:more|less|higher|lower)|differ)\b"
)
_AVERAGE = re.compile(r"\b(?:average|mean)\b")
_SHARE = re.compile(
    r"\b(?:percent(?:age)?|proportion|share)\b.*\b(?:of|to|over|out of)\b"
    r"|\bratio\b|% of|as a (?:percent|%)"
)
_HUNDREDS = re.compile(r"percent|%")
_SHARES = re.compile(r"percent|%|\b(?:rates?|margin|proportion|share)\b")
_OVERALL = frozenset(["total", "net"])
_SUM = re.compile(r"\b(?:sum|combined|altogether|total (?:of|for|amount))\b")
_PICK = re.compile(r"\b(?:which|what) (?:fiscal )?year\b")
_LOW = re.compile(r"\b(?:less|lower|lowest|smaller|smallest|least|fewer)\b")


@dataclass(frozen=True)
class Named:
    """A row that a question names from word ``at`` on, by ``share`` of its label."""

    row: Row
    at: int
    share: float
    score: float


def work_out(tables: tuple[Grid, ...], question: str, least: float = _ENOUGH) -> str | None:
    """A program over the cells that a question names, or None where it names none: of the label of
    their row at least the share ``least``."""
    asked = _stems(question)
    years = list(dict.fromkeys(_YEAR.findall(question)))
    best: tuple[float, str] | None = None
    for table in tables:
        turns = (table.turned(),) if _by_rows(table) else (table,)
        for grid in turns:
            named = _named(grid, asked, least, bool(_SHARES.search(question.lower())))
            if not named:
                continue
            program = _program(grid, named, question.lower(), years, asked)
            score = max(one.score for one in named)
            if program and (best is None or score > best[0]):
                best = score, program
    return best[1] if best else None


def operates(question: str) -> bool:
    """Whether a question asks for more than one value as it is printed."""
    asked = (_RELATIVE, _CHANGE, _AVERAGE, _SHARE, _SUM, _PICK)
    return any(pattern.search(question.lower()) for pattern in asked)


def _by_rows(table: Grid) -> bool:
    """Whether the years stand beside the rows."""
    labels = [row.label for row in table.rows]
    return not table.years and sum(bool(_YEAR.search(label)) for label in labels) * 2 > len(labels)


def _stems(text: str) -> list[str]:
    return [stem(word) for word in _WORD.findall(text.lower()) if word not in _FILLERS]


def _named(grid: Grid, asked: list[str], least: float, shares: bool) -> list[Named]:
    """The rows that a question names, the best first; words name one row only."""
    labels = [set(_stems(row.label)) for row in grid.rows]
    left, found = list(asked), list[Named]()
    taken = _aside(grid, labels, asked, shares)
    while True:
        scored = [
            (score, share, -i)
            for i in range(len(labels))
            if i not in taken and labels[i] & set(left)
            for score, share in [_score(grid, labels, i, left, asked)]
            if share >= (_FURTHER if found else least)
        ]
        if not scored:
            return found
        score, share, place = max(scored)
        at = min(asked.index(each) for each in labels[-place] & set(left))
        found.append(Named(grid.rows[-place], at, share, score))
        taken.add(-place)
        left = [each for each in left if each not in labels[-place]]


def _aside(grid: Grid, labels: list[set[str]], asked: list[str], shares: bool) -> set[int]:
    """Rows of another kind than the question's: totals of what it names, shares of a value;
    nothing where only such rows are named."""
    rows = [i for i, label in enumerate(labels) if label & set(asked)]
    aside = {
        i
        for i in rows
        if (labels[i] & _OVERALL) - set(asked)
        or (not shares and all(cell.literal.percent for cell in grid.rows[i].cells.values()))
    }
    return aside if len(aside) < len(rows) else set()


def _score(
    grid: Grid, labels: list[set[str]], i: int, left: list[str], asked: list[str]
) -> tuple[float, float]:
    """How well a label fits what is left of a question, and the share of it that is named."""

    def weight(each: str) -> float:
        return 1 + log(len(labels) / max(1, sum(each in label for label in labels)))

    known = set(left) & set().union(*labels)
    hit = sum(map(weight, labels[i] & known))
    share = hit / sum(map(weight, labels[i]))
    recall = hit / (sum(map(weight, known)) or 1.0)
    section = len(set(_stems(grid.rows[i].section)) & set(asked)) * _SECTION
    return 2 * share * recall / ((share + recall) or 1.0) + section, share


def _columns(grid: Grid, row: Row, years: list[str], asked: list[str]) -> list[int]:
    """The columns of a question's years, in its order; else those whose heading it names."""

    def fit(column: int) -> tuple[bool, int, int]:
        head = grid.columns.get(column, "")
        one_year = len(set(_YEAR.findall(head))) == 1
        return one_year, len(set(_stems(head)) & set(asked)), -column

    found = []
    for year in years:
        places = [i for i in row.cells if grid.years.get(i) == year]
        if places:
            found.append(max(places, key=fit))
    if years:
        return found
    best = max(fit(i)[1] for i in row.cells)
    if best:
        return [i for i in row.cells if fit(i)[1] == best]
    return sorted(row.cells)


def _program(
    grid: Grid, named: list[Named], line: str, years: list[str], asked: list[str]
) -> str | None:
    first = named[0].row
    columns = _columns(grid, first, years, asked)
    if not columns:
        return None
    if _PICK.search(line):
        return _picked(grid, first, columns if len(columns) > 1 else sorted(first.cells), line)
    pair = named[:2] if len(named) > 1 else []
    if pair and columns[0] in pair[1].row.cells:
        one, other = (each.row.cells[columns[0]] for each in sorted(pair, key=lambda n: n.at))
        if _SHARE.search(line) and _SUM.search(line) and len(named) > 2:
            return _part_of(named, columns[0])
        if _SHARE.search(line) and not _RELATIVE.search(line):
            hundred = " * 100" if _HUNDREDS.search(line) else ""
            return f"answer = {one.operand} / {other.operand}{hundred}"
        if _SUM.search(line):
            rows = [n.row for n in named if columns[0] in n.row.cells]
            return "answer = " + " + ".join(row.cells[columns[0]].operand for row in rows)
        if _CHANGE.search(line) and len(columns) == 1:
            return f"answer = {one.operand} - {other.operand}"
    return _over_years(grid, first, columns, line)


def _part_of(named: list[Named], column: int) -> str | None:
    """What several rows make up of the last one named."""
    rows = [each.row.cells.get(column) for each in sorted(named, key=lambda each: each.at)]
    cells = [cell.operand for cell in rows if cell]
    if len(cells) < len(rows):
        return None
    return f"answer = ({' + '.join(cells[:-1])}) / {cells[-1]} * 100"


def _over_years(grid: Grid, row: Row, columns: list[int], line: str) -> str | None:
    cells = [row.cells[i].operand for i in columns]
    if len({row.cells[i].literal.percent for i in columns}) > 1:
        return None  # a value and a share of it are no two values
    if _AVERAGE.search(line) and (len(cells) > 1 or "average" not in row.label.lower()):
        if len(cells) < 2:
            return None
        return f"answer = ({' + '.join(cells)}) / {len(cells)}"
    changes = _CHANGE.search(line) or _RELATIVE.search(line)
    if changes and len(cells) == 2:
        old, new = (row.cells[i].operand for i in _by_time(grid, columns))
        if _RELATIVE.search(line):
            return f"answer = ({new} - {old}) / {old} * 100"
        return f"answer = {new} - {old}"
    if _SUM.search(line) and len(cells) > 1:
        return f"answer = {' + '.join(cells)}"
    single = len(cells) == 1 and not changes
    whole = _SHARE.search(line) and not row.cells[columns[0]].literal.percent
    return f"answer = {cells[0]}" if single and not whole else None


def _by_time(grid: Grid, columns: list[int]) -> list[int]:
    return sorted(columns, key=lambda i: (int(grid.years.get(i, "0")), -i))


def _picked(grid: Grid, row: Row, columns: list[int], line: str) -> str | None:
    """The year of the largest or smallest cell; the program decides."""
    dated = [i for i in columns if i in grid.years]
    if len(dated) < 2:
        return None
    pairs = ", ".join(f"({row.cells[i].operand}, protected({grid.years[i]}))" for i in dated)
    pick = "min" if _LOW.search(line) else "max"
    return f"answer = {pick}([{pairs}], key=lambda pair: pair[0])[1]"
