"""What a rewrite must satisfy before its numbers change (paper, appendix A.4, and the wall)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.literals import Field, find
from recast_agent.core.table import Table
from recast_agent.core.types import FiveFields
from recast_agent.core.vocabulary import CONTENT, WORD
from recast_agent.private.record import Record
from recast_agent.private.rewrite.embedded import holds_table
from recast_agent.private.rewrite.kept import Kept, kept
from recast_agent.private.rewrite.protocol import Rewrite, Rewriter, RewriteRequest
from recast_agent.private.rewrite.text.validate import acceptable_passage


async def rewrite_validated(rewriter: Rewriter, request: RewriteRequest, attempts: int) -> Rewrite:
    """The first rewrite that is acceptable. Raises Withheld(rewrite_invalid) where none is."""
    hint = "no rewrite kept the numbers and changed the words"
    for again in range(attempts):
        tried = dataclasses.replace(request, attempt=request.attempt * attempts + again)
        try:
            made = await rewriter.rewrite(tried)
        except Withheld as refused:
            hint = refused.hint or hint
            continue
        if acceptable(request.record, made):
            return made
    raise Withheld(Code.REWRITE_INVALID, hint)


def acceptable(record: Record, made: Rewrite) -> bool:
    """Same id, modality and shape; the same numbers field by field; no content word left."""
    if not holds_table(record):
        return acceptable_passage(record, made)
    other = made.record
    if (other.id, other.modality) != (record.id, record.modality):
        return False
    if len(other.choices) != len(record.choices) or not other.question.strip():
        return False
    same_numbers = _values(record.question, "question") == _values(other.question, "question")
    choices = zip(record.choices, other.choices, strict=True)
    same_numbers &= all(_values(a, "choice") == _values(b, "choice") for a, b in choices)
    same = same_numbers and _same_table(record.table(), made)
    return same and not _left(record, made)


def _same_table(table: Table, made: Rewrite) -> bool:
    """Numbers of every field in place, and each cell under its own labels once they are inverted,
    whatever the order."""
    other = made.record.table()
    heads: tuple[tuple[str, Field], ...] = (
        ("title", "title"), ("category_axis", "axis"), ("value_axis", "axis"), ("unit", "unit"),
    )  # fmt: skip

    def original(label: str, field: Field) -> str:
        """The label a surrogate stands for; no label where their numbers differ."""
        back = made.dictionary.original(label) or label
        return back if _values(label, field) == _values(back, field) else "\0"

    rows = [original(label, "category") for label in other.categories]
    columns = [original(label, "series") for label in other.series]
    return (
        all(_values(getattr(table, h), f) == _values(getattr(other, h), f) for h, f in heads)
        and original(other.unit, "unit") == table.unit
        and table.chart_type == other.chart_type
        and _assigned(table.categories, table.series, table) == _assigned(rows, columns, other)
    )


def _assigned(
    rows: Sequence[str], columns: Sequence[str], table: Table
) -> dict[tuple[str, str], str | None]:
    return {
        (row, column): cell
        for row, cells in zip(rows, table.cells, strict=True)
        for column, cell in zip(columns, cells, strict=True)
    }


def _values(text: str, field: Field) -> tuple[str, ...]:
    return tuple(str(one.value) for one in find(text, field=field) if not one.word)


def _left(record: Record, made: Rewrite) -> set[str]:
    """Content words of the source that still stand in the rewrite."""
    surrogates = {w.casefold() for e in made.dictionary.entries for w in WORD.findall(e.surrogate)}
    stays = kept(record)
    return (content_words(record, stays) & content_words(made.record, stays)) - surrogates


def content_words(record: FiveFields, stays: Kept) -> set[str]:
    """The words of a record that may not pass, lower case."""
    table = record.table()
    heads = (table.title, table.category_axis, table.value_axis, table.unit)
    labels = (*heads, *table.categories, *table.series)
    asked = (record.question, *record.choices)
    # letters joined to a number are its suffix or a quarter: 19th, 30K, Q3
    return {
        word[0].casefold()
        for texts, free in ((labels, False), (asked, True))
        for text in texts
        for word in CONTENT.finditer(text)
        if not stays.passes(text, word.start(), word.end(), asked=free)
    }
