"""Draws the example charts. The figures are made up; run it from the repository's root."""

from __future__ import annotations

from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

FOLDER = Path(__file__).resolve().parent
SITES = ("Marlow Street", "Oakfield", "St Brannoc", "Tansy Hill")
NURSES = {"Day shift": (48, 31, 64, 22), "Night shift": (19, 12, 27, 9)}
LATE = {
    "Pemberton Freight": 12.4,
    "Quayle Logistics": 9.8,
    "Hartnell & Sons": 7.1,
    "Oversea Direct": 5.6,
    "Corbin Couriers": 3.2,
}


def clinic_staffing() -> None:
    """Grouped bars: nurses by clinic and shift."""
    figure, axes = plt.subplots(figsize=(8, 5), dpi=100)
    width = 0.38
    for offset, (name, values), color in zip(
        (-width / 2, width / 2), NURSES.items(), ("#1f77b4", "#ff7f0e"), strict=True
    ):
        places = [place + offset for place in range(len(SITES))]
        axes.bar_label(axes.bar(places, values, width, label=name, color=color), padding=3)
    axes.set_title("Nurses on duty by clinic, March 2026", loc="left", fontweight="bold")
    axes.set_ylabel("Nurses")
    axes.set_xticks(range(len(SITES)), SITES)
    axes.legend(frameon=False)
    _save(figure, axes, "clinic_staffing.png")


def late_deliveries() -> None:
    """Horizontal bars: the share of late deliveries by carrier."""
    figure, axes = plt.subplots(figsize=(8, 4.5), dpi=100)
    bars = axes.barh(list(LATE), list(LATE.values()), color="#2f6f8f")
    axes.bar_label(bars, fmt="%.1f%%", padding=4)
    axes.invert_yaxis()
    axes.set_title("Share of deliveries that came late, by carrier", loc="left", fontweight="bold")
    axes.set_xticks([])
    axes.spines["bottom"].set_visible(False)
    _save(figure, axes, "late_deliveries.png")


def _save(figure: plt.Figure, axes: plt.Axes, name: str) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(FOLDER / name, metadata={"Software": None})
    plt.close(figure)


if __name__ == "__main__":
    clinic_staffing()
    late_deliveries()
