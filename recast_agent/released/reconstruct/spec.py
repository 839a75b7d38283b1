"""ChartSpec: what a chart shows and how it is laid out, validated by the published JSON Schema."""

from __future__ import annotations

import functools
import json
from importlib import resources
from typing import Any

from pydantic import Field

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.model import Model
from recast_agent.core.table import ChartType, Table


class Layout(Model):
    """The knobs a repair may turn, in pixels: least figure width, length of the value axis, height
    of the text (em), least room of one category, room of a label before it wraps.
    """

    width: int = 800
    plot: int = 400
    font: int = 20
    band: int = 0
    wrap: int = 180


class ChartSpec(Model):
    """The validated specification. ``values`` are the cells' texts, ``colors`` are hex; a pie and
    a single series with several colours have one per category, other charts one per series.
    """

    version: int = 1
    type: ChartType
    title: str = ""
    value_axis: str = ""
    unit: str = ""
    category_axis: str = ""
    categories: tuple[str, ...]
    series: tuple[str, ...] = ("",)
    values: tuple[tuple[str | None, ...], ...]
    colors: tuple[str, ...] = ()
    layout: Layout = Field(default_factory=Layout)

    @property
    def subtitle(self) -> str:
        """``value_axis (unit)``, or the one of them that is there."""
        unit = f"({self.unit})" if self.unit else ""
        return f"{self.value_axis} {unit}".strip()

    def table(self) -> Table:
        """The data of the chart, without colours."""
        return Table(
            chart_type=self.type,
            title=self.title,
            category_axis=self.category_axis,
            value_axis=self.value_axis,
            unit=self.unit,
            categories=self.categories,
            series=self.series,
            cells=self.values,
        )

    def color(self, category: int, series: int) -> str:
        """The fill of one mark."""
        by_category = len(self.series) == 1 and len(self.colors) == len(self.categories)
        return self.colors[category if by_category else series]


@functools.cache
def _validator() -> Any:
    from jsonschema import Draft202012Validator

    text = (resources.files(__package__) / "schema" / "chartspec.v1.json").read_text("utf-8")
    return Draft202012Validator(json.loads(text))


def parse_spec(draft: dict[str, Any]) -> ChartSpec:
    """Validate a draft against the published schema and its own shape.

    Raises Withheld(reconstruction_failed) that names the place and the rule, never the content.
    """
    error = next(_validator().iter_errors(draft), None)
    if error is not None:
        raise Withheld(
            Code.RECONSTRUCTION_FAILED,
            f"the draft breaks the rule '{error.validator}' of ChartSpec",
            where=error.json_path,
        )
    spec = ChartSpec.model_validate(draft)
    rows_fit = len(spec.values) == len(spec.categories)
    cells_fit = all(len(row) == len(spec.series) for row in spec.values)
    colors = len(spec.colors)
    colors_fit = colors == len(spec.series) or (
        len(spec.series) == 1 and colors == len(spec.categories)
    )
    for fits, where in ((rows_fit and cells_fit, "$.values"), (colors_fit, "$.colors")):
        if not fits:
            raise Withheld(
                Code.RECONSTRUCTION_FAILED, "the draft's shape does not fit", where=where
            )
    return spec
