"""Terminals of these tests: one that they share, and one whose home no other test writes to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import Terminal


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory, solver: str) -> Terminal:
    return Terminal(tmp_path_factory.mktemp("terminal"), solver)


@pytest.fixture
def own(tmp_path: Path, solver: str) -> Terminal:
    """One whose home no other test writes to."""
    return Terminal(tmp_path, solver)
