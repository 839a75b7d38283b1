"""Shares with their uncertainty, and percentiles."""

from __future__ import annotations

import math
from collections.abc import Sequence

_Z95 = 1.959963984540054


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """The 95 % Wilson score interval of a share. ``(0, 1)`` without trials."""
    if trials == 0:
        return 0.0, 1.0
    share = successes / trials
    square = _Z95**2
    centre = share + square / (2 * trials)
    spread = _Z95 * math.sqrt(share * (1 - share) / trials + square / (4 * trials**2))
    scale = 1 + square / trials
    low, high = (centre - spread) / scale, (centre + spread) / scale
    return (0.0 if successes == 0 else low), (1.0 if successes == trials else high)


def percentile(values: Sequence[float], share: float) -> float:
    """The nearest-rank percentile of a non-empty sequence; ``share`` in (0, 1]."""
    ordered = sorted(values)
    return ordered[max(math.ceil(share * len(ordered)), 1) - 1]
