"""The quantitative skeleton stays, word by word."""

from __future__ import annotations

from importlib import resources

import pytest

from tests.private.rewrite_text.passages import passage, rewrite


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
