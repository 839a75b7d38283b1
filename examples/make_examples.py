"""Draws the example charts and speaks the example recording.

The figures are made up; run it from the repository's root: ``python -m examples.make_examples``.
"""

from __future__ import annotations

import io
import wave
from pathlib import Path

import av
import matplotlib
import numpy as np

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from recast_agent.released.reconstruct.voice import speak

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


DISPENSARY = (
    "The dispensary at Oakfield had 940 boxes of insulin. On Monday it gave out 165 boxes to the "
    "wards. On Tuesday it gave out another 218 boxes. Each box costs 37.50 dollars."
)


def dispensary() -> None:
    """A voice note: what a store had and gave out."""
    with wave.open(io.BytesIO(speak(DISPENSARY, seed=1, speed=1.05))) as spoken:
        rate, frames = spoken.getframerate(), spoken.readframes(spoken.getnframes())
    samples = np.frombuffer(frames, np.int16)[None, :]
    frame = av.AudioFrame.from_ndarray(samples, format="s16", layout="mono")
    frame.sample_rate = rate
    with av.open(str(FOLDER / "dispensary.flac"), "w") as file:
        stream = file.add_stream("flac", rate=rate, layout="mono")
        fifo = av.AudioFifo()
        fifo.write(frame)
        while (piece := fifo.read(4096, partial=True)) is not None:
            file.mux(stream.encode(piece))
        file.mux(stream.encode(None))


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
    dispensary()
