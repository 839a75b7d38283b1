"""Recordings are told by their first bytes, without anything that decodes them."""

from __future__ import annotations

from typing import Literal

Container = Literal["wav", "flac", "ogg", "mp3", "mov"]

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
