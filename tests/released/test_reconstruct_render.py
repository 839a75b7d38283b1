"""Rendering: legible, bounded, free of metadata, independent of the host's configuration."""

from __future__ import annotations

import asyncio
import io
import struct
from concurrent.futures import ThreadPoolExecutor

import matplotlib
import numpy as np
import pytest
from PIL import Image

from recast_agent.core.errors import Withheld
from recast_agent.core.perception.canvas import color_name, color_names
from recast_agent.core.table import ChartType, Table
from recast_agent.core.types import ChartReading, ProtectedRecord
from recast_agent.released.reconstruct.draft import draft_spec, first_spec
from recast_agent.released.reconstruct.lint import lint
from recast_agent.released.reconstruct.protocol import Rendered
from recast_agent.released.reconstruct.reconstructor import MatplotlibReconstructor
from recast_agent.released.reconstruct.render import draw, paint, render_table
from recast_agent.released.reconstruct.templates.colors import (
    NAMED,
    PALETTE,
    channels,
    darkened,
    hex_of,
    ink_on,
    luminance,
)
from recast_agent.released.reconstruct.templates.common import Drawing, Text
from tests.released.charts import EVERY_TYPE, chart


def chunks(png: bytes) -> list[bytes]:
    names, at = [], 8
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        names.append(png[at + 4 : at + 8])
        at += 12 + length
    return names


def codes(table: Table) -> set[str]:
    return {f["code"] for f in lint(draw(first_spec(table, table.chart_type)))}


@pytest.mark.parametrize("kind", EVERY_TYPE)
def test_every_type_is_drawn_cleanly_without_metadata(kind: ChartType) -> None:
    png = render_table(chart(kind))
    assert set(chunks(png)) == {b"IHDR", b"IDAT", b"IEND"}
    assert Image.open(io.BytesIO(png)).mode == "RGB"
    assert codes(chart(kind)) == set()


@pytest.mark.parametrize("kind", [k for k in EVERY_TYPE if k != "pie"])
def test_forty_long_names_are_legible(kind: ChartType) -> None:
    drawing = draw(draft_spec(chart(kind, categories=40), "How many?", "chart"))
    assert lint(drawing) == () or {f["code"] for f in lint(drawing)} == {"values_crowded"}
    assert max(drawing.width, drawing.height) <= 4000


@pytest.mark.parametrize("kind", EVERY_TYPE)
def test_every_text_of_the_record_is_printed_as_it_is(kind: ChartType) -> None:
    table = chart(kind).model_copy(update={"title": r"Cost in $x_1$ per m^2 \alpha {b} & $"})
    drawing = draw(first_spec(table, kind))
    printed = " ".join(t.text for t in drawing.texts)
    for text in (table.title, table.category_axis, f"{table.value_axis} ({table.unit})"):
        assert kind == "table" or text in printed
    for name in (*table.categories, *table.series):
        assert all(word in printed for word in name.split())
    cells = [c for row in table.cells for c in row if c]
    assert sum(t.text in cells or t.text.endswith(tuple(cells)) for t in drawing.texts) >= len(
        cells
    )


def test_dollar_signs_are_drawn_literally() -> None:
    plain = chart("bar").model_copy(update={"title": "ab"})
    dollars = chart("bar").model_copy(update={"title": "$a$ $b$"})
    assert ink_width(render_table(dollars)) > 1.8 * ink_width(render_table(plain))


def ink_width(png: bytes) -> int:
    title = np.asarray(Image.open(io.BytesIO(png)).convert("L"))[20:52]
    columns = np.flatnonzero((title < 128).any(axis=0))
    return int(columns[-1] - columns[0])


def test_the_hosts_configuration_changes_nothing_and_is_not_changed() -> None:
    table = chart("line")
    before = render_table(table)
    hostile = {
        "text.usetex": True,
        "font.size": 40.0,
        "font.family": ["serif"],
        "figure.dpi": 31.0,
        "figure.autolayout": True,
        "lines.linestyle": ":",
        "lines.antialiased": False,
        "text.color": "red",
        "savefig.dpi": 7.0,
        "axes.facecolor": "red",
        "patch.linewidth": 9.0,
        "patch.force_edgecolor": True,
        "lines.dash_capstyle": "round",
        "lines.solid_capstyle": "butt",
    }
    with matplotlib.rc_context(hostile):
        assert render_table(table) == before
        assert matplotlib.rcParams["font.size"] == 40.0


def test_threads_draw_the_same_pictures() -> None:
    tables = [chart(kind) for kind in ("bar", "pie", "table", "line")] * 2
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(render_table, tables)) == [render_table(t) for t in tables]


@pytest.mark.parametrize("kind", ["bar", "hbar", "grouped", "hgrouped", "line"])
def test_negative_and_missing_values_are_drawn(kind: ChartType) -> None:
    base = chart(kind)
    cells = tuple(
        tuple(None if (i + j) % 5 == 4 else f"-{c}" if i % 2 else c for j, c in enumerate(row))
        for i, row in enumerate(base.cells)
    )
    table = base.model_copy(update={"cells": cells})
    drawing = draw(first_spec(table, kind))
    printed = [t for t in drawing.texts if t.where.startswith("cell:")]
    assert len(printed) == sum(c is not None for row in cells for c in row)
    assert codes(table) == set()


@pytest.mark.parametrize("cell", ["0", "-3"])
@pytest.mark.parametrize("kind", ["pie", "stacked", "hstacked"])
def test_what_a_chart_cannot_show_is_reported(kind: ChartType, cell: str) -> None:
    base = chart(kind)
    rows = ((cell, *base.cells[0][1:]), *base.cells[1:])
    assert "chart_unsuitable" in codes(base.model_copy(update={"cells": rows}))


def test_segments_too_thin_for_their_value_are_reported() -> None:
    base = chart("stacked")
    rows = (("0.01", *base.cells[0][1:]), *base.cells[1:])
    drawing = draw(first_spec(base.model_copy(update={"cells": rows}), "stacked"))
    assert {(f["code"], f["where"]) for f in lint(drawing)} >= {("segment_thin", "cell:0:0")}


def test_values_that_would_lie_on_each_other_are_reported() -> None:
    base = chart("line").model_copy(update={"cells": (("5", "5", "5"),) * 5 + (("9", "8", "1"),)})
    assert "values_crowded" in codes(base)


def test_lint_sees_overlap_clipping_and_small_text() -> None:
    drawing = Drawing(200, 100)
    drawing.texts += [
        Text("first text", 10, 40, 16, "title"),
        Text("second text", 30, 44, 16, "cell:0:0"),
        Text("beyond the edge", 150, 80, 16, "category:0"),
        Text("tiny", 10, 90, 9, "series:0"),
    ]
    found = {(f["code"], f["where"]) for f in lint(drawing)}
    assert found == {
        ("text_overlap", "cell:0:0"),
        ("text_clipped", "category:0"),
        ("text_small", "series:0"),
    }


def test_a_drawing_beyond_the_limits_is_reported_and_not_painted() -> None:
    drawing = Drawing(5000, 5000)
    assert {f["code"] for f in lint(drawing)} == {"too_large"}
    assert Image.open(io.BytesIO(paint(drawing))).size == (64, 64)


def test_rendering_stops_at_its_time_limit() -> None:
    made = first_spec(chart("grouped", categories=40), "grouped").model_dump(mode="json")
    with pytest.raises(Withheld) as caught:
        asyncio.run(MatplotlibReconstructor(render_timeout_s=0.001).render(made))
    assert caught.value.code.value == "reconstruction_failed"


def test_a_reading_without_a_chart_or_with_a_conflict_is_a_finding() -> None:
    table = chart("bar")
    record = ProtectedRecord(id="", modality="image", context=table.to_text(), question="?")
    made = first_spec(table, "bar").model_dump(mode="json")
    reconstructor = MatplotlibReconstructor()
    rendered = asyncio.run(reconstructor.render(made))

    def review(reading: ChartReading, held: Rendered = rendered) -> list[str]:
        found = asyncio.run(reconstructor.review(record, made, held, reading))
        return [f["code"] for f in found]

    blank = ChartReading(width=1, height=1, tokens=())
    right = blank.model_copy(update={"table": table})
    conflict = right.model_copy(update={"witnesses": (("conflict",),)})
    assert review(blank) == ["unread"]
    assert review(right) == []
    assert review(conflict) == ["value_differs"]


def test_ink_is_legible_on_every_fill_of_the_palette() -> None:
    for fill in PALETTE:
        a, b = sorted((luminance(fill) + 0.05, luminance(ink_on(fill)) + 0.05))
        assert b / a >= 3.9
        assert 1.05 / (luminance(darkened(fill)) + 0.05) >= 4.5


@pytest.mark.parametrize("name", NAMED)
def test_a_named_colour_is_drawn_as_what_a_reader_calls_it(name: str) -> None:
    assert hex_of(color_name(channels(NAMED[name]))) == NAMED[name]


@pytest.mark.parametrize("base", ["blue", "green", "purple", "teal", "yellow", "cyan", "grey"])
def test_two_shades_of_a_colour_are_read_back_by_their_names(base: str) -> None:
    pair = (f"dark {base}", f"light {base}")
    fills = [hex_of(name) for name in pair]
    assert None not in fills
    assert color_names([channels(fill) for fill in fills if fill]) == pair
