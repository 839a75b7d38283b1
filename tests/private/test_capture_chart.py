"""Charts as evidence: a record with a witness for every cell, or a reason why not."""

from __future__ import annotations

import asyncio
import io

import pytest
from PIL import Image

from recast_agent.core.errors import Code, InputError, Withheld
from recast_agent.core.perception import read
from recast_agent.core.table import Table
from recast_agent.core.types import ChartReading
from recast_agent.private.capture.chart import ChartCapture, _supported, lift_unit
from recast_agent.private.capture.protocol import CaptureRequest
from recast_agent.private.record import Source
from recast_agent.released.reconstruct.render import render_table

CHART = Table(
    chart_type="bar",
    category_axis="Landing stage",
    categories=("Amber", "Birch", "Cedar", "Elm"),
    cells=(("12.4%",), ("30%",), ("8.5%",), ("21%",)),
)


def request(data: bytes) -> CaptureRequest:
    return CaptureRequest("case-1", Source(kind="image", data=data), "Which is largest?", ("A",))


def test_a_chart_becomes_a_record_with_its_unit_lifted_and_every_cell_witnessed() -> None:
    png = render_table(CHART)
    captured = asyncio.run(ChartCapture().capture(request(png)))
    table = captured.record.table()
    assert captured.record.id == "case-1"
    assert captured.record.modality == "image"
    assert captured.record.choices == ("A",)
    assert table.unit == "%"
    assert table.cells == (("12.4",), ("30",), ("8.5",), ("21",))
    assert table.colors == ("blue",)
    assert {w for row in captured.witnesses for w in row} == {"geometry"}
    second = asyncio.run(ChartCapture().second_reading(Source(kind="image", data=png)))
    assert Table.from_text(second) == table


def test_what_is_no_chart_is_withheld_and_what_is_no_image_refused() -> None:
    out = io.BytesIO()
    Image.radial_gradient("L").resize((300, 200)).save(out, "PNG")
    with pytest.raises(Withheld) as withheld:
        asyncio.run(ChartCapture().capture(request(out.getvalue())))
    assert withheld.value.code is Code.CHART_UNREADABLE
    with pytest.raises(InputError) as refused:
        asyncio.run(ChartCapture().capture(request(b"\x89PNG\r\n\x1a\nnothing")))
    assert refused.value.code in (Code.NOT_AN_IMAGE, Code.IMAGE_TRUNCATED)


def reading(*cells: str | None, witness: str = "geometry", names: str = "abcdef") -> ChartReading:
    table = Table(categories=tuple(names[: len(cells)]), cells=tuple((c,) for c in cells))
    return ChartReading.model_validate(
        {
            "width": 9,
            "height": 9,
            "tokens": (),
            "table": table,
            "witnesses": tuple((witness,) for _ in cells),
        }
    )


def test_a_second_reading_supports_what_it_repeats_and_contradicts_what_it_does_not() -> None:
    first = reading("1", "2", None, witness="none")
    assert _supported(first, reading("1", "3", None)) == (("second",), ("conflict",), ("none",))


def test_a_second_reading_of_another_shape_says_nothing() -> None:
    first = reading("1", "2")
    assert _supported(first, reading("1", "2", "3")) == (("geometry",), ("geometry",))


def test_a_label_that_is_read_in_two_ways_puts_its_cells_in_doubt() -> None:
    """Their values are the same, and whose they are is not."""
    first = reading("1", "2", "3")
    second = reading("1", "2", "3", names="axc")
    assert _supported(first, second) == (("geometry",), ("none",), ("geometry",))
    contradicted = reading("1", "2", witness="conflict")
    assert _supported(contradicted, reading("1", "2", names="xy")) == (("conflict",),) * 2


def test_a_series_that_is_read_in_two_ways_puts_its_column_in_doubt() -> None:
    def two(names: tuple[str, str]) -> ChartReading:
        grouped = reading("1", "2").model_dump()
        grouped["table"] = Table(
            chart_type="grouped", categories=("a", "b"), series=names, cells=(("1", "2"),) * 2
        )
        return ChartReading.model_validate(grouped | {"witnesses": (("geometry",) * 2,) * 2})

    found = _supported(two(("Ash", "Birch")), two(("Ash", "Cedar")))
    assert found == (("geometry", "none"),) * 2


def test_a_contradicted_cell_is_in_conflict(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person may settle it; where nobody is asked, the workflow withholds the chart."""
    monkeypatch.setattr(read, "read_chart", lambda data: reading("1", "777"))
    monkeypatch.setattr(read, "read_chart_again", lambda data: reading("1", "77.7"))
    captured = asyncio.run(ChartCapture().capture(request(b"")))
    assert captured.witnesses == (("geometry",), ("conflict",))


def test_charts_in_another_script_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    unread = ChartReading(width=9, height=9, tokens=(), faults=("unsupported_script",))
    monkeypatch.setattr(read, "read_chart", lambda data: unread)
    with pytest.raises(InputError) as caught:
        asyncio.run(ChartCapture().capture(request(b"")))
    assert caught.value.code is Code.UNSUPPORTED_SCRIPT


def test_a_percent_sign_is_lifted_only_where_every_cell_has_it() -> None:
    mixed = CHART.model_copy(update={"cells": (("12.4%",), ("30",), ("8.5%",), (None,))})
    assert lift_unit(mixed) == mixed
    gaps = CHART.model_copy(update={"cells": (("12.4%",), (None,), ("8.5%",), ("1%",))})
    assert lift_unit(gaps).cells == (("12.4",), (None,), ("8.5",), ("1",))
