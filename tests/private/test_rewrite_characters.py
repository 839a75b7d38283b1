"""No character leaves that is no letter, digit, space or one of a short list."""

from __future__ import annotations

import unicodedata

import pytest

from recast_agent.core.characters import strange, without_symbols
from tests.private.rewriting import name_of, rewrite, table


@pytest.mark.parametrize("sign", ["😀", "🇫🇷", "👩‍🚀", "★", "→", "©", "№", "❤️", "☢", "\u200b"])
def test_symbols_are_dropped_from_question_and_title(sign: str) -> None:
    evidence = table(("Norway", "Chile"), title=f"Debt {sign} of all")
    made = rewrite(evidence, f"What is {sign} the sum {sign} in 2019 {sign}?")
    assert made.record.question == "What is the sum in 2019?"
    assert made.record.table().title.split()[1:] == ["of", "all"]


@pytest.mark.parametrize("sign", ["₽", "₩", "₺", "₿", "$", "€", "¢"])
def test_a_currency_sign_changes_as_its_name_does(sign: str) -> None:
    evidence = table(("Norway", f"{sign}50,000 or more"), title=f"Debt in {sign}", unit=sign)
    made = rewrite(evidence, f"Is it above {sign}10000 or {sign} 7 in {sign}?")
    unit = made.record.table().unit
    assert made.record.question == f"Is it above 10000 or 7 in {unit}?"
    assert made.record.table().title.endswith(f" in {unit}")
    assert name_of(made, evidence.categories[1]) == "50,000 or more"
    assert made.dictionary.original(unit) == sign


def test_labels_of_symbols_alone_get_names_that_the_question_has_too() -> None:
    labels = ("😀", "🇫🇷", "★★", "Fun 🎉", "🎉 5")
    made = rewrite(table(labels), "What is 😀 minus 🇫🇷, and ★★ minus Fun?")
    names = [name_of(made, label) for label in labels]
    assert made.record.question == (
        f"What is {names[0]} minus {names[1]}, and {names[2]} minus {names[3]}?"
    )
    assert not any(strange(name) for name in names)
    assert names[4].startswith("5 ")


def test_only_listed_characters_are_ordinary() -> None:
    every = [chr(n) for n in range(0x20, 0x3000)]
    odd = {c for c in every if strange(c)}
    for c in every:
        if c.isalnum() or c in " .,;:!?'\"()[]/%+-=<>&":
            assert c not in odd
        if unicodedata.category(c) in ("Sc", "So", "Cf", "Co", "Cc") and c not in "°\t\n\r":
            assert c in odd
    assert strange("Cafe\u0301") == []


def test_two_numbers_stay_two_without_the_sign_between_them() -> None:
    assert without_symbols("from 5 → 700?") == "from 5, 700?"
