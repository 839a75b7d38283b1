"""What is not taken for clear speech: another language, and codes said digit by digit."""

from __future__ import annotations

import pytest

from recast_agent.core.speech.codes import spelled_out, taken_apart
from recast_agent.core.speech.english import is_english
from recast_agent.core.speech.transcribe import transcribe
from tests.recordings import spoken

GERMAN = "diː kliːnɪk hatə fɪɹtsɪk pflˈeɪgəʁɪnən ʊnt tsvantsɪk bɛtən . ɛɹ kaʊftə axt bɹˈøtxən ."
SPANISH = "la klˈinika tenˈia kwaɹˈɛnta enfɛɹmˈɛɹas i vˈɛinte kˈamas . maɹˈia kˈompɹo mansˈanas ."
"""As they sound, in the phonemes that the embedded voice is given."""


def sounded(phonemes: str) -> str:
    return " ".join(w if w in ".," else f"[word](/{w}/)" for w in phonemes.split())


@pytest.mark.parametrize("language", [GERMAN, SPANISH], ids=["German", "Spanish"])
def test_another_language_is_not_clear_speech(language: str) -> None:
    """Written down as words that the recogniser half believes."""
    assert not transcribe(spoken(sounded(language))).clear


@pytest.mark.parametrize(
    "text",
    [
        "Oakfield Clinic had 48 nurses in 2014. Marlow Clinic had 73 nurses.",
        "Chivas USA and Fungai met Delaroche of Landseer in the second half of 1853.",
        "Jamal paid Lorie 15.",
        "Two smores and one muffaletta cost eleven dollars at Zachary's.",
    ],
)
def test_names_are_no_other_language(text: str) -> None:
    assert is_english(text, belief=-0.3)


@pytest.mark.parametrize(
    "text",
    [
        "Lachlinica, teena, curenta, and firmer is Y-vaint, camis. Maria Comproacho, manzanas.",
        "La Clinique of 8 Quorante and Fermières at Vinklets. Maria 8 Hewitt-Poms at Du Pains.",
    ],
)
def test_syllables_are_no_english(text: str) -> None:
    """What the recogniser wrote of Spanish and of French, sure of itself."""
    assert not is_english(text, belief=-0.6)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("5, 2, 3.", "5, 2, 3"),
        ("The room is four zero eight, they say.", "four zero eight"),
        ("Take 7-0-6 now", "7-0-6"),
        ("A-A-2.", "A-A-2"),
        ("One, five.", "One, five"),
        ("It was 2 5 then", "2 5"),
    ],
)
def test_a_code_is_found(text: str, code: str) -> None:
    places = spelled_out(text)
    assert text[min(a for a, _ in places) : max(b for _, b in places)] == code


@pytest.mark.parametrize(
    "text",
    [
        "She has 5, 2 and 3 apples.",
        "On days 7, 8, 9, and 10 it rained.",
        "They won 3-2 in May.",
        "In row 5, 2 seats are free.",
        "It had 4. 5 were red.",
        "Ratios of 0.5, 2.5, 3.5 were seen.",
        "The number is 693.",
    ],
)
def test_what_is_counted_is_no_code(text: str) -> None:
    assert spelled_out(text) == ()


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("paid 930, 1,865,427 dollars", "930, 1,865,427"),
        ("It had 20 5 then.", "20 5"),
        ("It had 1,200, 34 in all.", "1,200, 34"),
    ],
)
def test_a_number_taken_apart_is_found(text: str, parts: str) -> None:
    """The first as the recogniser wrote 931,865,427 in both decodings."""
    ((start, end),) = taken_apart(text)
    assert text[start:end] == parts


@pytest.mark.parametrize(
    "text",
    [
        "On June 30, 2014 it closed.",
        "In 2010, 5 clinics closed.",
        "They had 20, 5 and 3 pears.",
        "Of 100, 250 is no share.",
        "It had 20. 5 were red.",
        "It weighs 30, 2.5 more than before.",
    ],
)
def test_two_numbers_are_two(text: str) -> None:
    assert taken_apart(text) == ()
