"""The stand-in over passages: what it works out, what it looks up, and where it says it cannot."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast_agent.core.program import parse
from recast_agent.core.types import ProtectedRecord
from recast_agent.evaluation.passages import Example, examples
from recast_agent.private.numbermap.restore import parsed
from recast_agent.private.recover.interpreter import Stop, run
from recast_agent.released.solve.faults import faults
from recast_agent.standin.passages import program_for_passage
from tests.support import SHARED_DATA


def value_of(program: str, passage: str, question: str) -> object:
    """What a program gives with every operand standing for itself; it has no format fault."""
    record = ProtectedRecord(id="c" * 32, modality="text", context=passage, question=question)
    assert faults(program, record) == ()
    made = parse(program)
    return run(made.source, tuple(Fraction(parsed(text)) for text in made.operands), {})


@pytest.mark.parametrize(
    ("told", "question", "value"),
    [
        (
            "The miller had 86 sacks. He lent 15 sacks to a baker.",
            "How many sacks does he have left?",
            71,
        ),
        (
            "There were 31 lamps and 52 ropes on the quay.",
            "How many more ropes than lamps were on the quay?",
            21,
        ),
        (
            "Ines painted 14 doors on Monday, 17 doors on Tuesday and 23 doors on Friday.",
            "How many doors did she paint altogether?",
            54,
        ),
        (
            "Ines carried 14 red kegs, 17 blue kegs and 23 green kegs.",
            "How many blue and green kegs did she carry?",
            40,
        ),
        ("Each crate holds 14 jars. There are 23 crates.", "How many jars are there in all?", 322),
        ("The weaver made 23 rugs a day.", "How many rugs did she make in 14 days?", 322),
        ("He has 322 dollars.", "How many kegs can he buy if each keg costs 23 dollars?", 14),
        (
            "There are 322 herrings. They are packed into 23 barrels.",
            "How many herrings are in each barrel?",
            14,
        ),
        (
            "A kettle costs $14 and a rug costs $23.",
            "How much do 17 kettles and 31 rugs cost?",
            951,
        ),
        (
            "Otto caught 23 eels. Ines caught 14 more eels than Otto.",
            "How many eels did Ines catch?",
            37,
        ),
        (
            "Otto caught 23 eels. Ines caught 14 fewer eels than Otto.",
            "How many eels did they catch altogether?",
            32,
        ),
        (
            "The harbour had some boats. It lost 23 boats. Now it has 14 boats.",
            "How many boats did it have at first?",
            37,
        ),
        (
            "The smith had 86 nails. After he used some nails he had 31 nails left.",
            "How many nails did he use?",
            55,
        ),
        (
            "Ines read 14 pages at dawn and some more at night. She read a total of 37 pages.",
            "How many pages did she read at night?",
            23,
        ),
    ],
)
def test_problems_of_one_or_two_steps(told: str, question: str, value: int) -> None:
    program = program_for_passage(told, question)
    assert program is not None
    assert value_of(program, told, question) == value


HARBOUR = (
    "The harbour of Eastwick was founded in 1713 by two brothers. In 1822 the town council lent "
    "€4.5 million to the harbour for a second pier. By 1901 about 4,350 dockers worked on the "
    "piers, of whom 62% lived in the old quarter. The lighthouse (built 1931) holds 118 lamps."
)


@pytest.mark.parametrize(
    ("question", "program"),
    [
        ("When was the harbour of Eastwick founded?", "answer = protected(1713)"),
        ("In what year did the council lend money?", "answer = protected(1822)"),
        ("How many dockers worked on the piers?", "answer = protected(4350)"),
        ("What percentage of dockers lived in the old quarter?", 'answer = protected("62%")'),
        ("How much money was lent to the harbour?", 'answer = protected("4.5 million")'),
        ("How many lamps does the lighthouse hold?", "answer = protected(118)"),
        ("What year was the lighthouse built?", "answer = protected(1931)"),
        ("How many camels crossed the desert?", None),
        ("Who founded the harbour of Eastwick?", None),
    ],
)
def test_facts_are_looked_up_beside_the_words_of_the_question(
    question: str, program: str | None
) -> None:
    assert program_for_passage(HARBOUR, question) == program


LEDGER = """\
| | As of March 31, | |
| (€ in thousands) | 2019 | 2018 |
| Ropes and sails: | | |
| Hemp ropes | €1,240 | €1,550 |
| Tar | (310) | 280 |
| Total ropes | €930 | €1,830 |
| Share of hemp | 31% | 42% |

The ledger counts ropes and sails in thousands. In 2019 the guild paid 75 carters."""


@pytest.mark.parametrize(
    ("question", "value"),
    [
        ("What were the hemp ropes in 2018?", 1550),
        ("What was the tar in 2019?", -310),
        ("What was the change in tar from 2018 to 2019?", -590),
        ("What was the percentage change in hemp ropes between 2018 and 2019?", Fraction(-20)),
        ("What is the average of hemp ropes for 2018 and 2019?", 1395),
        ("What is the sum of hemp ropes and tar in 2018?", 1830),
        ("How much more hemp ropes than tar were there in 2018?", 1270),
        ("What is the ratio of tar to hemp ropes in 2018?", Fraction(280, 1550)),
        ("What is tar as a percentage of hemp ropes in 2018?", Fraction(28000, 1550)),
        ("Which year had the larger amount of hemp ropes?", 2018),
        ("In which year was tar lower?", 2019),
        ("What was the share of hemp in 2018?", 42),
        ("How many carters did the guild pay in 2019?", 75),
    ],
)
def test_figures_of_a_table_inside_a_passage(question: str, value: int | Fraction) -> None:
    program = program_for_passage(LEDGER, question)
    assert program is not None
    assert value_of(program, LEDGER, question) == value


@pytest.mark.parametrize(
    ("passage", "question"),
    [
        (LEDGER, "What was the change in hemp ropes from 2014 to 2015?"),
        (LEDGER, "How many camels were there in 2019?"),
        ("Otto has twice as many eels as Ines, who has 23.", "How many eels does Otto have?"),
        ("", "How many?"),
        ("No number stands here.", "How many numbers stand here?"),
    ],
)
def test_what_it_does_not_follow_it_does_not_guess(passage: str, question: str) -> None:
    assert program_for_passage(passage, question) is None


@pytest.mark.parametrize(
    ("question", "value"),
    [("How many ropes were there in 1901?", "14"), ("How many ropes were there in 1902?", "62"),
     ("How many ropes were there in 1903?", "35")],
)  # fmt: skip
def test_a_number_is_that_of_the_year_beside_it(question: str, value: str) -> None:
    told = (
        "There were 14 ropes in 1901 and 62 ropes in 1902 on the pier. In 1903 there were 35 ropes."
    )
    assert program_for_passage(told, question) == f"answer = protected({value})"


def test_years_beside_the_rows_are_found_as_well() -> None:
    """A table may stand either way."""
    passage = "| | Ropes | Tar |\n| 2019 | 12 | 35 |\n| 2018 | 17 | 49 |"
    assert program_for_passage(passage, "What was the tar in 2018?") == "answer = protected(49)"


def test_a_number_in_brackets_is_a_loss_in_a_table_and_an_aside_in_a_sentence() -> None:
    """Between sentences nothing is negative for its brackets."""
    told = "In 1901 the keeper of the western tower lit most lamps of all (118) on the pier."
    asked = "How many lamps did the keeper of the western tower light?"
    assert program_for_passage(told, asked) == "answer = protected(118)"


WORDS = (
    "how many more less much does did the a of in and than if each per total left some what when "
    "which year ropes rope tar twice cost costs 14 23.5 1,250 2018 2019 62% $5 (7) two "
    "| | | \n . , ?"
)


@settings(max_examples=200)
@given(
    st.lists(st.sampled_from(WORDS.split(" ")), max_size=40).map(" ".join),
    st.lists(st.sampled_from(WORDS.split(" ")), max_size=15).map(" ".join),
)
def test_any_text_gives_a_program_without_faults_or_none(passage: str, question: str) -> None:
    program = program_for_passage(passage, question)
    if program is not None:
        record = ProtectedRecord(id="c" * 32, modality="text", context=passage, question=question)
        assert faults(program, record) == ()


def is_right(one: Example) -> bool:
    program = program_for_passage(one.passage, one.question)
    if program is None:
        return False
    try:
        return one.is_right(str(float(value_of(program, one.passage, one.question))))  # type: ignore[arg-type]
    except Stop:
        return False


@pytest.mark.parametrize("name", ["svamp", "xquad_en_numeric", "tatqa_numeric"])
def test_it_answers_a_fair_part_of_real_questions(name: str) -> None:
    """A floor, so that it stays useful; no program has a format fault."""
    folder = SHARED_DATA / name
    if not folder.is_dir():
        pytest.skip("needs the evaluation data beside the checkout")
    assert sum(map(is_right, examples(folder))) >= 30
