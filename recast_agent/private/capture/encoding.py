"""Bytes of a table or a passage to text."""

from __future__ import annotations

import codecs
import re

_MULTIBYTE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}")
"""Characters of UTF-8: beside bytes that are none, two encodings were mixed."""

_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f]")


def decode(data: bytes) -> str | None:
    """Text in UTF-8, UTF-16 (with a byte order mark, or ASCII-like without) or Windows-1252.

    None where the bytes are no text in one encoding. Line ends become ``\\n``; a byte order mark
    is dropped.
    """
    text = _decode(data)
    if text is None or _CONTROLS.search(text):
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decode(data: bytes) -> str | None:
    encodings: tuple[str, ...]
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings = ("utf-16",)
    elif data[1::2].count(0) > len(data) // 4:
        encodings = ("utf-16-le",)
    elif data[::2].count(0) > len(data) // 4:
        encodings = ("utf-16-be",)
    else:
        encodings = ("utf-8-sig",) if _MULTIBYTE.search(data) else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None
