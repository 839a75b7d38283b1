"""Bounded decoding of an image: nothing is decompressed before its size is known."""

from __future__ import annotations

import io
import warnings

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from recast_agent.core.errors import Code, InputError

MAX_SIDE, MAX_PIXELS = 10_000, 40_000_000
"""The largest picture that is decoded, in pixels (also ``Settings.max_image_side``)."""

_FORMATS = ("PNG", "JPEG", "WEBP", "GIF")
_SAME = 6
"""The spread of brightness below which a picture shows nothing."""


def decode_image(data: bytes, *, max_side: int = MAX_SIDE) -> NDArray[np.uint8]:
    """The picture as H x W x 3 of red, green, blue; transparency on white, a GIF's first frame.

    Raises InputError(not_an_image | image_truncated | image_too_large | image_blank |
    unsupported_evidence).
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # sizes are held against our own, stricter bounds
            image = Image.open(io.BytesIO(data), formats=_FORMATS)
    except UnidentifiedImageError:
        raise InputError(Code.NOT_AN_IMAGE, "give a PNG, JPEG, WebP or GIF") from None
    except Image.DecompressionBombError:
        raise _too_large(max_side) from None
    except (OSError, ValueError, SyntaxError):
        raise _truncated() from None
    width, height = image.size
    if max(width, height) > max_side or width * height > MAX_PIXELS:
        raise _too_large(max_side)
    if image.format != "GIF" and getattr(image, "n_frames", 1) > 1:
        raise InputError(Code.UNSUPPORTED_EVIDENCE, "an animation is no chart: give one picture")
    try:
        rgb = _flattened(image)
    except (OSError, ValueError, SyntaxError, EOFError):
        raise _truncated() from None
    if int(rgb.max()) - int(rgb.min()) <= _SAME:
        raise InputError(Code.IMAGE_BLANK, "the image shows nothing")
    return rgb


def _flattened(image: Image.Image) -> NDArray[np.uint8]:
    if image.mode.startswith("I;16"):
        deep = np.asarray(image, dtype=np.uint32)
        return np.repeat((deep >> 8).astype(np.uint8)[:, :, None], 3, axis=2)
    if "transparency" in image.info or image.mode in ("RGBA", "LA", "PA", "La", "RGBa"):
        layer = image.convert("RGBA")
        white = Image.new("RGBA", layer.size, "white")
        return np.asarray(Image.alpha_composite(white, layer).convert("RGB"))
    return np.asarray(image.convert("RGB"))


def _too_large(max_side: int) -> InputError:
    return InputError(
        Code.IMAGE_TOO_LARGE, f"at most {max_side} pixels a side and {MAX_PIXELS} in all"
    )


def _truncated() -> InputError:
    return InputError(Code.IMAGE_TRUNCATED, "the image is damaged or incomplete")
