"""Tables told row by row and read back from what is heard; questions found in transcripts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast_agent.core.speech.script import asked, said
from recast_agent.core.speech.told import heard_table, told
from recast_agent.core.table import Table
from recast_agent.core.types import FiveFields

COSTS = Table(
    title="Costs in 2023",
    category_axis="Ward",
    unit="$",
    categories=("Smith, Jones", "U.S.", "Bank of the West"),
    series=("Supplies", "Staff is on"),
    cells=(("1203", "-7.25"), (None, None), ("48K", "12.5%")),
)
LABELS = st.lists(
    st.sampled_from(["Q1", "Smith, Jones", "U.S.", "is on", "the West", "For Two", "a & b"]),
    min_size=1,
    max_size=3,
    unique=True,
)
CELLS = st.sampled_from([None, "0", "1987", "-7.25", "48K", "12.5%", "1234567.5", "-3M%"])


def test_a_table_is_told_row_by_row() -> None:
    assert told(COSTS) == (
        "Costs in 2023. The table gives values in dollars by Ward. "
        "For Smith, Jones, the Supplies is 1,203, the Staff is on is -7.25. "
        "For U.S., there is no value. "
        "For Bank of the West, the Supplies is 48K, the Staff is on is 12.5%."
    )


def test_a_single_series_has_its_name_in_front() -> None:
    table = Table(value_axis="Cost", unit="%", categories=("Renal",), cells=(("7",),))
    assert told(table) == "The table gives Cost in percent. For Renal, the value is 7."


@given(st.data())
def test_what_is_told_is_the_table(data: st.DataObject) -> None:
    categories, series = data.draw(LABELS), data.draw(LABELS)
    row = st.lists(CELLS, min_size=len(series), max_size=len(series))
    cells = data.draw(st.lists(row, min_size=len(categories), max_size=len(categories)))
    if any(all(line[j] is None for line in cells) for j in range(len(series))):
        return  # a series without any value is not told
    table = Table(
        categories=tuple(categories),
        series=tuple(series),
        cells=tuple(map(tuple, cells)),
    )
    read = heard_table(told(table))
    assert read is not None
    assert sorted(read.series) == sorted(table.series)
    assert read.categories == table.categories
    for own, other in zip(table.cells, read.cells, strict=True):
        assert dict(zip(table.series, own, strict=True)) == dict(
            zip(read.series, other, strict=True)
        )


@pytest.mark.parametrize(
    "heard",
    [
        "For Northgate, the cost is 412.5, and the staff is 12,003. For Marlow, the cost is minus "
        "7, the staff is five.",
        "The table gives values. For northgate the cost is $412.50. The staff is 12003. For Marlow "
        "the cost is -7 the staff is 5",
    ],
)
def test_a_table_is_heard_however_it_is_punctuated(heard: str) -> None:
    read = heard_table(heard)
    assert read is not None
    assert [label.casefold() for label in read.categories] == ["northgate", "marlow"]
    assert read.series == ("cost", "staff")
    assert [float(c or 0) for row in read.cells for c in row] == [412.5, 12003, -7, 5]


@pytest.mark.parametrize(
    "heard",
    ["", "Anna has 5 pears.", "For years, the clinic is 5 miles away from Rome, 7 from Bern."],
)
def test_other_speech_is_no_table(heard: str) -> None:
    assert heard_table(heard) is None


@pytest.mark.parametrize(
    ("transcript", "passage", "question"),
    [
        ("Anna has 5 pears. How many are left?", "Anna has 5 pears.", "How many are left?"),
        ("It had 5. How many? Give it in dozens.", "It had 5.", "How many? Give it in dozens."),
        (
            "Why? It had 5. Find the number of pears.",
            "",
            "Why? It had 5. Find the number of pears.",
        ),
        ("It had 5.2 kg. Find the sum of both.", "It had 5.2 kg.", "Find the sum of both."),
        ("What is 5 plus 7?", "", "What is 5 plus 7?"),
        ("She has 5, how many has she now", "", "She has 5, how many has she now"),
    ],
)
def test_the_last_that_is_asked_is_the_question(
    transcript: str, passage: str, question: str
) -> None:
    """Where nothing stands before it, it is the passage, too, and is said once."""
    found = asked(transcript)
    assert found == (passage or question, question)
    record = FiveFields(
        id="c", modality="audio", context=found[0], question=question, spoken_question=True
    )
    assert said(record) == transcript


@pytest.mark.parametrize("transcript", ["Anna has 5 pears.", "It is what it was: 5.", ""])
def test_where_nothing_is_asked_there_is_no_question(transcript: str) -> None:
    assert asked(transcript) is None
