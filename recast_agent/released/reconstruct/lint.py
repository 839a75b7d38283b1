"""Layout lint: faults of a drawing, from its own geometry, before any pixel is read."""

from __future__ import annotations

from recast_agent.core.types import Finding
from recast_agent.released.reconstruct.templates.common import Box, Drawing, Text, finding

SMALLEST = 15
"""Pixels to the em: digits and capitals are then 11 pixels high."""

MAX_SIDE, MAX_PIXELS = 4_000, 9_000_000


def lint(drawing: Drawing) -> tuple[Finding, ...]:
    """The template's own findings, then too_large, text_small, text_clipped, text_overlap."""
    findings = list(drawing.findings)
    if too_large(drawing):
        findings.append(finding("too_large", "layout"))
    for text in drawing.texts:
        left, top, right, bottom = text.box
        if text.size < SMALLEST:
            findings.append(finding("text_small", text.where))
        if left < 2 or top < 2 or right > drawing.width - 2 or bottom > drawing.height - 2:
            findings.append(finding("text_clipped", text.where))
    findings += [finding("text_overlap", where) for where in _overlaps(drawing.texts)]
    return tuple(findings)


def too_large(drawing: Drawing) -> bool:
    """Whether a drawing exceeds what is painted at all."""
    width, height = drawing.width, drawing.height
    return max(width, height) > MAX_SIDE or width * height > MAX_PIXELS


def _overlaps(texts: list[Text]) -> list[str]:
    """The later one of each pair of texts whose boxes meet."""
    boxes = sorted(((t.box, t.where) for t in texts if t.text), key=lambda b: b[0][1])
    found = []
    for n, (box, _) in enumerate(boxes):
        for other, where in boxes[n + 1 :]:
            if other[1] >= box[3]:
                break
            if _meet(box, other):
                found.append(where)
    return found


def _meet(a: Box, b: Box) -> bool:
    # one pixel of slack: the boxes hold room for accents and descenders that few lines have
    return min(a[2], b[2]) - max(a[0], b[0]) > -3 and min(a[3], b[3]) - max(a[1], b[1]) > 1
