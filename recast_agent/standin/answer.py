"""The stand-in's brain: a released picture, recording or text and its question in, a program out.

It knows nothing but what the request shows. It is not clever; where it does not understand the
question or does not find a label it says so in exactly the words the prompt asks for.
"""

from __future__ import annotations

from recast_agent.core.errors import InputError, ReCastError
from recast_agent.core.table import Table
from recast_agent.standin.operations import program
from recast_agent.standin.passages import program_for_passage
from recast_agent.standin.questions import parse

MISSING = "EVIDENCE MISSING"


def answer(image: bytes | None, question: str) -> str:
    """A fenced program that assigns ``answer``, or ``EVIDENCE MISSING``."""
    return _fenced(None if image is None else _from_picture(image, question))


def answer_text(text: str, question: str) -> str:
    """The same over evidence that comes as text: the canonical text of a table is read as one,
    other text is a passage."""
    try:
        table = Table.from_text(text)
    except InputError:
        return _fenced(program_for_passage(text, question))
    return _fenced(program_for(table, question))


def answer_recording(recording: bytes, question: str) -> str:
    """The same over what is said in a recording; an empty question is asked at its end.

    Rows that are told one by one are a table.
    """
    from recast_agent.core.speech.script import asked
    from recast_agent.core.speech.spelling import spelled_as_asked
    from recast_agent.core.speech.told import heard_table
    from recast_agent.core.speech.transcribe import transcribe

    try:
        heard = transcribe(recording).text
        passage, question = (heard, question) if question else asked(heard) or (heard, "")
        passage = spelled_as_asked(passage, question)
    except ReCastError:
        return MISSING
    table = heard_table(passage)
    return (
        answer_text(passage, question) if table is None else _fenced(program_for(table, question))
    )


def answer_drawing(image: bytes, beside: str, question: str) -> str:
    """The same over a picture and the text beside it: whichever holds what is asked."""
    return _fenced(_from_picture(image, question) or program_for_passage(beside, question))


def program_for(table: Table, question: str) -> str | None:
    """A program over the cells of a table, or None where the question is not understood."""
    query = parse(table, question)
    return program(table, query) if query.words else None


def _from_picture(image: bytes, question: str) -> str | None:
    from recast_agent.core.perception.read import read_chart

    try:
        table = read_chart(image).table
    except ReCastError:
        return None
    return None if table is None else program_for(table, question)


def _fenced(found: str | None) -> str:
    return MISSING if found is None else f"```python\n{found}\n```"
