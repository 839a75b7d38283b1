"""Records with numbers in every place, and maps over them, for the tests of this room."""

from __future__ import annotations

import asyncio
import random

from hypothesis import strategies as st

from recast_agent.core.table import Table
from recast_agent.private.numbermap.natural import NaturalPolicy
from recast_agent.private.numbermap.paper import PaperPolicy
from recast_agent.private.numbermap.protocol import (
    ExtendRequest,
    Number,
    NumberMap,
    NumberPolicy,
)
from recast_agent.private.numbermap.records import numbers_of
from recast_agent.private.record import Record

POLICIES: tuple[NumberPolicy, ...] = (NaturalPolicy(), PaperPolicy())

RECORD = Record(
    id="x",
    modality="image",
    context=Table(
        chart_type="grouped",
        title="Sales in 2014, by 1,812 shops",
        category_axis="Age",
        value_axis="Deaths per 1,000",
        categories=("18-29", "30-49", "50-64", "65+", "Harbor 2014/15", "Q3 2019-05"),
        series=("2013", "2014"),
        cells=(
            ("30K", "48%"), ("-5.2", "12.50"), ("0", "30"), ("30.5K", "5M"), ("7", "120.1%"),
            (None, "1"),
        ),
    ).to_text(),
    question="Do the top 3 of 2014 exceed 30,000 or 5.2 on the 1st of March, in two bars?",
    choices=("Harbor 2014/15", "18-29 and older people too"),
)  # fmt: skip


def extended(
    policy: NumberPolicy,
    record: Record = RECORD,
    seed: int = 0,
    prior: NumberMap | None = None,
) -> NumberMap:
    prior = prior or NumberMap(policy=policy.name)
    request = ExtendRequest(prior, numbers_of(record), random.Random(seed))
    return asyncio.run(policy.extend(request))


def extended_with(policy: NumberPolicy, numbers: tuple[Number, ...], seed: int = 0) -> NumberMap:
    prior = NumberMap(policy=policy.name)
    return asyncio.run(policy.extend(ExtendRequest(prior, numbers, random.Random(seed))))


CELLS = st.one_of(
    st.none(),
    st.from_regex(r"-?(0|[1-9][0-9]{0,7})(\.[0-9]{1,2})?[KMBT]?", fullmatch=True),
    st.from_regex(r"-?(0|[1-9][0-9]{0,1})(\.[0-9]{1,2})?%", fullmatch=True),
)
LABELS = st.one_of(
    st.sampled_from(
        ["Harbor", "Q3 2012", "2014/15", "2019-05", "18-29", "65+", "2020*", "Jul 2015", "HepB3",
         "Total (435 members)", "$50,000 or more", "Mar 19, '20", "S7 Airlines", "1990s", "H1 2013",
         "COVID-19", "0-14 years", "1 812 homes", "100 or less", "007"]
    ),
    st.integers(1900, 2030).map(str),
    st.integers(0, 10**6).map(lambda n: f"Site {n:,}"),
)  # fmt: skip
QUESTIONS = st.sampled_from(
    [
        "What is the sum of the two bars?",
        "How many of the top 3 exceed 30,000 in 2014?",
        "What changed between 2014 and 2019, above 48% or $1.2bn?",
        "Was it 18-29 or 5.25 on 19 March 2020, and the 3rd of May?",
        "How many are above 1 812 at 10:30?",
    ]
)


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Any table that a record may hold, with a question that shows numbers."""
    labels = draw(st.lists(LABELS, min_size=1, max_size=6, unique=True))
    series = draw(st.lists(LABELS, min_size=1, max_size=3, unique=True))
    row = st.lists(CELLS, min_size=len(series), max_size=len(series)).map(tuple)
    cells = draw(st.lists(row, min_size=len(labels), max_size=len(labels)).map(tuple))
    table = Table(
        title=draw(st.sampled_from(["", "Sales, 2014–2019", "Shops (2,500 of them)"])),
        unit=draw(st.sampled_from(["", "%", "million euros"])),
        categories=tuple(labels),
        series=tuple(series),
        cells=cells,
    )
    return Record(id="x", modality="image", context=table.to_text(), question=draw(QUESTIONS))
