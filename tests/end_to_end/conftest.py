"""A solver beside the stand-in: one that hears requests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from recast_agent.evaluation.recording import Recorder, recording


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    with recording() as running_recorder:
        yield running_recorder
