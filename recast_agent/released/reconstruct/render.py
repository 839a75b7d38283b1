"""Paint a drawing: Matplotlib's Agg canvas without pyplot, PNG bytes without metadata.

Nothing is taken from the host's Matplotlib configuration that could change a picture, and no
global state is touched, so renders may run in threads.
"""

from __future__ import annotations

import io
from typing import Any

from recast_agent.core.table import Table
from recast_agent.released.reconstruct.draft import first_spec
from recast_agent.released.reconstruct.lint import too_large
from recast_agent.released.reconstruct.spec import ChartSpec, Layout
from recast_agent.released.reconstruct.templates import TEMPLATES, Drawing
from recast_agent.released.reconstruct.templates.common import Dot, Line, Rect, Text, Wedge, font


def draw(spec: ChartSpec) -> Drawing:
    """Lay a specification out by its template."""
    return TEMPLATES[spec.type](spec)


def render_table(table: Table, **layout: int) -> bytes:
    """A PNG of a table as the first draft of its chart; ``layout`` overrides its knobs."""
    spec = first_spec(table, table.chart_type)
    changed = Layout.model_validate({**spec.layout.model_dump(), **layout})
    return paint(draw(spec.model_copy(update={"layout": changed})))


def paint(drawing: Drawing) -> bytes:
    """PNG bytes. Of a drawing that is too large (see lint) only a blank corner is painted."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.transforms import Affine2D
    from PIL import Image

    if too_large(drawing):
        drawing = Drawing(64, 64)
    width, height = drawing.width, drawing.height
    figure = Figure(
        figsize=(width / 72, height / 72),
        dpi=72,
        facecolor="white",
        edgecolor="none",
        linewidth=0,
        frameon=True,
    )
    figure.set_layout_engine("none")
    canvas = FigureCanvasAgg(figure)
    downwards = Affine2D().scale(1, -1).translate(0, height)
    for order, artist in enumerate([*map(_mark, drawing.marks), *map(_text, drawing.texts)]):
        artist.set(transform=downwards, zorder=order, clip_on=False, sketch_params=None)
        figure.add_artist(artist, clip=False)
    canvas.draw()
    image = Image.fromarray(_pixels(canvas), "RGBA").convert("RGB")
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _pixels(canvas: Any) -> Any:
    import numpy as np

    return np.asarray(canvas.buffer_rgba())


def _mark(mark: Rect | Line | Dot | Wedge) -> Any:
    from matplotlib import lines, patches

    artist: Any
    if isinstance(mark, Rect):
        left, top, right, bottom = mark.box
        artist = patches.Rectangle(
            (left, top),
            right - left,
            bottom - top,
            facecolor=mark.color,
            edgecolor="none",
            linewidth=0,
            antialiased=False,
        )
    elif isinstance(mark, Dot):
        artist = patches.Circle(
            (mark.x, mark.y),
            mark.radius,
            facecolor=mark.color,
            edgecolor="white",
            linewidth=1.0,
            antialiased=True,
        )
    elif isinstance(mark, Wedge):
        artist = patches.Wedge(
            (mark.x, mark.y),
            mark.radius,
            mark.start - 90,
            mark.end - 90,
            facecolor=mark.color,
            edgecolor="white",
            linewidth=1.5,
            antialiased=True,
        )
    else:
        xs, ys = zip(*mark.points, strict=True)
        artist = lines.Line2D(
            xs,
            ys,
            color=mark.color,
            linewidth=mark.width,
            linestyle="-",
            marker="",
            solid_joinstyle="round",
            solid_capstyle="butt",
            antialiased=True,
        )
    return artist


def _text(text: Text) -> Any:
    from matplotlib.text import Text as TextArtist

    prop = font(text.bold).copy()
    prop.set_size(text.size)
    backing = {
        "facecolor": "white",
        "edgecolor": "none",
        "linewidth": 0,
        "antialiased": True,
        "pad": 1.0,
    }
    return TextArtist(
        text.x,
        text.baseline,
        text.text,
        fontproperties=prop,
        color=text.color,
        horizontalalignment=text.align,
        verticalalignment="baseline",
        parse_math=False,
        usetex=False,
        bbox=backing if text.backing else None,
        antialiased=True,
    )
