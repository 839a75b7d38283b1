"""The stand-in's brain: a released picture and its question in, a program out.

It knows nothing but what the request shows. It is not clever; where it does not understand the
question or does not find a label it says so in exactly the words the prompt asks for.
"""

from __future__ import annotations

from recast_agent.core.errors import ReCastError
from recast_agent.core.table import Table
from recast_agent.standin.operations import program
from recast_agent.standin.questions import parse

MISSING = "EVIDENCE MISSING"


def answer(image: bytes | None, question: str) -> str:
    """A fenced program that assigns ``answer``, or ``EVIDENCE MISSING``."""
    if image is None:
        return MISSING
    from recast_agent.core.perception.read import read_chart

    try:
        table = read_chart(image).table
    except ReCastError:
        return MISSING
    found = None if table is None else program_for(table, question)
    return MISSING if found is None else f"```python\n{found}\n```"


def program_for(table: Table, question: str) -> str | None:
    """A program over the cells of a table, or None where the question is not understood."""
    query = parse(table, question)
    return program(table, query) if query.words else None
