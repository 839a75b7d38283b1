"""Recording in, another recording out, the true answer here; and nothing of the source between."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from recast_agent.client import ReCast
from recast_agent.core.errors import Code, InputError
from recast_agent.core.speech.compare import differences
from recast_agent.core.speech.transcribe import transcribe
from recast_agent.core.types import TEXT, WAV
from recast_agent.evaluation.canary.search import Leaks, all_logs, search_files
from recast_agent.evaluation.recording import Recorder, recording
from recast_agent.workflow.home import file_vault
from recast_agent.workflow.stages import embedded
from tests.recordings import melody, noise, spoken
from tests.support import REPOSITORY, settings

EXAMPLE = REPOSITORY / "examples" / "dispensary.flac"
PICTURE = REPOSITORY / "examples" / "late_deliveries.png"
MARKED = (
    "The Guatemala dialysis clinic paid Vasquez 4871.35 dollars. "
    "The Zanzibar dialysis clinic paid Nakamura 9318.65 dollars."
)
MARKS = ("guatemala", "dialysis", "vasquez", "zanzibar", "nakamura", "4871", "9318")

pytestmark = pytest.mark.timeout(300)


@pytest.fixture(scope="module")
def solver() -> Iterator[Recorder]:
    with recording() as recorder:
        yield recorder


def client(solver: Recorder, home: Path, **given: object) -> ReCast:
    chosen = settings(home, solver_base_url=solver.base_url, **given)
    return ReCast(chosen, stages=embedded(chosen, vault=file_vault(chosen)))


def test_the_example_is_answered_over_another_recording(solver: Recorder, tmp_path: Path) -> None:
    sent = len(solver.heard)
    result = client(solver, tmp_path).solve(EXAMPLE, "How many boxes are left?")
    assert (result.status, result.show()) == ("answered", "557")
    assert result.release is not None
    assert result.release.artifact.media_type == WAV
    assert result.receipt is not None
    assert result.receipt.marked == ()
    heard = transcribe(result.release.artifact.data).text
    for word in ("dispensary", "Oakfield", "insulin", "940", "165", "218"):
        assert word not in heard
    assert base64.b64encode(result.release.artifact.data) in solver.heard[sent]


def test_a_marked_recording_leaves_no_mark_outside_the_vault(
    solver: Recorder, tmp_path: Path
) -> None:
    source = spoken(MARKED)
    sent, leaks = len(solver.heard), Leaks()
    events: list[object] = []
    with all_logs() as captured:
        using = client(solver, tmp_path / "home")
        result = using.solve(
            source, "How much more did the Zanzibar clinic pay?", on_event=events.append
        )
    assert result.release is not None, result.reason
    artifact = result.release.artifact
    for place, content in (
        ("wire", b"".join(solver.heard[sent:])),
        ("heard", transcribe(artifact.data).text),
        ("question", result.release.question),
        ("events", events),
        ("repr", repr(result)),
        ("log", "\n".join(captured.lines)),
    ):
        leaks.search(place, content, MARKS)
    search_files(leaks, tmp_path / "home", MARKS)
    assert leaks.found == []
    loudest = 44 + 2 * int(np.argmax(np.abs(np.frombuffer(source[44:], np.int16))))
    assert source[loudest - 100 : loudest + 100] not in artifact.data


def test_a_recording_can_leave_as_text(solver: Recorder, tmp_path: Path) -> None:
    result = client(solver, tmp_path).solve(EXAMPLE, "How many boxes are left?", release="text")
    assert (result.status, result.show()) == ("answered", "557")
    assert result.release is not None
    assert result.release.artifact.media_type == TEXT


def test_a_text_can_leave_as_a_recording(solver: Recorder, tmp_path: Path) -> None:
    text = "Anna has 48 pears. Peter gives her 21 pears."
    result = client(solver, tmp_path).protect(text, "How many pears has Anna?", release="audio")
    assert result.release is not None, result.reason
    assert result.release.artifact.media_type == WAV
    assert "pears" not in transcribe(result.release.artifact.data).text


def test_decodings_that_disagree_are_withheld_before_anything_leaves(
    solver: Recorder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real mishearing, put where the second decoding is read: 15 for 50."""
    from recast_agent.private.capture import speech

    first = spoken("Anna had 50 pears and 7 plums.")
    monkeypatch.setattr(
        speech, "transcribe_again", lambda data: transcribe(spoken("Anna had 15 pears, 7 plums."))
    )
    sent = len(solver.heard)
    result = client(solver, tmp_path).solve(first, "How many pears?")
    assert (result.status, result.reason) == ("withheld", Code.AUDIO_UNCLEAR)
    assert len(solver.heard) == sent


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (noise(3), Code.AUDIO_NO_SPEECH),
        (melody(3), Code.AUDIO_NO_SPEECH),
        (spoken()[: len(spoken()) // 2], Code.AUDIO_INVALID),
        (PICTURE.read_bytes()[:2_000], Code.IMAGE_TRUNCATED),
        (b"ID3\x04" + bytes(300), Code.AUDIO_INVALID),
    ],
    ids=["noise", "music", "cut", "a picture", "no mp3"],
)
def test_bad_recordings_are_refused_by_their_code(
    solver: Recorder, tmp_path: Path, data: bytes, code: Code
) -> None:
    sent = len(solver.heard)
    path = tmp_path / "talk.wav"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        client(solver, tmp_path / "home").solve(path, "How many nurses?")
    assert caught.value.code is code
    assert len(solver.heard) == sent


def test_the_example_is_what_its_generator_says() -> None:
    from examples.make_examples import DISPENSARY

    assert EXAMPLE.stat().st_size < 400_000
    assert differences(DISPENSARY, transcribe(EXAMPLE.read_bytes()).text) == ()
