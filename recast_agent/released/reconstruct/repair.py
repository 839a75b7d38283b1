"""Repairs: what a finding says about a candidate turns the knobs of its layout."""

from __future__ import annotations

from collections.abc import Iterable

from recast_agent.core.types import Finding
from recast_agent.released.reconstruct.spec import Layout

_READ = ("value_differs", "unread", "order_differs", "color_differs", "type_differs")
_NAMES = ("label_differs", "category_missing", "category_extra", "series_differs")
_HEAD = ("title_differs", "axis_differs", "unit_differs")

KNOBS: dict[str, tuple[str, ...]] = {
    "text_overlap": ("width", "band"),
    "text_clipped": ("width",),
    "text_small": ("font",),
    "values_crowded": ("plot",),
    "segment_thin": ("plot",),
    "too_large": ("wrap",),
    **dict.fromkeys(_READ, ("font", "plot", "band")),
    **dict.fromkeys(_NAMES, ("font", "band", "wrap")),
    **dict.fromkeys(_HEAD, ("font", "width")),
}
"""Which knobs mend which finding. A chart that cannot show its data at all has no knob."""

_LIMITS = {"width": 2400, "plot": 1300, "font": 32, "band": 300, "wrap": 400}


def repaired(layout: Layout, findings: Iterable[Finding]) -> Layout:
    """The layout with each knob that a finding calls for turned once, within its limit."""
    turned = {knob for finding in findings for knob in KNOBS.get(finding["code"], ())}
    steps = {
        "width": round(layout.width * 1.3),
        "plot": round(layout.plot * 1.5),
        "font": layout.font + 3,
        "band": max(layout.band + 24, 60),
        "wrap": round(layout.wrap * 0.75) if layout.wrap > 80 else layout.wrap + 120,
    }
    return layout.model_copy(update={k: min(steps[k], _LIMITS[k]) for k in turned})
