"""Bad evidence and bad questions: a stable code, the right exit status, and nothing lost."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont
from typer.testing import CliRunner

from recast_agent.cli.app import app
from recast_agent.client import ReCast
from recast_agent.core.errors import InputError
from recast_agent.core.perception.read import read_chart
from recast_agent.evaluation.recording import Recorder, recording
from recast_agent.workflow.home import file_vault
from recast_agent.workflow.stages import embedded
from tests.support import REPOSITORY, settings

WARD_COSTS = REPOSITORY / "examples" / "ward_costs.csv"
QUESTION = "What was the cost of supplies in Renal?"
MARK = "Quorvane"

pytestmark = pytest.mark.timeout(300)


@dataclass(frozen=True)
class Desk:
    """A client over an encrypted vault that already holds a released case, and its solver."""

    client: ReCast
    recorder: Recorder
    environment: dict[str, str]
    case: str
    program: str

    def assert_usable(self) -> None:
        assert self.client.recover(self.case, self.program).show() == "2543.4"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with recording() as recorder:
        chosen = settings(tmp_path_factory.mktemp("home"), solver_base_url=recorder.base_url)
        client = ReCast(chosen, stages=embedded(chosen, vault=file_vault(chosen)))
        kept = client.protect(WARD_COSTS, QUESTION)
        assert kept.release is not None, kept.reason
        table = read_chart(kept.release.artifact.data).table
        assert table is not None
        operands = ", ".join(f"protected({cell})" for row in table.cells for cell in row)
        environment = {
            "RECAST_HOME": str(chosen.home),
            "RECAST_SECRET": chosen.secret.get_secret_value(),
            "RECAST_SOLVER_BASE_URL": recorder.base_url,
        }
        program = f"answer = sum([{operands}])"  # rows and columns may have changed places
        yield Desk(client, recorder, environment, kept.case, program)


def png(image: Image.Image) -> bytes:
    stream = io.BytesIO()
    image.save(stream, "PNG")
    return stream.getvalue()


def truncated() -> bytes:
    data = (REPOSITORY / "examples" / "late_deliveries.png").read_bytes()
    return data[: len(data) // 2]


def photograph() -> bytes:
    """Soft blobs of light under sensor noise: nothing printed."""
    rng = np.random.default_rng(3)
    y, x = np.mgrid[0:360, 0:480]
    light = np.zeros((360, 480, 3))
    for _ in range(14):
        centre_y, centre_x, spread = rng.uniform((0, 0, 20), (360, 480, 110))
        blob = np.exp(-((y - centre_y) ** 2 + (x - centre_x) ** 2) / (2 * spread**2))
        light += blob[:, :, None] * rng.uniform(20, 190, 3)
    noisy = light + rng.normal(0, 7, light.shape)
    return png(Image.fromarray(np.clip(noisy, 0, 255).astype(np.uint8)))


def cyrillic_chart() -> bytes:
    """Bars whose labels are in a script that is not read."""
    from matplotlib import font_manager

    font = ImageFont.truetype(font_manager.findfont("DejaVu Sans"), 20)
    image = Image.new("RGB", (700, 420), "white")
    draw = ImageDraw.Draw(image)
    draw.text((20, 10), "Выручка по филиалам", fill="black", font=font)
    bars = (("Южный", 31), ("Щёлково", 64), ("Жуковский", 47))
    for number, (name, value) in enumerate(bars):
        left, top = 60 + number * 210, 360 - value * 4
        draw.rectangle((left, top, left + 110, 360), fill="#3465a4")
        draw.text((left + 40, top - 28), str(value), fill="black", font=font)
        draw.text((left, 372), name, fill="black", font=font)
    return png(image)


BAD_EVIDENCE: dict[str, tuple[bytes, int | None, set[str]]] = {
    "not an image": (b"\x00\x01\x02\xff\xfe\x80" * 60, 2, {"not_an_image"}),
    "empty file": (b"", 2, {"text_empty"}),
    "truncated PNG": (truncated(), 2, {"image_truncated"}),
    "20,000 pixels wide": (png(Image.new("1", (20_000, 40))), 2, {"image_too_large"}),
    "20,000 pixels square": (png(Image.new("1", (20_000, 20_000))), 2, {"image_too_large"}),
    "blank": (png(Image.new("RGB", (640, 480), "white")), 2, {"image_blank"}),
    "photograph": (photograph(), 3, {"chart_unreadable"}),
    # what is read of it may be too little to tell the script
    "chart in another script": (cyrillic_chart(), None, {"unsupported_script", "chart_unreadable"}),
    "table in another script": (
        "Филиал,Выручка\nЮжный,31\nСеверный,64\n".encode(),
        2,
        {"unsupported_script"},
    ),
    "a passage without numbers": (
        f"The {MARK} ward lost money last year.".encode(),
        2,
        {"text_no_numbers"},
    ),
    "only numbers": (b"12, 15, 300.\n7; 8.\n", 2, {"unsupported_evidence"}),
    "a passage in another script": (
        "В больнице работает 48 медсестёр. Она открылась в 2014 году.".encode(),
        2,
        {"unsupported_script"},
    ),
    "200,000 words": (f"{MARK} has 5 wards. ".encode() * 50_000, 2, {"evidence_too_large"}),
    "binary": (b"The ward\x00 has 5 beds.", 2, {"not_an_image"}),
    "mixed encodings": (
        "Zürich has 5 beds. ".encode() + "Zürich".encode("cp1252"),
        2,
        {"not_an_image", "unsupported_evidence"},
    ),
    "ragged rows": (f"Ward,Cost\n{MARK},1\nRenal,2,3\n".encode(), 2, {"table_malformed"}),
    "one column": (f"Ward\n{MARK}\nRenal\n".encode(), 2, {"text_no_numbers"}),
    "header only": (f"Ward,{MARK}\n\n\n".encode(), 2, {"text_no_numbers"}),
    "10,000 rows": (
        ("Ward,Cost\n" + "".join(f"{MARK} {n},{n}\n" for n in range(10_000))).encode(),
        2,
        {"table_too_large"},
    ),
    "only NaN": (f"Ward,Cost\n{MARK},NaN\nRenal,nan\n".encode(), 2, {"table_no_numbers"}),
    "words for numbers": (
        f"Ward,Head\n{MARK},Ann\nRenal,Bo\n".encode(),
        2,
        {"table_malformed", "table_no_numbers"},
    ),
    "infinity": (f"Ward,Cost\n{MARK},inf\nRenal,2\n".encode(), 2, {"number_invalid"}),
    "formula": (f"Ward,Cost\n{MARK},=SUM(A1:A9)\nRenal,2\n".encode(), 2, {"table_formula"}),
    "command formula": (
        f"Ward,Cost\n=cmd|' /C {MARK}'!A0,1\nRenal,2\n".encode(),
        2,
        {"table_formula"},
    ),
    "no numbers": (f"Ward,Cost\n{MARK},n/a\nRenal,-\n".encode(), 2, {"table_no_numbers"}),
}


EXIT_CODES = {"unsupported_script": 2, "chart_unreadable": 3}


@pytest.mark.parametrize("name", BAD_EVIDENCE)
def test_bad_evidence_is_refused_by_its_code(desk: Desk, tmp_path: Path, name: str) -> None:
    """From Python and from the command line alike; nothing leaves and nothing is lost."""
    data, exit_code, codes = BAD_EVIDENCE[name]
    path = tmp_path / f"{MARK}.bin"
    path.write_bytes(data)
    sent = len(desk.recorder.heard)

    reason, shown = _outcome(desk.client, path, QUESTION)
    ran = CliRunner().invoke(
        app, ["solve", str(path), QUESTION, "--json"], env=desk.environment, catch_exceptions=False
    )

    assert reason in codes
    assert MARK not in shown
    assert json.loads(ran.stdout)["reason"] == reason
    assert ran.exit_code == (exit_code or EXIT_CODES[reason])
    assert MARK not in ran.output
    assert len(desk.recorder.heard) == sent
    desk.assert_usable()


@pytest.mark.parametrize(
    ("question", "code"),
    [
        ("", "question_empty"),
        (" \n\t", "question_empty"),
        ("What about Renal? " * 556, "question_too_long"),
    ],
    ids=["empty", "blank", "10,000 characters"],
)
def test_a_bad_question_is_refused_by_its_code(desk: Desk, question: str, code: str) -> None:
    reason, shown = _outcome(desk.client, WARD_COSTS, question)
    ran = CliRunner().invoke(
        app, ["solve", str(WARD_COSTS), question], env=desk.environment, catch_exceptions=False
    )

    assert reason == code
    assert "Renal" not in shown
    assert ran.exit_code == 2
    assert code in ran.stderr
    assert "Renal" not in ran.output
    desk.assert_usable()


def test_nan_is_a_missing_cell_and_never_a_number(desk: Desk, tmp_path: Path) -> None:
    """The other cells still answer; the missing one is not made up."""
    path = tmp_path / "table.csv"
    path.write_text("Ward,Cost\nMaternity,NaN\nRenal,27\nDental,31\n")

    there = desk.client.solve(path, "What was the cost of Renal?")
    missing = desk.client.solve(path, "What was the cost of Maternity?")

    assert (there.status, there.show()) == ("answered", "27")
    assert (missing.status, missing.answer) == ("unanswered", None)
    desk.assert_usable()


def test_a_question_about_what_is_not_there_is_left_unanswered(desk: Desk) -> None:
    result = desk.client.solve(WARD_COSTS, "What was the cost of parking in Bishopsgate?")

    assert (result.status, result.reason) == ("unanswered", "evidence_missing")
    assert result.exit_code == 4
    desk.assert_usable()


@pytest.mark.parametrize("kind", ["missing", "folder", "link"])
def test_a_path_that_is_no_file_is_refused(desk: Desk, tmp_path: Path, kind: str) -> None:
    path = tmp_path / MARK
    if kind == "folder":
        path.mkdir()
    elif kind == "link":
        path.symlink_to(WARD_COSTS)

    reason, shown = _outcome(desk.client, path, QUESTION)

    assert reason == ("evidence_not_found" if kind == "missing" else "unsupported_evidence")
    assert MARK not in shown
    desk.assert_usable()


def _outcome(client: ReCast, path: Path, question: str) -> tuple[str, str]:
    """The reason, and all that a log would show of it."""
    try:
        result = client.solve(path, question)
    except InputError as error:
        return error.code.value, f"{error} {error!r} {vars(error)}"
    return result.reason, repr(result)
