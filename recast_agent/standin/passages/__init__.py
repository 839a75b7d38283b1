"""Answers over passages of text: tables beside sentences, problems, facts to look up."""

from __future__ import annotations

from recast_agent.standin.passages.accounted import SHORT, looked_up, worked_out
from recast_agent.standin.passages.derived import derive
from recast_agent.standin.passages.figures import operates, work_out
from recast_agent.standin.passages.grid import grids
from recast_agent.standin.passages.problems import asks_count, solve
from recast_agent.standin.passages.prose import look_up
from recast_agent.standin.passages.words import Token, read

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
            or _found(passage, question, _PLAIN)
            or work_out(tables, question)
            or _found(passage, question)
        )
    # a problem may be one sentence that is passage and question alike
    told = "" if sentences.strip() == question.strip() else sentences
    exact = derive(passage, question) if told and len(passage) <= SHORT else None
    if exact:
        return exact
    if _is_problem(passage):
        found = solve(told, question)
        if found and worked_out(passage, question, found):
            return found
        if found or asks_count(question):
            return None
        return _found(passage, question, _PLAIN)
    return _found(passage, question)


def _found(passage: tuple[Token, ...], question: str, share: float = 0.0) -> str | None:
    program = look_up(passage, question, share)
    return program if program and looked_up(passage, question, program) else None


def _is_problem(passage: tuple[Token, ...]) -> bool:
    """Whether a text tells of counts alone, in few words: nothing in it is dated."""
    numbers = [token.number.literal for token in passage if token.number]
    dated = any(one.role in ("year", "date", "identifier") for one in numbers)
    return len(passage) <= SHORT and not dated
