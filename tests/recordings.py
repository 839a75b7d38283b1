"""Recordings for tests: spoken by the embedded voice, encoded as users have them."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.speech.decode import RATE, decode_sound
from recast_agent.released.reconstruct.voice import speak, wav_of

CLINIC = "Oakfield Clinic had 48 nurses in 2014. Marlow Clinic had 73 nurses."
QUESTION = "How many more nurses did Marlow Clinic have than Oakfield Clinic?"


@cache
def spoken(text: str = CLINIC, seed: int = 7) -> bytes:
    """A WAV in which the text is said."""
    return speak(text, seed=seed, speed=1.0)


def sound(samples: NDArray[np.float64]) -> bytes:
    """A WAV of samples within -1 and 1."""
    return wav_of((np.clip(samples, -1, 1) * 32767).astype(np.int16))


def noise(seconds: float) -> bytes:
    """Hiss, loud and without anybody speaking."""
    return sound(np.random.default_rng(0).normal(0, 0.1, int(seconds * RATE)))


def melody(seconds: float) -> bytes:
    """Plucked tones of a scale, two a second."""
    time = np.arange(int(seconds * RATE)) / RATE
    pitch = np.array([262, 294, 330, 349, 392, 440, 494, 523])[(2 * time).astype(int) % 8]
    return sound(0.3 * np.sin(2 * np.pi * np.cumsum(pitch) / RATE) * np.exp(-2 * (time % 0.5)))


def encoded(
    wav: bytes, container: str, codec: str, rate: int = RATE, layout: str = "mono"
) -> bytes:
    """The same sound in another container."""
    import av

    samples = (decode_sound(wav) * 32767).astype(np.int16)
    frame = av.AudioFrame.from_ndarray(samples[None, :], format="s16", layout="mono")
    frame.sample_rate = RATE
    stream = io.BytesIO()
    with av.open(stream, "w", format=container) as opened:
        out: Any = opened.add_stream(codec, rate=rate, layout=layout)
        resampler = av.AudioResampler(format=out.format, layout=layout, rate=rate)
        fifo: Any = av.AudioFifo()
        for piece in [*resampler.resample(frame), *resampler.resample(None)]:
            fifo.write(piece)
        while (piece := fifo.read(out.codec_context.frame_size or 4096, partial=True)) is not None:
            opened.mux(out.encode(piece))
        opened.mux(out.encode(None))
    return stream.getvalue()
