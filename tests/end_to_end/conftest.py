"""The two solvers of these tests: the stand-in in its own process, and one that hears requests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from recast_agent.evaluation.recording import Recorder, recording
from recast_agent.standin.process import running


@pytest.fixture(scope="module")
def solver() -> Iterator[str]:
    with running() as url:
        yield url


@pytest.fixture
def recorder() -> Iterator[Recorder]:
    with recording() as running_recorder:
        yield running_recorder
