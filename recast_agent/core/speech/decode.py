"""Encoded recordings to sound: 16,000 samples a second, one channel, in bounded memory."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.errors import Code, InputError
from recast_agent.core.speech.extra import speech_extra

RATE = 16_000
"""Samples a second of every sound here."""

LONGEST_S = 30 * 60
"""Seconds of a recording."""

Container = Literal["wav", "flac", "ogg", "mp3", "mov"]
Sound = NDArray[np.float32]

_FAINT = 1e-3
"""No sample of silence is louder (full scale is 1)."""

_CUT_S, _CUT_SHARE = 0.5, 0.02
"""A recording that ends so much before its own header says was cut off."""

_PICTURES = (b"heic", b"heix", b"mif1", b"msf1", b"avif", b"avis")


def container_of(data: bytes) -> Container | None:
    """The container of a recording by its first bytes; None for what is no recording."""
    if data[:4] in (b"RIFF", b"RF64") and data[8:12] == b"WAVE":
        return "wav"
    if data[:4] == b"fLaC":
        return "flac"
    if data[:4] == b"OggS":
        return "ogg"
    if data[4:8] == b"ftyp" and data[8:12] not in _PICTURES:
        return "mov"
    return "mp3" if data[:3] == b"ID3" or _mp3_frame(data[:4]) else None


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
            declared = float(stream.duration * stream.time_base) if stream.duration else 0.0
    except (av.error.FFmpegError, ValueError, OverflowError, MemoryError):
        raise _invalid("it cannot be decoded: save it anew") from None
    if declared - len(sound) / RATE > max(_CUT_S, _CUT_SHARE * declared):
        raise _invalid("it ends before its header says: it was cut off")
    return _audible(sound)


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


def _mp3_frame(head: bytes) -> bool:
    """A frame header of layer III with a possible bit rate and sample rate."""
    return (
        len(head) == 4
        and head[0] == 0xFF
        and head[1] & 0xE6 == 0xE2
        and head[1] & 0x18 != 0x08
        and head[2] & 0xF0 != 0xF0
        and head[2] & 0x0C != 0x0C
    )


def _invalid(hint: str) -> InputError:
    return InputError(Code.AUDIO_INVALID, hint)
