"""Build the wheel and run the installed ``recast --help`` outside the checkout."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent


def main() -> None:
    """Exit non-zero where the built wheel lacks a file or its command does not start."""
    with tempfile.TemporaryDirectory() as folder:
        room = Path(folder)
        _run(sys.executable, "-m", "build", "--wheel", "--outdir", folder, str(REPOSITORY))
        (wheel,) = room.glob("*.whl")
        names = zipfile.ZipFile(wheel).namelist()
        for needed in ("recast_agent/py.typed", "recast_agent/prompts/solver.md"):
            assert needed in names, f"the wheel lacks {needed}"
        assert not [n for n in names if n.startswith(("tests/", "tools/", "graphs/"))]
        # dependencies come from this environment; the package itself only from the wheel
        _run(sys.executable, "-m", "venv", str(room / "venv"))
        python = room / "venv" / "bin" / "python"
        _run(str(python), "-m", "pip", "install", "--quiet", "--no-deps", str(wheel))
        site = next((room / "venv" / "lib").glob("python*/site-packages"))
        (site / "borrowed.pth").write_text(sysconfig.get_paths()["purelib"] + "\n")
        recast = str(room / "venv" / "bin" / "recast")
        shown = _run(recast, "--help", cwd=room)
        assert "solve" in shown
        assert "standin" in shown
        locate = "import recast_agent; print(recast_agent.__file__)"
        where = _run(str(python), "-c", locate, cwd=room)
        assert str(site) in where, "the checkout was imported instead of the wheel"
    print("wheel: 1 passed, 0 failed")


def _run(*command: str, cwd: Path | None = None) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise SystemExit(f"{command[0]} failed:\n{done.stdout}\n{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    main()
