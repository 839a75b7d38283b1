"""Format faults of a solver's program, found on released values alone.

Nothing here knows a true value, so what it finds may go back to the solver.
"""

from __future__ import annotations

from decimal import Decimal

from recast_agent.core.literals import COMMON_CONSTANTS
from recast_agent.core.program import Program, ProgramRefused, parse
from recast_agent.core.program.displayed import (
    displayed_numbers,
    is_shown,
    names_something,
    numbers_in,
    operand_numbers,
)
from recast_agent.core.types import Finding, ProtectedRecord


def faults(program: str, record: ProtectedRecord) -> tuple[Finding, ...]:
    """What keeps a program from being restored; empty where nothing does.

    Codes: syntax_refused (``seen``: the kind of syntax), no_answer, unknown_operand (marked, yet
    not a quantity that the record displays), unmarked_replacement (a displayed number outside
    ``protected()``), constant_answer (the answer rests on no operand, or on a literal that is
    neither displayed, preserved nor common).
    """
    try:
        parsed = parse(program)
    except ProgramRefused as refusal:
        return (_finding("syntax_refused", refusal.line, refusal.kind),)
    if not parsed.assigns_answer:
        return (Finding(code="no_answer", where="program", seen=""),)
    shown = displayed_numbers(record)
    found = [*_operands(parsed, operand_numbers(record)), *_numbers(parsed, record, shown)]
    found += _texts(parsed, record, shown)
    if not parsed.depends:
        found.append(Finding(code="constant_answer", where="program", seen=""))
    return tuple(found)


def _operands(program: Program, shown: set[Decimal]) -> list[Finding]:
    return [
        _finding("unknown_operand", call.lineno, f"protected({operand})")
        for call, operand in zip(program.calls, program.operands, strict=True)
        if not is_shown(operand, shown)
    ]


def _numbers(program: Program, record: ProtectedRecord, shown: set[Decimal]) -> list[Finding]:
    preserved = numbers_in(" ".join(record.preserved))
    found = []
    for literal in program.constants():
        value = abs(Decimal(literal.text))
        if literal.index or value in COMMON_CONSTANTS or value in preserved:
            continue
        code = "unmarked_replacement" if value in shown else "constant_answer"
        found.append(_finding(code, literal.line, literal.text))
    return found


def _texts(program: Program, record: ProtectedRecord, shown: set[Decimal]) -> list[Finding]:
    """Numbers that travel as text, other than inside a label."""
    preserved = numbers_in(" ".join(record.preserved))
    return [
        _finding("unmarked_replacement", literal.line, literal.text)
        for literal in program.texts()
        if not names_something(literal.text, record) and is_shown(literal.text, shown - preserved)
    ]


def _finding(code: str, line: int, seen: str) -> Finding:
    return Finding(code=code, where=f"program:{line}", seen=seen)
