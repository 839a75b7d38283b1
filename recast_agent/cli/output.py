"""What people and scripts see: one JSON object, or a few lines and a progress bar."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from recast_agent.core.errors import Code, InternalError, ReCastError
from recast_agent.core.types import PNG, TEXT, WAV
from recast_agent.result import SCHEMA, Release, Result

SUFFIXES = {PNG: "png", TEXT: "txt", WAV: "wav"}
STAGES = {
    "capture": "reading the evidence",
    "confirm": "asking what was read",
    "rewrite": "changing names and topic",
    "protect_numbers": "changing numbers",
    "draft": "drafting the new evidence",
    "render": "making the new evidence",
    "review": "reading the new evidence back",
    "fall_back": "drawing a table instead",
    "check_release": "checking what would leave",
    "approve": "asking for approval",
    "ask_solver": "asking the solver",
    "recover": "running the program on the true numbers",
}


def guarded(run: Callable[[], int], as_json: bool) -> int:
    """Run a command; every error becomes a code, a hint and an exit code, never a traceback."""
    try:
        return run()
    except ReCastError as error:
        return _failed(error, as_json)
    except Exception:
        # what a foreign exception says may be private
        fault = InternalError(Code.INTERNAL, "a fault of ours: see what recast doctor says")
        return _failed(fault, as_json)


@contextmanager
def progress(*, quiet: bool) -> Iterator[Callable[[dict[str, Any]], None]]:
    """A spinner that names the stage, on standard error where that is a terminal."""
    if quiet or not sys.stderr.isatty():
        yield lambda event: None
        return
    from rich.console import Console

    with Console(stderr=True).status("starting") as status:
        yield lambda event: status.update(shown_stage(event))


def shown_stage(event: dict[str, Any]) -> str:
    """A stage in words; in a long recording with how much of it was listened to."""
    stage = STAGES.get(event["stage"], event["stage"])
    return f"{stage}: heard {event['share']:.0%}" if event["event"] == "heard" else stage


def write_release(release: Release, folder: Path) -> Path:
    """Write what left: ``release.png`` (``.txt``, ``.wav``), the text beside a picture as
    ``release.txt``, and ``question.txt``."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        evidence = folder / f"release.{SUFFIXES[release.artifact.media_type]}"
        evidence.write_bytes(release.artifact.data)
        if release.beside:
            (folder / "release.txt").write_text(release.beside + "\n", encoding="utf-8")
        asked = "\n".join([release.question, *release.choices])
        (folder / "question.txt").write_text(asked + "\n", encoding="utf-8")
    except OSError:
        hint = "name a folder for --out that can be written"
        raise InternalError(Code.DISK_FULL, hint) from None
    return evidence


def print_result(result: Result, as_json: bool, out: Path | None = None) -> None:
    """The answer and where it came from, or why there is none; where a release that was not sent
    lies: in the vault, or in ``out`` too."""
    if as_json:
        print(json.dumps(result.to_json(), ensure_ascii=False))
        return
    if result.status == "protected" and result.release:
        print(f"protected: case {result.case}")
        how = (
            "question, said in the recording"
            if result.release.spoken_question
            else "question to send"
        )
        print(f"{how}: {result.release.question}")
        for choice in result.release.choices:
            print(f"  to choose from: {choice}")
        if out is None:
            print(f"kept in the vault: recast resume {result.case} --out FOLDER writes it there")
        else:
            print(f"its files are in {out}")
        return
    print(result.show() + (": nothing was sent" if result.status == "withheld" else ""))
    if result.hint:
        print(f"  {result.hint}")
    if result.receipt:
        for operand in result.receipt.restored:
            within = f" ± {operand.within}" if operand.within else ""
            print(f"  from {operand.label or 'the question'}: {operand.value}{within}")
    if result.release:
        print(f"  asked as: {result.release.question}")
    print(f"  case {result.case}")


def _failed(error: ReCastError, as_json: bool) -> int:
    if as_json:
        body = {"schema": SCHEMA, "status": "error", "reason": error.code.value, "hint": error.hint}
        print(json.dumps({**body, "where": error.where or None}))
    else:
        sys.stderr.write(f"recast: {error}\n")
    return error.exit_code
