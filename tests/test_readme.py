"""The README's commands and snippets do what it says, with a stand-in of the test's own."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from recast_agent.cli.app import app
from tests.support import REPOSITORY, run_snippet

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


SCRIPT = [words for words in RECAST if words[2].endswith(".md")]
"""What is also run by the installed script, in a process that loads everything itself."""


@pytest.fixture(scope="module")
def variables(tmp_path_factory: pytest.TempPathFactory, solver: str) -> dict[str, str]:
    return {
        "RECAST_HOME": str(tmp_path_factory.mktemp("readme")),
        "RECAST_SECRET": "a long random text that you keep",
        "RECAST_SOLVER_BASE_URL": solver,
        "RECAST_SOLVER_MODEL": "recast-standin",
    }


@pytest.fixture
def at_home(variables: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """In the folder of the repository, with the settings of the README's user."""
    monkeypatch.chdir(REPOSITORY)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)


def answer_of(words: list[str]) -> str:
    """Each question of the README stands among the examples, with its answer."""
    examples = (REPOSITORY / "examples" / "README.md").read_text(encoding="utf-8")
    expected = re.search(rf"{re.escape(words[3])}\" \(([^)]+)\)", examples)
    assert expected, words
    return expected[1]


@pytest.mark.parametrize("words", RECAST, ids=" ".join)
@pytest.mark.usefixtures("at_home")
def test_the_commands_answer_as_shown(words: list[str]) -> None:
    done = CliRunner().invoke(app, words[1:])
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines()[0] == answer_of(words)


@pytest.mark.parametrize("words", SCRIPT, ids=" ".join)
@pytest.mark.usefixtures("at_home")
def test_the_installed_script_answers_as_shown(words: list[str]) -> None:
    script = Path(sys.executable).parent / "recast"
    done = subprocess.run([script, *words[1:]], capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == answer_of(words)


@pytest.mark.usefixtures("at_home")
def test_the_first_snippet_prints_the_answer_that_its_comment_names(
    capsys: pytest.CaptureFixture[str],
) -> None:
    expected = re.search(r"print\(result\.show\(\)\)  # ([\d.]+)", PYTHON[0])
    assert expected
    run_snippet(PYTHON[0])
    shown = capsys.readouterr().out.splitlines()
    assert expected[1] in "\n".join(shown[1:])
    assert expected[1] not in shown[0]


@pytest.mark.parametrize("code", PYTHON[1:])
@pytest.mark.usefixtures("at_home")
def test_the_other_snippets_run(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    run_snippet(code)
    assert capsys.readouterr().out
