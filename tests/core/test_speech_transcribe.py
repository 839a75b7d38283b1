"""Recognition on real sound: words with their time, a second decoding, and nothing fetched."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from recast_agent.core.errors import Code, InputError, InternalError
from recast_agent.core.perception.read import forget_readings
from recast_agent.core.speech import transcribe as speech
from recast_agent.core.speech.compare import differences, likeness
from recast_agent.core.speech.decode import RATE, decode_sound
from recast_agent.core.speech.heard import part, reported_to
from recast_agent.core.speech.items import quantities
from recast_agent.core.speech.transcribe import transcribe, transcribe_again
from recast_agent.core.speech.weights import FILES, verified
from tests.recordings import CLINIC, encoded, melody, noise, sound, spoken
from tests.support import SHARED_DATA

LJSPEECH = SHARED_DATA / "speech_ljspeech8"


def test_a_recording_becomes_words_with_their_time() -> None:
    heard = transcribe(spoken())
    assert heard.clear
    assert differences(CLINIC, heard.text) == ()
    assert heard.words[0].text == "Oakfield"
    assert all(0.0 < word.probability <= 1.0 for word in heard.words)
    times = [word.start for word in heard.words]
    assert times == sorted(times)
    assert heard.words[-1].end <= heard.seconds + 0.5


def test_the_second_decoding_agrees_on_quantities() -> None:
    assert quantities(transcribe_again(spoken()).text) == quantities(CLINIC)
    assert transcribe_again(spoken()) is not transcribe(spoken())


def test_one_transcript_per_recording_until_it_is_forgotten() -> None:
    first = transcribe(spoken())
    assert transcribe(bytes(bytearray(spoken()))) is first
    forget_readings()
    assert transcribe(spoken()) is not first


def test_an_mp3_in_stereo_is_heard_the_same() -> None:
    mp3 = encoded(spoken(), "mp3", "libmp3lame", 44_100, "stereo")
    assert differences(CLINIC, transcribe(mp3).text) == ()


@pytest.mark.parametrize(
    "data",
    [noise(4), melody(6), sound(np.ones(1)), sound(np.sin(np.arange(4 * RATE) * 0.2))],
    ids=["noise", "melody", "one sample", "tone"],
)
def test_where_nobody_speaks_nothing_is_made_up(data: bytes) -> None:
    for way in (transcribe, transcribe_again):
        with pytest.raises(InputError) as caught:
            way(data)
        assert caught.value.code is Code.AUDIO_NO_SPEECH


def test_long_speech_is_cut_where_the_speaker_pauses() -> None:
    """Longer than a window of the recogniser."""
    text = " ".join(f"Clinic number {n} had {n + 40} nurses on duty." for n in range(2, 12))
    shares: list[float] = []
    with reported_to(shares.append), part(0.5, 0.5):
        heard = transcribe(spoken(text))
    assert heard.seconds > 30
    assert shares == sorted(shares)
    assert 0.5 < shares[0] <= shares[-1] < 1
    assert quantities(heard.text) == quantities(text)
    assert likeness(text, heard.text) > 0.9


def test_windows_are_bounded_and_lose_no_speech() -> None:
    spans = [(0, 10), (12, 24), (33, 40), (41, 50)]
    assert speech._fitting(spans, 45) == 2  # the longest pause in the second half
    assert speech._fitting(spans, 60) == 4
    assert speech._fitting([(0, 99)], 45) == 1


def test_the_second_decoding_leaves_out_nothing_that_detection_has_lost() -> None:
    """The first hears two seconds around detected speech, the second all of a recording."""
    speech_s = len(decode_sound(spoken())) / RATE
    padded = np.pad(decode_sound(spoken()), 5 * RATE)
    ((start, end),) = speech._windows(padded, speech._FIRST_WAY)
    assert 2 <= start / RATE <= 4
    assert 1 <= speech_s + 10 - end / RATE <= 4
    assert [*speech._windows(padded, speech._SECOND_WAY)] == [(0, len(padded))]


def test_weights_of_another_hash_are_not_loaded(tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).write_bytes(b"{}")
    with pytest.raises(InternalError):
        verified(tmp_path)
    shutil.rmtree(tmp_path / "config.json", ignore_errors=True)
    (tmp_path / "config.json").unlink()
    with pytest.raises(InternalError):
        verified(tmp_path)


@pytest.mark.skipif(not LJSPEECH.is_dir(), reason="the evaluation data is not beside the checkout")
def test_a_real_reader_is_understood() -> None:
    lines = (LJSPEECH / "manifest.jsonl").read_text(encoding="utf-8").splitlines()
    entry = next(e for e in map(json.loads, lines) if e["has_number"])
    data = (LJSPEECH / entry["file"]).read_bytes()
    for way in (transcribe, transcribe_again):
        assert [int(n) for n in quantities(way(data).text)] == [42, 1455]
