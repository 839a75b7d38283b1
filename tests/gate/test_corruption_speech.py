"""No faulty recording passes the gate, and a clean one does."""

from __future__ import annotations

import pytest

from recast_agent.evaluation.corruption_speech import run
from recast_agent.evaluation.passages import Example

PASSAGE = (
    "Anna drove 48 miles on Monday before she met Peter. Then Peter drove 21 miles in 3 hours."
)


@pytest.mark.timeout(120)
def test_what_is_said_wrongly_stays_here() -> None:
    """A number and the names, heard beside the true record and beside a faulty one."""
    question = "How many miles did Anna drive?"
    found = run([Example(f"made-{n}", PASSAGE, question, "48", late=False) for n in range(2)])
    assert (found.clean, found.passed, found.rejected) == (2, [], [])
    assert set(found.tried) == {"quantity", "entities"}
