"""What CONTRIBUTING.md says about plug-ins can be done as it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.support import REPOSITORY

TEXT = (REPOSITORY / "CONTRIBUTING.md").read_text(encoding="utf-8")
(SNIPPET,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_the_plug_in_of_the_snippet_is_handed_in_and_used(tmp_path: Path) -> None:
    environment = {**os.environ, "RECAST_HOME": str(tmp_path), "RECAST_SECRET": "a long text"}
    done = subprocess.run(
        [sys.executable, "-c", SNIPPET],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"protected [1-9]\n", done.stdout)


def test_every_conformance_suite_is_named_and_no_other() -> None:
    named = set(re.findall(r"`(?:tests/conformance/)?(test_\w+\.py)`", TEXT))
    assert named == {path.name for path in (REPOSITORY / "tests/conformance").glob("test_*.py")}
