"""The examples' tables are captured, and the stand-in answers the questions beside them."""

import asyncio

import pytest

from recast_agent.core.settings import Settings
from recast_agent.evaluation.matching import matches
from recast_agent.private.capture.protocol import CaptureRequest
from recast_agent.private.capture.source import load_source
from recast_agent.private.capture.tables import TableCapture
from recast_agent.standin.answer import program_for
from tests.standin.programs import shown_answer
from tests.support import REPOSITORY


@pytest.mark.parametrize(
    ("name", "question", "answer"),
    [
        ("ward_costs.csv", "What is the difference between the highest and the lowest staff cost?",
         "234.4"),
        ("ward_costs.csv", "What was the cost of supplies in Renal?", "133.3"),
        ("trial_enrolment.json", "In which month did the number of patients enrolled peak?", "May"),
        ("trial_enrolment.json", "How many months had more than 30 patients?", "3"),
    ],
)  # fmt: skip
def test_the_questions_of_the_readme_have_the_answers_beside_them(
    name: str, question: str, answer: str
) -> None:
    """From the table as captured."""
    assert question in (REPOSITORY / "examples" / "README.md").read_text(encoding="utf-8")
    source = load_source(REPOSITORY / "examples" / name, Settings())
    captured = asyncio.run(TableCapture().capture(CaptureRequest("case", source, question)))
    program = program_for(captured.record.table(), question)
    assert program is not None
    value = shown_answer(program)
    assert matches(str(value if isinstance(value, str) else float(value)), answer)  # type: ignore[arg-type]  # numbers and labels only
