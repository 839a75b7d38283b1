"""What a recording says: a passage or a table, and where it is asked for the question behind it."""

from __future__ import annotations

import re

from recast_agent.core.errors import InputError
from recast_agent.core.speech.told import told
from recast_agent.core.types import FiveFields

_SENTENCE = re.compile(r"(?<=[.!?])[\"”')]*\s+(?=[\"“'(]?[^\W_a-z])")
_ASKED = re.compile(r"\?[\"”')]*\s*\Z")
_ORDERED = re.compile(
    r"(?:\A|, )(?:and |so |then |now )?(?:"
    r"how (?:many|much|long|far|often|old|tall|big|large|fast)"
    r"|what(?:'s| (?:is|are|was|were|will|would|percent|fraction|number))"
    r"|which \w+ (?:is|are|was|were|has|had)"
    r"|find|calculate|compute|determine|work out|tell (?:me|us)|estimate|evaluate|solve)\b",
    re.IGNORECASE,
)
"""What asks although no question mark was heard."""


def said(record: FiveFields) -> str:
    """The words of a recording of a record, as they are written."""
    evidence = evidence_said(record)
    if not record.spoken_question or evidence == record.question:
        return evidence
    ended = evidence.rstrip()
    stop = "" if ended.endswith((".", "!", "?")) else "."
    return f"{ended}{stop} {record.question.strip()}"


def evidence_said(record: FiveFields) -> str:
    """The same without the question: the passage, or the table as it is told."""
    try:
        return told(record.table())
    except InputError:
        return record.context


def asked(transcript: str) -> tuple[str, str] | None:
    """The passage of a transcript and the question behind it; None where nothing is asked.

    The question begins with the last sentence that asks and goes to the end: what is said after it
    (``Give it in dozens.``) is about it. Where nothing stands before it, it is the passage too.
    """
    starts = [0, *(match.end() for match in _SENTENCE.finditer(transcript))]
    ends = [*starts[1:], len(transcript)]
    sentences = [(at, transcript[at:end]) for at, end in zip(starts, ends, strict=True)]
    asking = [at for at, one in sentences if _ASKED.search(one)] or [
        at for at, one in sentences if _ORDERED.search(one)
    ]
    if not asking:
        return None
    question = transcript[asking[-1] :].strip()
    return transcript[: asking[-1]].strip() or question, question
