"""Corruption of the gate: every injected fault is rejected, clean charts pass."""

from __future__ import annotations

import pytest

from recast_agent.evaluation.corruption import FAULTS, run


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("first", "charts"), [(0, 4), (4, 3)])
def test_every_fault_is_rejected_and_at_most_two_percent_of_clean_charts(
    first: int, charts: int
) -> None:
    """Each fault once, in halves, which the workers of a test run share."""
    assert first + charts <= len(FAULTS) + 1
    summary = run(charts, seed=7, first=first)
    assert summary.passed == ()
    assert len(summary.rejected) <= 0.02 * summary.clean
