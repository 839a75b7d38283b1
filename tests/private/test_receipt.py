"""Restoring a program, reading its answer, and the receipt of how it came about."""

from __future__ import annotations

import re
from decimal import Decimal
from fractions import Fraction

import pytest

from recast_agent.core.errors import Code, Unanswered
from recast_agent.core.literals import Role
from recast_agent.core.table import Table
from recast_agent.core.types import ProtectedRecord, Witness
from recast_agent.private.numbermap.protocol import Assignment, Number, NumberMap
from recast_agent.private.record import Record
from recast_agent.private.recover.answer import Answer, read_answer
from recast_agent.private.recover.interpreter import run
from recast_agent.private.recover.program import original_label, restore_program
from recast_agent.private.recover.protocol import RestoredProgram, Value
from recast_agent.private.recover.receipt import make_receipt
from recast_agent.private.rewrite.dictionary import Dictionary, Entry

SOURCE = Table(
    title="Revenue",
    categories=("April", "May", "June 2014"),
    series=("Shop", "Web"),
    cells=(("30K", "12"), ("50K", "-7.5"), ("30K", None)),
)
CHART = Record(id="case", modality="image", context=SOURCE.to_text(), question="How much?")
PROTECTED = ProtectedRecord(
    id="case",
    modality="image",
    context=Table(
        title="Visits",
        categories=("Tuesday", "Wednesday", "Friday 2031"),
        series=("Cedar", "Maple"),
        cells=(("48K", "17"), ("71K", "-9.1"), ("48K", None)),
    ).to_text(),
    question="How much did visits increase for the top 3?",
    preserved=("3",),
)
DICTIONARY = Dictionary(
    theme="visits",
    entries=(
        Entry(original="Revenue", surrogate="Visits", kind="title"),
        Entry(original="April", surrogate="Tuesday", kind="category"),
        Entry(original="May", surrogate="Wednesday", kind="category"),
        Entry(original="June 2014", surrogate="Friday 2014", kind="category"),
        Entry(original="Shop", surrogate="Cedar", kind="series"),
        Entry(original="Web", surrogate="Maple", kind="series"),
    ),
)
WITNESSES: tuple[tuple[Witness, ...], ...] = (
    ("geometry", "none"),
    ("conflict", "second"),
    ("none", "none"),
)


def number(value: str, surrogate: str, role: Role = "quantity") -> Assignment:
    decimals = len(value.partition(".")[2])
    made = Number(value=Decimal(value), decimals=decimals, role=role, group="cells:0")
    return Assignment(number=made, surrogate=Decimal(surrogate))


NUMBERS = NumberMap(
    policy="natural",
    assignments=(
        number("30000", "48000"),
        number("50000", "71000"),
        number("12", "17"),
        number("7.5", "9.1"),
        number("2014", "2031", role="year"),
        number("3", "3", role="structural"),
    ),
)


def restored(program: str) -> RestoredProgram:
    return restore_program(program, PROTECTED, NUMBERS, DICTIONARY)


def answered(program: str, choices: tuple[str, ...] = ()) -> str:
    made = restored(program)
    value: Value = run(made.program, made.operands, made.names)
    return read_answer(value, made, choices).text


@pytest.mark.parametrize(
    ("program", "answer"),
    [
        ("answer = protected(71) - protected(48)", "20"),
        ("answer = (protected(71) - protected(48)) * 1000", "20000"),
        ("answer = protected(71000) - protected(48000)", "20000"),
        ("answer = protected(-9.1) + protected(17)", "4.5"),
        ("answer = -protected(9.1)", "-7.5"),
        ("answer = protected(48) / protected(71)", "0.6"),
        ("answer = protected(48) / 7 * 3", "12.8571428571"),
        ("answer = protected(48) > protected(71)", "no"),
        ("answer = 'yes' if protected(48) < protected(71) else 'no'", "yes"),
        ("v = {'Tuesday': protected(48), 'wednesday': protected(71)}\n"
         "answer = max(v, key=lambda k: v[k])", "May"),
        ("v = {'Friday 2031': protected(48), 'Cedar': protected(71)}\n"
         "answer = min(v, key=lambda k: v[k])", "June 2014"),
        ("answer = ['Tuesday', 'Wednesday'] if protected(48) > 1 else []", "April, May"),
        ("answer = 'Tuesday' + ' and ' + 'Maple' if protected(48) > 1 else 'no'", "April and Web"),
        ("answer = str(protected(71) - protected(48)) + '%'", "20%"),
        ("answer = str(protected(48)) + ' Cedar'", "30 Shop"),
        ("answer = ' Cedar ' if protected(48) > 1 else 'no'", "Shop"),
        ("v = {' Cedar': protected(48), 'Maple ': protected(71)}\n"
         "answer = min(v, key=lambda k: v[k])", "Shop"),
        ("answer = [protected(48), protected(71) > 1]", "30, yes"),
        ("answer = protected(2031) + 1", "2015"),
        ("answer = protected('71K') + protected(3)", "50003"),
    ],
)  # fmt: skip
def test_the_user_reads_the_true_answer(program: str, answer: str) -> None:
    assert answered(program) == answer


def test_nothing_but_operands_and_labels_is_restored() -> None:
    made = restored("# Tuesday 48\nv = {'Tuesday': protected(48), 'x': 100}\nanswer = v['Tuesday']")
    assert made.program.startswith("# Tuesday 48\nv = {'Tuesday': protected(48)")
    assert made.operands == (Fraction(30),)
    assert made.names == {"Tuesday": "April"}


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("answer = protected(49)", Code.OPERAND_UNKNOWN),
        ("answer = protected(71) - 48", Code.ANSWER_UNRESTORED),
        ("answer = 23", Code.ANSWER_CONSTANT),
        ("result = protected(48)", Code.PROGRAM_REFUSED),
        ("import os", Code.PROGRAM_REFUSED),
        ("answer = 'Tuesday'[0] if protected(48) > 1 else 'no'", Code.PROGRAM_REFUSED),
    ],
)
def test_a_program_with_a_format_fault_is_not_restored(program: str, code: Code) -> None:
    with pytest.raises(Unanswered) as caught:
        restored(program)
    assert caught.value.code is code
    assert "30" not in str(caught.value)


@pytest.mark.parametrize(
    "program",
    [
        "answer = 'Visitors' if protected(48) > 1 else 'no'",
        "answer = 'Tue' + 'sday' if protected(48) > 1 else 'no'",
        "answer = 'and' if protected(48) > 1 else 'no'",
        "answer = 'and' + ' ' + 'or' if protected(48) > 1 else 'no'",
        "answer = '23' if protected(48) > 1 else 'no'",
        "answer = str(protected(48)) + ' ' + '5' + ' '",
        "answer = '' if protected(48) > 1 else 'no'",
        "answer = ['Tuesday', 'the visits'] if protected(48) > 1 else []",
    ],
)
def test_text_that_could_be_the_disguise_is_never_shown(program: str) -> None:
    with pytest.raises(Unanswered) as caught:
        answered(program)
    assert caught.value.code is Code.ANSWER_UNRESTORED
    assert "Visit" not in str(caught.value)


@pytest.mark.parametrize(
    ("choices", "answer"),
    [
        (("20", "30"), "20"),
        (("$20K", "$30K"), "$20K"),
        (("20", "20.0"), "20"),
    ],
)
def test_a_numeric_choice_is_matched_where_exactly_one_fits(
    choices: tuple[str, ...], answer: str
) -> None:
    assert answered("answer = protected(71) - protected(48)", choices) == answer


@pytest.mark.parametrize(
    ("program", "choices", "answer"),
    [
        ("answer = protected(71) - protected(48)", ("20.4", "30"), None),
        ("answer = protected(71) - protected(48)", ("April", "May"), None),
        ("answer = protected(71) > protected(48)", ("Yes", "No"), "Yes"),
        ("answer = protected(71) < protected(48)", ("True", "FALSE"), "FALSE"),
        ("answer = protected(71) > protected(48)", ("No", "Unknown"), None),
        ("answer = [protected(71), protected(48)]", ("50, 30", "30, 50"), "50, 30"),
        ("answer = [protected(71), protected(48)]", ("50", "30"), None),
    ],
)
def test_an_answer_is_one_of_the_choices_or_none(
    program: str, choices: tuple[str, ...], answer: str | None
) -> None:
    if answer is not None:
        assert answered(program, choices) == answer
        return
    with pytest.raises(Unanswered) as caught:
        answered(program, choices)
    assert caught.value.code is Code.ANSWER_NO_CHOICE


def test_a_label_that_was_never_replaced_is_its_own_original() -> None:
    assert original_label("Total", NUMBERS, DICTIONARY) == "Total"
    assert original_label("2031", NUMBERS, DICTIONARY) == "2014"
    assert original_label("Cedar total", NUMBERS, DICTIONARY) == "Shop total"


def test_the_receipt_names_each_operand_and_marks_those_without_a_witness() -> None:
    made = restored(
        "v = [protected(48), protected(71), protected(17), protected(-9.1), protected(2031)]\n"
        "answer = 'other' if sum(v) > 0 else 'Tuesday'"
    )
    receipt = make_receipt(made, CHART, WITNESSES)
    assert [(o.label, o.value) for o in receipt.restored] == [
        ("April, Shop or June 2014, Shop", "30"),
        ("May, Shop", "50"),
        ("April, Web", "12"),
        ("May, Web", "-7.5"),
        ("", "2014"),
    ]
    assert receipt.missing == ("2014",)
    assert receipt.invented == ("other",)
    assert receipt.marked == ("May, Shop", "April, Web")


def test_answers_and_receipts_show_nothing_in_their_repr() -> None:
    made = restored("answer = protected(48)")
    receipt = make_receipt(made, CHART, WITNESSES)
    shown = repr(Answer(text="30", kind="number")) + repr(receipt) + str(receipt) + repr(made)
    assert "30" not in re.sub(r"0x[0-9a-f]+", "", shown)  # an address is no value
    assert "April" not in shown
    assert receipt.to_json()["restored"][0]["value"] == "30"


PASSAGE = ProtectedRecord(
    id="case",
    modality="text",
    context=(
        "Fairhaven paid 48 euros for A and 71 euros for the coats. The men and the women of "
        "Fairhaven came on Tuesday."
    ),
    question="Did Fairhaven buy more or sell more?",
    choices=("before noon", "after"),
)
WORDS = Dictionary(
    theme="coats",
    entries=(
        Entry(original="Northwick", surrogate="Fairhaven", kind="word"),
        Entry(original="dollars", surrogate="euros", kind="word"),
        Entry(original="boots", surrogate="coats", kind="word"),
    ),
)


def told(answer: str) -> str:
    """What the user reads where a program over the passage answers with a text."""
    program = f"answer = {answer} if protected(48) > 1 else 'no'"
    made = restore_program(program, PASSAGE, NUMBERS, WORDS)
    return read_answer(run(made.program, made.operands, made.names), made).text


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ("'Fairhaven'", "Northwick"),
        ("'for the coats'", "for the boots"),
        ("str(protected(48)) + ' euros'", "30 dollars"),
        ("str(protected(48)) + ' euros' + ' paid'", "30 dollars paid"),
        ("str(protected(48)) + ' euros' + ' and ' + str(protected(71)) + ' euros'",
         "30 dollars and 50 dollars"),
        ("'euros: ' + str(protected(48))", None),
        ("'coats' + ' and ' + 'Fairhaven'", "boots and Northwick"),
        ("'Tuesday'", "Tuesday"),
        ("'women'", "women"),
        ("'buy'", "buy"),
        ("'sell'", "sell"),
        ("'after'", "after"),
        ("'more'", "more"),
        ("'rose'", "rose"),
        ("'paid'", None),
        ("'A'", None),
        ("'and'", None),
        ("'for the'", None),
        ("'paid' + ' ' + 'for'", None),
        ("'came'", None),
        ("' '", None),
        ("['Fairhaven', 'paid']", None),
    ],
)  # fmt: skip
def test_an_answer_from_a_passage_names_something(answer: str, text: str | None) -> None:
    if text is not None:
        assert told(answer) == text
        return
    with pytest.raises(Unanswered) as caught:
        told(answer)
    assert caught.value.code is Code.ANSWER_UNRESTORED
