"""The same examples in every ``make test``; ``HYPOTHESIS_PROFILE=explore`` looks for more."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("same", derandomize=True)
settings.register_profile("explore", derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))


def _own_core() -> None:
    """Each worker on one core: thread pools sized by it do not fight over the others."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "")
    if worker and hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {cores[int(worker.removeprefix("gw")) % len(cores)]})


_own_core()


@pytest.fixture(scope="session")
def solver() -> Iterator[str]:
    """The stand-in in a process of its own, one for all tests of a worker: it loads its models
    once. The address that it answers at."""
    from recast_agent.standin.process import running

    with running() as url:
        yield url
