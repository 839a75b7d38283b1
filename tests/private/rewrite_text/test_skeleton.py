"""The quantitative skeleton stays, word by word."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from tests.private.rewrite_text.passages import name_of, passage, rewrite


def _listed() -> list[str]:
    """The list by category, without the further forms and titles at its end."""
    text = (resources.files("recast_agent.evaluation") / "data" / "passing.txt").read_text("utf-8")
    lines = text.partition("# more forms")[0].splitlines()
    return [w for line in lines if not line.startswith("#") for w in line.split()]


WORDS = list(dict.fromkeys(_listed()))
CHUNKS = [WORDS[i : i + 60] for i in range(0, len(WORDS), 60)]


def test_the_list_is_long_enough() -> None:
    assert len(WORDS) >= 250


@pytest.mark.parametrize("words", CHUNKS, ids=lambda words: words[0])
def test_every_word_of_the_skeleton_stays_where_it_stood(words: list[str]) -> None:
    """Each stands between content words, which all change."""
    made = rewrite(passage("; ".join(f"walnut {word} lanterns" for word in words) + "."))
    shown = made.record.context.removesuffix(".").split("; ")
    kept = [part.split()[1:-1] for part in shown]
    assert [w for w in kept if w not in (["a"], ["an"])] == [
        [w] for w in words if w not in ("a", "an")
    ]
    assert not {"walnut", "lanterns"} & set(made.record.context.split())


@pytest.mark.parametrize(
    ("sentence", "stays"),
    [
        ("Ann had 3 more plums than Bob had before noon.", "had 3 more than had before noon"),
        (
            "Mr. Hale did not finish until the second week.",
            "Mr. did not finish until the second week",
        ),
        ("The pond is 12 km wide and 40 feet deep.", "The is 12 km wide and 40 feet deep"),
        (
            "Each jar costs half as much as the other two.",
            "Each costs half as much as the other two",
        ),
    ],
)
def test_relations_of_a_sentence_stay(sentence: str, stays: str) -> None:
    made = rewrite(passage(sentence, "How many?")).record.context
    left = [w for w in made.rstrip(".").split() if w in sentence.rstrip(".").split()]
    assert " ".join(left) == stays


def test_a_word_of_the_skeleton_that_is_a_name_changes() -> None:
    """Will Young was born in May: a given name, a surname, a month."""
    made = rewrite(passage("In May 1990 Will Young met 40 people. Then Will left the US.", "Who?"))
    assert not {"Will", "Young", "May", "US"} & set(made.record.context.replace(".", "").split())


def test_calendar_words_stay_only_where_the_question_groups_them() -> None:
    text = "The shop sold 40 lamps in March, 30 in April and 20 in June."
    grouped = rewrite(passage(text, "How many lamps were sold in the second quarter?"))
    assert {"March,", "April", "June."} <= set(grouped.record.context.split())
    other = rewrite(passage(text, "How many lamps were sold in all?"))
    assert not {"March", "April", "June"} & set(other.record.context.replace(",", "").split())


def test_currencies_change_unless_cents_are_counted() -> None:
    changed = rewrite(passage("Ann paid $12 and 5 dollars.", "How many dollars did she pay?"))
    assert "$" not in changed.record.context
    assert "dollars" not in changed.record.context + changed.record.question
    kept = rewrite(passage("Ann paid 3 dollars and 40 cents.", "How many cents did she pay?"))
    assert "3 dollars and 40 cents" in kept.record.context


def test_currencies_without_another_name_keep_all_currencies() -> None:
    made = rewrite(passage("Ann paid $12 and then 5 bucks.", "How many dollars?")).record
    assert "$12" in made.context
    assert "5 bucks" in made.context
    other = rewrite(passage("Ann paid 200 kr and 50 zł, in SEK.", "How many?")).record.context
    assert not {"kr", "zł", "SEK"} & set(re.findall(r"\w+", other))


@pytest.mark.parametrize(
    "measure",
    [
        "30 k€", "$5M", "5 µg", "25 basis points", "30 bps", "12 ha", "33 cl", "11 stone",
        "5 grand", "32 psi", "400 ppm", "2 fortnights", "three gross", "4 score", "3 dozen", "30 m",
        "12 g", "1.5e6", "5 pct.", "3% p.a.", "Q3", "12 carats", "7 furlongs",
    ],
)  # fmt: skip
def test_what_a_number_is_measured_in_stays(measure: str) -> None:
    asked = "How many cents?"
    made = rewrite(passage(f"The lantern took {measure} in it, one cent.", asked)).record.context
    assert f" {measure} in it" in made


def test_a_unit_is_one_behind_a_number_alone() -> None:
    made = rewrite(passage("The stone by the bar weighs 11 stone.", "How much?")).record.context
    assert made.endswith("weighs 11 stone.")
    assert made.count("stone") == 1
    assert "bar" not in made.split()


def test_only_four_quarters_and_two_halves_stay() -> None:
    made = rewrite(passage("It made 20 in Q4, 30 in H2, 5 in Q9 and 7 in H3.", "Sum?"))
    assert {"Q4,", "H2,"} <= set(made.record.context.split())
    assert not re.search(r"Q9|H3", made.record.context)


@pytest.mark.parametrize(
    "sentence",
    [
        "popped 5, inflated 3, borrowed 2, lent 4, withdrew 50 and deposited 30",
        "filled 5, emptied 3, packed 12, traded 2 for 7, cut 3 and repaid 9",
        "the radius, the perimeter, the sides and the area of the square of 12",
        "the net profit, the gross revenue, the tax, the tip and the compound interest of 12",
        "two consecutive prime factors of the product of 12",
        "a trio, a couple, a dozen, biweekly, each weekend; 3 hours passed",
        "owned 12, scored 5, placed third, closed at 7 and rated 9",
    ],
)
def test_what_happens_to_quantities_stays(sentence: str) -> None:
    assert rewrite(passage(f"it {sentence}.", "How many?")).record.context == f"it {sentence}."


def test_the_forms_of_one_word_stay_or_change_together() -> None:
    asked = "How many did she own, place and score?"
    kept = rewrite(passage("She owned 12, placed 5, scored 3.", asked)).record
    assert kept.context == "She owned 12, placed 5, scored 3."
    assert kept.question == asked
    mines = rewrite(passage("The mine had 20 and other mines 30.", "How many has a mine?"))
    assert "mine" not in mines.record.context + mines.record.question
    assert name_of(mines, "mines").rstrip("s")[:3] == name_of(mines, "mine")[:3]


def test_what_only_looks_like_a_form_of_it_changes() -> None:
    made = rewrite(passage("They founded 12 towns and presented 5.", "How many?")).record.context
    assert not {"founded", "presented"} & set(made.split())
