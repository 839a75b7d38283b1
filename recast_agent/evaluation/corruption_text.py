"""Corruption of the gate for passages: one injected fault each, and as many clean ones.

The record that reaches the gate is the corrupted one, and so is the text: only the source can tell.
"""

from __future__ import annotations

import asyncio
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from recast_agent.core.errors import ReCastError
from recast_agent.core.literals import find
from recast_agent.core.types import TEXT, Artifact, Modality, TextReading
from recast_agent.evaluation.passages import Example
from recast_agent.gate.decision import decide
from recast_agent.gate.protected import ProtectedCheck
from recast_agent.gate.protocol import CheckRequest, PrivateEntry
from recast_agent.gate.provenance import ProvenanceCheck
from recast_agent.gate.source import SourceCheck
from recast_agent.private.numbermap.natural import NaturalPolicy
from recast_agent.private.numbermap.protocol import ExtendRequest, NumberMap
from recast_agent.private.numbermap.records import numbers_of, protect
from recast_agent.private.record import Record
from recast_agent.private.rewrite.embedded import EmbeddedRewriter
from recast_agent.private.rewrite.protocol import RewriteRequest
from recast_agent.private.rewrite.validate import rewrite_validated

CHECKS = (ProtectedCheck(), SourceCheck(), ProvenanceCheck())
REWRITES = 3

Fault = Callable[[str, CheckRequest, random.Random], str]


@dataclass
class Summary:
    """``rejected``: clean passages that did not pass, by id; ``passed``: faults that did, as
    ``fault/id``; ``withheld``: never came before the gate; ``tried``: faults by name."""

    clean: int = 0
    withheld: int = 0
    rejected: list[str] = field(default_factory=list)
    passed: list[str] = field(default_factory=list)
    tried: Counter[str] = field(default_factory=Counter)


def run(cases: Sequence[Example], seed: int = 0) -> Summary:
    """Each passage once clean and once with a fault in turn; a fault that the text does not offer
    gives way to the next."""
    return asyncio.run(_run(cases, seed))


async def _run(cases: Sequence[Example], seed: int) -> Summary:
    summary = Summary()
    for number, case in enumerate(cases):
        rng = random.Random(f"{seed}/{case.id}")  # noqa: S311 - a benchmark, repeatable
        try:
            request = released(await candidate(case, rng, "text"))
        except ReCastError:
            summary.withheld += 1
            continue
        summary.clean += 1
        if await decide(CHECKS, request):
            summary.rejected.append(case.id)
        for name, changed in injected(FAULTS, number, request, rng):
            summary.tried[name] += 1
            if not await decide(CHECKS, released(request, changed)):
                summary.passed.append(f"{name}/{case.id}")
    return summary


def injected(
    faults: Mapping[str, Fault], number: int, request: CheckRequest, rng: random.Random
) -> Iterator[tuple[str, str]]:
    """The fault whose turn it is, by name, and the text with it; where the text does not offer it
    the next one, and none where it offers none."""
    names = list(faults)
    text = request.record.context
    for name in names[number % len(names) :] + names[: number % len(names)]:
        changed = faults[name](text, request, rng)
        if changed != text:
            yield name, changed
            return


async def candidate(case: Example, rng: random.Random, modality: Modality) -> CheckRequest:
    """The disguise of a passage beside its source, nothing made of it yet. Raises Withheld."""
    source = Record(id="c" * 32, modality=modality, context=case.passage, question=case.question)
    key = rng.randbytes(32)
    made = await rewrite_validated(EmbeddedRewriter(), RewriteRequest(source, key), REWRITES)
    wanted = ExtendRequest(NumberMap(policy=NaturalPolicy.name), numbers_of(made.record), rng)
    numbers = await NaturalPolicy().extend(wanted)
    record = protect(made.record, numbers)
    private = PrivateEntry(source, made.dictionary, numbers, case.passage)
    return CheckRequest(record, {}, Artifact(data=b""), TextReading(text=""), private)


def released(request: CheckRequest, text: str | None = None) -> CheckRequest:
    """The candidate as a text: the record's own, or another that is then the record's, too."""
    text = request.record.context if text is None else text
    return CheckRequest(
        record=request.record.model_copy(update={"context": text}),
        draft={"type": "text", "text": text},
        artifact=Artifact(data=text.encode(), media_type=TEXT),
        reading=TextReading(text=text),
        private=request.private,
    )


def _quantity(text: str, request: CheckRequest, rng: random.Random) -> str:
    """A number altered by one digit."""
    numbers = [one for one in find(text) if not one.word and one.text[-1].isdigit()]
    if not numbers:
        return text
    one = rng.choice(numbers)
    digit = str((int(one.text[-1]) + rng.randint(1, 9)) % 10)
    return text[: one.end - 1] + digit + text[one.end :]


def _entities(text: str, request: CheckRequest, rng: random.Random) -> str:
    """Two names that both stand in the text change places, wherever they stand."""
    names = [e.surrogate for e in request.private.dictionary.entries if e.kind == "name"]
    held = [name for name in names if re.search(rf"\b{re.escape(name)}\b", text)]
    if len(held) < 2:
        return text
    one, other = rng.sample(held, 2)
    pairs = {one: other, other: one}
    either = rf"\b(?:{re.escape(one)}|{re.escape(other)})\b"
    return re.sub(either, lambda found: pairs[found[0]], text)


def _dropped(text: str, request: CheckRequest, rng: random.Random) -> str:
    sentences = _sentences(text)
    place = rng.randrange(len(sentences))
    return " ".join(sentences[:place] + sentences[place + 1 :]) if len(sentences) > 1 else text


def _order(text: str, request: CheckRequest, rng: random.Random) -> str:
    """Two neighbouring sentences change places."""
    sentences = _sentences(text)
    if len(sentences) < 2:
        return text
    at = rng.randrange(len(sentences) - 1)
    sentences[at : at + 2] = reversed(sentences[at : at + 2])
    return " ".join(sentences)


def _unit(text: str, request: CheckRequest, rng: random.Random) -> str:
    return _first(text, _UNITS)


def _relation(text: str, request: CheckRequest, rng: random.Random) -> str:
    """A comparison, a negation or an order of time turned round."""
    return _first(text, _RELATIONS)


def _source_word(text: str, request: CheckRequest, rng: random.Random) -> str:
    """A name or word of the source left where its replacement belongs."""
    entries = [e for e in request.private.dictionary.entries if e.surrogate in text]
    if not entries:
        return text
    one = rng.choice(entries)
    return text.replace(one.surrogate, one.original, 1)


FAULTS: dict[str, Fault] = {
    "quantity": _quantity,
    "entities": _entities,
    "dropped sentence": _dropped,
    "order of events": _order,
    "unit": _unit,
    "relation": _relation,
    "word of the source": _source_word,
}

_UNITS = {
    "million": "billion", "thousand": "million", "hours": "minutes", "minutes": "hours",
    "days": "weeks", "weeks": "days", "miles": "feet", "feet": "miles", "%": " points",
    "years": "months", "pounds": "ounces", "dollars": "cents",
}  # fmt: skip
_RELATIONS = {
    "more": "less", "less": "more", "before": "after", "after": "before", "not": "also",
    "higher": "lower", "lower": "higher", "increased": "decreased", "first": "last",
    "each": "both", "from": "to",
}  # fmt: skip


def _first(text: str, changes: dict[str, str]) -> str:
    for word, other in changes.items():
        pattern = rf"\b{word}\b" if word.isalpha() else re.escape(word)
        if re.search(pattern, text):
            return re.sub(pattern, other, text, count=1)
    return text


def _sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.!?])\s+", text)
