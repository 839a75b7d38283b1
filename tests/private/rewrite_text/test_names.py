"""Names in every form, and words that only look like one."""

from __future__ import annotations

import re

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
