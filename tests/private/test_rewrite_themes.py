"""Every theme file has what a rewrite needs, and nothing that could be taken for something else."""

from __future__ import annotations

import itertools
import random

import pytest
from rapidfuzz.distance import Levenshtein

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.vocabulary import (
    MONTHS,
    ORDERED,
    WEEKDAYS,
    colors,
    operators,
    positions,
    seasons,
    skeleton,
    stem,
    units,
)
from recast_agent.private.rewrite.analysis import inflected
from recast_agent.private.rewrite.theme import (
    LEAST_DISTANCE,
    Theme,
    distance,
    draw_theme,
    likeness,
    theme_named,
    themes,
)

by_theme = pytest.mark.parametrize("theme", themes(), ids=lambda theme: theme.name)
COMMON = skeleton() | operators() | colors() | positions() | seasons() | {*MONTHS, *WEEKDAYS}
COMMON = COMMON.union(*units()) | {letter.casefold() for letter in ORDERED}


def test_there_are_enough_themes() -> None:
    assert len(themes()) >= 12
    assert len({theme.name for theme in themes()}) == len(themes())


@by_theme
def test_a_theme_has_names_for_forty_categories_and_words_of_each_kind(theme: Theme) -> None:
    assert len(theme.names) >= 40
    assert min(len(theme.nouns), len(theme.verbs), len(theme.adjectives), len(theme.topics)) >= 7


@by_theme
def test_names_are_short_and_distinct_to_the_eye(theme: Theme) -> None:
    for name in theme.names:
        assert name.isalpha()
        assert name.istitle()
        assert 4 <= len(name) <= 9
        assert "rn" not in name  # reads as m
        assert name[0] != "I"  # reads as l
    for one, other in itertools.combinations(theme.names, 2):
        assert Levenshtein.distance(one.casefold(), other.casefold()) >= 3, (one, other)


@by_theme
def test_no_word_of_a_theme_is_a_stop_word_operator_colour_unit_or_month(theme: Theme) -> None:
    from spacy.lang.en.stop_words import STOP_WORDS

    listed = (*theme.names, *theme.nouns, *theme.verbs, *theme.adjectives)
    assert not {word.casefold() for word in listed} & (COMMON | STOP_WORDS)


@by_theme
def test_words_belong_to_one_list_and_are_lower_case(theme: Theme) -> None:
    words = [*(n.casefold() for n in theme.names), *theme.nouns, *theme.verbs, *theme.adjectives]
    assert len(words) == len(set(words))
    assert all(word.islower() for word in (*theme.nouns, *theme.verbs, *theme.adjectives))


@by_theme
def test_words_inflect_regularly(theme: Theme) -> None:
    for noun in theme.nouns:
        assert inflected(noun, "NNS").endswith("s")
        assert inflected(noun, "NNS") != noun
    for verb in theme.verbs:
        assert inflected(verb, "VBD") == inflected(verb, "VBN")
        assert inflected(verb, "VBD").endswith("ed")
        assert inflected(verb, "VBG").endswith("ing")


def test_a_theme_is_drawn_among_the_distant_ones_and_is_never_the_farthest() -> None:
    source = frozenset(map(stem, ["bread", "cake", "sales", "market", "price", "store", "trout"]))
    drawn = {draw_theme(source, random.Random(seed)).name for seed in range(300)}
    distant = [theme for theme in themes() if distance(theme, source) >= LEAST_DISTANCE]
    farthest = min(distant, key=lambda theme: likeness(theme, source))
    assert drawn == {theme.name for theme in distant} - {farthest.name}
    assert not {"bakery", "fish"} & drawn


def test_without_a_distant_theme_nothing_is_drawn() -> None:
    every = frozenset(word for theme in themes() for word in theme.words())
    with pytest.raises(Withheld) as caught:
        draw_theme(every, random.Random(1))
    assert caught.value.code is Code.REWRITE_INVALID


def test_a_theme_is_found_by_its_name() -> None:
    assert all(theme_named(theme.name) is theme for theme in themes())
