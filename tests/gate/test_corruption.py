"""Corruption of the gate: every injected fault is rejected, clean charts pass."""

from __future__ import annotations

import pytest

from recast_agent.evaluation.corruption import run


@pytest.mark.timeout(600)
def test_every_fault_is_rejected_and_at_most_two_percent_of_clean_charts() -> None:
    summary = run(24, seed=7)
    assert summary.passed == ()
    assert len(summary.rejected) <= 0.02 * summary.clean
