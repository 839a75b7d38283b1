"""Colours as people name them: which colour of a chart a name means."""

from __future__ import annotations

from collections.abc import Sequence

SHADES = frozenset(
    ["dark", "darker", "deep", "midnight", "navy", "light", "lighter", "pale", "sky", "bright"]
)
"""Words before a colour that tell it from another of its name."""

_DARK, _LIGHT = ("dark", "darker", "deep", "midnight", "navy"), ("light", "lighter", "pale", "sky")
_SHADED = frozenset(["blue", "green", "purple", "teal", "yellow", "cyan", "pink", "grey"])
"""Colours that keep their name where they are lighter or darker."""

_APART = 40.0
_MEANS: dict[str, tuple[str, ...]] = {
    "navy": ("navy", "dark blue", "blue", "black"),
    "dark blue": ("dark blue", "navy", "blue"),
    "light blue": ("light blue", "cyan", "blue"),
    "cyan": ("cyan", "teal", "light blue", "blue"),
    "teal": ("teal", "cyan", "green"),
    "turquoise": ("teal", "cyan"),
    "black": ("black", "navy"),
    "dark grey": ("dark grey", "grey", "black"),
    "silver": ("grey", "light grey"),
    "violet": ("purple",),
    "magenta": ("pink", "purple"),
    "maroon": ("dark red", "brown", "red"),
    "gold": ("yellow", "orange"),
    "beige": ("brown", "yellow"),
    "olive": ("dark green", "green"),
}
"""Names of colours that a chart may be said to have, and what it may have, nearest first."""


def plain_color(name: str) -> str:
    """A colour's name in one spelling."""
    return name.casefold().replace("gray", "grey")


def meant_color(name: str, colors: Sequence[str]) -> str | None:
    """The one of a chart's colours that a name means; None where it means none, or several."""
    name, shown = plain_color(name), [plain_color(c) for c in colors if c]
    shade, _, base = name.rpartition(" ")
    if shade:
        shade = "dark" if shade in _DARK else "light" if shade in _LIGHT else shade
        name = f"{shade} {base}"
    if name in shown:
        return name
    wanted = _MEANS.get(name, (base,))
    found = next((c for c in wanted if c in shown), None)
    against = {"dark": "light", "light": "dark"}.get(name.split()[0])
    kin = {c for c in shown if c.split()[-1] == base}
    only = min(kin) if len(kin) == 1 else ""
    return found or (only if only and only.split()[0] != against else None)


def told_apart(names: Sequence[str], brightness: Sequence[float]) -> tuple[str, ...]:
    """Names of a chart's distinct colours; of two that share one the darker is called dark, the
    lighter light, where they are far enough apart for that. ``brightness`` is 0 to 255.
    """
    found = list(names)
    for name in set(names) & _SHADED:
        alike = [i for i, one in enumerate(names) if one == name]
        if len(alike) != 2:
            continue
        dark, light = sorted(alike, key=lambda i: brightness[i])
        if brightness[light] - brightness[dark] >= _APART:
            found[dark], found[light] = f"dark {name}", f"light {name}"
    return tuple(found)
