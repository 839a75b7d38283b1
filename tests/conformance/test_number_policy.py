"""Every number policy keeps the same promises."""

from __future__ import annotations

import asyncio
import random
from decimal import Decimal

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from recast_agent.core.errors import Code, Unanswered, Withheld
from recast_agent.core.literals import find, normalise
from recast_agent.core.table import Table
from recast_agent.private.numbermap.protocol import ExtendRequest, Number, NumberMap, NumberPolicy
from recast_agent.private.numbermap.records import invert, invert_table, numbers_of, protect
from recast_agent.private.numbermap.restore import restore
from recast_agent.private.record import Record
from tests.private.numbers import POLICIES, RECORD, extended, extended_with, records

pytestmark = pytest.mark.parametrize("policy", POLICIES, ids=lambda policy: policy.name)
laws = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
SEEDS = st.integers(0, 10**6)


def mapped(policy: NumberPolicy, record: Record, seed: int) -> NumberMap:
    try:
        return extended(policy, record, seed)
    except Withheld as withheld:
        assume(withheld.code is not Code.NUMBERS_NO_ROOM)
        raise


@laws
@given(record=records(), seed=SEEDS)
def test_the_inverse_is_exact(policy: NumberPolicy, record: Record, seed: int) -> None:
    """Table and labels come back to the letter; where ``paper`` moves a number out of the
    thousands its separator is lost, and every number comes back all the same."""
    numbers = mapped(policy, record, seed)
    back, own = invert_table(protect(record, numbers).table(), numbers), record.table()
    if policy.name == "paper":
        assert _values(back) == _values(own)
    else:
        assert back == own


def _values(table: Table) -> list[Decimal]:
    return [one.value for one in find(table.to_text(), field="text")]


@laws
@given(record=records(), seed=SEEDS)
def test_the_map_is_injective_and_gives_one_replacement_per_value(
    policy: NumberPolicy, record: Record, seed: int
) -> None:
    numbers = mapped(policy, record, seed)
    originals = [a.number.key for a in numbers.assignments]
    assert len(set(originals)) == len(originals)
    meant: dict[Decimal, Decimal] = {}
    for one in numbers.assignments:
        if one.number.kind != "kept":
            # 7 and 07 are two spellings of one value, which "paper" keeps
            assert meant.setdefault(one.surrogate, one.number.value) == one.number.value


@laws
@given(record=records(), seed=SEEDS)
def test_every_replacement_restores_in_every_spelling(
    policy: NumberPolicy, record: Record, seed: int
) -> None:
    numbers = mapped(policy, record, seed)
    for one in numbers.assignments:
        if one.number.kind == "kept":
            continue
        shown, true = one.surrogate, one.number.value
        assert restore(format(shown, "f"), numbers) == true
        assert restore("-" + format(shown, "f"), numbers) == -true
        if one.number.role in ("quantity", "percent"):
            assert restore(format(shown.scaleb(3), "f"), numbers) == true.scaleb(3)
            assert restore(format(shown, "f") + "K", numbers) == true.scaleb(3)
            assert restore(format(shown.scaleb(-6), "f"), numbers) == true.scaleb(-6)
        if one.number.role == "percent":
            assert restore(format(shown.scaleb(-2), "f"), numbers) == true.scaleb(-2)


@laws
@given(record=records(), other=records(), seed=SEEDS)
def test_extension_only_appends(
    policy: NumberPolicy, record: Record, other: Record, seed: int
) -> None:
    first = mapped(policy, record, seed)
    try:
        second = extended(policy, other, seed + 1, prior=first)
    except Withheld:
        assume(False)
        raise
    assert second.assignments[: len(first.assignments)] == first.assignments
    assert protect(record, second) == protect(record, first)
    assert extended(policy, record, seed + 2, prior=second) == second


@pytest.mark.parametrize(
    ("low", "high", "first", "total"), [(20, 100, 50, 60), (3_000, 23_000, 150, 200)]
)
def test_an_extension_keeps_the_order_that_is_seen(
    policy: NumberPolicy, low: int, high: int, first: int, total: int
) -> None:
    """Later numbers fall between those already placed, however narrow the gap."""
    for seed in range(30):
        values = random.Random(seed).sample(range(low, high), total)
        numbers = [Number(value=Decimal(v), role="quantity", group="categories") for v in values]
        made = extended_with(policy, tuple(numbers[:first]), seed)
        request = ExtendRequest(made, tuple(numbers), random.Random(seed))
        try:
            grown = asyncio.run(policy.extend(request))
        except Withheld:
            continue
        surrogates = [a.surrogate for a in sorted(grown.assignments, key=lambda a: a.number.value)]
        assert surrogates == sorted(surrogates)


@laws
@given(record=records(), seed=SEEDS)
def test_text_outside_numbers_does_not_move(
    policy: NumberPolicy, record: Record, seed: int
) -> None:
    """What is left when every number is taken out is the same, byte for byte."""
    protected = protect(record, mapped(policy, record, seed))

    def rest(text: str) -> str:
        parts: list[str] = []
        end = 0
        for one in find(text, field="question"):
            parts, end = [*parts, text[end : one.start]], one.end
        return "#".join([*parts, text[end:]])

    assert rest(protected.question) == rest(record.question)
    before, after = record.table(), protected.table()
    assert [c is None for row in after.cells for c in row] == [
        c is None for row in before.cells for c in row
    ]
    assert (after.chart_type, after.colors) == (before.chart_type, before.colors)


@laws
@given(record=records(), seed=SEEDS)
def test_the_same_seed_gives_the_same_map(policy: NumberPolicy, record: Record, seed: int) -> None:
    assert mapped(policy, record, seed) == mapped(policy, record, seed)


@pytest.mark.parametrize(
    "text",
    ["2 lakh", "3.5 crore", "7 hundred", "2 hundred thousand", "2 lakh crore", "1.1 × 10^11",
     "4.2 × 10^15", "6 × 10^-14", "30K", "2.5 million"],
)  # fmt: skip
def test_what_a_mention_displays_restores_whatever_its_scale(
    policy: NumberPolicy, text: str
) -> None:
    """The digits before a scale word are an operand, and no other number can be meant by them."""
    table = Table(categories=tuple(f"{n}-{n + 1}" for n in range(20, 99, 2)), cells=(("1",),) * 40)
    context = table.to_text().replace("| --- | --- |", "") + f"\nIt is {text} in all."
    record = Record(id="x", modality="text", context=context, question="Is it?")
    (own,) = find(text)
    for seed in range(5):
        numbers = extended(policy, record, seed)
        shown = find(protect(record, numbers).context)[-1]
        assert restore(format(shown.magnitude, "f"), numbers) == own.magnitude
        assert restore(format(shown.value, "f"), numbers) == own.value


def test_a_cell_restores_in_the_scale_of_its_axis(policy: NumberPolicy) -> None:
    """``48`` under "lakh rupees" may be written as 4800000."""
    table = Table(unit="lakh rupees", categories=("a",), cells=(("48",),))
    record = Record(id="x", modality="image", context=table.to_text(), question="Is it?")
    numbers = extended(policy, record)
    (shown,) = find(protect(record, numbers).table().cells[0][0] or "", field="cell")
    assert restore(format(shown.value, "f"), numbers) == 48
    assert restore(format(shown.value.scaleb(5), "f"), numbers) == 4_800_000


@pytest.mark.parametrize(
    "text",
    ["a list 12,15,300,7", "in rooms 4 70 and 90", "on 19.03.2020 at 3.30", "a list 1,2,3",
     "forty-five two hundred people", "in 2014 48 people came"],
)  # fmt: skip
def test_replacements_side_by_side_are_never_read_as_one(policy: NumberPolicy, text: str) -> None:
    """``12,15`` is not released as ``47,212``: rather nothing leaves."""
    record = Record(id="x", modality="text", context=text, question="Is it?")
    for seed in range(20):
        numbers = extended(policy, record, seed)
        try:
            shown = find(protect(record, numbers).context)
        except Withheld as withheld:
            if withheld.code is not Code.NUMBERS_NO_ROOM:
                raise
            continue
        assert len(shown) == len(find(text))
        for one, own in zip(shown, find(text), strict=True):
            if own.role == "quantity":
                assert restore(format(one.value, "f"), numbers) == own.value


@pytest.mark.parametrize(("series", "cell"), [("Q2", "2"), ("H1", "1"), ("10:30", "30")])
def test_a_value_of_the_question_is_no_part_of_a_quarter(
    policy: NumberPolicy, series: str, cell: str
) -> None:
    """``exceed 2`` beside a series ``Q2`` means the cells, and is replaced as they are."""
    table = Table(categories=("Site A", "Site B"), series=(series,), cells=((cell,), ("47",)))
    record = Record(
        id="x", modality="image", context=table.to_text(), question=f"Does it exceed {cell} now?"
    )
    protected = protect(record, extended(policy, record))
    (asked,) = find(protected.question, field="question")
    assert asked.value == find(protected.table().cells[0][0] or "", field="cell")[0].value
    assert policy.name == "paper" or asked.value != Decimal(cell)


def test_evidence_and_question_stay_consistent(policy: NumberPolicy) -> None:
    """A value of the table is recognised in the question, in whatever spelling it was asked."""
    for seed in range(30):
        protected = protect(RECORD, extended(policy, seed=seed))
        table = protected.table()
        asked = {one.value for one in find(protected.question, field="question")}
        (shown,) = find(table.cells[0][0] or "", field="cell")
        assert shown.value in asked
        (year,) = find(table.series[1], field="series")
        assert year.value in asked
        assert protected.preserved == ("3", "2")


def test_a_question_comes_back(policy: NumberPolicy) -> None:
    numbers = extended(policy)
    question = protect(RECORD, numbers).question
    if policy.name == "natural":
        assert invert(question, numbers, field="question") == RECORD.question
    back = [one.value for one in find(invert(question, numbers, field="question"))]
    assert back == [one.value for one in find(RECORD.question)]


def test_number_words_become_digits_and_come_back_as_digits(policy: NumberPolicy) -> None:
    table = Table(categories=("a",), cells=(("2M",),))
    record = Record(
        id="x", modality="image", context=table.to_text(), question="Is it above two million?"
    )
    numbers = extended(policy, record)
    back = invert(protect(record, numbers).question, numbers, field="question")
    if policy.name == "natural":
        assert back == normalise(record.question, field="question")
    assert find(back)[0].value == 2_000_000


def test_label_choices_leave_with_their_numbers_replaced(policy: NumberPolicy) -> None:
    protected = protect(RECORD, extended(policy))
    assert protected.choices[0] == protected.table().categories[4]
    assert protected.choices[0] != RECORD.choices[0]


def test_nothing_shows_in_a_repr(policy: NumberPolicy) -> None:
    numbers = extended(policy)
    shown = repr(numbers) + str(numbers) + repr(numbers.assignments[3]) + repr(numbers_of(RECORD))
    assert not any(c.isdigit() for c in shown.replace("cells:0", "").replace("cells:1", "").replace(
        f"{len(numbers.assignments)} assignments", ""
    ))  # fmt: skip


def test_an_operand_that_was_never_shown_is_unknown(policy: NumberPolicy) -> None:
    numbers = extended(policy)
    taken = {a.surrogate for a in numbers.assignments}
    near = next(s + Decimal("0.001") for s in taken if s > 16)
    with pytest.raises(Unanswered) as caught:
        restore(format(near, "f"), numbers)
    assert caught.value.code is Code.OPERAND_UNKNOWN
