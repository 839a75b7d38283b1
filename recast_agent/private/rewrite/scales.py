"""Labels that are steps of one scale."""

from __future__ import annotations

from collections.abc import Sequence

_SCALES = (
    ("very good", "good", "fair", "average", "poor", "bad", "very poor", "very bad"),
    ("excellent", "very good", "good", "fair", "poor", "very poor"),
    ("strongly agree", "agree", "somewhat agree", "neutral", "neither agree nor disagree",
     "somewhat disagree", "disagree", "strongly disagree"),
    ("very satisfied", "satisfied", "somewhat satisfied", "neutral", "somewhat dissatisfied",
     "dissatisfied", "very dissatisfied"),
    ("very likely", "likely", "somewhat likely", "neutral", "somewhat unlikely", "unlikely",
     "very unlikely", "not at all likely"),
    ("extremely important", "very important", "important", "somewhat important",
     "not very important", "not too important", "not important", "not at all important"),
    ("always", "very often", "often", "sometimes", "occasionally", "rarely", "seldom", "never"),
    ("a great deal", "a fair amount", "some", "not too much", "not much", "none at all"),
    ("very high", "high", "medium", "moderate", "low", "very low"),
    ("very large", "large", "medium", "small", "very small"),
)  # fmt: skip


def ranked(labels: Sequence[str]) -> tuple[str, ...]:
    """The labels that are steps of one scale (good, fair, poor), in its order; else none."""
    plain = {label.strip().casefold(): label for label in labels}
    found = [tuple(plain[step] for step in scale if step in plain) for scale in _SCALES]
    steps = max(found, key=len)
    return steps if len(steps) > 1 and len(steps) * 2 > len(labels) else ()
