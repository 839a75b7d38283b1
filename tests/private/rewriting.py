"""What the tests of the rewriter share."""

from __future__ import annotations

import asyncio

from recast_agent.core.table import Table
from recast_agent.private.record import Record
from recast_agent.private.rewrite.dictionary import Dictionary
from recast_agent.private.rewrite.lexical import LexicalRewriter
from recast_agent.private.rewrite.protocol import Rewrite, RewriteRequest
from recast_agent.private.rewrite.validate import rewrite_validated

KEY = b"k" * 32


def table(categories: tuple[str, ...], series: tuple[str, ...] = ("",), **fields: object) -> Table:
    """A table of those labels whose cells are all different."""
    cells = tuple(
        tuple(str(10 * i + j + 11) for j in range(len(series))) for i in range(len(categories))
    )
    given = {"chart_type": "bar", "categories": categories, "series": series, "cells": cells}
    return Table.model_validate(given | fields)


def record(evidence: Table, question: str, choices: tuple[str, ...] = ()) -> Record:
    return Record(
        id="c" * 32,
        modality="image",
        context=evidence.to_text(),
        question=question,
        choices=choices,
    )


def rewrite(
    evidence: Table,
    question: str,
    *,
    choices: tuple[str, ...] = (),
    key: bytes = KEY,
    attempt: int = 0,
    prior: Dictionary | None = None,
) -> Rewrite:
    """The first acceptable rewrite, as the workflow makes it."""
    given = RewriteRequest(record(evidence, question, choices), key, attempt, prior)
    return asyncio.run(rewrite_validated(LexicalRewriter(), given, 3))


def name_of(made: Rewrite, label: str) -> str:
    """What a label is called in the other world."""
    found = made.dictionary.surrogate(label)
    assert found is not None
    return found
