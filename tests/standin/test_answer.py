"""The stand-in answers what it understands and says so where it does not."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast_agent.core.program import parse
from recast_agent.core.table import Table
from recast_agent.standin.answer import MISSING, answer, program_for
from tests.standin.programs import shown_answer

ONE = Table(
    chart_type="bar",
    title="Lamps lit by harbour",
    category_axis="Harbour",
    value_axis="Average lamps lit",
    categories=("Amber Quay", "Cedar Point", "Dunmore", "Elm Wharf", "Others"),
    cells=(("48",), ("71",), ("12.5",), ("71",), ("90",)),
    colors=("blue", "blue", "red", "blue", "gray"),
)
TWO = Table(
    chart_type="grouped",
    category_axis="Year",
    unit="%",
    categories=("2019", "2018", "2017"),
    series=("Copper kettles", "Iron kettles"),
    cells=(("40", "61"), ("35", "-6.8"), (None, "20")),
    colors=("dark blue", "orange"),
)
STACK = Table(
    chart_type="stacked",
    categories=("North", "South"),
    series=("Day", "Night"),
    cells=(("10", "15"), ("20", "1")),
)
TOTAL = Table(
    chart_type="bar",
    categories=("North", "South", "East", "Total"),
    cells=(("10",), ("20",), ("33",), ("63",)),
)
SPELLED = Table(
    chart_type="table",
    categories=("Delta", "Charlie", "Bravo", "Alpha"),
    cells=(("7",), ("9",), ("4",), ("5",)),
)
MIXED = Table(
    chart_type="grouped",
    categories=("North", "South"),
    series=("Alder (million)", "Birch (thousand)"),
    cells=(("10", "15"), ("20", "1")),
)


@pytest.mark.parametrize(
    ("table", "question", "expected"),
    [
        (ONE, "What was the average lamps lit of Dunmore?", Fraction("12.5")),
        (ONE, "How many lamps were lit at Amber Quays?", 48),
        (ONE, "What is the difference between Cedar Point and Dunmore's lamps?", Fraction("58.5")),
        (ONE, "How many more lamps did Cedar Point have than Amber Quay?", 23),
        (ONE, "What is the ratio of Amber Quay to Elm Wharf?", Fraction(48, 71)),
        (ONE, "How many times the lamps of Amber Quay are those of Elm Wharf?", Fraction(71, 48)),
        (ONE, "How many times larger is Elm Wharf than Amber Quay?", Fraction(71, 48)),
        (ONE, "How many times is Elm Wharf Amber Quay?", Fraction(71, 48)),
        (ONE, "What is the highest value?", 90),
        (ONE, "Which harbour has the lowest value?", "Dunmore"),
        (ONE, "Which is the second smallest bar value in the graph?", 48),
        (ONE, "What is the sum of the two smallest harbours?", Fraction("60.5")),
        (ONE, "What is the share of the top 2 harbours?", 142),
        (ONE, "What is the sum of Amber Quay and Elm Wharf?", 119),
        (ONE, "What is the median of all bars?", 71),
        (ONE, "What is the mode?", 71),
        (ONE, "What is the average of the red bars?", Fraction("12.5")),
        (ONE, "How many bars are there in the chart?", 5),
        (ONE, "How many harbours are shown?", 5),
        (ONE, "How many bars have a value above 50?", 3),
        (ONE, "How many harbours have less than 12.5 lamps?", 0),
        (ONE, "What is the value of the second bar from the left?", 71),
        (ONE, "Is the value of Amber Quay higher than Dunmore?", True),
        (ONE, "Is Dunmore greater than 20?", False),
        (ONE, "What's the difference between the largest and the second largest bar?", 19),
        (TWO, "What was the value of iron kettles in 2018?", Fraction("-6.8")),
        (TWO, "When did the orange bar reach the peak?", "2019"),
        (TWO, "What is the sum of the two bars in 2019?", 101),
        (TWO, "What is the lowest value of the blue bars?", 35),
        (TWO, "How many colors are shown?", 2),
        (TWO, "What is the difference between the maximum of copper kettles and the minimum of "
              "iron kettles?", Fraction("46.8")),
        (TWO, "How many years did iron kettles increase compared with the previous year?", 1),
        (TWO, "What is the total of copper kettles from 2018 to 2019?", 75),
        (STACK, "How many bars are above 24?", 1),
        (STACK, "Which has the highest total?", "North"),
        (TOTAL, "What is the average of all bars?", 21),
        (TOTAL, "What is the sum of all values?", 63),
        (TOTAL, "Which place has the highest total?", "East"),
        (TOTAL, "What is the total of North and South?", 30),
        (TOTAL, "How many places have more than 15 lamps?", 2),
        (TOTAL, "What is the value of Total?", 63),
        (TOTAL, "What is the ratio of Total to South?", Fraction(63, 20)),
        (SPELLED, "How many times did the value fall compared with the previous one?", 2),
        (MIXED, "What is the sum of Alder in North and South?", 30),
    ],
)  # fmt: skip
def test_asks_as_people_ask(table: Table, question: str, expected: object) -> None:
    """Each of the operations, by label, colour, place or extreme."""
    program = program_for(table, question)
    assert program is not None
    assert shown_answer(program) == expected


@pytest.mark.parametrize(
    ("table", "question"),
    [
        (ONE, "What was the number of lamps in Fairhaven?"),
        (ONE, "What is the value of the green bar?"),
        (TWO, "What was the value of iron kettles in 2016?"),
        (TWO, "What was the value in 2018?"),
        (MIXED, "What is the sum of Alder and Birch in North?"),
        (ONE, "What is the square of Dunmore?"),
        (ONE, "What is the average of all bars rounded to the nearest hundred?"),
        (MIXED, "Is Alder higher than Birch in North?"),
        (ONE, "Why do lamps flicker?"),
        (ONE, ""),
        (ONE, "?!"),
    ],
)
def test_does_not_guess(table: Table, question: str) -> None:
    """A label, colour or time that is not shown, or a question not understood, has no program."""
    assert program_for(table, question) is None


def test_marks_numbers_as_they_are_printed() -> None:
    """Sign and display scale stand outside ``protected``, so that restoration is exact."""
    table = Table(categories=("Ash", "Birch"), cells=(("48K",), ("-3.50%",)))
    assert program_for(table, "What is the value of Ash?") == "answer = protected(48) * 1000"
    assert program_for(table, "What is the value of Birch?") == "answer = -protected(3.50)"


def test_a_bound_of_the_question_is_an_operand_in_the_scale_of_the_cells() -> None:
    """ "50 million" is 50 where the axis counts millions, and fifty million where it does not."""
    plain = Table(categories=("Ash", "Birch"), cells=(("48",), ("70",)))
    counted = plain.model_copy(update={"unit": "$ million"})
    question = "How many bars are above 50 million?"
    assert "bound = protected(50) * 1000000\n" in str(program_for(plain, question))
    assert "bound = protected(50)\n" in str(program_for(counted, question))


def test_without_a_picture_there_is_no_evidence() -> None:
    """The reply is exactly what the prompt asks for."""
    assert answer(None, "What is the highest value?") == MISSING == "EVIDENCE MISSING"


VOCABULARY = (
    "what is how many the highest lowest difference ratio sum average between and of in from to "
    "above below 2018 2019 40 blue orange bar bars second last copper iron kettles than total "
    "which year previous increase two 3 % , ? Others Dunmore"
)
words = st.sampled_from(sorted(set(VOCABULARY.split())))


@settings(max_examples=300, deadline=None)
@given(st.sampled_from((ONE, TWO, STACK)), st.lists(words, max_size=14).map(" ".join))
def test_never_fails_and_never_leaves_the_allow_list(table: Table, question: str) -> None:
    """Any question gives a program within the allow-list, marked operands in it, or none."""
    program = program_for(table, question)
    if program is not None:
        parse(program)
        assert "protected(" in program


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=80))
def test_never_fails_on_any_text(question: str) -> None:
    """Text in any script gives a program or none."""
    program = program_for(TWO, question)
    assert program is None or "answer" in program


@pytest.mark.parametrize(
    ("colors", "question", "right"),
    [
        (("blue", "navy"), "What is the sum of the navy blue bars?", 16),
        (("blue", "navy"), "What is the sum of the dark blue bars?", 16),
        (("dark blue", "light blue"), "What is the sum of the light blue bars?", 16),
        (("dark blue", "light blue"), "What is the sum of the dark blue bars?", 30),
        (("blue", "grey"), "What is the sum of the gray bars?", 16),
    ],
)
def test_a_shade_is_one_colour(colors: tuple[str, ...], question: str, right: int) -> None:
    found = program_for(STACK.model_copy(update={"colors": colors}), question)
    assert found is not None
    assert shown_answer(found) == right


def test_what_a_colour_stands_for_is_no_number() -> None:
    pie = ONE.model_copy(update={"chart_type": "pie", "colors": ("blue", "red", "green") * 2})
    pie = pie.model_copy(update={"colors": pie.colors[:5]})
    assert program_for(pie, "What does the green color represent?") is None
