"""Evidence, questions and choices made of marks that no theme, template or digest could write."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass

from recast_agent.core.table import ChartType, Table
from recast_agent.private.record import TableEvidence
from recast_agent.released.reconstruct.draft import draft_spec
from recast_agent.released.reconstruct.render import draw, paint
from recast_agent.released.reconstruct.spoken import speakable
from recast_agent.released.reconstruct.voice import speak

WORDS = (
    "Guatemala", "Brimhold", "Oncology", "Vasquez", "Tirana", "Kowalski", "Dialysis", "Quorvane",
    "Methadone", "Ljubljana", "Pfizer", "Bankruptcy", "Abkhazia", "Chlamydia", "Petrograd",
    "Nakamura", "Overdose", "Zanzibar", "Lufthansa", "Psoriasis", "Eviction", "Mozambique",
)  # fmt: skip
"""Originals that no theme, template or library would ever write."""

CHART_TYPES: tuple[ChartType, ...] = ("bar", "hbar", "table")

QUESTIONS = (
    "What was the {measure} of {category}?",
    "How much higher was {category} than {other} in {measure}?",
    "Which {axis} had the highest {measure}?",
    "What is the average {measure} of all {axis}s, given that {other} paid {number} before?",
    "Is the {measure} of {category} above {number}?",
)


SPOKEN = (
    ("Guatemala", "dialysis", "Zanzibar", ("487,135,264", "618,472,953")),
    ("Mozambique", "overdose", "Nakamura", ("614,328,759", "275,946,318")),
)
"""Names, a word and amounts that survive being said and heard."""

ASKED = (
    "How much more did the {other} {word} clinic pay?",
    "How many dollars did the {name} {word} clinic pay?",
    "How many dollars did both clinics pay in total?",
)


@dataclass(frozen=True)
class MarkedCase:
    """Evidence, question and choices made of marks, and the marks to search for.

    ``file_name`` is marked, too. The ``evidence`` of a spoken case holds what is said as its text.
    """

    evidence: TableEvidence
    file_name: str
    question: str
    choices: tuple[str, ...]
    marks: tuple[str, ...]


def marked_case(rng: random.Random) -> MarkedCase:
    """A table of marked labels and marked numbers, with a question that names some of them."""
    words = rng.sample(WORDS, 7)
    categories, (title, axis, measure) = tuple(words[:4]), words[4:]
    numbers = tuple(_marked_number(rng) for _ in categories)
    rows = "\n".join(f"{c},{n}" for c, n in zip(categories, numbers, strict=True))
    evidence = TableEvidence(
        f"{axis},{measure}\n{rows}\n", rng.choice(CHART_TYPES), f"{title} by {axis}"
    )
    table = MarkedCase(evidence, "", "", (), (*words, *_variants(numbers)))
    return asked_again(table, rng)


def asked_again(marked: MarkedCase, rng: random.Random) -> MarkedCase:
    """Another question, other choices and another file name for the same evidence."""
    header, *rows = [line.split(",") for line in marked.evidence.text.splitlines()]
    (category, value), (other, other_value) = rng.sample(rows, 2)
    choice, file_name = rng.sample([w for w in WORDS if w not in marked.marks], 2)
    number = _marked_number(rng)
    question = rng.choice(QUESTIONS).format(
        axis=header[0], measure=header[1], category=category, other=other, number=number
    )
    return MarkedCase(
        evidence=marked.evidence,
        file_name=f"{file_name}.csv",
        question=question,
        choices=rng.choice([(), (category, choice), (value, other_value)]),
        marks=(*marked.marks, choice, file_name, *_variants([number])),
    )


def passage(marked: MarkedCase) -> str:
    """The evidence as running text."""
    (axis, measure), *rows = [line.split(",") for line in marked.evidence.text.splitlines()]
    told = [f"The {measure} of {category} was {value}." for category, value in rows]
    listed = ", ".join(category for category, _ in rows)
    return f"{marked.evidence.title}: each {axis} was looked at, {listed}. {' '.join(told)}"


def picture(marked: MarkedCase) -> bytes:
    """The evidence as the PNG of a chart with printed values."""
    (axis, measure), *rows = [line.split(",") for line in marked.evidence.text.splitlines()]
    table = Table(
        chart_type="hbar",
        title=marked.evidence.title,
        category_axis=axis,
        value_axis=measure,
        categories=tuple(category for category, _ in rows),
        series=("",),
        cells=tuple((value,) for _, value in rows),
    )
    return paint(draw(draft_spec(table, "", "chart")))


def spoken_case(which: int, rng: random.Random) -> MarkedCase:
    """One of a few passages to be said, since each one takes seconds to be heard, with one of its
    questions: marked names, amounts and a marked word that a listener writes down as they are."""
    name, word, other, amounts = SPOKEN[which % len(SPOKEN)]
    first, second = amounts
    said = (
        f"The {name} {word} clinic paid {first} dollars. "
        f"The {other} {word} clinic paid {second} dollars."
    )
    question = rng.choice(ASKED).format(name=name, other=other, word=word)
    file_name = rng.choice([w for w in WORDS if w not in (name, word, other)])
    numbers = tuple(amount.replace(",", "") for amount in amounts)
    marks = (name, word, other, file_name, *numbers)
    return MarkedCase(TableEvidence(said), f"{file_name}.wav", question, (), marks)


def recorded(marked: MarkedCase) -> bytes:
    """What a spoken case says, as a WAV."""
    return speak(speakable(marked.evidence.text, "figures"), seed=0, speed=1.0)


def _marked_number(rng: random.Random) -> str:
    """So long that no digest, key or time holds it by chance."""
    return f"{rng.randint(10**9, 10**10 - 1)}.{rng.randint(1, 9)}{rng.randint(1, 9)}"


def _variants(numbers: Iterable[str]) -> tuple[str, ...]:
    """As written and without the decimal point."""
    return tuple(variant for n in numbers for variant in (n, n.replace(".", "")))
