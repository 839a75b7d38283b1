"""Answers over passages of text: tables beside sentences, problems, facts to look up."""

from __future__ import annotations

from recast_agent.standin.passages.figures import operates, work_out
from recast_agent.standin.passages.grid import grids
from recast_agent.standin.passages.problems import asks_count, solve
from recast_agent.standin.passages.prose import look_up
from recast_agent.standin.passages.words import Token, read

_SHORT = 120
"""Words of a passage that may be a problem to work out."""

_PLAIN = 0.75
"""The share of a question's words beside a number that answers it although a problem is told."""


def program_for_passage(text: str, question: str) -> str | None:
    """A program over the numbers of a passage, or None where it does not hold what is asked.

    The program is text that assigns ``answer``; its operands are written as the passage and the
    question print them.
    """
    tables, sentences = grids(text)
    passage = read(sentences)
    if tables:
        if operates(question):
            return work_out(tables, question)
        return (
            work_out(tables, question, least=1.0)
            or look_up(passage, question, _PLAIN)
            or work_out(tables, question)
            or look_up(passage, question)
        )
    if _is_problem(passage):
        # a problem may be one sentence that is passage and question alike
        told = "" if sentences.strip() == question.strip() else sentences
        found = solve(told, question)
        return found if found or asks_count(question) else look_up(passage, question, _PLAIN)
    return look_up(passage, question)


def _is_problem(passage: tuple[Token, ...]) -> bool:
    """Whether a text tells of counts alone, in few words: nothing in it is dated."""
    numbers = [token.number.literal for token in passage if token.number]
    dated = any(one.role in ("year", "date", "identifier") for one in numbers)
    return len(passage) <= _SHORT and not dated
