"""The README's commands and snippets do what it says, with a stand-in of the test's own."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from recast_agent.standin.process import running
from tests.support import REPOSITORY

README = (REPOSITORY / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
SHELL = [
    shlex.split(line, comments=True)
    for language, block in BLOCKS
    if not language
    for line in block.splitlines()
]
RECAST = [words for words in SHELL if words[:1] == ["recast"] and "standin" not in words]
PYTHON = [block for language, block in BLOCKS if language == "python"]


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    with running() as url:
        yield {
            **os.environ,
            "RECAST_HOME": str(tmp_path_factory.mktemp("readme")),
            "RECAST_SECRET": "a long random text that you keep",
            "RECAST_SOLVER_BASE_URL": url,
            "RECAST_SOLVER_MODEL": "recast-standin",
        }


def ran(environment: dict[str, str], *words: str) -> str:
    done = subprocess.run(
        words, cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=100
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("words", RECAST, ids=" ".join)
def test_the_commands_answer_as_shown(environment: dict[str, str], words: list[str]) -> None:
    script = Path(sys.executable).parent / "recast"
    shown = ran(environment, str(script), *words[1:])
    examples = (REPOSITORY / "examples" / "README.md").read_text(encoding="utf-8")
    expected = re.search(rf"{re.escape(words[3])}\" \(([^)]+)\)", examples)
    assert expected, "each question of the README stands among the examples, with its answer"
    assert shown.splitlines()[0] == expected[1]


def test_the_first_snippet_prints_the_answer_that_its_comment_names(
    environment: dict[str, str],
) -> None:
    expected = re.search(r"print\(result\.show\(\)\)  # ([\d.]+)", PYTHON[0])
    assert expected
    shown = ran(environment, sys.executable, "-c", PYTHON[0]).splitlines()
    assert expected[1] in "\n".join(shown[1:])
    assert expected[1] not in shown[0]


@pytest.mark.parametrize("code", PYTHON[1:])
def test_the_other_snippets_run(environment: dict[str, str], code: str) -> None:
    ran(environment, sys.executable, "-c", code)
