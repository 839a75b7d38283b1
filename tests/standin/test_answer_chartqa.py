"""How the stand-in fares on real questions over gold tables (a floor, so that it stays useful)."""

import asyncio

import pytest

from recast_agent.core.settings import Settings
from recast_agent.core.types import ProtectedRecord
from recast_agent.evaluation.cases import load_cases
from recast_agent.evaluation.matching import matches
from recast_agent.private.capture.protocol import CaptureRequest
from recast_agent.private.capture.source import load_source
from recast_agent.private.capture.tables import TableCapture
from recast_agent.private.recover.interpreter import Stop
from recast_agent.released.solve.faults import faults
from recast_agent.standin.answer import program_for
from tests.standin.programs import shown_answer
from tests.support import SHARED_DATA

FOLDER = SHARED_DATA / "chartqa"


@pytest.mark.chartqa
@pytest.mark.skipif(not FOLDER.is_dir(), reason="needs the evaluation data beside the checkout")
def test_answers_most_real_questions_on_gold_tables() -> None:
    """Two thirds are answered rightly, few of those answered wrongly, none with a format fault."""
    right = answered = asked = 0
    capture = TableCapture()
    for case in load_cases(FOLDER):
        if case.table is None:
            continue
        source = load_source(case.table, Settings(), chart_type=case.chart_type)
        captured = asyncio.run(capture.capture(CaptureRequest("case", source, case.question)))
        asked += 1
        program = program_for(captured.record.table(), case.question)
        if program is None:
            continue
        answered += 1
        released = ProtectedRecord(**captured.record.model_dump())
        assert faults(program, released) == ()
        try:
            value = shown_answer(program)
        except Stop:
            continue
        right += matches(str(value if isinstance(value, str) else float(value)), case.answer)  # type: ignore[arg-type]  # numbers and labels only
    assert asked == 119
    assert right >= 80
    assert right >= 0.85 * answered
