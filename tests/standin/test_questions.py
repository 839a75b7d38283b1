"""People's chart questions by rank, colour, place and bound: each operation, none by mistake."""

from __future__ import annotations

from fractions import Fraction

import pytest

from recast_agent.core.table import Table
from recast_agent.standin.answer import program_for
from tests.standin.programs import shown_answer

YEARS = Table(
    chart_type="line",
    value_axis="Kettles sold",
    categories=("2014", "2015", "2016", "2017", "2018", "2019"),
    series=("Copper", "Iron"),
    cells=(("40", "12"), ("55", "18"), ("48", "51"), ("62", "25"), ("51", "44"), ("70", "9")),
    colors=("blue", "orange"),
)
PIE = Table(
    chart_type="pie",
    categories=("Ash", "Birch", "Cedar", "Other trees"),
    cells=(("40%",), ("25%",), ("20%",), ("15%",)),
    colors=("blue", "orange", "green", "red"),
)
QUAYS = Table(
    chart_type="hbar",
    value_axis="Lamps lit",
    categories=("Amber Quay", "Birch Pier", "Cedar Dock", "Dunmore", "Elm Wharf"),
    cells=(("48",), ("71",), ("90",), ("12.5",), ("71",)),
)
TEAMS = Table(
    chart_type="hstacked",
    categories=("Otters", "Herons"),
    series=("Prize money", "Endorsements", "Facebook fans", "Radio followers"),
    cells=(("6", "100", "31", "12"), ("4", "32", "17", "9")),
)


SUMS = Table(categories=("Total Heron", "Otter", "Crane"), cells=(("700",), ("300",), ("400",)))


@pytest.mark.parametrize(
    ("table", "question", "expected"),
    [
        # a total that is a label's, and one that is not
        (SUMS, "What is the Total Heron?", 700),
        (SUMS, "What is the total of Otter and Crane?", 700),
        (SUMS, "How many more are in Total Heron than Otter?", 400),
        # extremes and ranks
        (YEARS, "What is the second lowest value of the orange line?", 12),
        (YEARS, "What's the 3rd highest value of the blue line?", 55),
        (YEARS, "Which year had the second highest copper?", "2017"),
        (YEARS, "When was copper lowest?", "2014"),
        (YEARS, "What year did Iron reach its minimum?", "2019"),
        (YEARS, "In what year was the orange line at its highest?", "2016"),
        (QUAYS, "What is the average of the three highest bars?", Fraction(232, 3)),
        (QUAYS, "What is the sum of the largest and smallest bars?", Fraction("102.5")),
        # totals, averages, medians, ranges, shares
        (YEARS, "What is the total of the orange bars?", 159),
        (YEARS, "What was the total in 2015?", 73),
        (YEARS, "What was the total copper?", 326),
        (YEARS, "How much was the total iron for all years?", 159),
        (QUAYS, "What is the total amount of lamps lit?", Fraction("292.5")),
        # comparisons wherever the comparing word stands
        (YEARS, "Was iron higher in 2016 than in 2014?", True),
        (YEARS, "Was Iron lower in 2016 than 2014?", False),
        (YEARS, "Did copper sell more in 2019 than it did in 2018?", True),
        (QUAYS, "Was it higher at Amber Quay than at Cedar Dock?", False),
        (YEARS, "What is the average of iron between 2015 and 2017?", Fraction(94, 3)),
        (YEARS, "What is the median value of copper?", 53),
        (YEARS, "What is the range of values for iron?", 42),
        (PIE, "What is the median of all slices?", Fraction("22.5")),
        (PIE, "What is the total of all slices except Other trees?", 85),
        (QUAYS, "What is the total excluding Dunmore?", 280),
        (QUAYS, "What percentage of the total is Amber Quay?", Fraction(48 * 1000, 2925)),
        (PIE, "What percentage of the total is Ash?", 40),
        # differences, ratios, comparisons
        (YEARS, "What is the difference between the blue and the orange line in 2018?", 7),
        (YEARS, "What is the ratio of the orange bar to the blue bar in 2015?", Fraction(18, 55)),
        (YEARS, "By how much did copper increase from 2014 to 2019?", 30),
        (YEARS, "Is copper higher than iron in 2018?", True),
        (YEARS, "Does copper exceed iron in 2016?", False),
        (QUAYS, "Subtract Dunmore from Cedar Dock", Fraction("77.5")),
        (QUAYS, "How many times larger is Cedar Dock than Dunmore?", Fraction("7.2")),
        # counts and conditions
        (YEARS, "In how many years was copper more than 50?", 4),
        (YEARS, "How many bars are taller than 60?", 2),
        (YEARS, "How many data points does the blue line have?", 6),
        (YEARS, "At how many points do the lines cross each other?", 2),
        (QUAYS, "How many bars are longer than 70?", 3),
        (QUAYS, "How many bars are between 40 and 80?", 3),
        (QUAYS, "How many harbours have more lamps than Amber Quay?", 3),
        (QUAYS, "How many bars are shorter than Birch Pier?", 2),
        (PIE, "How many trees are compared?", 4),
        (PIE, "How many slices are above 18%?", 3),
        # colours and places
        (PIE, "What is the sum of the blue and green slices?", 60),
        (PIE, "What is the difference between the blue and the red slice?", 25),
        (QUAYS, "What is the value of the top bar?", 48),
        (QUAYS, "What is the value of the bar at the bottom?", 71),
        (QUAYS, "What is the value of the second bar from the top?", 71),
        (QUAYS, "What is the difference between the top bar and the third bar?", 42),
        (QUAYS, "What is the sum of the first and the last bar?", 119),
        (QUAYS, "What is the sum of the top 2 bars?", 161),
        # labels named in part
        (TEAMS, "How much money did the Otters earn from endorsements?", 100),
        (TEAMS, "How many Facebook followers did the Herons have?", 17),
    ],
)
def test_a_question_has_its_answer(table: Table, question: str, expected: object) -> None:
    program = program_for(table, question)
    assert program is not None
    assert shown_answer(program) == expected


@pytest.mark.parametrize(
    ("table", "question"),
    [
        (QUAYS, "How many harbours have more lamps than Fairhaven?"),
        (QUAYS, "What is the total excluding Fairhaven?"),
        (PIE, "What is the sum of the blue and purple slices?"),
        (YEARS, "What is the total of copper and iron except iron?"),
        (YEARS, "How many years were above 20 between 1990 and 2000?"),
        (YEARS, "What was the total bronze?"),
        (QUAYS, "What was the total gold?"),
        (YEARS, "Was bronze higher in 2016 than in 2014?"),
        (TEAMS, "At how many points do the lines cross each other?"),
    ],
)
def test_what_is_not_shown_is_not_guessed(table: Table, question: str) -> None:
    assert program_for(table, question) is None
