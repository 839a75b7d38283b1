"""One place sends tables to the one rewriter and passages to the other."""

from __future__ import annotations

import asyncio
from typing import Literal

import pytest

from recast_agent.private.rewrite.embedded import EmbeddedRewriter, holds_table
from recast_agent.private.rewrite.lexical import LexicalRewriter
from recast_agent.private.rewrite.protocol import RewriteRequest
from tests.private import rewriting
from tests.private.rewrite_text.passages import KEY, MUSEUM, QUESTION, passage, rewrite


def test_a_table_is_rewritten_label_by_label() -> None:
    record = rewriting.record(rewriting.table(("Norway", "Peru")), "What is the value of Peru?")
    request = RewriteRequest(record, KEY)
    assert holds_table(record)
    made = asyncio.run(EmbeddedRewriter().rewrite(request))
    assert made == asyncio.run(LexicalRewriter().rewrite(request))


@pytest.mark.parametrize("modality", ["text", "audio"])
def test_a_passage_is_rewritten_word_by_word(modality: Literal["text", "audio"]) -> None:
    """A transcript is a passage too."""
    record = passage(MUSEUM, QUESTION).model_copy(update={"modality": modality})
    made = rewrite(record)
    assert made.record.modality == modality
    assert "Sheepshanks" not in made.record.context


def test_a_table_inside_a_passage_keeps_its_layout() -> None:
    """Markdown and pasted tables in running text: bars, dashes and line ends stay."""
    text = "Sales of lamps:\n\n| shop | 2018 | 2019 |\n| --- | --- | --- |\n| Harlow | 12 | 15 |\n"
    made = rewrite(passage(text, "How many lamps did Harlow sell in 2019?"))
    lines = made.record.context.split("\n")
    assert lines[3] == "| --- | --- | --- |"
    assert lines[2].endswith("| 2018 | 2019 |")
    assert lines[4].endswith("| 12 | 15 |")
