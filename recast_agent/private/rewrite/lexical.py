"""The embedded rewriter: lexical, keyed, themed, with an exact dictionary (paper, section 3.3)."""

from __future__ import annotations

import asyncio
import hmac
import random

from recast_agent.core.errors import Code, InputError, Withheld
from recast_agent.core.literals import find
from recast_agent.core.table import Table
from recast_agent.core.vocabulary import WORD, calendar_index, stem
from recast_agent.private.record import Record
from recast_agent.private.rewrite.comparisons import measured
from recast_agent.private.rewrite.kept import kept
from recast_agent.private.rewrite.labels import Labels
from recast_agent.private.rewrite.lexicon import CURRENCIES, Lexicon
from recast_agent.private.rewrite.mentions import Mentions
from recast_agent.private.rewrite.order import arranged, named_colors
from recast_agent.private.rewrite.protocol import Rewrite, RewriteRequest
from recast_agent.private.rewrite.scales import ranked
from recast_agent.private.rewrite.text.lists import misheard
from recast_agent.private.rewrite.theme import draw_theme, theme_named
from recast_agent.private.rewrite.unit import unsure
from recast_agent.private.rewrite.wording import Wording

_COINS = frozenset(["cent", "penny", "pence", "eurocent"])
_NOTES = frozenset(["dollar", "euro", "pound", "usd", "eur", "gbp"])


class LexicalRewriter:
    """Implements ``Rewriter`` for tables and charts, without any model but a tagger."""

    async def rewrite(self, request: RewriteRequest) -> Rewrite:
        """Another topic, the same relations. Raises Withheld(rewrite_invalid),
        InputError(question_empty | unsupported_script)."""
        return await asyncio.to_thread(_rewrite, request)


def _rewrite(request: RewriteRequest) -> Rewrite:
    record, table = request.record, request.record.table()
    readable(record.question)
    convertible(record)
    measured(table, record.question)
    seed = hmac.digest(request.key, f"rewrite/{request.attempt}".encode(), "sha256")
    rng = random.Random(seed)  # noqa: S311 - keyed by the vault
    words = [word for text in _texts(record, table) for word in WORD.findall(text)]
    source = frozenset(map(stem, words))
    theme = theme_named(request.prior.theme) if request.prior else draw_theme(source, rng)
    lexicon = Lexicon(theme, request.prior, source | misheard(), rng)
    calendar = [word for word in words if calendar_index(word) is not None]
    stays = kept(record)
    names = (*table.categories, *table.series)
    lexicon.names_in_order(ranked(table.categories), "category")
    lexicon.names_in_order(ranked(table.series), "series")
    if table.unit in CURRENCIES:
        lexicon.currency(table.unit)  # before any text names it: the sign has an entry of its own
    labels = Labels((table.categories, table.series), lexicon, calendar, stays)
    made = table.model_copy(
        update={
            "categories": tuple(
                labels.replaced(c, "category", "category") for c in table.categories
            ),
            "series": tuple(
                labels.replaced(s, "series", "series") if s else s for s in table.series
            ),
            "colors": named_colors(table, stays.question),
        }
    )
    spoken = [labels.spoken(name) for name in names if name]
    wording = Wording(
        lexicon,
        Mentions([n for n in spoken if labels.named(n)], _running(record, table)),
        lambda label: labels.name_of(label, "category"),
        stays,
        calendar,
    )
    made = made.model_copy(
        update={
            "title": wording.rewritten(table.title),
            "category_axis": wording.rewritten(table.category_axis),
            "value_axis": wording.rewritten(table.value_axis),
            "unit": _unit(table.unit, lexicon, wording),
        }
    )
    question = wording.rewritten(record.question, asked=True)
    choices = tuple(_choice(choice, table, labels, wording) for choice in record.choices)
    # the order is drawn under the key alone, so that every question shows the same one
    order = random.Random(hmac.digest(request.key, b"order", "sha256"))  # noqa: S311
    made = arranged(made, table, record.question, order)
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


def convertible(record: Record) -> None:
    """Raises Withheld(rewrite_invalid) where a unit would be lost that the answer needs, or a
    label holds a number in words, half of which would stay."""
    table = record.table()
    labels = (*table.categories, *table.series, table.category_axis, table.value_axis, table.unit)
    if any(one.word for label in labels for one in find(label, field="category")):
        raise Withheld(Code.REWRITE_INVALID, "write the numbers of labels in digits: 48 beds")
    if any(map(unsure, (table.categories, table.series))):
        raise Withheld(
            Code.REWRITE_INVALID, "labels differ in scale or unit: write it in brackets, in words"
        )
    heads = (table.title, table.category_axis, table.value_axis, table.unit)
    held = {w for text in (*heads, *table.categories, *table.series) for w in _stems(text)}
    asked = _stems(record.question)
    if (asked & _COINS and not asked & held & _COINS) or (
        held & _COINS and asked & _NOTES and not held & _NOTES
    ):
        raise Withheld(Code.REWRITE_INVALID, "ask in the currency unit of the evidence")


def _stems(text: str) -> set[str]:
    return set(map(stem, WORD.findall(text)))


def _running(record: Record, table: Table) -> tuple[str, ...]:
    heads = (table.title, table.category_axis, table.value_axis, table.unit)
    return (*heads, record.question, *record.choices)


def _texts(record: Record, table: Table) -> tuple[str, ...]:
    return (*table.categories, *table.series, *_running(record, table))


def _unit(unit: str, lexicon: Lexicon, wording: Wording) -> str:
    """A unit is an affix of every cell: it inverts to the letter, like a label."""
    if unit in CURRENCIES:
        return lexicon.currency(unit)
    surrogate = wording.rewritten(unit)
    return unit if surrogate == unit else lexicon.assign(unit, surrogate, "unit")


def _choice(choice: str, table: Table, labels: Labels, wording: Wording) -> str:
    for label in (*table.categories, *table.series):
        if label and label.casefold() == choice.strip().casefold():
            return labels.replaced(label, "choice", "category")
    return wording.rewritten(choice, asked=True)


def readable(question: str) -> None:
    """Raises InputError(question_empty | unsupported_script) for a question that is none."""
    if not question.strip():
        raise InputError(Code.QUESTION_EMPTY, "ask a question about the evidence")
    letters = [c for c in question if c.isalpha()]
    latin = [c for c in letters if c < "\u0250" or "\u1e00" <= c <= "\u1eff"]
    if len(latin) * 10 < len(letters) * 9:
        raise InputError(Code.UNSUPPORTED_SCRIPT, "ask in English")
