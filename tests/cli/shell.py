"""``recast`` as a person or a script calls it: in this process, in one of its own, or with somebody
at a terminal."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from recast_agent.cli.app import app
from tests.support import COSTS

RECAST = "from recast_agent.cli import main; main()"

LISTING = (
    "import sys\n"
    "from recast_agent.cli import main\n"
    "try:\n    main()\n"
    "finally:\n    sys.stderr.write('\\n' + ' '.join(sys.modules))"
)
"""``recast``, and on the last line of its errors what it had loaded."""

HEAVY = {"langgraph", "langchain_core", "openai", "spacy", "matplotlib", "cv2", "numpy"} | {
    "onnxruntime",
    "rapidocr",
    "PIL",
}


@dataclass(frozen=True)
class Ended:
    """What a command printed, and its exit code."""

    exit_code: int
    stdout: str
    stderr: str


class Terminal:
    """``recast`` with a home of its own."""

    def __init__(self, folder: Path, url: str) -> None:
        self.folder = folder
        self.costs = folder / "costs.csv"
        self.costs.write_text(COSTS)
        self.set = {
            "RECAST_SOLVER_BASE_URL": url,
            "RECAST_HOME": str(folder / "home"),
            "RECAST_SECRET": "test-secret-0123456789abcdef",
            "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        }

    def named(self, words: list[str]) -> list[str]:
        """Words with the files that some of them stand for."""
        report, picture = self.folder / "report.txt", self.folder / "picture.png"
        report.write_text("The ward spent 412.5 on its staff. It spent 96.0 on supplies.")
        picture.write_bytes(b"\x89PNG\r\n\x1a\n")
        document = self.folder / "costs.png"
        document.write_bytes(b"%PDF-1.4\n(Renal 133.3)\n")
        files = {"COSTS": self.costs, "REPORT": report, "PICTURE": picture, "DOCUMENT": document}
        return [str(files.get(word, word)) for word in words]

    def run(self, *words: str | Path, typed: str | None = None, **variables: str) -> Result:
        """In this process, where the models are loaded already; ``typed`` comes by a pipe."""
        environment = {**self.set, **variables}
        done = CliRunner().invoke(app, [str(w) for w in words], input=typed, env=environment)
        assert done.exception is None or isinstance(done.exception, SystemExit)
        assert "Traceback" not in done.output
        return done

    def asked(self, typed: str, *words: str | Path, **variables: str) -> Ended:
        """In this process, with somebody at a terminal who types all of ``typed`` beforehand."""
        out, err, code = io.StringIO(), io.StringIO(), None
        with _keyboard(typed, {**self.set, **variables}), redirect_stdout(out):
            with redirect_stderr(err), pytest.raises(SystemExit) as ended:
                app([str(w) for w in words])
            code = ended.value.code
        assert isinstance(code, int)
        assert "Traceback" not in err.getvalue()
        return Ended(code, out.getvalue(), err.getvalue())

    def process(
        self, *words: str | Path, program: str = RECAST, **variables: str
    ) -> subprocess.CompletedProcess[str]:
        """In a process of its own."""
        done = subprocess.run(
            [sys.executable, "-c", program, *map(str, words)],
            env={**os.environ, **self.set, **variables},
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert "Traceback" not in done.stdout + done.stderr
        return done


@contextmanager
def _keyboard(typed: str, variables: dict[str, str]) -> Iterator[None]:
    screen, inner = pty.openpty()
    os.write(screen, typed.encode())
    try:
        with os.fdopen(inner) as keyboard, pytest.MonkeyPatch.context() as patch:
            patch.setattr(sys, "stdin", keyboard)
            for name, value in variables.items():
                patch.setenv(name, value)
            yield
    finally:
        os.close(screen)


def said(done: Result | Ended) -> dict[str, Any]:
    """The one JSON object on standard output."""
    (line,) = done.stdout.splitlines()
    body: dict[str, Any] = json.loads(line)
    assert body["schema"] == 1
    return body


def loaded(done: subprocess.CompletedProcess[str]) -> set[str]:
    """The packages that a process of ``LISTING`` had loaded."""
    return {name.partition(".")[0] for name in done.stderr.splitlines()[-1].split()}
