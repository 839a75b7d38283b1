"""The English pipeline is loaded only while its files are the recorded ones."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata, util
from pathlib import Path

import pytest

from recast_agent.private.rewrite.analysis import (
    COPY,
    COPY_SHA256,
    files_sha256,
    inflected,
    words_of,
)


@pytest.fixture
def folder() -> Path:
    spec = util.find_spec(COPY)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent / f"{COPY}-{metadata.version(COPY)}"


def test_the_packaged_model_has_the_recorded_hash(folder: Path) -> None:
    assert files_sha256(folder) == COPY_SHA256


def test_a_changed_moved_or_added_file_changes_the_hash(folder: Path, tmp_path: Path) -> None:
    small = tmp_path / "model"
    shutil.copytree(folder / "tagger", small)
    before = files_sha256(small)
    (small / "cfg").rename(small / "gfc")
    moved = files_sha256(small)
    (small / "gfc").write_bytes(b"{}")
    changed = files_sha256(small)
    (small / "more").write_bytes(b"")
    assert len({before, moved, changed, files_sha256(small)}) == 4


def test_words_have_offsets_lemmas_and_tags() -> None:
    text = "How many  companies sold shoes?"
    words = {w.text: w for w in words_of(text)}
    assert all(text[w.start : w.end] == w.text for w in words.values())
    assert (words["companies"].lemma, words["companies"].tag) == ("company", "NNS")
    assert (words["sold"].lemma, words["sold"].tag) == ("sell", "VBD")


def test_threads_get_the_same_words() -> None:
    text = "Which country earned the most from exports in 2019?"
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(words_of, [text] * 12))
    assert all(words == found[0] for words in found)


@pytest.mark.parametrize(
    ("lemma", "tag", "form"),
    [("lantern", "NNS", "lanterns"), ("glide", "VBG", "gliding"), ("carve", "VBD", "carved"),
     ("quartz", "XX", "quartz")],
)  # fmt: skip
def test_theme_words_take_the_inflection_of_the_source(lemma: str, tag: str, form: str) -> None:
    assert inflected(lemma, tag) == form


PENN_TAGS = [
    *("CC", "CD", "DT", "EX", "FW", "IN", "JJ", "JJR", "JJS", "LS", "MD", "NN", "NNS", "NNP"),
    *("NNPS", "PDT", "POS", "PRP", "PRP$", "RB", "RBR", "RBS", "RP", "SYM", "TO", "UH", "VB"),
    *("VBD", "VBG", "VBN", "VBP", "VBZ", "WDT", "WP", "WP$", "WRB", "ADD", "AFX", "GW", "HYPH"),
    *("NFP", "XX", "_SP", ",", ".", ":", "''", "``", "$", "-LRB-", ""),
]


def test_a_word_without_forms_is_its_own_and_nothing_is_said(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    """The library would warn, and an unheard warning goes to standard error."""
    for tag in PENN_TAGS:
        for word in ("quorvane", "glove", "yes", "x", ""):
            made = inflected(word, tag)
            if not tag.startswith(("N", "V", "J", "RB")):
                assert made == word
    assert not caplog.records
    assert capfd.readouterr() == ("", "")
