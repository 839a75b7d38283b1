"""Evidence is read once, told apart by content, and refused with a code and no payload."""

import gzip
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
     (f"# Staffing\n\n{MARKDOWN}", "markdown"), ('[{"a": 1,]', "json")],
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


@pytest.mark.parametrize("evidence", [MARKDOWN, f"# Staff\n\nStaffing:\n\n{MARKDOWN}", CSV])
def test_a_table_in_a_string_is_a_table(evidence: Evidence) -> None:
    """A string is the evidence, never a path; ``TextEvidence`` says that it is a passage."""
    assert load_source(evidence, SETTINGS).kind in ("csv", "markdown")


PROBLEM = "Ann has 5 pens, 2 of them red.\nBob has 3, all of them blue.\nHow many have they?"
HEADED = "Staffing\n\nHarbourview has 48 nurses, and Lakeside, which opened later, has 31 of them."
REPORT = f"{MARKDOWN}\n\nLakeside closed its night ward in June and lost 12 of its nurses."


@pytest.mark.parametrize(
    "evidence",
    [
        "Harbourview has 48 nurses.",
        TextEvidence("Harbourview"),
        b"Harbourview has 48, 7.\nSo.\n",
        PROBLEM,
        HEADED,
        REPORT,
        "Ann: 12\nBob: 30\nCarl: 7",
        "Dear Ann,\n\nplease pay 300 dollars to Bob, thanks.\n\nYours, Carl",
        "Ward A has 12 beds, of which 4 are free\nWard B has 9 beds, of which 3 are free",
        "- Ann: 12 beds\n- Bob: 30 beds",
        "Code:\n\n```\nx = 5, 6\n```\n\nIt prints 30.",
        f"{MARKDOWN}\n\nSource: HR of Acme, 2021",
        f"# Staffing\n\n{MARKDOWN}\nAs of May.",
        TextEvidence(CSV),
        TextEvidence(MARKDOWN),
        "# Report\n\n- Harbourview: 48 nurses on two night wards of its house\n- Lakeside: 31",
    ],
)
def test_what_has_sentences_is_a_passage(evidence: Evidence) -> None:
    """Also beside a table: they may hold what the question is about."""
    assert load_source(evidence, SETTINGS).kind == "text"


@pytest.mark.parametrize("evidence", [b"", "", " \n", TextEvidence("\n\n"), b"\xef\xbb\xbf"])
def test_nothing_is_no_evidence(evidence: Evidence) -> None:
    assert refused(evidence).code is Code.TEXT_EMPTY


@pytest.mark.parametrize(
    "text", ["Ward,Cost\nRenal,2\nDental,3,4\n", "Ward;Cost of it all\nRenal;2\n"]
)
def test_lines_without_a_sentence_are_a_table_well_formed_or_not(text: str) -> None:
    """So that the error says what is wrong with the table."""
    assert load_source(text, SETTINGS).kind == "csv"


@pytest.mark.parametrize(
    "data", [b"\x00\x01\x02Harbourview", b"%PDF-1.7\n\x00\xff", picture("BMP")]
)
def test_other_bytes_are_no_image(data: bytes) -> None:
    """Nor are they a text."""
    assert refused(data).code in (Code.NOT_AN_IMAGE, Code.UNSUPPORTED_EVIDENCE)


def test_a_text_file_named_as_an_image_is_a_text(tmp_path: Path) -> None:
    """The name decides nothing."""
    path = tmp_path / "Harbourview.png"
    path.write_text("Harbourview has 48 nurses.\n")
    assert load_source(path, SETTINGS).kind == "text"


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


FOREIGN: dict[str, tuple[bytes, str]] = {
    "PDF": (b"%PDF-1.4\n(Harbourview 48)\n", "a PDF"),
    "workbook": (b"PK\x03\x04\x14\x00\x06\x00Harbourview", "a ZIP archive or an office document"),
    "old workbook": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(8), "an old office document"),
    "compressed": (gzip.compress(CSV.encode()), "a gzip archive"),
    "database": (b"SQLite format 3\x00Harbourview", "an SQLite database"),
    "Parquet": (b"PAR1\x15\x04Harbourview", "a Parquet file"),
    "TIFF": (picture("TIFF"), "a TIFF picture"),
    "BMP": (picture("BMP"), "a BMP picture"),
    "HEIC": (b"\x00\x00\x00\x18ftypheic" + bytes(12), "a HEIC or AVIF picture"),
    "SVG": (b"<?xml version='1.0'?>\n<svg width='4'><text>Harbourview 48</text></svg>", "an SVG"),
    "SVG with a remark": (b"<!-- drawn\nby hand -->\n<svg><text>48</text></svg>", "an SVG drawing"),
    "web page": (b"\xef\xbb\xbf<!DOCTYPE html>\n<p>Harbourview has 48 nurses.", "a web page"),
    "RTF": (b"{\\rtf1 Harbourview has 48 nurses.}", "an RTF document"),
}


@pytest.mark.parametrize(("data", "name"), FOREIGN.values(), ids=FOREIGN.keys())
@pytest.mark.parametrize("ending", [".png", ".wav", ".csv", ".txt"])
def test_a_format_that_is_not_read_is_named(
    data: bytes, name: str, ending: str, tmp_path: Path
) -> None:
    """Whatever the file is called, and with what to give in its place."""
    path = tmp_path / f"Harbourview{ending}"
    path.write_bytes(data)
    error = refused(path)
    assert error.code is Code.UNSUPPORTED_EVIDENCE
    assert error.hint.startswith(f"its content is {name}")
    assert ": " in error.hint


@pytest.mark.parametrize(
    "text",
    [
        "PARIS has 48 nurses.",
        "BMW has 48 nurses.",
        "<b>Harbourview</b> has 48 nurses.",
        "HTML took 48 days: <html> closes them.",
        "II. Harbourview has 48 nurses.",
    ],
)
def test_a_text_that_begins_like_another_format_is_a_text(text: str) -> None:
    assert load_source(text.encode(), SETTINGS).kind == "text"
