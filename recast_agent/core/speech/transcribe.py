"""Sound to words: one transcript per recording, and a second one made by other means.

Nothing is hinted: a recogniser that is told names or numbers hears what it was told.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from recast_agent.core.errors import Code, InputError
from recast_agent.core.model import Model
from recast_agent.core.shelf import Shelf
from recast_agent.core.speech.decode import RATE, Sound, decode_sound
from recast_agent.core.speech.english import is_english
from recast_agent.core.speech.extra import speech_extra
from recast_agent.core.speech.heard import report
from recast_agent.core.speech.weights import lock, recogniser
from recast_agent.core.speech.written import written

_UNLIKELY = -1.0
"""A mean log probability below which Whisper itself does not believe what it wrote."""

_REPEATED = 2.4
"""How far a transcript that goes round in circles can be compressed."""


class SpokenWord(Model):
    """A word with its place in seconds and the probability that the recogniser gives it."""

    text: str
    start: float
    end: float
    probability: float


class Transcript(Model):
    """``words`` are those of the first decoding alone; ``seconds`` is the length of the recording.
    ``clear`` is False where the recogniser does not believe itself: another language, noise over
    speech, a text that goes round in circles, words that are no English ones."""

    text: str
    words: tuple[SpokenWord, ...]
    seconds: float
    clear: bool


@dataclass(frozen=True)
class _Way:
    """A way to decode: ``pace`` stretches the sound, ``window_s`` is the longest piece,
    ``margin_s`` what is heard before and after detected speech, ``lead_s`` the silence put around a
    piece, ``timed`` asks for the time of each word, which costs a second look at the sound."""

    beam: int
    pace: float
    window_s: float
    margin_s: float
    lead_s: float
    timed: bool


_FIRST_WAY = _Way(beam=5, pace=1.0, window_s=25.0, margin_s=2.0, lead_s=0.5, timed=True)
_SECOND_WAY = _Way(beam=1, pace=0.94, window_s=20.0, margin_s=math.inf, lead_s=0.3, timed=False)
"""The second leaves nothing out: what the detection of speech has lost would be lost to both."""


def transcribe(data: bytes) -> Transcript:
    """What is said in a recording, cached by the hash of its bytes.

    Raises InputError as ``decode_sound`` does, and (audio_no_speech) where nobody speaks.
    """
    return _FIRST(data)


def transcribe_again(data: bytes) -> Transcript:
    """What is said, decoded at another pace, in other pieces that leave nothing out, by another
    search: the witness for the quantities of ``transcribe``. Raises as it does."""
    return _SECOND(data)


def _first(data: bytes) -> Transcript:
    return _transcript(decode_sound(data), _FIRST_WAY)


def _second(data: bytes) -> Transcript:
    return _transcript(decode_sound(data), _SECOND_WAY)


_FIRST: Shelf[Transcript] = Shelf(_first)
_SECOND: Shelf[Transcript] = Shelf(_second)


def _transcript(sound: Sound, way: _Way) -> Transcript:
    seconds = len(sound) / RATE
    parts: list[str] = []
    words: list[SpokenWord] = []
    belief, clear = 0.0, True
    with lock:
        model = recogniser()
        for number, (first, last) in enumerate(_windows(sound, way)):
            if number:
                report(first / len(sound))
            lead = int(way.lead_s * RATE)
            piece = np.pad(_stretched(sound[first:last], way.pace), lead)
            for segment in _segments(model, piece, way):
                belief = min(belief, segment.avg_logprob)
                clear &= segment.compression_ratio < _REPEATED
                parts.append(segment.text)
                words += [_word(one, first / RATE, way) for one in segment.words or ()]
    text = written(" ".join(parts))
    if not any(c.isalnum() for c in text):
        raise InputError(Code.AUDIO_NO_SPEECH, "nobody is heard to speak in the recording")
    clear = clear and belief > _UNLIKELY and is_english(text, belief)
    return Transcript(text=text, words=tuple(words), seconds=seconds, clear=clear)


def _segments(model: Any, piece: Sound, way: _Way) -> list[Any]:
    segments, _ = model.transcribe(
        piece,
        language="en",
        beam_size=way.beam,
        temperature=0.0,
        condition_on_previous_text=False,
        word_timestamps=way.timed,
    )
    return list(segments)


def _word(one: Any, offset: float, way: _Way) -> SpokenWord:
    start, end = (
        round(offset + max(0.0, float(time) - way.lead_s) * way.pace, 2)
        for time in (one.start, one.end)
    )
    return SpokenWord(
        text=one.word.strip(), start=start, end=end, probability=round(float(one.probability), 4)
    )


def _stretched(sound: Sound, pace: float) -> Sound:
    """The sound played slower (``pace`` below 1); 1 leaves it as it is."""
    if pace == 1.0:
        return sound
    places = np.arange(0, len(sound) - 1, pace)
    return np.asarray(np.interp(places, np.arange(len(sound)), sound), dtype=np.float32)


def _windows(sound: Sound, way: _Way) -> Iterator[tuple[int, int]]:
    """Stretches with speech, in samples, cut where the speaker pauses longest, with what lies
    around them up to the margin: faint speech is often detected in parts.

    Short ones keep the memory bounded, whatever the recording's length.
    """
    with speech_extra():
        from faster_whisper.vad import get_speech_timestamps
    longest_s = way.window_s * way.pace
    spans = [
        (int(span["start"]), int(span["end"]))
        for span in get_speech_timestamps(
            sound, min_silence_duration_ms=160, speech_pad_ms=80, max_speech_duration_s=longest_s
        )
    ]
    longest, margin, before = int(longest_s * RATE), way.margin_s * RATE, 0
    while spans:
        count = _fitting(spans, longest)
        first, last = spans[0][0], spans[count - 1][1]
        del spans[:count]
        behind = (last + spans[0][0]) // 2 if spans else len(sound)
        yield int(max(before, first - margin)), int(min(behind, last + margin))
        before = behind


def _fitting(spans: list[tuple[int, int]], longest: int) -> int:
    """How many of the next spans make one window: all that fit, up to the longest pause in the
    second half of it where some are left over."""
    fit = sum(1 for _, end in spans if end - spans[0][0] <= longest) or 1
    if fit == len(spans):
        return fit
    pauses = [
        (spans[i][0] - spans[i - 1][1], i)
        for i in range(1, fit + 1)
        if i == fit or spans[i - 1][1] - spans[0][0] > longest // 2
    ]
    return max(pauses)[1]
