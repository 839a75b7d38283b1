"""Common words: families, synonyms, forms."""

from __future__ import annotations

import pytest

from recast_agent.private.rewrite.text.families import grouped
from recast_agent.private.rewrite.text.lists import section_of
from tests.private.rewrite_text.passages import MUSEUM, name_of, passage, rewrite


@pytest.mark.parametrize(
    "family",
    [
        "donate donation donor",
        "govern government governor",
        "religion religious",
        "choose choice",
        "economy economic economist",
        "settle settler settlement",
        "persecute persecution",
    ],
)
def test_words_that_are_derived_from_each_other_are_one_family(family: str) -> None:
    words = family.split()
    assert len(set(grouped(words).values())) == 1


def test_words_that_only_look_alike_are_none() -> None:
    assert len(set(grouped(["flow", "flower", "corn", "corner", "station", "state"]).values())) == 6


def test_a_family_goes_to_a_family() -> None:
    made = rewrite(passage(MUSEUM))
    given, gift, giver = (name_of(made, w) for w in ("donated", "donation", "donor"))
    assert given[:4] == gift[:4] == giver[:4]
    assert name_of(made, "donate")[:4] == given[:4]


def test_a_word_in_another_form_is_the_same_word() -> None:
    text = "The weaver weaves 12 mats. She wove 5 and had woven 9 before weaving 2."
    made = rewrite(passage(text, "How many mats did the weavers weave?"))
    shown = [name_of(made, w) for w in ("weaves", "wove", "woven", "weaving", "weave")]
    assert len(set(shown)) == 5
    assert name_of(made, "weavers") == name_of(made, "weaver") + "s"


def test_a_synonym_of_the_question_follows_the_word_of_the_passage() -> None:
    made = rewrite(passage("They constructed 12 towers.", "How many towers were erected?"))
    assert name_of(made, "constructed") in made.record.question.split()[-1]


def test_a_synonym_of_a_word_that_stays_is_that_word() -> None:
    made = rewrite(passage("There were 68 families with children.", "How many had kids?"))
    assert "children" in made.record.question


def test_articles_follow() -> None:
    made = rewrite(passage("An apple, a pear, an owl and a goose cost 12 each.", "How much?"))
    for article, word in zip(
        *[iter(made.record.context.replace(",", "").split())] * 2, strict=False
    ):
        if article.casefold() in ("a", "an"):
            assert (article.casefold() == "an") == (word[0] in "aeiou"), (article, word)


def test_giving_stays_giving() -> None:
    """What is left over can only be told where the direction of a change is seen."""
    text = "Ann had 12 pears, donated 5 and ate 2. Her donation was praised."
    made = rewrite(passage(text, "How many pears are left?"))
    alike = section_of("verbs")
    assert alike[name_of(made, "donate")] == "hand"
    assert alike[name_of(made, "eat")] == "consume"
