"""Question-aware capture: the colours that a question names are those that the chart shows."""

from __future__ import annotations

from recast_agent.core.colors import SHADES, meant_color
from recast_agent.core.table import Table
from recast_agent.core.vocabulary import WORD, colors
from recast_agent.private.rewrite.kept import of_a_mark


def in_chart_colors(question: str, table: Table) -> str:
    """The question with each colour of a mark by the chart's own name for it, so that question and
    redrawn chart agree; one that the chart does not show stays as it is.
    """
    matches = list(WORD.finditer(question))
    words = [m[0].casefold() if m[0].islower() or m.start() == 0 else "" for m in matches]
    made, end = "", 0
    for n, match in enumerate(matches):
        if match.start() < end or not words[n]:
            continue
        last = n + 1 if words[n] in SHADES and n + 1 < len(words) else n
        if words[last] not in colors() - SHADES:
            last = n
        if words[last] not in colors() or not of_a_mark(words, last):
            continue
        asked = " ".join(words[n : last + 1])
        found = meant_color(asked, table.colors)
        if found:
            made += question[end : match.start()] + found
            end = matches[last].end()
    return made + question[end:]
