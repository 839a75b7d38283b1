"""Bytes of a chart to a reading: one per image, shared by everyone who asks for it."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from recast_agent.core.perception.bars import read_bars
from recast_agent.core.perception.canvas import Candidate, Canvas
from recast_agent.core.perception.estimates import read_estimates
from recast_agent.core.perception.grid import read_grid
from recast_agent.core.perception.image import decode_image
from recast_agent.core.perception.kinds import unsupported_kind
from recast_agent.core.perception.layout import is_cut, split_unit
from recast_agent.core.perception.lines import read_lines
from recast_agent.core.perception.mended import with_printed
from recast_agent.core.perception.notation import notation, pointed
from recast_agent.core.perception.ocr import find_text
from recast_agent.core.perception.pies import read_pies
from recast_agent.core.perception.several import holds_another, holds_values
from recast_agent.core.perception.slanted import with_slanted
from recast_agent.core.shelf import Shelf, forget_all
from recast_agent.core.table import Table
from recast_agent.core.types import ChartReading, Token

READERS: tuple[Callable[[Canvas], Candidate | None], ...] = (
    read_bars,
    read_lines,
    read_pies,
    read_grid,
)

_EXPLAINED = 0.75
"""The least share of a picture that a reading must explain to count as one."""

_LATIN = 0.7
"""The least share of Latin letters among the letters of a chart that is read."""

_LONG_SIDE = 1_600
"""Pixels of the long side at which a picture is read again."""


def _first_tokens(data: bytes) -> tuple[NDArray[np.uint8], tuple[Token, ...]]:
    rgb = decode_image(data)
    return rgb, text_in(rgb)


def text_in(rgb: NDArray[np.uint8]) -> tuple[Token, ...]:
    """The text seen in an image (H x W x 3), in lines, slanted ones read along their own line."""
    return with_slanted(rgb, find_text(rgb))


def _read(data: bytes) -> ChartReading:
    rgb, tokens = _first_tokens(data)
    return interpret(Canvas(rgb, tokens))


def _read_again(data: bytes) -> ChartReading:
    import cv2

    rgb = decode_image(data)
    scale = min(max(1.25, _LONG_SIDE / max(rgb.shape[:2])), 3.0)
    larger = np.asarray(
        cv2.resize(rgb, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC), dtype=np.uint8
    )
    return interpret(Canvas(rgb, _shrunk(text_in(larger), scale)))


def _shrunk(tokens: Iterable[Token], scale: float) -> tuple[Token, ...]:
    return tuple(
        t.model_copy(update={"box": (t.box[0] / scale, t.box[1] / scale, t.box[2] / scale,
                                     t.box[3] / scale)})
        for t in tokens
    )  # fmt: skip


_FIRST: Shelf[ChartReading] = Shelf(_read)
_SECOND: Shelf[ChartReading] = Shelf(_read_again)


def read_chart(data: bytes) -> ChartReading:
    """The reading of an encoded image; its faults say why there is no table: no_text,
    unsupported_script, unclear_numbers, no_chart, unexplained, cut_text (the border of the picture
    cuts a label or a value off), or unsupported_chart with what it is (several_charts or a kind of
    ``unsupported_kind``); or with one, doubtful_cells.

    Raises InputError as ``decode_image`` does. Shared per image, from any thread.
    """
    return _FIRST(data)


def read_chart_again(data: bytes) -> ChartReading:
    """A second reading: the text is sought at another size, the geometry follows from it."""
    return _SECOND(data)


def tokens_of(data: bytes) -> tuple[Token, ...]:
    """The text seen in an encoded image, in lines."""
    return read_chart(data).tokens


def forget_readings() -> None:
    """Drop every held reading, of pictures and of recordings."""
    forget_all()


def interpret(canvas: Canvas) -> ChartReading:
    """The best explained interpretation of an image and its text."""
    fault = _script_fault(canvas.tokens)
    if fault:
        return _reading(canvas, faults=(fault,))
    written = notation(canvas.tokens)
    if written == "point":
        return _interpreted(canvas)
    reading = _interpreted(_with_points(canvas))
    if written == "unclear" and not _proves_groups(reading):
        return _reading(canvas, faults=("unclear_numbers",))
    return reading


def _interpreted(canvas: Canvas) -> ChartReading:
    candidates = [c for read in READERS if (c := read(canvas)) is not None]
    best = max(candidates, key=_explained, default=None)
    reading = _printed(canvas, best)
    if reading.table is None or "doubtful_cells" in reading.faults:
        return _estimated(canvas, reading, best)
    return reading


def _explained(found: Candidate) -> tuple[bool, bool, int, float]:
    """Orders readings: of those that explain enough the one that explains the most text, since the
    filled cells of a table's header are bars to the reader of bars."""
    enough = found.score >= _EXPLAINED
    return holds_values(found), enough, len(found.used) if enough else 0, found.score


def _printed(canvas: Canvas, best: Candidate | None) -> ChartReading:
    """What a reader of printed values made of the picture, or why it is refused."""
    if best is None or best.score < _EXPLAINED or not holds_values(best):
        return _reading(canvas, faults=_refusal(canvas, best))
    if any(is_cut(canvas, token, best.area) for token in best.used):
        return _reading(canvas, faults=("cut_text",))
    if holds_another(canvas, best, READERS):
        return _reading(canvas, faults=("unsupported_chart", "several_charts"))
    return _table(canvas, best)


def _estimated(canvas: Canvas, reading: ChartReading, best: Candidate | None) -> ChartReading:
    """With the values of the axis where the printed ones make no sure table; a picture that was
    refused by name, or whose text is cut, stays refused.
    """
    if "unsupported_chart" in reading.faults or "cut_text" in reading.faults:
        return reading
    found = read_estimates(canvas)
    if found is None or found.score < _EXPLAINED or holds_another(canvas, found, READERS):
        return reading
    if any(is_cut(canvas, token, found.area) for token in found.used):
        return reading
    if reading.table is not None and best is not None:
        found = with_printed(found, best)
    return _table(canvas, found)


def _table(canvas: Canvas, found: Candidate) -> ChartReading:
    doubtful = any(w == "conflict" for row in found.witnesses for w in row)
    used = {id(t) for t in found.used}
    return ChartReading(
        width=canvas.width,
        height=canvas.height,
        tokens=canvas.tokens,
        table=_with_unit(found.table),
        witnesses=found.witnesses,
        stray=tuple(t for t in canvas.tokens if id(t) not in used and _says_something(t)),
        faults=("doubtful_cells",) if doubtful else (),
        bound=found.bound,
    )


def _with_unit(table: Table) -> Table:
    """``Sales (thousand)`` beside an axis as over it: name and unit."""
    name, unit = split_unit(table.value_axis)
    if table.unit or not unit:
        return table
    return table.model_copy(update={"value_axis": name, "unit": unit})


def _proves_groups(reading: ChartReading) -> bool:
    """Whether marks bear out that 1.812 is a thousand: 940 stands beside it on the same scale."""
    if reading.table is None or any(w != "geometry" for row in reading.witnesses for w in row):
        return False
    digits = {len(c.rstrip("%")) for row in reading.table.cells for c in row if c and "." not in c}
    return 3 in digits and max(digits) > 3


def _with_points(canvas: Canvas) -> Canvas:
    """A picture with decimal commas, its texts written with decimal points."""
    tokens = tuple(t.model_copy(update={"text": pointed(t.text)}) for t in canvas.tokens)
    return replace(canvas, tokens=tokens, comma=True)


def _refusal(canvas: Canvas, best: Candidate | None) -> tuple[str, ...]:
    kind = unsupported_kind(canvas)
    if kind:
        return "unsupported_chart", kind
    return ("unexplained",) if best is not None and holds_values(best) else ("no_chart",)


def _says_something(token: Token) -> bool:
    """Swatches and rules are sometimes read as a symbol."""
    return any(c.isalnum() for c in token.text)


def _reading(canvas: Canvas, faults: tuple[str, ...]) -> ChartReading:
    return ChartReading(
        width=canvas.width,
        height=canvas.height,
        tokens=canvas.tokens,
        stray=canvas.tokens,
        faults=faults,
    )


def _script_fault(tokens: Iterable[Token]) -> str:
    letters = [c for t in tokens for c in t.text if c.isalpha()]
    latin = sum("LATIN" in unicodedata.name(c, "") for c in letters)
    if letters and latin < _LATIN * len(letters):
        return "unsupported_script"
    return "" if any(t.text for t in tokens) else "no_text"
