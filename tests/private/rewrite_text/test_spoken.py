"""Every evidence is disguised with words alone that survive being spoken and heard: its first
release pins them, and a later one may be a recording."""

from __future__ import annotations

import pytest

from recast_agent.core.vocabulary import stem
from recast_agent.evaluation.spoken_words import FILE, vocabulary
from recast_agent.private.rewrite.text.lists import misheard
from tests.private.rewrite_text.passages import passage, rewrite

TOLD = (
    "Emma and her brother Walter sold 48 baskets of ripe plums to a baker in Norwich. Walter "
    "picked 15 more plums before Emma weighed the baskets of the clinic. The baker quickly praised "
    "17 heavy melons, 9 wooden boxes and 23 rusty kettles."
)


@pytest.mark.parametrize("modality", ["audio", "text"])
@pytest.mark.parametrize("attempt", range(4))
def test_no_word_that_is_misheard_is_drawn(attempt: int, modality: str) -> None:
    told = passage(TOLD, "How many plums did Walter pick?")
    made = rewrite(told.model_copy(update={"modality": modality}), attempt=attempt)
    drawn = {
        part for e in made.dictionary.entries for part in e.surrogate.replace("-", " ").split()
    }
    assert not {stem(part) for part in drawn} & misheard()


def test_the_list_is_of_words_that_could_be_drawn() -> None:
    names, words = vocabulary()
    listed = FILE.read_text(encoding="utf-8").split()
    assert set(listed) <= {*names, *words}
    assert len(listed) < (len(names) + len(words)) / 2
