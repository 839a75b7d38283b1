"""A table of texts with the numbers that stand in them, by value and role."""

from __future__ import annotations

import pytest

from recast_agent.core.literals import Field, find

Q, P, Y, S, R, D, N = (
    "quantity", "percent", "year", "structural", "ordinal", "date", "identifier",
)  # fmt: skip

TEXT: dict[str, list[tuple[str, str, str]]] = {
    "reaching France as early as 1519.": [("1519", "1519", Y)],
    "until as late as 1875 it grew": [("1875", "1875", Y)],
    "as far back as 1320 it stood": [("1320", "1320", Y)],
    "no later than 2030": [("2030", "2030", Y)],
    "| 2018 | 1950 men |\n| 2019 | 2017 men |\n": [
        ("2018", "2018", Y),
        ("1950", "1950", Q),
        ("2019", "2019", Y),
        ("2017", "2017", Q),
    ],
    "| Rent | 1900 |\n| 1960 | 5 |\n": [("1900", "1900", Q), ("1960", "1960", Q), ("5", "5", Q)],
    "more than 1500 men": [("1500", "1500", Q)],
    "as many as 1519 men": [("1519", "1519", Q)],
    # how numbers are written
    "It sold 48 units": [("48", "48", Q)],
    "It grew by 12.50 points": [("12.50", "12.50", Q)],
    "a loss of .75 points": [(".75", "0.75", Q)],
    "fell by -3.2 points": [("3.2", "-3.2", Q)],
    "fell by −3.2 points": [("3.2", "-3.2", Q)],
    "a balance of -$45": [("45", "-45", Q)],
    "revenue of 1,234.5": [("1,234.5", "1234.5", Q)],
    "revenue of 12,345,678": [("12,345,678", "12345678", Q)],
    "revenue of 1 812 crowns": [("1 812", "1812", Q)],
    "revenue of 1\u202f812 crowns": [("1\u202f812", "1812", Q)],
    "revenue of 1\u00a0812\u00a0345 crowns": [("1\u00a0812\u00a0345", "1812345", Q)],
    "revenue of 1'234 francs": [("1'234", "1234", Q)],
    "revenue of 1.234,5 euros": [("1.234,5", "1234.5", Q)],
    "revenue of 1.234.567 euros": [("1.234.567", "1234567", Q)],
    "revenue of 1.234 euros": [("1.234", "1.234", Q)],
    "a list 1,2,3": [("1", "1", Q), ("2", "2", Q), ("3", "3", Q)],
    "odd 1..2": [("1", "1", Q), ("2", "2", Q)],
    "odd 1,23,456": [("1", "1", Q), ("23,456", "23456", Q)],
    "about $30K a head": [("30", "30000", Q)],
    "about 30k a head": [("30", "30000", Q)],
    "about £1.2bn": [("1.2", "1200000000", Q)],
    "about 5 million": [("5", "5000000", Q)],
    "about 2.5 billion dollars": [("2.5", "2500000000", Q)],
    "about 3 trillion": [("3", "3000000000000", Q)],
    "about 12 lakh": [("12", "1200000", Q)],
    "about 4 crore": [("4", "40000000", Q)],
    "about 3 crores": [("3", "30000000", Q)],
    "about 5 hundred people": [("5", "500", Q)],
    "about 5 hundred thousand people": [("5", "500000", Q)],
    "about 3 hundred trucks": [("3", "300", Q)],
    "about 2 lakh crore rupees": [("2", "2000000000000", Q)],
    "a 40-million fund": [("40", "40000000", Q)],
    "walked 5 m": [("5", "5", Q)],
    "1.1 × 10^11 cells": [("1.1", "110000000000", Q)],
    "1.1 x 10^6 cells": [("1.1", "1100000", Q)],
    "1.1 × 10⁶ cells": [("1.1", "1100000", Q)],
    "a rate of 4.8e4 per hour": [("4.8", "48000", Q)],
    "2½ cups": [("2½", "2.5", Q)],
    "½ cup": [("½", "0.5", Q)],
    "¥500 and €20": [("500", "500", Q), ("20", "20", Q)],
    "20 € each": [("20", "20", Q)],
    "a ratio of 3:2": [("3", "3", Q), ("2", "2", Q)],
    "3/4 of them": [("3", "3", Q), ("4", "4", Q)],
    "1 in 5 adults": [("1", "1", Q), ("5", "5", Q)],
    # tables written as lines, lists and ranges (kinds that blind labels showed)
    "Tax | (1,040) | (38)% | $(7)": [
        ("1,040", "-1040", Q), ("38", "-38", P), ("7", "-7", Q),
    ],
    "Allowance | (123 ) | 5": [("123", "-123", Q), ("5", "5", Q)],
    "Cash at year end (2) | 90.5": [("2", "2", S), ("90.5", "90.5", Q)],
    "it owed the rest (118) to others": [("118", "118", Q)],
    "Lives | 5 - 40": [("5", "5", Q), ("40", "40", Q)],
    "a swing of - 40 points": [("40", "-40", Q)],
    "\n | 2019 | 2018 | 1,812\nSales": [
        ("2019", "2019", Y), ("2018", "2018", Y), ("1,812", "1812", Q),
    ],
    "| (in millions) | 2019 | Actual | Constant | 2018 |\n| Tar | 48 |": [
        ("2019", "2019", Y), ("2018", "2018", Y), ("48", "48", Q),
    ],
    "| | 2019 vs. 2018 | 2018 vs. 2017 |": [
        ("2019", "2019", Y), ("2018", "2018", Y), ("2018", "2018", Y), ("2017", "2017", Y),
    ],
    "| Sites | 2019 | a | 2,018 |": [("2019", "2019", Q), ("2,018", "2018", Q)],
    "Sold | 2019 | 480": [("2019", "2019", Q), ("480", "480", Q)],
    "51% in 2019, 2018, and 2017, respectively": [
        ("51", "51", P), ("2019", "2019", Y), ("2018", "2018", Y), ("2017", "2017", Y),
    ],
    "in 2019, 2000 people moved": [("2019", "2019", Y), ("2000", "2000", Q)],
    "In 1466, perhaps": [("1466", "1466", Y)],
    "Jochi (1185–1226) rode": [("1185", "1185", Y), ("1226", "1226", Y)],
    "between 1350 to 1490. Later": [("1350", "1350", Y), ("1490", "1490", Y)],
    "found in 1200 cases": [("1200", "1200", Q)],
    "about 1350 people": [("1350", "1350", Q)],
    "by 10 to 30% a year": [("10", "10", P), ("30", "30", P)],
    "refer to note 18": [("18", "18", S)],
    "no numbers here": [],
    "": [],
    "the answer is 42.": [("42", "42", Q)],
    "the answer is 42, not 43": [("42", "42", Q), ("43", "43", Q)],
    "(5.2)": [("5.2", "-5.2", Q)],
    "±3 points": [("3", "3", Q)],
    "≥65 units": [("65", "65", Q)],
    "5km away, 12kg each": [("5", "5", Q), ("12", "12", Q)],
    "سعر 25 دينار": [("25", "25", Q)],
    # ranges
    "aged 18 to 29": [("18", "18", Q), ("29", "29", Q)],
    "aged 18-29": [("18", "18", Q), ("29", "29", Q)],
    "10–15 units": [("10", "10", Q), ("15", "15", Q)],
    "between 5 and 7 units": [("5", "5", Q), ("7", "7", Q)],
    "under-15s": [("15", "15", Q)],
    "65+ and older": [("65", "65", Q)],
    # percentages
    "up 48%": [("48", "48", P)],
    "up 48 %": [("48", "48", P)],
    "up 48 percent": [("48", "48", P)],
    "up 48 per cent": [("48", "48", P)],
    "down -7.5%": [("7.5", "-7.5", P)],
    "2 percentage points": [("2", "2", P)],
    "a 5-percent rise": [("5", "5", P)],
    "5% to 7%": [("5", "5", P), ("7", "7", P)],
    "5 ‰": [("5", "5", Q)],
    # years
    "in 2016": [("2016", "2016", Y)],
    "from 2014 to 2017": [("2014", "2014", Y), ("2017", "2017", Y)],
    "fiscal year 2015": [("2015", "2015", Y)],
    "between 1990 and 1999": [("1990", "1990", Y), ("1999", "1999", Y)],
    "since 1849, it": [("1849", "1849", Y)],
    "FY2007 results": [("2007", "2007", Y)],
    "the 2030/31 budget": [("2030", "2030", Y), ("31", "2031", Y)],
    "in 1999/00": [("1999", "1999", Y), ("00", "2000", Y)],
    "in 2014–17": [("2014", "2014", Y), ("17", "2017", Y)],
    "in 2009-10": [("2009", "2009", Y), ("10", "2010", Y)],
    "the 1990s": [("1990", "1990", Y)],
    "pre-2010 levels": [("2010", "2010", Y)],
    "mid-2015": [("2015", "2015", Y)],
    "the class of '07": [("07", "2007", Y)],
    "the summer of '69": [("69", "1969", Y)],
    "a (2014) study": [("2014", "2014", Y)],
    "2000 people came": [("2000", "2000", Q)],
    "more than 1950 units": [("1950", "1950", Q)],
    "he won $1950": [("1950", "1950", Q)],
    # dates and times
    "on March 19, 2020": [("19", "19", D), ("2020", "2020", Y)],
    "on 19 March 2020": [("19", "19", D), ("2020", "2020", Y)],
    "on the 19th of March 2020": [("19th", "19", D), ("2020", "2020", Y)],
    "on Sept. 3": [("3", "3", D)],
    "In March 14, 1998 it shut": [("14", "14", D), ("1998", "1998", Y)],
    "in May 23 vans were mended": [("23", "23", Q)],
    "in April, 23 vans were mended": [("23", "23", Q)],
    "In June, 12 of them left": [("12", "12", Q)],
    "on 2020-03-19": [("2020", "2020", Y), ("03", "3", R), ("19", "19", D)],
    "on 19/03/2020": [("19", "19", D), ("03", "3", R), ("2020", "2020", Y)],
    "on 19.03.2020": [("19", "19", D), ("03", "3", R), ("2020", "2020", Y)],
    "on 03/19/2020": [("03", "3", R), ("19", "19", D), ("2020", "2020", Y)],
    "on 04.05.2020": [("04", "4", D), ("05", "5", R), ("2020", "2020", Y)],
    "on 04/05/2020": [("04", "4", D), ("05", "5", D), ("2020", "2020", Y)],
    "at 10:30": [("10", "10", D), ("30", "30", D)],
    "at 5 pm": [("5", "5", D)],
    "May 2019": [("2019", "2019", Y)],
    # ordinals and places in a document
    "the 3rd largest": [("3", "3", R)],
    "the 21st century": [("21", "21", R)],
    "the third quarter": [("third", "3", R)],
    "Q3 was weak": [("3", "3", R)],
    "H1 2013": [("1", "1", R), ("2013", "2013", Y)],
    "see Figure 3": [("3", "3", S)],
    "see page 12": [("12", "12", S)],
    "1. Open it\n2. Close it": [("1", "1", S), ("2", "2", S)],
    "deaths per 1,000 births": [("1,000", "1000", S)],
    "per 100 000 inhabitants": [("100 000", "100000", S)],
    # identifiers
    "COVID-19 cases": [("19", "19", N)],
    "ISO 9001 certified": [("9001", "9001", N)],
    "an iPhone 14": [("14", "14", N)],
    "GPT-4 and F-150": [("4", "4", N), ("150", "150", N)],
    "a 5G network": [("5", "5", N)],
    "HepB3 vaccine": [("3", "3", N)],
    "CO2 output": [("2", "2", N)],
    "call 555-0199": [("555", "555", N), ("0199", "199", N)],
    "call (212) 555-0199": [("212", "212", N), ("555", "555", N), ("0199", "199", N)],
    "call +44 20 7946 0958": [
        ("44", "44", N), ("20", "20", N), ("7946", "7946", N), ("0958", "958", N),
    ],
    "account 12345678": [("12345678", "12345678", N)],
    "zip 02139": [("02139", "2139", N)],
    "agent 007": [("007", "7", N)],
    "order #4711": [("4711", "4711", N)],
    "Boeing 747": [("747", "747", N)],
    "Section 230": [("230", "230", N)],
    # words
    "thirty thousand people": [("thirty", "30000", Q)],
    "two and a half cups": [("two and a half", "2.5", Q)],
    "two and a half million": [("two and a half", "2500000", Q)],
    "the twenty-third shop": [("twenty-third", "23", R)],
    "two thirds of it, three-quarters, a third": [("third", "3", R)],
    "in nineteen eighty-four": [("nineteen eighty-four", "1984", Y)],
    "half a dozen eggs": [("half a dozen", "6", Q)],
    "a half-dozen eggs": [("a half-dozen", "6", Q)],
    "two and a half a dozen": [("two and a half", "2.5", Q), ("a dozen", "12", Q)],
    "half a million": [("half a", "500000", Q)],
    "a dozen eggs": [("a dozen", "12", Q)],
    "two dozen eggs": [("two dozen", "24", Q)],
    "a hundred people": [("a hundred", "100", Q)],
    "a million dollars": [("a", "1000000", Q)],
    "one hundred and five": [("one hundred and five", "105", Q)],
    "three hundred twenty-one": [("three hundred twenty-one", "321", Q)],
    "one million two hundred thousand": [("one million two hundred thousand", "1200000", Q)],
    "between two hundred and five hundred": [
        ("two hundred", "200", Q), ("five hundred", "500", Q),
    ],
    "between two thousand and three thousand": [("two", "2000", Q), ("three", "3000", Q)],
    "three apples and five pears": [("three", "3", Q), ("five", "5", Q)],
    "five percent of them": [("five", "5", P)],
    "no one came": [],
    "hundreds of people": [],
    "someone often weighed it": [],
    "the first and second": [("first", "1", R), ("second", "2", R)],
}  # fmt: skip

QUESTION: dict[str, list[tuple[str, str, str]]] = {
    "What is the share of the top 3 countries?": [("3", "3", S)],
    "What is the sum of the two bars?": [("two", "2", S)],
    "What is the sum of least two countries?": [("two", "2", S)],
    "What is the value of the third bar?": [("third", "3", R)],
    "Which are the 3 largest?": [("3", "3", S)],
    "What is the average of 2 values?": [("2", "2", S)],
    "How many bars have value below 40?": [("40", "40", Q)],
    "How many are above 5?": [("5", "5", Q)],
    "How many are above five?": [("five", "5", Q)],
    "How many exceed two million?": [("two", "2000000", Q)],
    "How many bars are above the 750000 mark?": [("750000", "750000", Q)],
    "Which years are below 10%?": [("10", "10", P)],
    "What was it in 2019?": [("2019", "2019", Y)],
    "What was the 2019 total?": [("2019", "2019", Y)],
    "How many are less than 2016?": [("2016", "2016", Q)],
    "What is the sum of the two bars in 18 to 21?": [
        ("two", "2", S), ("18", "18", Q), ("21", "21", Q),
    ],
    "Which one is largest?": [("one", "1", S)],
    "What was it on January 30, 2021?": [("30", "30", D), ("2021", "2021", Y)],
    "What is the total for Q3 and Q4?": [("3", "3", R), ("4", "4", R)],
    "What is the 0-14 years group in 2016?": [
        ("0", "0", Q), ("14", "14", Q), ("2016", "2016", Y),
    ],
    "By how much did it change in the last 5 years?": [("5", "5", S)],
    "Round it to 2 decimal places": [("2", "2", S)],
}  # fmt: skip

CATEGORY: dict[str, list[tuple[str, str, str]]] = {
    "Jul 2015": [("2015", "2015", Y)],
    "2014–2017": [("2014", "2014", Y), ("2017", "2017", Y)],
    "2010-2018*": [("2010", "2010", Y), ("2018", "2018", Y)],
    "2020*": [("2020", "2020", Y)],
    "2028***": [("2028", "2028", Y)],
    "2030/31": [("2030", "2030", Y), ("31", "2031", Y)],
    "2019-05": [("2019", "2019", Y), ("05", "5", R)],
    "Mar 19, '20": [("19", "19", D), ("20", "2020", Y)],
    "Q1 2012": [("1", "1", R), ("2012", "2012", Y)],
    "2002 Salt Lake City": [("2002", "2002", Y)],
    "18-29": [("18", "18", Q), ("29", "29", Q)],
    "22 to 29": [("22", "22", Q), ("29", "29", Q)],
    "65+": [("65", "65", Q)],
    "60 and over": [("60", "60", Q)],
    "Democrats (188)": [("188", "188", Q)],
    "Total (435 members)": [("435", "435", Q)],
    "S7 Airlines": [("7", "7", N)],
    "$50,000 or more": [("50,000", "50000", Q)],
    "Under $30K": [("30", "30000", Q)],
    "One World": [],
    "Second Life": [],
    "1-3 terms": [("1", "1", Q), ("3", "3", Q)],
}  # fmt: skip

CASES = [
    (field, text, expected)
    for field, table in (("text", TEXT), ("question", QUESTION), ("category", CATEGORY))
    for text, expected in table.items()
]


@pytest.mark.parametrize(
    ("text", "field", "found"),
    [
        ("Alpha Ward with forty-eight patients", "choice", ["forty-eight"]),
        ("Yes, forty-eight", "choice", ["forty-eight"]),
        ("Patients (forty-eight beds)", "series", ["forty-eight"]),
        ("Two hundred beds", "category", ["Two hundred"]),
        ("Seven Oaks", "category", []),
        ("million U.S. dollars", "axis", []),
    ],
)
def test_number_words_count_in_choices_and_whole_in_labels(
    text: str, field: Field, found: list[str]
) -> None:
    assert [one.text for one in find(text, field=field)] == found


def test_the_table_is_large() -> None:
    assert len(CASES) >= 150


@pytest.mark.parametrize(("field", "text", "expected"), CASES)
def test_numbers_are_found_with_value_and_role(
    field: Field, text: str, expected: list[tuple[str, str, str]]
) -> None:
    found = find(text, field=field)
    assert [(one.text, format(one.value, "f"), one.role) for one in found] == expected
    assert all(text[one.start : one.end] == one.text for one in found)


@pytest.mark.parametrize("role", ["year", "structural", "ordinal", "date", "identifier"])
def test_a_role_beside_the_ordinary_ones_keeps_its_reason(role: str) -> None:
    found = [one for field, text, _ in CASES for one in find(text, field=field)]  # type: ignore[arg-type]
    reasons = {one.reason for one in found if one.role == role}
    assert reasons
    assert "" not in reasons
