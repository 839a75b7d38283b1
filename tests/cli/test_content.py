"""Content decides what a file is, and a name that says something else is remarked on."""

from __future__ import annotations

from pathlib import Path

import pytest

from recast_agent.cli.content import contradiction
from recast_agent.core.settings import Settings
from recast_agent.private.capture.source import load_source
from tests.cli.shell import Terminal, said
from tests.support import COSTS, QUESTION, REPOSITORY

EXAMPLES = REPOSITORY / "examples"
HELD = {
    "a picture": (EXAMPLES / "late_deliveries.png").read_bytes(),
    "a recording": (EXAMPLES / "dispensary.flac").read_bytes(),
    "a table": COSTS.encode(),
    "a text": b"The ward spent 412.5 on its staff. It spent 96.0 on supplies.",
}
FITTING = {
    "a picture": (".png", ".JPG", ".webp"),
    "a recording": (".flac", ".wav", ".MP3", ".mp4"),
    "a table": (".csv", ".json", ".tsv", ".txt", ".md"),
    "a text": (".txt", ".md"),
}
ENDINGS = sorted({ending for endings in FITTING.values() for ending in endings})


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("words", HELD)
def test_a_name_that_promises_something_else_is_remarked_on(
    words: str, ending: str, tmp_path: Path
) -> None:
    path = tmp_path / f"evidence{ending}"
    path.write_bytes(HELD[words])
    told = contradiction(path, load_source(path, Settings()).kind)
    if ending in FITTING[words]:
        assert told == ""
    else:
        assert told == f"the file is named {ending.lower()}, but holds {words}: it is read as such"


def test_a_name_that_promises_nothing_is_no_contradiction(tmp_path: Path) -> None:
    for name in ("evidence", "evidence.data", ".png"):
        path = tmp_path / name
        path.write_bytes(HELD["a text"])
        assert contradiction(path, load_source(path, Settings()).kind) == ""


def test_a_person_is_told_before_the_work(own: Terminal) -> None:
    """On standard error, so that a script still reads one JSON object."""
    path = own.folder / "talk.wav"
    path.write_text(COSTS)
    done = own.run("solve", path, QUESTION, "--json", RECAST_DEADLINE_S="0.0001")
    assert said(done)["reason"] == "deadline"
    assert done.stderr == (
        "recast: the file is named .wav, but holds a table: it is read as such\n"
    )
