"""Question-aware capture: the colours that a question names are those that the chart shows."""

from __future__ import annotations

from collections.abc import Iterator

from recast_agent.core.colors import SHADES, meant_color, plain_color
from recast_agent.core.table import Table
from recast_agent.core.vocabulary import WORD, colors
from recast_agent.private.rewrite.kept import of_a_mark


def in_chart_colors(question: str, table: Table) -> str:
    """The question with each colour of a mark by the chart's own name for it, so that question and
    redrawn chart agree; one that the chart does not show stays as it is.
    """
    named = list(_named(question))
    meant = {asked: meant_color(asked, table.colors) for asked, _, _ in named}
    known = [color for color in meant.values() if color]
    made, end = "", 0
    for asked, start, stop in named:
        color = meant[asked]
        if color and known.count(color) == 1:  # two colours of a question are never one
            made += question[end:start] + color
            end = stop
    return made + question[end:]


def _named(question: str) -> Iterator[tuple[str, int, int]]:
    """The colours of marks that a question names, with their shades, and where they stand."""
    matches = list(WORD.finditer(question))
    words = [m[0].casefold() if m[0].islower() or m.start() == 0 else "" for m in matches]
    end = 0
    for n, match in enumerate(matches):
        if match.start() < end or not words[n]:
            continue
        last = n + 1 if words[n] in SHADES and n + 1 < len(words) else n
        if words[last] not in colors() - SHADES:
            last = n
        if words[last] not in colors() or not of_a_mark(words, last):
            continue
        end = matches[last].end()
        yield plain_color(" ".join(words[n : last + 1])), match.start(), end
