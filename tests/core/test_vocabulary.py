"""Words that may pass on purpose, by how they are written."""

from __future__ import annotations

import pytest

from recast_agent.core.vocabulary import (
    MONTHS,
    ORDERED,
    WEEKDAYS,
    calendar_index,
    colors,
    in_skeleton,
    positions,
    seasons,
    skeleton,
    stem,
    units,
)


def passes(text: str, word: str) -> bool:
    start = text.index(word)
    return in_skeleton(text, start, start + len(word))


@pytest.mark.parametrize("word", ["difference", "highest", "bar", "don't", "wasn’t", "they're"])
def test_operations_comparisons_chart_words_and_contractions_are_skeleton(word: str) -> None:
    assert passes(f"a {word} b", word)


@pytest.mark.parametrize("word", ["revenue", "country", "Iran", "sales", "hotel"])
def test_topic_words_are_not(word: str) -> None:
    assert not passes(f"a {word} b", word)


@pytest.mark.parametrize(
    ("text", "word", "stays"),
    [
        ("Tell us the total", "us", True),
        ("debt of the US in 2019", "US", False),
        ("What IT cost", "IT", False),
        ("it may rise", "may", True),
        ("sales in May 2019", "May", False),
        ("May 2019 sales", "May", False),
        ("Who sold most?", "Who", True),
        ("spending of the WHO", "WHO", False),
        ("WHAT DID IT COST?", "IT", True),
    ],
)
def test_a_function_word_written_like_a_name_is_a_name(text: str, word: str, stays: bool) -> None:
    assert passes(text, word) is stays


@pytest.mark.parametrize(
    ("word", "index"),
    [
        ("January", 0), ("january", 0), ("Sept", 8), ("Dec", 11), ("Mon", 12), ("Thurs", 15),
        ("sunday", 18), ("May", 4), ("may", None), ("march", None), ("sun", None), ("sat", None),
        ("Marching", None), ("Ma", None),
    ],
)  # fmt: skip
def test_months_and_weekdays_are_told_from_common_words(word: str, index: int | None) -> None:
    assert calendar_index(word) == index


def test_word_lists_do_not_overlap_with_replacements() -> None:
    """A replaced month is never a word that passes for another reason."""
    letters = {letter.casefold() for letter in ORDERED}
    listed = skeleton() | colors() | positions() | seasons() | {*MONTHS, *WEEKDAYS}
    assert not letters & listed.union(*units())
    assert sorted(ORDERED) == list(ORDERED)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("Companies", "company"),
        ("Iran's", "iran"),
        ("U.S.", "us"),
        ("glass", "glass"),
        ("bus", "bus"),
    ],
)
def test_a_stem_has_no_case_plural_or_possessive(word: str, expected: str) -> None:
    assert stem(word) == expected
