"""Recordings become sound: every container, any rate, bounded, and refused by a stable code."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from recast_agent.core.errors import Code, InputError
from recast_agent.core.speech.container import container_of
from recast_agent.core.speech.decode import RATE, decode_sound, length_of
from tests.recordings import encoded, noise, sound

TONE = sound(0.5 * np.sin(2 * np.pi * 440 * np.arange(2 * RATE) / RATE))
MP3 = encoded(TONE, "mp3", "libmp3lame", 44_100, "stereo")


def refused(data: bytes) -> Code:
    with pytest.raises(InputError) as caught:
        decode_sound(data)
    assert caught.value.hint
    assert caught.value.__cause__ is None
    return caught.value.code


@pytest.mark.parametrize(
    ("container", "codec", "rate", "layout"),
    [
        ("wav", "pcm_s16le", 8_000, "mono"),
        ("wav", "pcm_f32le", 48_000, "stereo"),
        ("wav", "pcm_u8", 22_050, "mono"),
        ("flac", "flac", 96_000, "stereo"),
        ("mp3", "libmp3lame", 44_100, "stereo"),
        ("ipod", "aac", 44_100, "mono"),
        ("ogg", "libopus", 48_000, "mono"),
    ],
)
def test_every_container_gives_the_same_sound(
    container: str, codec: str, rate: int, layout: str
) -> None:
    heard = decode_sound(encoded(TONE, container, codec, rate, layout))
    assert heard.dtype == np.float32
    assert abs(len(heard) / RATE - 2.0) < 0.15  # coders pad
    tone = np.abs(np.fft.rfft(heard[RATE // 4 : RATE // 4 + RATE]))
    assert abs(int(np.argmax(tone)) - 440) <= 1  # one bin is one hertz
    assert 0.3 < np.max(np.abs(heard)) <= 1.0


def test_one_word_in_which_ear_it_is_said_does_not_matter() -> None:
    """Channels are mixed, none is dropped."""
    assert np.max(np.abs(decode_sound(encoded(TONE, "wav", "pcm_s16le", RATE, "stereo")))) > 0.3


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", Code.AUDIO_INVALID),
        (TONE[:44], Code.AUDIO_INVALID),
        (TONE[: len(TONE) // 2], Code.AUDIO_INVALID),
        (b"RIFF\x00\x00\x00\x00WAVE" + bytes(200), Code.AUDIO_INVALID),
        (b"OggS" + bytes(400), Code.AUDIO_INVALID),
        (b"fLaC" + bytes(400), Code.AUDIO_INVALID),
        (b"ID3" + bytes(400), Code.AUDIO_INVALID),
        (b"\x00\x00\x00\x20ftypM4A " + bytes(400), Code.AUDIO_INVALID),
        (MP3[:40], Code.AUDIO_INVALID),
        (b"\x89PNG\r\n\x1a\n" + bytes(100), Code.AUDIO_INVALID),
        (sound(np.zeros(3 * RATE)), Code.AUDIO_SILENT),
        (sound(np.zeros(0)), Code.AUDIO_SILENT),
        (sound(np.full(RATE, 0.0005)), Code.AUDIO_SILENT),
    ],
    ids=["nothing", "header", "cut", "no sound", "no ogg", "no flac", "no mp3", "no m4a",
         "mp3 header", "png", "silence", "empty", "faint"],
)  # fmt: skip
def test_what_is_no_recording_is_refused_by_its_code(data: bytes, code: Code) -> None:
    found = refused(data)
    assert found is code or (code is Code.AUDIO_INVALID and found is Code.AUDIO_SILENT)


def test_a_truncated_mp3_is_refused() -> None:
    """Its header counts the frames where the coder wrote that down."""
    assert refused(MP3[: len(MP3) // 2]) is Code.AUDIO_INVALID


def test_one_sample_is_sound() -> None:
    """Whether somebody speaks in it is for recognition to say."""
    assert decode_sound(sound(np.ones(1))).shape == (1,)


def test_half_an_hour_is_the_most_however_small_the_file() -> None:
    """Hours of a steady tone are a few bytes: decoding stops at the limit."""
    level = np.full(40 * 60 * 100, 0.5)
    bomb = encoded_slow(level)
    assert len(bomb) < 200_000
    assert refused(bomb) is Code.AUDIO_TOO_LONG


def encoded_slow(samples: np.ndarray[tuple[int], np.dtype[np.float64]]) -> bytes:
    """FLAC at 100 samples a second."""
    import io

    import av

    stream = io.BytesIO()
    with av.open(stream, "w", format="flac") as opened:
        out = opened.add_stream("flac", rate=100, layout="mono")
        frame = av.AudioFrame.from_ndarray(
            (samples * 32767).astype(np.int16)[None, :], format="s16", layout="mono"
        )
        frame.sample_rate = 100
        fifo = av.AudioFifo()
        fifo.write(frame)
        while (piece := fifo.read(4096, partial=True)) is not None:
            opened.mux(out.encode(piece))
        opened.mux(out.encode(None))
    return stream.getvalue()


@pytest.mark.parametrize(
    ("head", "container"),
    [
        (b"\xff\xfb\x90\x00", "mp3"),
        (b"\xff\xfe\x41\x00", None),  # UTF-16 text
        (b"\xff\xd8\xff\xe0", None),  # JPEG
        (b"\xff\xf1\x50\x80", None),  # AAC frames
        (b"RIFF\x00\x00\x00\x00WEBP", None),
        (b"\x00\x00\x00\x1cftypavif", None),
        (b"#EXTM3U\nfile:///etc/passwd", None),
        (b"", None),
    ],
)
def test_containers_are_told_by_their_first_bytes(head: bytes, container: str | None) -> None:
    assert container_of(head) == container


def test_without_the_extra_the_hint_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "av", None)
    with pytest.raises(InputError) as caught:
        decode_sound(noise(0.1))
    assert caught.value.code is Code.SPEECH_NOT_INSTALLED
    assert 'pip install "recast-agent[speech]"' in str(caught.value)


def test_the_length_is_read_without_decoding() -> None:
    assert abs(length_of(MP3) - 2) < 0.2
    assert length_of(TONE) == 2
    assert [length_of(data) for data in (b"ID3\x04" + bytes(300), b"a,b\n1,2\n", b"")] == [0, 0, 0]
