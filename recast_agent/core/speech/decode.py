"""Encoded recordings to sound: 16,000 samples a second, one channel, in bounded memory."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.errors import Code, InputError
from recast_agent.core.speech.container import container_of
from recast_agent.core.speech.extra import speech_extra

RATE = 16_000
"""Samples a second of every sound here."""

LONGEST_S = 30 * 60
"""Seconds of a recording."""

Sound = NDArray[np.float32]

_FAINT = 1e-3
"""No sample of silence is louder (full scale is 1)."""

_CUT_S, _CUT_SHARE = 0.5, 0.02
"""A recording that ends so much before its own header says was cut off."""

_SLACK = 4_096
"""Bytes that may lack at the end of a WAV."""

_STREAMED = 0x7FFF_0000
"""No WAV of known size says more."""


def decode_sound(data: bytes) -> Sound:
    """The samples, within -1 and 1, shape (n,).

    Raises InputError(audio_invalid) for what cannot be decoded or was cut off, (audio_too_long)
    beyond half an hour, (audio_silent) where nothing is to be heard, (speech_not_installed).
    """
    container = container_of(data)
    if container is None:
        raise _invalid("no recording (WAV, FLAC, MP3, M4A, Ogg)")
    with speech_extra():
        import av
    try:
        # the container is named, so that no playlist or other reader of files is tried
        with av.open(io.BytesIO(data), format=container, metadata_errors="ignore") as opened:
            if not opened.streams.audio:
                raise _invalid("there is no sound in it")
            stream = opened.streams.audio[0]
            sound = _gathered(_pieces(opened, stream))
            declared = float((stream.duration or 0) * (stream.time_base or 0))
    except (av.error.FFmpegError, ValueError, OverflowError, MemoryError):
        raise _invalid("it cannot be decoded: save it anew") from None
    cut = declared - len(sound) / RATE > max(_CUT_S, _CUT_SHARE * declared)
    if cut or (container == "wav" and _short_of_its_header(data)):
        raise _invalid("it ends before its header says: it was cut off")
    return _audible(sound)


def length_of(data: bytes) -> float:
    """Seconds of a recording as its header gives them, half an hour at most; 0 where it does not
    say, or is none. Nothing is decoded. Raises InputError(speech_not_installed)."""
    container = container_of(data)
    if container is None:
        return 0.0
    with speech_extra():
        import av
    try:
        with av.open(io.BytesIO(data), "r", container, metadata_errors="ignore") as opened:
            seconds = float(opened.duration or 0) / av.time_base
    except (av.error.FFmpegError, ValueError, OverflowError, MemoryError):
        return 0.0
    return min(max(0.0, seconds), float(LONGEST_S))


def _pieces(opened: Any, stream: Any) -> Iterator[Sound]:
    """The decoded frames as 16-bit samples, a quarter of the memory of decoding at once."""
    from av import AudioResampler

    resampler = AudioResampler(format="s16", layout="mono", rate=RATE)
    for frame in opened.decode(stream):
        for piece in resampler.resample(frame):
            yield piece.to_ndarray()[0]
    for piece in resampler.resample(None):
        yield piece.to_ndarray()[0]


def _gathered(pieces: Iterator[Any]) -> Sound:
    held, length = [], 0
    for piece in pieces:
        length += len(piece)
        if length > LONGEST_S * RATE:
            raise InputError(Code.AUDIO_TOO_LONG, "a recording lasts at most 30 minutes: cut it")
        held.append(piece)
    if not length:
        raise InputError(Code.AUDIO_SILENT, "the recording is empty")
    return np.concatenate(held).astype(np.float32) / np.float32(32768)


def _audible(sound: Sound) -> Sound:
    if float(np.max(np.abs(sound))) < _FAINT:
        raise InputError(Code.AUDIO_SILENT, "nothing is to be heard in the recording")
    return sound


def _short_of_its_header(data: bytes) -> bool:
    """Whether a WAV is smaller than it says. One that was streamed does not know its size."""
    size = int.from_bytes(data[4:8], "little")
    return len(data) + _SLACK < size < _STREAMED


def _invalid(hint: str) -> InputError:
    return InputError(Code.AUDIO_INVALID, hint)
