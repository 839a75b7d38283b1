"""The embedded voice: text to a WAV of 16 bits and one channel that says nothing of its maker."""

from __future__ import annotations

import io
import threading
import wave
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.speech.decode import RATE
from recast_agent.core.speech.extra import speech_extra

VOICE = "heart"
"""The voice that lies in the package; every other one would be fetched."""

PAUSE_S = 0.4
"""Seconds between sentences: run together, two of them are heard as one with another meaning."""

_lock = threading.Lock()


def speak(text: str, *, seed: int, speed: float) -> bytes:
    """The same bytes for the same arguments. Raises InputError(speech_not_installed)."""
    with _lock:
        voice = _voice()
        sentences = list(voice.stream(text, speed=speed, seed=seed))
    pause = np.zeros(int(PAUSE_S * voice.sample_rate), np.float32)
    parts = [part for sentence in sentences for part in (sentence, pause)]
    spoken = np.concatenate(parts[:-1]) if parts else pause
    return wav_of(_resampled(spoken, voice.sample_rate))


def wav_of(samples: NDArray[np.int16]) -> bytes:
    """Samples at 16 kHz as a WAV without any metadata."""
    stream = io.BytesIO()
    with wave.open(stream, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(samples.astype("<i2").tobytes())
    return stream.getvalue()


def _resampled(spoken: NDArray[np.float32], rate: int) -> NDArray[np.int16]:
    with speech_extra():
        from av import AudioFrame, AudioResampler
    samples = (np.clip(spoken, -1.0, 1.0) * 32767).astype(np.int16)
    if not len(samples):
        return samples
    frame = AudioFrame.from_ndarray(samples[None, :], format="s16", layout="mono")
    frame.sample_rate = rate
    resampler = AudioResampler(format="s16", layout="mono", rate=RATE)
    pieces = [*resampler.resample(frame), *resampler.resample(None)]
    return np.concatenate([piece.to_ndarray()[0] for piece in pieces])


@cache
def _voice() -> Any:
    with speech_extra():
        from hibari import Hibari
    return Hibari(voice=VOICE)
