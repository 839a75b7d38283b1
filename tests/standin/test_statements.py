"""The stand-in over passages with conditions: a number is answered with its month, person or place,
and what is not there, or not of what is asked, is missing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from recast_agent.standin.passages import program_for_passage
from recast_agent.standin.passages.sentences import statements
from recast_agent.standin.passages.words import read
from tests.standin.test_passages import value_of

VANS = (
    "The depot repaired 14 vans in April, 23 vans in May and 17 vans in June. Repairs in May cost "
    "$4,600 in all."
)
BAKERY = (
    "On Saturday the bakery sold 120 loaves, 85 baguettes and 40 cakes. A loaf costs $3 and a cake "
    "costs $12."
)
BUDGET = (
    "In 2023 the council spent $48,000 on Staff, against a budget of $45,000, and $12,500 on "
    "Travel, against a budget of $15,000. The audit took 6 weeks."
)
BUDGETS = "Marketing spent $27,400 while its budget was $30,000. Research spent $51,200 in 2015."
CLINIC = (
    "Dr. Hale saw 31 patients on Monday and 27 patients on Tuesday. Dr. Okoro saw 19 patients on "
    "Monday and 44 patients on Tuesday. The clinic opened in 1998 and has 12 rooms."
)
LIBRARY = (
    "The library lent 1,240 novels, 860 comics and 415 atlases in 2022. In 2021 it lent 1,100 "
    "novels and 790 comics. It employs 9 librarians."
)
GARAGE = (
    "In May the garage serviced 45 cars and 12 trucks; in June it serviced 52 cars and 9 trucks. "
    "An oil change costs $35."
)
PLANTS = "Plant A made 5,400 bolts and 3,200 nuts. Plant B made 4,100 bolts and 6,050 nuts."
WAGES = "In March Ali worked 160 hours and earned $3,200. In April he worked 150 hours and earned "
WAGES += "$3,150."
CLUB = "The book club bought 15 novels at $12 each and 6 atlases at $30 each. Postage was $18."
SCHOOL = "Of the 640 pupils at Northgate School, 256 walk, 192 take the bus and 128 cycle."
RAIN = "It rained 12 mm in Bergen on Monday and 7 mm on Tuesday. In Oslo it rained 4 mm on Monday."
ZOO = "The zoo keeps 16 lions and 9 tigers. Each lion eats 7 kilograms of meat a day. It opened in "
ZOO += "1998."
MARKET = "Diaz sold 35 crates of tomatoes for $420 and 20 crates of onions for $180 in 2021."


@pytest.mark.parametrize(
    ("told", "question", "value"),
    [
        (VANS, "How many vans were repaired in May?", 23),
        (VANS, "How many vans were repaired in total?", 54),
        (VANS, "How many vans were repaired in April and May together?", 37),
        (VANS, "How many more vans were repaired in May than in April?", 9),
        (VANS, "How much did each repair cost in May?", 200),
        (VANS, "What was the average number of vans repaired per month?", 18),
        (BAKERY, "How many more loaves than baguettes were sold?", 35),
        (BAKERY, "How many fewer cakes than loaves did the bakery sell?", 80),
        (BAKERY, "How much did the bakery take from loaves?", 360),
        (BAKERY, "How much does a cake cost?", 12),
        (BUDGET, "By how much did Staff exceed its budget?", 3000),
        (BUDGET, "By how much did Travel fall short of its budget?", 2500),
        (BUDGET, "How much was spent on Travel?", 12500),
        (BUDGET, "How much was spent on Staff and Travel together?", 60500),
        (BUDGETS, "By how much did Marketing stay under its budget?", 2600),
        (BUDGETS, "How much did Marketing spend?", 27400),
        (CLINIC, "How many patients did Dr. Okoro see on Tuesday?", 44),
        (CLINIC, "How many patients did Dr. Hale see in total?", 58),
        (CLINIC, "How many patients were seen on Monday?", 50),
        (CLINIC, "How many more patients did Dr. Okoro see than Dr. Hale on Tuesday?", 17),
        (LIBRARY, "How many comics were lent in 2021?", 790),
        (LIBRARY, "How many more novels were lent in 2022 than in 2021?", 140),
        (LIBRARY, "How many novels and comics were lent in 2022?", 2100),
        (GARAGE, "How many trucks did it service in June?", 9),
        (GARAGE, "How many more cars than trucks were serviced in June?", 43),
        (PLANTS, "How many bolts did Plant A make?", 5400),
        (PLANTS, "How many bolts did both plants make?", 9500),
        (WAGES, "How much did Ali earn in April?", 3150),
        (WAGES, "How much did Ali earn per hour in March?", 20),
        (WAGES, "How much more did Ali earn in March than in April?", 50),
        (CLUB, "How much did the club spend on novels?", 180),
        (CLUB, "How much does one atlas cost?", 30),
        (SCHOOL, "How many pupils take the bus?", 192),
        (SCHOOL, "What percentage of pupils walk?", 40),
        (SCHOOL, "How many more pupils walk than cycle?", 128),
        (RAIN, "How many mm did it rain in Bergen on Tuesday?", 7),
        (RAIN, "How much did it rain in Oslo on Monday?", 4),
        (ZOO, "How many kilograms of meat do the lions eat a day?", 112),
        (MARKET, "How much did one crate of tomatoes cost?", 12),
        ("Nina had $50. She bought 4 tickets at $9 each.", "How much money has she left?", 14),
        ("A crew of 8 planted 240 trees in 5 days.", "How many trees did it plant per day?", 48),
        ("A crate of 24 bottles costs $36.", "How much does one bottle cost?", Fraction(3, 2)),
    ],
)
def test_a_number_is_answered_under_its_conditions(
    told: str, question: str, value: int | Fraction
) -> None:
    program = program_for_passage(told, question)
    assert program is not None
    assert value_of(program, told, question) == value


@pytest.mark.parametrize(
    ("told", "question"),
    [
        (VANS, "How many vans were repaired in July?"),
        (VANS, "How many trucks were repaired in May?"),
        (BAKERY, "How much does a baguette cost?"),
        (BAKERY, "How many loaves were sold on Sunday?"),
        (BUDGET, "How much was spent on Staff in 2022?"),
        (BUDGET, "How much was spent on Training?"),
        (CLINIC, "How many patients did Dr. Hale see on Wednesday?"),
        (CLINIC, "How many nurses work at the clinic?"),
        (LIBRARY, "How many atlases were lent in 2021?"),
        (GARAGE, "How much does a tyre change cost?"),
        (PLANTS, "How many bolts did Plant C make?"),
        (WAGES, "How many hours did Ali work in May?"),
        (CLUB, "How much did the club spend on magazines?"),
        (CLUB, "How much did the club pay in total?"),
        (SCHOOL, "How many pupils swim?"),
        (RAIN, "How much did it rain in Oslo on Tuesday?"),
        (ZOO, "How many bears does the zoo keep?"),
        (MARKET, "How many crates of potatoes did Diaz sell?"),
        (MARKET, "How many crates did Diaz sell in 2020?"),
        (
            "Noor raised $340 and Ben raised $275. The shelter needs $2,000.",
            "How much more money does the shelter need?",
        ),
        (
            "Fred had 60 dollars and Jon had 19 dollars. Jon washed cars and now has 33 dollars.",
            "How much money did Jon make washing cars?",
        ),
        (
            "The shop sells each cap for $51. It gave a discount of $8 per cap and sold 130 caps.",
            "How much money did it make?",
        ),
        (
            "Lena burns 3 logs a day. A bundle has 12 logs per bundle.",
            "How many bundles does Lena need for 40 days?",
        ),
        ("He wrote 4 letters each day for 9 days.", "On average, how many letters did he write?"),
    ],
)
def test_what_is_not_told_of_what_is_asked_is_missing(told: str, question: str) -> None:
    assert program_for_passage(told, question) is None


def test_a_clause_of_its_own_keeps_its_numbers_from_the_subject_before() -> None:
    one, other = statements(read("Vera sold 14 kegs while Otto lent 23 kegs."))
    assert one.said == {"vera", "sell", "keg"}
    assert other.said == {"otto", "lend", "keg"}


def test_a_list_shares_what_stands_before_and_behind_it() -> None:
    one, other = statements(read("In May Vera sold 14 kegs and 23 ropes in Eastwick."))
    assert one.said == {"may", "vera", "sell", "keg", "eastwick"}
    assert other.said == {"may", "vera", "sell", "rop", "eastwick"}


def test_a_number_behind_a_month_and_a_comma_counts_what_follows() -> None:
    """It is no day: "in April, 23 vans"."""
    operands = [one.operand for one in statements(read("14 vans in April, 23 vans in May."))]
    assert operands == ["protected(14)", "protected(23)"]
