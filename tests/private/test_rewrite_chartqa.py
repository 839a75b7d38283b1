"""Real questions with their gold tables are rewritten without a content word of the source."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from recast_agent.core.errors import Withheld
from recast_agent.private.capture.protocol import CaptureRequest
from recast_agent.private.capture.tables import TableCapture
from recast_agent.private.record import Record, Source
from recast_agent.private.rewrite.kept import kept
from recast_agent.private.rewrite.lexical import LexicalRewriter
from recast_agent.private.rewrite.protocol import RewriteRequest
from recast_agent.private.rewrite.validate import content_words, rewrite_validated
from tests.support import SHARED_DATA

CHARTQA = SHARED_DATA / "chartqa"


def sources(folder: Path) -> list[Record]:
    """The captured records of all gold tables."""
    manifest = (folder / "manifest.jsonl").read_text("utf-8").splitlines()
    entries = [entry for line in manifest if (entry := json.loads(line)).get("gold_table")]

    async def capture() -> list[Record]:
        made = []
        for entry in entries:
            source = Source(kind="csv", data=(folder / entry["gold_table"]).read_bytes())
            given = CaptureRequest(case="c" * 32, source=source, question=entry["question"])
            made.append((await TableCapture().capture(given)).record)
        return made

    return asyncio.run(capture())


@pytest.mark.chartqa
@pytest.mark.skipif(not CHARTQA.is_dir(), reason="the evaluation data is not beside the checkout")
def test_real_questions_are_rewritten_and_no_content_word_passes() -> None:
    records = sources(CHARTQA)
    withheld = 0
    for number, source in enumerate(records):
        given = RewriteRequest(source, key=number.to_bytes(32, "big"))
        try:
            made = asyncio.run(rewrite_validated(LexicalRewriter(), given, 3))
        except Withheld:
            withheld += 1
            continue
        stays = kept(source)
        surrogates = " ".join(e.surrogate for e in made.dictionary.entries).casefold().split()
        left = content_words(source, stays) & content_words(made.record, stays)
        assert not left - set(surrogates)
    assert len(records) > 100
    assert withheld <= 0.05 * len(records)
