"""The colours of a question, by the names of the chart's own."""

from __future__ import annotations

import pytest

from recast_agent.core.colors import told_apart
from recast_agent.core.table import Table
from recast_agent.private.capture.asked import in_chart_colors


@pytest.mark.parametrize(
    ("colors", "question", "expected"),
    [
        (("blue", "navy"), "What do the dark blue bars show?", "What do the navy bars show?"),
        (("blue", "navy"), "What do the navy blue bars show?", "What do the navy bars show?"),
        (("blue", "navy"), "What does the black bar show?", "What does the navy bar show?"),
        (("blue", "navy"), "What does the blue bar show?", "What does the blue bar show?"),
        (("blue", "grey"), "The sum of the gray bars?", "The sum of the grey bars?"),
        (("blue", "grey"), "The sum of the light gray bars?", "The sum of the grey bars?"),
        (("blue", "orange"), "How high is the light blue line?", "How high is the blue line?"),
        (("dark blue", "light blue"), "Is the pale blue bar 3?", "Is the light blue bar 3?"),
        (("dark blue", "light blue"), "Is the blue bar 3?", "Is the blue bar 3?"),  # either
        (("purple", "teal"), "The violet or the cyan bar?", "The purple or the teal bar?"),
        (("blue", "red"), "What is the green bar?", "What is the green bar?"),  # not shown
        (("blue", "grey"), "How much gray cement was sold?", "How much gray cement was sold?"),
        (("blue", "grey"), "What did Gray sell in blue?", "What did Gray sell in blue?"),
        (("navy", "orange"), "The gold bar or the orange bar?", "The gold bar or the orange bar?"),
        (
            ("blue", "red"),
            "The pale blue bar or the dark blue bar?",
            "The pale blue bar or the dark blue bar?",
        ),
        (("light blue", "red"), "Is the dark blue bar 3?", "Is the dark blue bar 3?"),
        (("dark green", "blue"), "Is the light green bar 3?", "Is the light green bar 3?"),
        ((), "What is the dark blue bar?", "What is the dark blue bar?"),
    ],
)
def test_a_colour_is_called_as_the_chart_calls_it(
    colors: tuple[str, ...], question: str, expected: str
) -> None:
    names = tuple("ab"[: max(1, len(colors))]) if colors else ("",)
    table = Table(categories=("x",), series=names, cells=(("1",) * len(names),), colors=colors)
    assert in_chart_colors(question, table) == expected


def test_two_shades_of_one_colour_have_two_names() -> None:
    assert told_apart(("blue", "blue", "red"), (60, 180, 90)) == ("dark blue", "light blue", "red")
    assert told_apart(("blue", "blue"), (100, 110)) == ("blue", "blue")
    assert told_apart(("blue",) * 3, (10, 100, 200)) == ("blue",) * 3
