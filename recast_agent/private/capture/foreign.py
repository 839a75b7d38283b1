"""Formats that are not read, told by their first bytes, so that a refusal can name them."""

from __future__ import annotations

import re
from typing import NamedTuple


class Foreign(NamedTuple):
    """What a file is, and what to give in its place."""

    name: str
    instead: str


_TABLE = "save its table as CSV"
_PICTURE = "save it as PNG"
_EITHER = "save its table as CSV, or its chart as PNG"
_UNPACK = "give the file that is in it"

_BEGINNINGS: tuple[tuple[bytes, Foreign], ...] = (
    (b"%PDF-", Foreign("a PDF", _EITHER)),
    (b"PK\x03\x04", Foreign("a ZIP archive or an office document", _EITHER)),
    (b"PK\x05\x06", Foreign("an empty ZIP archive", _UNPACK)),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Foreign("an old office document", _EITHER)),
    (b"{\\rtf", Foreign("an RTF document", "save it as plain text")),
    (b"\x1f\x8b", Foreign("a gzip archive", _UNPACK)),
    (b"BZh", Foreign("a bzip2 archive", _UNPACK)),
    (b"\xfd7zXZ\x00", Foreign("an xz archive", _UNPACK)),
    (b"7z\xbc\xaf\x27\x1c", Foreign("a 7z archive", _UNPACK)),
    (b"Rar!\x1a\x07", Foreign("a RAR archive", _UNPACK)),
    (b"SQLite format 3\x00", Foreign("an SQLite database", _TABLE)),
    (b"PAR1", Foreign("a Parquet file", _TABLE)),
    (b"II*\x00", Foreign("a TIFF picture", _PICTURE)),
    (b"MM\x00*", Foreign("a TIFF picture", _PICTURE)),
    (b"%!PS", Foreign("a PostScript document", _PICTURE)),
)
_BITMAP = Foreign("a BMP picture", _PICTURE)
_DRAWING = Foreign("an SVG drawing", _PICTURE)
_PAGE = Foreign("a web page", _EITHER)
_PHOTOGRAPH = Foreign("a HEIC or AVIF picture", _PICTURE)

_MARKUP = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*<(?:!doctype\s+)?(svg|html)[\s>]",
    re.IGNORECASE | re.DOTALL,
)
_HEAD = 2_000
"""Bytes within which a document in markup says what it is."""


def foreign(data: bytes) -> Foreign | None:
    """What encoded evidence is that is neither read as a picture, a recording, a table nor a text;
    None where it is none of the formats known here."""
    for beginning, known in _BEGINNINGS:
        if data.startswith(beginning):
            return known
    if data[:2] == b"BM" and data[6:10] == bytes(4):  # two reserved fields, always zero
        return _BITMAP
    if data[4:8] == b"ftyp":  # recordings in this container were told before
        return _PHOTOGRAPH
    markup = _MARKUP.match(data[:_HEAD].removeprefix(b"\xef\xbb\xbf"))
    if markup is None:
        return None
    return _DRAWING if markup[1].lower() == b"svg" else _PAGE
