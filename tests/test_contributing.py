"""What CONTRIBUTING.md says about plug-ins can be done as it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support import REPOSITORY, run_snippet

TEXT = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
(SNIPPET,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_the_plug_in_of_the_snippet_is_handed_in_and_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RECAST_HOME", str(tmp_path))
    monkeypatch.setenv("RECAST_SECRET", "a long text")
    run_snippet(SNIPPET)
    assert re.fullmatch(r"protected [1-9]\n", capsys.readouterr().out)


def test_every_conformance_suite_is_named_and_no_other() -> None:
    named = set(re.findall(r"`(?:tests/conformance/)?(test_\w+\.py)`", TEXT))
    assert named == {path.name for path in (REPOSITORY / "tests/conformance").glob("test_*.py")}
