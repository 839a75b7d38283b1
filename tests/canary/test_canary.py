"""Marked originals go in; nothing outside the vault holds a mark."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import pytest

from recast_agent.evaluation.canary import Leaks, marked_case, run, search_files

CASES = 24
"""The fewest among which one is spoken."""


@pytest.mark.timeout(300)
def test_no_mark_leaves_the_vault(tmp_path: Path) -> None:
    """State, checkpoints, streams, logs, exceptions, wire, pictures, reprs and events are clean;
    the vault and the answer shown to the user are not, so the search itself works."""
    summary = asyncio.run(run(CASES, seed=2, home=tmp_path))

    assert sorted(set(summary.leaks.found)) == []
    assert sum(summary.outcomes.values()) == CASES
    assert summary.outcomes["answered"] >= 3, summary.outcomes
    assert summary.outcomes["internal"] == 0, summary.outcomes
    assert summary.held >= CASES // 2
    assert summary.revealed >= 1
    assert set(summary.sent) == {"first", "repair", "spoken"}


@pytest.mark.parametrize("form", ["{}", "b {}", "a\n{}", "x{}y", "{}\u202f"])
def test_the_searcher_finds_each_planted_mark(tmp_path: Path, form: str) -> None:
    """Each mark of a case, in text, in bytes, nested, in a file and in a file name."""
    marked = marked_case(random.Random(5))
    for mark in marked.marks:
        planted = form.format(mark)
        leaks = Leaks()
        leaks.search("text", planted, marked.marks)
        leaks.search("upper", planted.upper(), marked.marks)
        leaks.search("bytes", planted.encode(), marked.marks)
        leaks.search("nested", [{"deep": (planted,)}], marked.marks)
        assert leaks.found == ["text", "upper", "bytes", "nested"]
        folder = tmp_path / mark
        folder.mkdir()
        (folder / "innocent.txt").write_text(planted, "utf-8")
        in_files = Leaks()
        search_files(in_files, folder, marked.marks)
        assert in_files.found == ["file .txt"]
    names = Leaks()
    search_files(names, tmp_path, marked.marks)
    assert names.found.count("a file name") == len(marked.marks)


def test_clean_text_is_not_taken_for_a_leak() -> None:
    marked = marked_case(random.Random(5))
    leaks = Leaks()
    leaks.search("text", "What was the rocket of Antares in Mimas? 4711.25", marked.marks)
    assert leaks.found == []
    assert leaks.searched == 1
