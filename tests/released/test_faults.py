"""Format faults are found on released values alone and never name a true one."""

from __future__ import annotations

import pytest

from recast_agent.core.table import Table
from recast_agent.core.types import ProtectedRecord
from recast_agent.released.solve.faults import faults

RECORD = ProtectedRecord(
    id="case",
    modality="image",
    context=Table(
        title="Visits of 2031",
        unit="%",
        categories=("Tuesday", "2029"),
        series=("Cedar", "Maple"),
        cells=(("48", "-7.5"), ("71", None)),
    ).to_text(),
    question="By how much do the top 3 exceed 37?",
    choices=("Tuesday", "Friday"),
    preserved=("3",),
)


def codes(program: str) -> list[tuple[str, str]]:
    return [(fault["code"], fault["seen"]) for fault in faults(program, RECORD)]


@pytest.mark.parametrize(
    "program",
    [
        "answer = protected(48) - protected(71)",
        "answer = protected(-7.5) + protected(0.48)",
        "answer = protected('48%') * 100 / protected(37)",
        "v = {'Tuesday': protected(48), '2029': protected(71)}\nanswer = max(v, key=lambda k: 1)",
        "answer = sorted([protected(48), protected(71)])[:3]",
        "answer = round(protected(48) / 3, 4)",
        "answer = 'Friday' if protected(48) > 0 else 'tuesday'",
        "answer = protected(2031) - protected(2029)",
    ],
)
def test_a_well_formed_program_has_no_fault(program: str) -> None:
    assert codes(program) == []


@pytest.mark.parametrize(
    ("program", "fault"),
    [
        ("import os", ("syntax_refused", "Import")),
        ("answer = protected(48).real", ("syntax_refused", "Attribute")),
        ("result = protected(48)", ("no_answer", "")),
        ("answer = protected(49)", ("unknown_operand", "protected(49)")),
        ("answer = protected(48) - 71", ("unmarked_replacement", "71")),
        ("answer = protected(48) - 0.71", ("unmarked_replacement", "0.71")),
        ("answer = protected(48) + -7.5", ("unmarked_replacement", "-7.5")),
        ("answer = int('71') - protected(48)", ("unmarked_replacement", "71")),
        ("answer = protected(48) + 2029", ("unmarked_replacement", "2029")),
        ("answer = protected(48) + 23", ("constant_answer", "23")),
        ("answer = protected(48) * 1.617", ("constant_answer", "1.617")),
        ("a = protected(48)\nanswer = 'Tuesday'", ("constant_answer", "")),
        (
            "answer = protected(48 + 1)",
            ("syntax_refused", "protected() around anything but one number"),
        ),
    ],
)
def test_a_fault_is_named_with_what_was_seen(program: str, fault: tuple[str, str]) -> None:
    assert codes(program) == [fault]


def test_every_fault_of_a_program_is_named_at_once_with_its_line() -> None:
    found = faults("a = protected(49)\nb = 71\nanswer = 23", RECORD)
    assert [(f["code"], f["where"]) for f in found] == [
        ("unknown_operand", "program:1"),
        ("unmarked_replacement", "program:2"),
        ("constant_answer", "program:3"),
        ("constant_answer", "program"),
    ]


@pytest.mark.parametrize(
    ("context", "question", "operand", "known"),
    [
        ("Q1", "What is the difference between Q1 and Q2?", "1", False),
        ("Q1", "What is the difference between Q1 and H2 of FY23?", "23", False),
        ("Section 7", "How much is Section 7 in 2031?", "7", False),
        ("Section 7", "How much is Section 7 in 2031?", "2031", True),
        ("Section 7", "Is Section 7 above 37?", "37", True),
        ("Section 7", "How much is Section 7?", "48", True),
        ("", "How many more did it have in Q3 than in Q4?", "3", False),
        ("", "How many more did it have in Q3 than in Q4?", "48", True),
    ],
)
def test_the_number_of_a_label_is_no_operand(
    context: str, question: str, operand: str, known: bool
) -> None:
    passage = "The ward had 48 visits in Q3 and 71 in Q4."
    table = Table(categories=(context, "Ward"), cells=(("48",), ("71",)))
    shown = table.to_text() if context else passage
    record = ProtectedRecord(id="c", modality="image", context=shown, question=question)
    found = {fault["code"] for fault in faults(f"answer = protected({operand}) * 2", record)}
    assert found == (set() if known else {"unknown_operand"})
