"""The embedded rewriter: lexical, keyed, themed, with an exact dictionary (paper, section 3.3)."""

from __future__ import annotations

import asyncio
import hmac
import random
import re

from recast_agent.core.errors import Code, InputError
from recast_agent.core.table import Table
from recast_agent.core.vocabulary import WORD, calendar_groups, calendar_index
from recast_agent.private.record import Record
from recast_agent.private.rewrite.labels import Labels
from recast_agent.private.rewrite.lexicon import Lexicon
from recast_agent.private.rewrite.order import arranged, named_colors
from recast_agent.private.rewrite.protocol import Rewrite, RewriteRequest
from recast_agent.private.rewrite.theme import draw_theme, theme_named
from recast_agent.private.rewrite.wording import Mentions, kept_words, rewritten


class LexicalRewriter:
    """Implements ``Rewriter`` for tables and charts, without any model but a tagger."""

    async def rewrite(self, request: RewriteRequest) -> Rewrite:
        """Another topic, the same relations. Raises Withheld(rewrite_invalid),
        InputError(question_empty | unsupported_script)."""
        return await asyncio.to_thread(_rewrite, request)


def _rewrite(request: RewriteRequest) -> Rewrite:
    record = request.record
    _readable(record.question)
    seed = hmac.digest(request.key, f"rewrite/{request.attempt}".encode(), "sha256")
    rng = random.Random(seed)  # noqa: S311 - keyed by the vault
    source = frozenset(w.casefold() for w in WORD.findall(record.context + " " + record.question))
    theme = theme_named(request.prior.theme) if request.prior else draw_theme(source, rng)
    table = record.table()
    kept = kept_words(record.question)
    table = table.model_copy(update={"colors": named_colors(table, kept)})
    lexicon = Lexicon(theme, request.prior, rng)
    calendar = [w for w in WORD.findall(record.context + " " + record.question) if _dated(w)]
    keep_calendar = bool(kept & calendar_groups())
    labels = Labels(lexicon, calendar, keep_calendar)
    made = _table(table, labels)
    mentions = Mentions((*table.categories, *table.series))

    def text(original: str, words_kept: frozenset[str]) -> str:
        return rewritten(
            original,
            lexicon,
            mentions,
            lambda label: labels.name_of(label, "category"),
            words_kept,
            None if keep_calendar else calendar,
        )

    heads = ("title", "category_axis", "value_axis", "unit")
    made = made.model_copy(update={h: text(getattr(table, h), frozenset()) for h in heads})
    if re.search(r"[$€£¥₹]", made.unit):
        made = made.model_copy(update={"unit": re.sub(r"[$€£¥₹]", "", made.unit).strip()})
    question = text(record.question, kept)
    choices = tuple(
        labels.replaced(c, "choice", "category") if c in table.categories else text(c, kept)
        for c in record.choices
    )
    # the order is drawn under the key alone, so that every question shows the same one
    order = random.Random(hmac.digest(request.key, b"order", "sha256"))  # noqa: S311
    made = arranged(made, record.question, order)
    return Rewrite(
        theme=theme.name,
        record=Record(
            id=record.id,
            modality=record.modality,
            context=made.to_text(),
            question=question,
            choices=choices,
        ),
        dictionary=lexicon.dictionary(),
    )


def _table(table: Table, labels: Labels) -> Table:
    """Labels replaced; titles and axes are running text and come later."""
    return table.model_copy(
        update={
            "categories": tuple(
                labels.replaced(c, "category", "category") for c in table.categories
            ),
            "series": tuple(labels.replaced(s, "series", "series") for s in table.series),
        }
    )


def _dated(word: str) -> bool:
    return calendar_index(word) is not None and word != "may"


def _readable(question: str) -> None:
    if not question.strip():
        raise InputError(Code.QUESTION_EMPTY, "ask a question about the evidence")
    letters = [c for c in question if c.isalpha()]
    latin = [c for c in letters if c < "\u0250" or "\u1e00" <= c <= "\u1eff"]
    if len(latin) * 10 < len(letters) * 9:
        raise InputError(Code.UNSUPPORTED_SCRIPT, "ask in English")
