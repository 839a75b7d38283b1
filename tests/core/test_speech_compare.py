"""What was heard against what should be said: quantities exactly, words by their sound."""

from __future__ import annotations

from decimal import Decimal

import pytest

from recast_agent.core.speech.compare import (
    differences,
    homophones,
    likeness,
    respelled,
    unattributed,
    unheard_numbers,
)
from recast_agent.core.speech.items import items_of, quantities
from recast_agent.core.speech.spelling import spelled_as_asked
from recast_agent.core.speech.written import written


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("$3.2 million", "3200000 dollars"),
        ("3.2 million dollars", "3200000 dollars"),
        ("€ 672 euros", "672 euros"),
        ("-5% and 12K people", "minus 5 percent and 12000 people"),
        ("twelve hundred, some of the 1st two", "1200 some of the 1 2"),
        ("5 km at 7:30, Mr. X & co", "5 kilometers at 7 30 mister x and co"),
        ("a 5-year-old", "a 5 year old"),
        ("35 per cent", "35 percent"),
        ("no one was there, one by one", "no one was there one by one"),
        ("the fifteenth, twenty-first and 30th", "the 15 21 and 30"),
    ],
)
def test_signs_are_the_words_that_they_are_read_as(text: str, said: str) -> None:
    spoken = [
        item.word if item.value is None else f"{item.value:f}".removesuffix(".0")
        for item in items_of(text)
    ]
    assert " ".join(spoken) == said


def test_quantities_are_values_in_order() -> None:
    assert quantities("He had 1,200 in 2014, then two dozen.") == tuple(
        map(Decimal, (1200, 2014, 24))
    )


@pytest.mark.parametrize(
    ("expected", "heard"),
    [
        ("Brook had 47 apples.", "Brooke had forty-seven apples"),
        ("The woodcutters paid $12.50.", "The wood cutters paid 12.50 dollars."),
        ("He left for the harbor colour.", "He left for harbour color."),
        ("They sold 4 bonbons.", "They sold four bond bonds."),
        ("A crate and an urn", "The crate in an urn"),
        ("He won some, one of them.", "He one some, 1 of them."),
        ("Emanuel has 39.", "Immanuel has 39."),
    ],
)
def test_homophones_spellings_and_joined_words_are_the_same(expected: str, heard: str) -> None:
    assert differences(expected, heard) == ()
    assert unattributed(expected, heard) == ()
    assert respelled(expected, heard) == expected


@pytest.mark.parametrize(
    ("expected", "heard", "kind"),
    [
        ("He had 15 apples.", "He had 50 apples.", "quantity"),
        ("He had 3.2 million.", "He had 3.2 billion.", "quantity"),
        ("He had 5. She had 7.", "He had 7. She had 5.", "quantity"),
        ("He went to 2 shops.", "He went 2 to shops.", "quantity"),
        ("It rose by 5.", "It rose by five to six.", "quantity"),
        ("Anna had 5 and Hannah had 7.", "Hannah had 5 and Anna had 7.", "word"),
        ("It increased by 5.", "It decreased by 5.", "word"),
        ("He had 5 before noon.", "He had 5 after noon.", "word"),
        ("It didn't rise.", "It did rise.", "word"),
        ("He ran 5 miles.", "He ran 5 meters.", "word"),
        ("On Monday 5 came.", "On Sunday 5 came.", "word"),
        ("It had 5.", "It has 5.", "word"),
        ("He had 3. Then he left. She had 4.", "He had 3. She had 4.", "word"),
        ("She had 4.", "She gladly had 4.", "word"),
    ],
)
def test_whatever_changes_the_meaning_is_a_difference(expected: str, heard: str, kind: str) -> None:
    assert kind in {one.kind for one in differences(expected, heard)}
    assert respelled(expected, heard) != expected


def test_an_empty_recording_has_everything_missing() -> None:
    assert {one.heard for one in differences("He had 5 apples.", "")} == {""}
    assert likeness("He had 5 apples.", "") == 0.0


def test_another_text_is_a_difference_however_long() -> None:
    one = " ".join(f"Ann told Ben {n}." for n in range(100, 300))
    other = " ".join(f"lamps cost Carl {n} coins." for n in range(500, 700))
    assert differences(one, other)


def test_words_from_elsewhere_are_not_attributed() -> None:
    text = "Anna had 48 lanterns."
    assert unattributed(text, "Anna had lanterns, 48.") == ()
    assert unattributed(text, "Anna had 48 lanterns in Quorvane.") == (4, 5)
    assert unattributed(text, "Anna had 49 lanterns.") == (2,)


def test_a_number_without_its_counterpart_contradicts_its_neighbour() -> None:
    text = "He had 15 apples and 7 pears."
    assert unheard_numbers(text, "He had fifteen apples and seven pears.") == ()
    assert unheard_numbers(text, "He had 50 apples and 7 pears.") == (7,)
    assert unheard_numbers(text, "He had 15 apples and 7 pears too 2.")


def test_names_that_sound_alike_are_found() -> None:
    assert homophones("Brook met Brooke and Anna. The brooks ran.") == ("brook", "brooke")


@pytest.mark.parametrize(
    ("heard", "question", "spelled"),
    [
        ("Harbor Clinic had 48.", "How many had Harbour Clinic?", "Harbour Clinic had 48."),
        ("Each book has 5 septars.", "How many scepters?", "Each book has 5 scepters."),
        ("Two septars, a septar.", "Which scepter?", "Two scepters, a scepter."),
        ("25 dairy maids came.", "What did each dairymaid do?", "25 dairymaids came."),
        ("Mrs Bass had 4.", "What had Mrs Boss?", "Mrs Bass had 4."),  # too short to be sure
        ("Jess had 4.", "How much had Ross?", "Jess had 4."),
        ("Anna had 48.", "How many had Hannah and Anna?", "Anna had 48."),
        ("Bess and Tess had 4.", "What had Jess?", "Bess and Tess had 4."),  # either could be it
        ("He had 15 apples.", "Had he 50 apples?", "He had 15 apples."),
    ],
)
def test_words_are_written_as_the_question_writes_them(
    heard: str, question: str, spelled: str
) -> None:
    assert spelled_as_asked(heard, question) == spelled


@pytest.mark.parametrize(
    ("heard", "form"),
    [
        ("for $12 and 50 cents each", "for $12.50 each"),
        ("12 dollars and 5 cents", "$12.05"),
        ("35 percent of  them", "35% of them"),
        ("$12 and 3 nickels", "$12 and 3 nickels"),
    ],
)
def test_amounts_are_written_with_their_sign(heard: str, form: str) -> None:
    assert written(heard) == form
