"""The stand-in asked directly about originals, to stand beside its score on what was released."""

from __future__ import annotations

from fractions import Fraction

from recast_agent.core.program import parse
from recast_agent.core.table import Table
from recast_agent.private.numbermap.restore import parsed
from recast_agent.private.recover.interpreter import Stop, decimal_text, run
from recast_agent.standin.answer import MISSING, answer, program_for
from recast_agent.standin.passages import program_for_passage


def on_original_image(data: bytes, question: str) -> str | None:
    """What the stand-in answers when it is shown the original chart, or None."""
    reply = answer(data, question)
    return None if reply == MISSING else _value(reply.removeprefix("```python\n").rstrip("`\n"))


def on_original_table(table: Table, question: str) -> str | None:
    """What the stand-in answers when it is given the original table, or None."""
    program = program_for(table, question)
    return None if program is None else _value(program)


def on_original_passage(passage: str, question: str) -> str | None:
    """What the stand-in answers when it is told the original passage, or None."""
    program = program_for_passage(passage, question)
    return None if program is None else _value(program)


def _value(program: str) -> str | None:
    made = parse(program)
    try:
        value = run(made.source, tuple(Fraction(parsed(text)) for text in made.operands), {})
    except Stop:
        return None
    return str(value) if isinstance(value, str | bool) else decimal_text(value)
