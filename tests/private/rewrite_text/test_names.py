"""Names in every form, and words that only look like one."""

from __future__ import annotations

import re

import pytest

from recast_agent.private.rewrite.text.names import person_section
from recast_agent.private.rewrite.text.signs import value_of
from tests.private.rewrite_text.passages import MUSEUM, QUESTION, name_of, passage, rewrite

NAME = "O'Brien"


def test_a_partial_name_is_the_part_of_the_whole_name() -> None:
    made = rewrite(passage(MUSEUM))
    first, last = name_of(made, "John"), name_of(made, "Sheepshanks")
    assert f"{first} {last} " in made.record.context
    assert f"{last}' " in made.record.context
    assert f"{first} {last} " in made.record.question


def test_names_with_signs_and_other_scripts_change_as_a_whole() -> None:
    made = rewrite(passage(MUSEUM))
    for name in ("V&A", "O'Brien", "AT&T", "Warszawa", "Москва"):
        assert name not in made.record.context
        assert name_of(made, name)
    assert re.fullmatch(r"[A-Z]&[A-Z]", name_of(made, "V&A"))


def test_titles_stay() -> None:
    made = rewrite(passage(MUSEUM))
    assert f"Dr. {name_of(made, NAME)} of" in made.record.context


def test_an_acronym_follows_the_name_that_it_abbreviates() -> None:
    made = rewrite(passage("The Harbor Trust Union (HTU) has 12 boats. HTU sold 5.", "How many?"))
    words = [name_of(made, w) for w in ("harbor", "trust", "union")]
    assert name_of(made, "HTU") == "".join(w[0].upper() for w in words)


def test_a_word_that_opens_a_sentence_is_no_name() -> None:
    made = rewrite(passage("Donations rose. The donations of 12 artists were kept.", "How many?"))
    shown = made.record.context.split()
    assert shown[0].casefold() == shown[3]


def test_a_name_that_opens_a_sentence_is_one() -> None:
    made = rewrite(passage("Mark sold 12 lamps. Later Mark sold 5.", "How many did Mark sell?"))
    assert name_of(made, "Mark").istitle()


def test_a_country_and_its_people_change_together() -> None:
    made = rewrite(passage("France sold 12 ships. French sailors kept 5.", "How many ships?"))
    land, people = name_of(made, "France"), name_of(made, "French")
    assert land[:2] == people[:2] or {land, people} & {"Netherlands", "Switzerland", "Wales"}


def test_a_name_that_is_formed_from_another_name_follows_it() -> None:
    text = (
        "The Amazon has 12 forests. Amazonian forests store 5 tons. The Fenwicks own 2, Fenwick 1."
    )
    made = rewrite(passage(text, "How many?"))
    assert name_of(made, "Amazonian")[:4] == name_of(made, "Amazon")[:4]
    assert name_of(made, "Fenwicks") == name_of(made, "Fenwick") + "s"


def test_a_people_and_one_of_them_change_together() -> None:
    text = "Of 700 people 56% were Catholics and 3% Protestants."
    made = rewrite(passage(text, "What percentage was Protestant?"))
    assert name_of(made, "Protestants") == name_of(made, "Protestant") + "s"


@pytest.mark.parametrize("word", ["On the", "In-game", "To the"])
def test_small_words_that_open_a_title_or_a_compound_are_no_names(word: str) -> None:
    text = f"He wrote three works, {word} Captivity of the Church being one. | {word} sales | 5 |"
    shown = rewrite(passage(text, "How many works?")).record.context
    assert shown.count(f"{word.split()[0].split('-')[0]}{word[2:3]}") == 2, shown


def test_he_and_she_fit_given_names() -> None:
    text = "Mary has 5 pears. She gave 2 to James before he left."
    made = rewrite(passage(text, "How many pears has Mary?"))
    assert person_section(name_of(made, "Mary").casefold()) == "her"
    assert person_section(name_of(made, "James").casefold()) == "him"


def test_roman_numerals_keep_their_order() -> None:
    made = rewrite(
        passage("Henry II had 12 ships, Henry IV had 5, Henry VIII had 40.", "How many?")
    )
    assert "Henry" not in made.record.context
    values = [value_of(name_of(made, n)) for n in ("II", "IV", "VIII")]
    assert values == sorted(values)


def test_compounds_with_a_hyphen() -> None:
    made = rewrite(passage("Rolls-Royce sold 12 build-to-suit 19th-century cars.", "How many?"))
    assert name_of(made, "Rolls-Royce")
    assert re.search(r"12 [\w-]+-to-[\w-]+ 19th-century ", made.record.context)


def test_addresses_change_as_a_whole() -> None:
    made = rewrite(passage("Write to info@lamps.com or see www.lamps.com for 12 lamps.", QUESTION))
    assert "lamps" not in made.record.context
    assert ".example" in made.record.context


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("He bought 12 lamps at Best Buy and sent 5 by Western Union.", "Best Buy Western Union"),
        ("He flew Southwest, shopped at Next and read Time for 12 days.", "Southwest Next Time"),
        ("We ate at Just Eat with 12 men of Square.", "Just Square"),
        ("Ships left North Korea, South Africa and East Timor for 12 days.", "North South East"),
        ("She lived in New York and on Long Island for 12 years.", "New York Long Island"),
        ("The 20th Century Fox lot had 12 cars.", "Century Fox"),
        ("Summer Holdings lost 12 cars and First National won 5.", "Summer Holdings First"),
        ("Summer has 7 apples. Price has 3.", "Summer Price"),
        ("Will has 5 apples. Mr. Price ate 3 plums.", "Will Price"),
    ],
)
def test_words_of_the_skeleton_that_are_names_change(text: str, gone: str) -> None:
    made = rewrite(passage(text, "How many does Summer have?")).record
    assert not set(gone.split()) & set(re.findall(r"\w+", made.context))
    assert "Summer" not in made.question or "Summer" not in text


@pytest.mark.parametrize(
    "text",
    [
        "Total Net Cost\nThe total was 12.",
        "| Total Cost | First Quarter |\n| 12 | 5 |",
        "Next week it had 12. Last year it had 5. Total cost was 3.",
        "It uses Level 3 for 12 items.",
        "SECOND HALF\nIt made 12.",
    ],
)
def test_headings_and_openings_are_no_names(text: str) -> None:
    assert rewrite(passage(text, "How many?")).record.context == text


def test_the_label_a_changes_and_the_article_does_not() -> None:
    text = "Team A won 12 and Team B 14. A had 5. A man came to flat A, a small one."
    made = rewrite(passage(text, "How many more did Team A win?")).record
    label = name_of(rewrite(passage(text, "How many more did Team A win?")), "A")
    assert label != "A"
    assert re.findall(rf"\b{label}\b", made.context + made.question) == [label] * 4
    assert re.search(r"\. An? \w+ came to \w+ \w, a small one\.$", made.context)


def test_a_shouted_unit_without_a_number_is_an_acronym() -> None:
    """Behind a number or in brackets it measures."""
    made = rewrite(passage("The line is run by DB, it said. It takes 40 GB (in GB)."))
    assert "DB" not in made.record.context
    assert "40 GB (in GB)" in made.record.context


def test_an_era_stands_at_a_number_else_it_is_a_name() -> None:
    made = rewrite(passage("BCE keenly paid 12 dollars. BCE ran from 300 BCE to AD 90. NM is 4."))
    assert made.record.context.count("BCE") == 1
    assert " BCE to AD " in made.record.context
    assert "NM" not in made.record.context
    early = rewrite(passage("In the 5th century BCE Troy had 40 gates, in the 2nd century AD 12."))
    assert "century BCE" in early.record.context
    assert "century AD 12" in early.record.context


def test_one_of_a_people_is_asked_for_after_all_of_them() -> None:
    text = "Of 700 people 56% were Catholics and 3% Protestants."
    first = rewrite(passage(text, "How many people?"))
    later = rewrite(passage(text, "What percentage was Protestant?"), prior=first.dictionary)
    assert name_of(later, "Protestants") == name_of(first, "Protestants")
    assert name_of(later, "Protestants") == name_of(later, "Protestant") + "s"
