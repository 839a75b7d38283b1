"""The fixed chart templates: a table and its layout become a drawing in pixels.

What every drawing looks like, so that a reader can rely on it:

- white background; the title at the top left, largest and bold, on at most two lines; below it one
  line ``value_axis (unit)``; with more than one series then the legend, square swatches each
  followed by its name, in rows from left to right;
- every value is printed as its cell text: above a vertical bar (below a negative one), right of a
  horizontal bar (left of a negative one), inside the segments of a stack, above or below the
  points of a line in the colour of its series (darkened); no ticks, no grid, no value axis title;
- vertical charts and lines print categories centred under their marks and the category axis title
  centred below them; horizontal ones print categories left aligned in a column at the left edge
  and the category axis title above that column;
- a pie starts at twelve o'clock and runs clockwise in the order of the categories; right of it a
  list in the same order has a square swatch and ``name: value`` per wedge (a long entry wraps, the
  value ends its last line); the category axis title stands alone below the subtitle;
- a table is a ruled grid: its header row is the category axis title and the series names; names
  are left aligned, cells right aligned.

A value that is missing is drawn as nothing.
"""

from __future__ import annotations

from collections.abc import Callable

from recast_agent.core.table import ChartType
from recast_agent.released.reconstruct.spec import ChartSpec
from recast_agent.released.reconstruct.templates import bars, lines, pie, table
from recast_agent.released.reconstruct.templates.common import Drawing

__all__ = ["TEMPLATES", "Drawing"]

TEMPLATES: dict[ChartType, Callable[[ChartSpec], Drawing]] = {
    "bar": bars.vertical,
    "grouped": bars.vertical,
    "stacked": bars.vertical_stacked,
    "hbar": bars.horizontal,
    "hgrouped": bars.horizontal,
    "hstacked": bars.horizontal_stacked,
    "line": lines.line,
    "pie": pie.pie,
    "table": table.grid,
}
