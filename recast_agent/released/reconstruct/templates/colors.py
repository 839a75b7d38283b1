"""Colours: the default palette, colours by name, and ink that is legible on them."""

from __future__ import annotations

NAMED = {
    "blue": "#4c78a8",
    "orange": "#f58518",
    "green": "#54a24b",
    "red": "#e0484d",
    "purple": "#8e63b3",
    "teal": "#3aa6a0",
    "yellow": "#eeca3b",
    "pink": "#f48fb1",
    "brown": "#8c6240",
    "gray": "#a3a3a3",
    "black": "#262626",
    "navy": "#16204a",
    "cyan": "#5ac8e8",
}

PALETTE = tuple(NAMED.values())[:10]
"""The first ten named colours: distinct, and legible under dark text or white."""


def hex_of(name: str) -> str | None:
    """The fill of a colour's name (``blue``, ``dark blue``), None for one that is not drawn."""
    shade, _, base = name.casefold().replace("grey", "gray").rpartition(" ")
    color = NAMED.get(base)
    if not shade or color is None:
        return color
    target = {"light": 255, "dark": 0}.get(shade)
    return None if target is None else _mix(color, target, 0.45)


def palette(count: int) -> tuple[str, ...]:
    """Distinct fills; beyond ten they come again lighter, then darker."""
    shades = (lambda c: c, lambda c: _mix(c, 255, 0.45), lambda c: _mix(c, 0, 0.35))
    return tuple(shades[i // 10 % 3](PALETTE[i % 10]) for i in range(count))


def _mix(color: str, target: int, share: float) -> str:
    return "#" + "".join(f"{round(c + (target - c) * share):02x}" for c in channels(color))


def channels(color: str) -> tuple[int, int, int]:
    """Red, green, blue of ``#rrggbb``."""
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def luminance(color: str) -> float:
    """Relative luminance as WCAG defines it."""
    linear = [
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4
        for c in (v / 255 for v in channels(color))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def ink_on(fill: str) -> str:
    """White only where its contrast is at least 4.5, dark otherwise."""
    return "#ffffff" if 1.05 / (luminance(fill) + 0.05) >= 4.5 else "#111111"


def darkened(color: str) -> str:
    """The colour, darkened until it reads as text on white (contrast 4.5)."""
    while 1.05 / (luminance(color) + 0.05) < 4.5:
        color = _mix(color, 0, 0.12)
    return color
