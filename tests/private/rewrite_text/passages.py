"""What the tests of the text rewriter share."""

from __future__ import annotations

import asyncio

from recast_agent.private.record import Record
from recast_agent.private.rewrite.dictionary import Dictionary
from recast_agent.private.rewrite.embedded import EmbeddedRewriter
from recast_agent.private.rewrite.protocol import Rewrite, RewriteRequest
from recast_agent.private.rewrite.validate import rewrite_validated

KEY = b"k" * 32

MUSEUM = (
    "In 1857 John Sheepshanks donated 233 paintings to the V&A. Sheepshanks' donation was the "
    "largest before 1888, when the donor's daughter Isabel gave 95 sketches by British artists. "
    "Although some of Constable's works came to the Victoria and Albert Museum (VAM) with the "
    "bequest, Dr. O'Brien of AT&T counted 1.5 × 10¹¹ brush strokes in Warszawa (Москва)."
)
QUESTION = "How many paintings did John Sheepshanks donate to the museum?"


def passage(context: str, question: str = QUESTION, choices: tuple[str, ...] = ()) -> Record:
    return Record(id="c" * 32, modality="text", context=context, question=question, choices=choices)


def rewrite(
    record: Record, *, key: bytes = KEY, attempt: int = 0, prior: Dictionary | None = None
) -> Rewrite:
    """The first acceptable rewrite, as the workflow makes it."""
    request = RewriteRequest(record, key, attempt, prior)
    return asyncio.run(rewrite_validated(EmbeddedRewriter(), request, 3))


def name_of(made: Rewrite, word: str) -> str:
    """What a word is called in the other world."""
    found = made.dictionary.surrogate(word)
    assert found is not None, word
    return found
