"""Bounded decoding: every unusable image has its own code, and nothing large is decompressed."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from recast_agent.core.errors import Code, InputError
from recast_agent.core.perception.image import decode_image


def encoded(image: Image.Image, kind: str = "PNG") -> bytes:
    out = io.BytesIO()
    image.save(out, kind)
    return out.getvalue()


def picture(width: int = 80, height: int = 60) -> Image.Image:
    image = Image.new("RGB", (width, height), "white")
    image.paste((40, 118, 221), (10, 10, 40, 50))
    return image


def header_only(width: int, height: int) -> bytes:
    """A PNG that claims a size and holds almost no data."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    size = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", size) + chunk(b"IDAT", b"") + chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", Code.NOT_AN_IMAGE),
        (b"year,value\n2010,5\n", Code.NOT_AN_IMAGE),
        (b"%PDF-1.7 nothing", Code.NOT_AN_IMAGE),
        (encoded(picture(), "BMP"), Code.NOT_AN_IMAGE),
        (encoded(picture(400, 300))[:-60], Code.IMAGE_TRUNCATED),
        (encoded(picture(400, 300), "JPEG")[:-900], Code.IMAGE_TRUNCATED),
        (header_only(20_000, 20), Code.IMAGE_TOO_LARGE),
        (header_only(9_000, 9_000), Code.IMAGE_TOO_LARGE),
        (header_only(60_000, 60_000), Code.IMAGE_TOO_LARGE),
        (encoded(Image.new("RGB", (300, 200), "white")), Code.IMAGE_BLANK),
        (encoded(Image.new("RGBA", (300, 200), (0, 0, 0, 0))), Code.IMAGE_BLANK),
    ],
    ids=[
        "empty",
        "text",
        "pdf",
        "bmp",
        "truncated png",
        "truncated jpeg",
        "20,000 pixels",
        "81 megapixels",
        "bomb",
        "blank",
        "transparent",
    ],
)
def test_unusable_images_are_refused_by_code(data: bytes, code: Code) -> None:
    with pytest.raises(InputError) as caught:
        decode_image(data)
    assert caught.value.code is code


def test_an_animation_is_refused_but_a_gif_gives_its_first_frame() -> None:
    frames = [picture(), Image.new("RGB", (80, 60), "black")]
    for kind in ("GIF", "PNG", "WEBP"):
        out = io.BytesIO()
        frames[0].save(out, kind, save_all=True, append_images=frames[1:])
        if kind == "GIF":
            assert decode_image(out.getvalue())[0, 0].tolist() == [255, 255, 255]
        else:
            with pytest.raises(InputError) as caught:
                decode_image(out.getvalue())
            assert caught.value.code is Code.UNSUPPORTED_EVIDENCE


def test_transparency_is_laid_on_white() -> None:
    image = Image.new("RGBA", (40, 40), (255, 0, 0, 0))
    image.paste((0, 0, 255, 255), (10, 10, 20, 20))
    rgb = decode_image(encoded(image))
    assert rgb[0, 0].tolist() == [255, 255, 255]
    assert rgb[15, 15].tolist() == [0, 0, 255]


@pytest.mark.parametrize("mode", ["L", "1", "P", "CMYK", "I;16"])
def test_every_mode_becomes_eight_bit_rgb(mode: str) -> None:
    if mode == "I;16":
        deep = np.full((40, 40), 60_000, dtype=np.uint16)
        deep[10:20, 10:20] = 0
        image = Image.fromarray(deep)
    else:
        image = picture().convert(mode)
    rgb = decode_image(encoded(image, "JPEG" if mode == "CMYK" else "PNG"))
    assert rgb.dtype == np.uint8
    assert rgb.shape[2] == 3


def test_the_callers_own_bound_holds() -> None:
    with pytest.raises(InputError) as caught:
        decode_image(encoded(picture(800, 100)), max_side=500)
    assert caught.value.code is Code.IMAGE_TOO_LARGE
