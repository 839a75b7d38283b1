"""The embedded rewriter of every modality: one place says which evidence goes to which rewriter."""

from __future__ import annotations

from recast_agent.core.errors import InputError
from recast_agent.core.types import FiveFields
from recast_agent.private.rewrite.lexical import LexicalRewriter
from recast_agent.private.rewrite.protocol import Rewrite, Rewriter, RewriteRequest
from recast_agent.private.rewrite.text.rewriter import TextRewriter


class EmbeddedRewriter:
    """Implements ``Rewriter``: charts and tables label by label, passages word by word."""

    def __init__(self) -> None:
        self._tables: Rewriter = LexicalRewriter()
        self._passages: Rewriter = TextRewriter()

    async def rewrite(self, request: RewriteRequest) -> Rewrite:
        """Another topic, the same relations. Raises what the two rewriters raise."""
        rewriter = self._tables if holds_table(request.record) else self._passages
        return await rewriter.rewrite(request)


def holds_table(record: FiveFields) -> bool:
    """Whether a record's evidence is the canonical text of a table, and no passage."""
    try:
        record.table()
    except InputError:
        return False
    return True
