"""Speech reconstruction: what is said, how it is said again, and what review hears."""

from __future__ import annotations

import asyncio
import io
import wave
from collections.abc import Sequence

import pytest

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.types import WAV, AudioReading, Finding, ProtectedRecord
from recast_agent.released.reconstruct.embedded import EmbeddedReconstructor
from recast_agent.released.reconstruct.protocol import DraftRequest, Rendered
from recast_agent.released.reconstruct.speech import LONGEST
from recast_agent.released.reconstruct.spoken import cardinal, speakable
from recast_agent.workflow.reading import reading_of
from tests.recordings import CLINIC

RECORD = ProtectedRecord(id="c" * 32, modality="audio", context=CLINIC, question="How many?")
BY = EmbeddedReconstructor()


def rendered(
    record: ProtectedRecord = RECORD, repair: int = 0
) -> tuple[dict[str, object], Rendered]:
    draft = asyncio.run(BY.draft(DraftRequest(record, repair=repair)))
    return draft, asyncio.run(BY.render(draft))


def reviewed(record: ProtectedRecord, heard: str, misheard: Sequence[str] = ()) -> set[str]:
    reading = AudioReading(text=heard)
    none = Rendered(asyncio.run(BY.render({"type": "text", "text": ""})).artifact, ())
    draft = {"type": "audio", "misheard": list(misheard)}
    found = asyncio.run(BY.review(record, draft, none, reading))
    return {finding["code"] for finding in found}


def test_a_passage_becomes_a_plain_wav_that_says_it() -> None:
    draft, made = rendered()
    assert draft["text"] == CLINIC
    assert made.artifact.media_type == WAV
    with wave.open(io.BytesIO(made.artifact.data)) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 16_000)
        assert len(made.artifact.data) == 44 + 2 * file.getnframes()  # no chunk beside the sound
    reading = asyncio.run(reading_of(made.artifact))
    assert asyncio.run(BY.review(RECORD, draft, made, reading)) == ()


def test_the_same_draft_gives_the_same_bytes_and_a_repair_others() -> None:
    assert rendered()[1].artifact == rendered()[1].artifact
    assert len({rendered(repair=n)[1].artifact.sha256 for n in range(5)}) == 5


def test_a_repair_says_the_same_text_in_another_manner() -> None:
    drafts = [rendered(repair=n)[0] for n in range(5)]
    assert {str(draft["text"]) for draft in drafts} == {CLINIC}
    assert {str(draft["spelling"]) for draft in drafts} == {"figures", "words"}


@pytest.mark.parametrize(
    ("heard", "codes"),
    [
        (CLINIC, set()),
        (CLINIC.replace("48", "40"), {"quantity_differs"}),
        (CLINIC.replace("Marlow", "Oakfield"), {"word_differs"}),
        (CLINIC.partition(". ")[0], {"quantity_differs", "word_differs"}),
        ("", {"quantity_differs", "word_differs"}),
    ],
    ids=["same", "quantity", "name", "dropped", "nothing"],
)
def test_review_names_what_was_misheard(heard: str, codes: set[str]) -> None:
    assert reviewed(RECORD, heard) == codes


def test_a_repair_knows_where_the_last_manner_was_misheard() -> None:
    found = (Finding(code="word_differs", where="heard:3", seen="lutea"),)
    draft = asyncio.run(BY.draft(DraftRequest(RECORD, repair=1, findings=found)))
    assert draft["misheard"] == ["heard:3"]


@pytest.mark.parametrize(("place", "stuck"), [("heard:10", True), ("heard:9", False)])
def test_what_is_misheard_twice_in_one_place_needs_other_words(place: str, stuck: bool) -> None:
    codes = reviewed(RECORD, CLINIC.replace("73", "77"), misheard=[place])
    assert ("unspeakable" in codes) is stuck


def test_names_that_sound_alike_need_other_words() -> None:
    record = RECORD.model_copy(update={"context": "Brook had 4 and Brooke had 7."})
    assert reviewed(record, record.context) == {"names_alike"}


def test_a_finding_holds_what_was_heard_and_never_what_was_expected() -> None:
    reading = AudioReading(text=CLINIC.replace("73", "77"))
    _, made = rendered()
    found = asyncio.run(BY.review(RECORD, {"type": "audio"}, made, reading))
    assert found == (Finding(code="quantity_differs", where="heard:10", seen="77"),)


def test_what_takes_too_long_to_say_is_withheld() -> None:
    record = RECORD.model_copy(update={"context": "It had 5. " * (LONGEST // 9)})
    with pytest.raises(Withheld) as caught:
        rendered(record)
    assert caught.value.code is Code.RECONSTRUCTION_FAILED


@pytest.mark.parametrize(
    ("text", "figures", "words"),
    [
        ("It cost $5.01 million.", "It cost 5.01 million dollars.",
         "It cost five point zero one million dollars."),
        ("-35% & 12K", "minus 35 percent and 12 thousand",
         "minus thirty-five percent and twelve thousand"),
        ("In 1987, 1,987 came.", "In 1987, 1,987 came.",
         "In 1987, one thousand, nine hundred eighty-seven came."),
        ("a jump of 5 km", "a jump of 5 kilometers", "a jump of five kilometers"),
        ("(about 7)", ", about 7,", ", about seven,"),
        ("up 5 percent", "up 5 percent", "up five percent"),
        ("12.5 per cent of it", "12.5 percent of it", "twelve point five percent of it"),
        ("five percent more", "five percent more", "five percent more"),
        ("5 percentage points", "5 percentage points", "five percentage points"),
    ],
)  # fmt: skip
def test_numbers_and_signs_are_put_so_that_they_can_be_said(
    text: str, figures: str, words: str
) -> None:
    assert speakable(text, "figures") == figures
    assert speakable(text, "words") == words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "zero"), (19, "nineteen"), (40, "forty"), (101, "one hundred one"),
        (47_212, "forty-seven thousand, two hundred twelve"),
        (1_000_006, "one million, six"), (10**14, "one hundred trillion"),
    ],
)  # fmt: skip
def test_whole_numbers_in_words(number: int, words: str) -> None:
    assert cardinal(number) == words


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("| Ward | Beds |\n| --- | --- |\n| Renal | 15 |", "Ward, Beds. Renal, 15."),
        ("Beds:\n\n|A|B|\n|:-:|-|\n|15|46|\n\nSo.", "Beds. A, B. 15 and 46. So."),
    ],
)
def test_a_row_of_a_markdown_table_is_a_sentence_and_its_numbers_stay_apart(
    text: str, said: str
) -> None:
    assert speakable(text, "figures") == said


def test_a_disguise_that_may_have_the_same_words_begins_with_other_manners() -> None:
    drafts = [
        asyncio.run(BY.draft(DraftRequest(RECORD, repair=repair, disguise=disguise)))
        for disguise, repairs in enumerate((2, 2, 5))
        for repair in range(repairs)
    ]
    manners = {(draft["speed"], draft["seed"], draft["spelling"]) for draft in drafts}
    assert len(manners) == len(drafts)
