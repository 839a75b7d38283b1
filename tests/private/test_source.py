"""Evidence is read once, told apart by content, and refused with a code and no payload."""

import io
import os
from pathlib import Path

import pytest
from PIL import Image

from recast_agent.core.errors import Code, InputError
from recast_agent.core.settings import Settings
from recast_agent.private.capture.source import load_source
from recast_agent.private.record import Evidence, TableEvidence, TextEvidence

SETTINGS = Settings(max_evidence_bytes=10_000)
CSV = "Site,Nurses\nHarbourview,48\nLakeside,71\n"
JSON = '[{"Site": "Harbourview", "Nurses": 48}, {"Site": "Lakeside", "Nurses": 71}]'
MARKDOWN = "| Site | Nurses |\n| --- | --: |\n| Harbourview | 48 |\n"


def picture(kind: str) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (4, 4), "white").save(buffer, kind)
    return buffer.getvalue()


def refused(evidence: Evidence) -> InputError:
    with pytest.raises(InputError) as caught:
        load_source(evidence, SETTINGS)
    assert "Harbourview" not in str(caught.value)
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_images_are_known_by_their_bytes(kind: str, tmp_path: Path) -> None:
    """Whatever the name says."""
    data = picture(kind)
    path = tmp_path / "notes.csv"
    path.write_bytes(data)
    assert load_source(path, SETTINGS).kind == "image"
    assert load_source(data, SETTINGS).data == data


@pytest.mark.parametrize(
    ("text", "kind"),
    [(CSV, "csv"), (CSV.replace(",", "\t"), "csv"), (JSON, "json"), (MARKDOWN, "markdown"),
     (f"# Staffing\n\n{MARKDOWN}\nAs of May.", "markdown"), ('[{"a": 1,]', "json")],
)  # fmt: skip
def test_tables_are_known_by_their_text(text: str, kind: str, tmp_path: Path) -> None:
    """In a file, in bytes and as table evidence alike."""
    path = tmp_path / "chart.png"
    path.write_text(text)
    assert load_source(path, SETTINGS).kind == kind
    assert load_source(text.encode(), SETTINGS).kind == kind
    assert load_source(TableEvidence(text), SETTINGS).kind == kind


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1"])
def test_common_encodings_are_read(encoding: str) -> None:
    """The bytes are kept as they came."""
    data = CSV.replace("Lakeside", "Zürich").encode(encoding)
    source = load_source(data, SETTINGS)
    assert (source.kind, source.data) == ("csv", data)


def test_the_chart_type_of_the_call_wins() -> None:
    """Else that of the evidence; its title is kept."""
    evidence = TableEvidence(CSV, chart_type="bar", title="Staffing")
    assert load_source(evidence, SETTINGS).chart_type == "bar"
    assert load_source(evidence, SETTINGS, chart_type="pie").chart_type == "pie"
    assert load_source(evidence, SETTINGS).title == "Staffing"


@pytest.mark.parametrize("evidence", [MARKDOWN, TextEvidence(f"Staffing:\n\n{MARKDOWN}")])
def test_a_markdown_table_in_text_is_a_table(evidence: Evidence) -> None:
    """A string is text, never a path."""
    assert load_source(evidence, SETTINGS).kind == "markdown"


@pytest.mark.parametrize(
    "evidence",
    ["Harbourview has 48 nurses.", TextEvidence("Harbourview"), b"Harbourview has 48, 7.\nSo.\n"],
)
def test_passages_are_not_supported_yet(evidence: Evidence) -> None:
    """The hint says what to give instead."""
    error = refused(evidence)
    assert error.code is Code.UNSUPPORTED_EVIDENCE
    assert "table" in error.hint


@pytest.mark.parametrize(
    "data", [b"", b"\x00\x01\x02Harbourview", b"%PDF-1.7\n\x00\xff", picture("BMP")]
)
def test_other_bytes_are_no_image(data: bytes) -> None:
    """Nor is an empty file."""
    assert refused(data).code in (Code.NOT_AN_IMAGE, Code.UNSUPPORTED_EVIDENCE)


def test_a_text_file_named_as_an_image_is_no_image(tmp_path: Path) -> None:
    """The name decides nothing, so the error speaks of what is supported."""
    path = tmp_path / "Harbourview.png"
    path.write_text("Harbourview\n")
    assert refused(path).code is Code.UNSUPPORTED_EVIDENCE


def test_a_missing_file_is_not_found(tmp_path: Path) -> None:
    """Its name is in no error."""
    assert refused(tmp_path / "Harbourview.csv").code is Code.EVIDENCE_NOT_FOUND
    assert refused(Path("Harbourview\0.csv")).code is Code.EVIDENCE_NOT_FOUND


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    """Folders, links, pipes and devices are refused at once (a pipe would wait for ever)."""
    (tmp_path / "file").write_text(CSV)
    (tmp_path / "link").symlink_to(tmp_path / "file")
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "link", tmp_path / "pipe", Path("/dev/zero")):
        assert refused(path).code is Code.UNSUPPORTED_EVIDENCE


def test_evidence_is_bounded(tmp_path: Path) -> None:
    """However it is handed in."""
    path = tmp_path / "large"
    path.write_text(CSV + "x" * 10_000)
    for evidence in (path, path.read_bytes(), TableEvidence(path.read_text())):
        assert refused(evidence).code is Code.EVIDENCE_TOO_LARGE
