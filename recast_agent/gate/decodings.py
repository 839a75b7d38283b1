"""Whether a second decoding of a recording bears out the first."""

from __future__ import annotations

from recast_agent.core.speech.compare import differences, likeness

LEAST_ALIKE = 0.6
"""The least share of words that both decodings hear alike: names of real speech are misheard."""


def borne_out(captured: str, second: str) -> bool:
    """The same quantities in the same order, and for the most part the same words."""
    counted = any(one.kind == "quantity" for one in differences(captured, second))
    return not counted and likeness(captured, second) >= LEAST_ALIKE
