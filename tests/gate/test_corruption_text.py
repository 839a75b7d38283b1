"""Every fault in a real passage is rejected, and clean ones pass."""

from __future__ import annotations

import pytest

from recast_agent.evaluation.corruption_text import FAULTS, run
from recast_agent.evaluation.passages import Example, examples
from tests.support import SHARED_DATA

TOLD = (
    "Harbourview Clinic had 48 nurses before the merger, and Lakeside Clinic had 31 of them. After "
    "it Harbourview hired 17 more for $3.2 million. It did not close its ward."
)


def test_each_kind_of_fault_is_rejected() -> None:
    """The same passage for each fault in turn."""
    asked = "How many nurses did Harbourview have?"
    cases = [Example(str(n), TOLD, asked, "48", late=False) for n in range(len(FAULTS))]
    found = run(cases)
    assert (found.clean, found.withheld, found.rejected, found.passed) == (len(FAULTS), 0, [], [])
    assert set(found.tried) == set(FAULTS)


@pytest.mark.parametrize("name", ["svamp", "xquad_en_numeric", "tatqa_numeric"])
def test_faults_in_real_passages_are_rejected(name: str) -> None:
    folder = SHARED_DATA / name
    if not folder.is_dir():
        pytest.skip("needs the evaluation data beside the checkout")
    found = run(examples(folder)[:5])
    assert found.clean == 5
    assert found.rejected == []
    assert found.passed == []
