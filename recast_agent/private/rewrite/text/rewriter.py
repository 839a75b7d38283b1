"""The rewriter of passages: names, topic and wording change, the quantitative skeleton stays."""

from __future__ import annotations

import asyncio
import hmac
import random
from collections.abc import Mapping, Sequence

from recast_agent.core.errors import Code, InputError, Withheld
from recast_agent.core.vocabulary import stem
from recast_agent.private.record import Record
from recast_agent.private.rewrite.dictionary import Dictionary
from recast_agent.private.rewrite.lexical import readable
from recast_agent.private.rewrite.protocol import Rewrite, RewriteRequest
from recast_agent.private.rewrite.text.calendar import calendar_stays
from recast_agent.private.rewrite.text.kept import PassageKept, content_tokens, kept_in
from recast_agent.private.rewrite.text.ledger import Ledger
from recast_agent.private.rewrite.text.lists import misheard
from recast_agent.private.rewrite.text.proper import assign_names
from recast_agent.private.rewrite.text.signs import assign_signs
from recast_agent.private.rewrite.text.substitute import cased, substituted
from recast_agent.private.rewrite.text.supply import Supply
from recast_agent.private.rewrite.text.surfaces import Surface, surfaces, whole_compounds
from recast_agent.private.rewrite.text.synonyms import kept_stand_ins, stand_ins
from recast_agent.private.rewrite.text.tagged import Tagged, fields_of, tagged
from recast_agent.private.rewrite.text.tokens import Token, tokens
from recast_agent.private.rewrite.text.words import assign_words
from recast_agent.private.rewrite.theme import draw_theme, theme_named

LONGEST = 100_000
"""Characters of a passage: far more than half an hour of speech; every word costs time and memory
and needs a replacement of its own."""


class TextRewriter:
    """Implements ``Rewriter`` for passages, word by word, without any model but a tagger."""

    async def rewrite(self, request: RewriteRequest) -> Rewrite:
        """Another topic, the same relations. Raises Withheld(rewrite_invalid),
        InputError(question_empty | unsupported_script | evidence_too_large)."""
        return await asyncio.to_thread(_rewrite, request)


def _rewrite(request: RewriteRequest) -> Rewrite:
    record = request.record
    readable(record.question)
    if sum(map(len, fields_of(record))) > LONGEST:
        raise InputError(Code.EVIDENCE_TOO_LARGE, f"a passage has at most {LONGEST} characters")
    fields = tagged(record)
    stays = kept_in(record, fields, request.prior)
    if calendar_stays(record) and not stays.calendar:
        hint = "an earlier question about this evidence changed its months: forget its cases first"
        raise Withheld(Code.REWRITE_INVALID, hint)
    found = surfaces(fields, stays)
    source = _stems(record, found)
    rng = random.Random(  # noqa: S311 - keyed by the vault
        hmac.digest(request.key, f"rewrite/{request.attempt}".encode(), "sha256")
    )
    theme = theme_named(request.prior.theme) if request.prior else draw_theme(source, rng)
    ledger = Ledger(request.prior or Dictionary(theme=theme.name), source | misheard())
    supply = Supply(theme, rng)
    meant = _meant(found, fields, ledger)
    listed = {**found, **{s.key: s for s in meant.values() if isinstance(s, Surface)}}
    assign_words([s for s in listed.values() if s.key not in meant], ledger, supply)
    assign_names(found, ledger, supply)
    assign_signs(found, [one.text for one in fields], ledger, supply)
    whole = whole_compounds(fields)
    made = [_rewritten(one.text, stays, whole, ledger, meant) for one in fields]
    return Rewrite(
        theme=theme.name,
        record=Record(
            id=record.id,
            modality=record.modality,
            context=made[0],
            question=made[1],
            choices=tuple(made[2:]),
        ),
        dictionary=ledger.dictionary(),
    )


def _meant(
    found: Mapping[str, Surface], fields: Sequence[Tagged], ledger: Ledger
) -> dict[str, Surface | str]:
    """Words of the question that stand for another word of the passage: one that changes, or one
    that stays."""
    passage = {token.key for token in tokens(fields[0].text)}
    stand: dict[str, Surface | str] = {**stand_ins(found), **kept_stand_ins(found, passage)}
    return {key: word for key, word in stand.items() if ledger.known(key) is None}


def _stems(record: Record, found: Mapping[str, Surface]) -> frozenset[str]:
    """The stems of all words of the source, in every form: none of them is a replacement."""
    words = {
        part for text in fields_of(record) for t in tokens(text) for part in _spellings(t.text)
    }
    return frozenset(map(stem, words | {s.lemma for s in found.values() if s.lemma}))


def _spellings(word: str) -> tuple[str, ...]:
    return (word, *word.replace("‑", "-").split("-")) if "-" in word or "‑" in word else (word,)


def _rewritten(
    text: str,
    stays: PassageKept,
    whole: frozenset[str],
    ledger: Ledger,
    meant: Mapping[str, Surface | str],
) -> str:
    def replacement(token: Token) -> str:
        word = meant.get(token.key)
        if isinstance(word, str):
            return cased(word, token.text, token.text.lower())
        entry = ledger.entry(word.key if word else token.key)
        return cased(entry.surrogate, token.text, token.text.lower() if word else entry.original)

    return substituted(text, content_tokens(text, stays, whole), replacement)
