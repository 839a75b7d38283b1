"""Evidence that leaves as another kind of media, and questions that are said: the whole path, and
nothing of the source in what leaves.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from recast_agent.cli.app import app
from recast_agent.client import ReCast
from recast_agent.core import prompts
from recast_agent.core.errors import Code, InputError
from recast_agent.core.speech.transcribe import transcribe
from recast_agent.core.types import PNG, WAV
from recast_agent.evaluation.canary.search import Leaks, all_logs, search_files
from recast_agent.evaluation.recording import Recorder
from recast_agent.private.record import Evidence, TextEvidence
from recast_agent.result import Result
from recast_agent.workflow.home import file_vault
from recast_agent.workflow.stages import embedded
from tests.recordings import spoken
from tests.support import REPOSITORY, settings

COSTS = "Clinic,Dialysis\nGuatemala,4871.35\nZanzibar,9318.65\nMozambique,2203.15\n"
DIFFERENCE = "What is the difference between Zanzibar and Guatemala?"
PASSAGE = (
    "Nakamura Clinic treated 487 patients for psoriasis.\n\n"
    "| Clinic | Dialysis |\n|---|---|\n| Guatemala | 4871 |\n| Zanzibar | 9318 |\n\n"
    "Vasquez counted them.\n"
)
TOLD = "The Zanzibar clinic bought 4871 needles. The Guatemala clinic bought 931 needles."
MARKS = ("guatemala", "zanzibar", "mozambique", "dialysis", "nakamura", "psoriasis", "vasquez",
         "needle", "4871", "9318", "2203", "4,871", "9,318", "2,203")  # fmt: skip
PICTURE = REPOSITORY / "examples" / "late_deliveries.png"

pytestmark = pytest.mark.timeout(300)


def solved(
    recorder: Recorder, home: Path, evidence: Evidence, question: str = "", **given: Any
) -> tuple[Result, list[dict[str, Any]]]:
    """The result and the parts of the message that the solver got; no mark is anywhere outside the
    vault."""
    chosen = settings(home, solver_base_url=recorder.base_url)
    client = ReCast(chosen, stages=embedded(chosen, vault=file_vault(chosen)))
    leaks, events = Leaks(), list[object]()
    with all_logs() as captured:
        result = client.solve(evidence, question, on_event=events.append, **given)
    assert result.release is not None, result.reason
    artifact = result.release.artifact
    heard = transcribe(artifact.data).text if artifact.media_type == WAV else ""
    for place, content in (
        ("wire", b"".join(recorder.heard)),
        ("heard", heard),
        ("release", result.release.to_json()),
        ("events", events),
        ("repr", repr(result)),
        ("log", "\n".join(captured.lines)),
    ):
        leaks.search(place, content, MARKS)
    search_files(leaks, home, MARKS)
    assert leaks.found == []
    sent = json.loads(recorder.heard[-1][recorder.heard[-1].index(b"{") :])
    return result, sent["messages"][1]["content"]


def test_a_table_is_told_and_its_question_is_said(recorder: Recorder, tmp_path: Path) -> None:
    result, parts = solved(
        recorder, tmp_path, COSTS, DIFFERENCE, release="audio", spoken_question=True
    )
    assert (result.status, result.show()) == ("answered", "4447.3")
    assert [part["type"] for part in parts] == ["text", "input_audio"]
    assert parts[0]["text"] == prompts.render("spoken")
    assert result.release is not None
    heard = transcribe(result.release.artifact.data).text
    assert heard.endswith("?")
    assert heard.count("For ") == 3


def test_a_label_of_a_told_table_is_restored_by_its_sound(
    recorder: Recorder, tmp_path: Path
) -> None:
    """The solver writes names as it heard them: in small letters, or in another spelling."""
    result, parts = solved(
        recorder, tmp_path, COSTS, "Which clinic had the lowest dialysis?", release="audio"
    )
    assert (result.status, result.show()) == ("answered", "Mozambique")
    assert result.release is not None
    assert parts[0]["text"] == result.release.question


def test_a_recording_asks_its_own_question(recorder: Recorder, tmp_path: Path) -> None:
    """It leaves as text, as every question does unless it is to be said."""
    recording = spoken(f"{TOLD} How many needles did the clinics buy in total?")
    result, parts = solved(recorder, tmp_path, recording)
    assert (result.status, result.show()) == ("answered", "5802")
    assert result.release is not None
    assert parts[0]["text"] == result.release.question
    assert "How many" not in transcribe(result.release.artifact.data).text


def test_a_recording_that_asks_nothing_needs_a_question(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        ReCast(settings(tmp_path)).protect(spoken())
    assert caught.value.code is Code.QUESTION_EMPTY


def test_the_table_of_a_passage_is_drawn_and_the_rest_leaves_beside_it(
    recorder: Recorder, tmp_path: Path
) -> None:
    result, parts = solved(
        recorder,
        tmp_path,
        PASSAGE,
        "Which clinic had the highest dialysis?",
        release="image",
        chart_type="bar",
    )
    assert (result.status, result.show()) == ("answered", "Zanzibar")
    assert [part["type"] for part in parts] == ["text", "text", "image_url"]
    assert result.release is not None
    assert result.release.artifact.media_type == PNG
    assert "|" not in result.release.beside
    assert parts[1]["text"] == prompts.render("evidence", evidence=result.release.beside)


def test_a_text_that_is_a_table_is_drawn_as_one(tmp_path: Path) -> None:
    text = TextEvidence("Ward,Cost\nRenal,341.7\nBurns,96.1\n")
    result = ReCast(settings(tmp_path)).protect(text, "What is the cost of Renal?", release="image")
    assert result.release is not None, result.reason
    assert (result.release.artifact.media_type, result.release.beside) == (PNG, "")


@pytest.mark.parametrize(
    ("evidence", "given"),
    [
        ("Anna has 48 pears. Peter gives her 21.", {"release": "image"}),
        (f"{PASSAGE}\n{PASSAGE}", {"release": "image"}),
        (spoken, {"release": "image"}),
        (COSTS, {"spoken_question": True}),
        (PICTURE, {"release": "text", "spoken_question": True}),
        (spoken, {"release": "text", "spoken_question": True}),
        (PASSAGE, {"spoken_question": True}),
        (COSTS, {"release": "audio", "chart_type": "bar"}),
        (PASSAGE, {"chart_type": "bar"}),
    ],
)
def test_what_cannot_be_shown_as_asked_is_refused_before_anything_is_kept(
    tmp_path: Path, evidence: Any, given: dict[str, Any]
) -> None:
    evidence = evidence() if callable(evidence) else evidence
    with pytest.raises(InputError) as caught:
        ReCast(settings(tmp_path)).open(evidence, DIFFERENCE, **given)
    assert caught.value.code is Code.RELEASE_UNSUPPORTED


@pytest.mark.parametrize("evidence", [COSTS, PASSAGE, PICTURE])
def test_only_a_recording_may_hold_its_question(tmp_path: Path, evidence: Evidence) -> None:
    with pytest.raises(InputError) as caught:
        ReCast(settings(tmp_path)).open(evidence)
    assert caught.value.code is Code.QUESTION_EMPTY


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--release", "text", "--spoken-question"], "release_unsupported"),
        ([], "question_empty"),
    ],
)
def test_the_command_line_refuses_by_the_same_codes(
    tmp_path: Path, arguments: list[str], reason: str
) -> None:
    path = tmp_path / "costs.csv"
    path.write_text(COSTS)
    question = [DIFFERENCE] if arguments else []
    ran = CliRunner().invoke(app, ["protect", str(path), *question, *arguments, "--json"])
    assert ran.exit_code == 2
    assert json.loads(ran.stdout)["reason"] == reason
