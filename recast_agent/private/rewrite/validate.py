"""What a rewrite must satisfy before its numbers change (paper, appendix A.4, and the wall)."""

from __future__ import annotations

import dataclasses

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.literals import Field, find
from recast_agent.core.table import Table
from recast_agent.core.vocabulary import CONTENT, WORD, calendar_index, passing
from recast_agent.private.record import Record
from recast_agent.private.rewrite.protocol import Rewrite, Rewriter, RewriteRequest


async def rewrite_validated(rewriter: Rewriter, request: RewriteRequest, attempts: int) -> Rewrite:
    """The first rewrite that is acceptable. Raises Withheld(rewrite_invalid) where none is."""
    for again in range(attempts):
        tried = dataclasses.replace(request, attempt=request.attempt * attempts + again)
        try:
            made = await rewriter.rewrite(tried)
        except Withheld:
            continue
        if acceptable(request.record, made):
            return made
    raise Withheld(Code.REWRITE_INVALID, "no rewrite kept the numbers and changed the words")


def acceptable(record: Record, made: Rewrite) -> bool:
    """Same id, modality and shape; the same numbers field by field; no content word left."""
    other = made.record
    if (other.id, other.modality) != (record.id, record.modality):
        return False
    if len(other.choices) != len(record.choices) or not other.question.strip():
        return False
    same_numbers = _values(record.question, "question") == _values(other.question, "question")
    return same_numbers and _same_table(record.table(), other.table()) and not _left(record, made)


def _same_table(table: Table, other: Table) -> bool:
    """The same cells under labels that show the same numbers, whatever the order of the rows."""
    heads: tuple[tuple[str, Field], ...] = (
        ("title", "title"), ("category_axis", "axis"), ("value_axis", "axis"), ("unit", "unit"),
    )  # fmt: skip
    kept = all(_values(getattr(table, h), f) == _values(getattr(other, h), f) for h, f in heads)
    return kept and table.chart_type == other.chart_type and _rows(table) == _rows(other)


def _rows(table: Table) -> list[tuple[object, ...]]:
    columns = [_values(s, "series") for s in table.series]
    rows = []
    for category, cells in zip(table.categories, table.cells, strict=True):
        shown = sorted((c or "", v) for c, v in zip(cells, columns, strict=True))
        rows.append((_values(category, "category"), tuple(shown)))
    return sorted(rows)


def _values(text: str, field: Field) -> tuple[str, ...]:
    return tuple(str(one.value) for one in find(text, field=field) if not one.word)


def _left(record: Record, made: Rewrite) -> set[str]:
    """Content words of the source that still stand in the rewrite."""
    surrogates = {w.casefold() for e in made.dictionary.entries for w in WORD.findall(e.surrogate)}
    source = _words(record) - passing()
    here = _words(made.record) - passing()
    return {w for w in source & here if w not in surrogates and calendar_index(w) is None}


def _words(record: Record) -> set[str]:
    table = record.table()
    texts = (
        table.title, table.category_axis, table.value_axis, table.unit, record.question,
        *table.categories, *table.series, *record.choices,
    )  # fmt: skip
    # letters joined to a number are its suffix or a quarter: 19th, 30K, Q3
    return {w.casefold() for text in texts for w in CONTENT.findall(text)}
