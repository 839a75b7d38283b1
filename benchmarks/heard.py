"""What capture makes of recordings: real digit strings and sentences, and spoken problems in noise.

A number that both decodings say alike and that is wrong would be an error that nobody sees.
"""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.report import share, table
from recast_agent import ReCast
from recast_agent.core.errors import ReCastError
from recast_agent.core.speech.compare import differences, likeness
from recast_agent.core.speech.decode import LONGEST_S, RATE, Sound, decode_sound, length_of
from recast_agent.core.speech.items import items_of
from recast_agent.core.speech.transcribe import Transcript, transcribe, transcribe_again
from recast_agent.core.types import Modality
from recast_agent.evaluation.passages import Example
from recast_agent.private.capture.protocol import CaptureRequest
from recast_agent.private.capture.speech import SpeechCapture
from recast_agent.private.record import Source
from recast_agent.released.reconstruct.spoken import speakable
from recast_agent.released.reconstruct.voice import speak, wav_of

NOISES_DB = (20, 5, 0, -5)
"""Speech over white noise."""

_DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_DIGIT = re.compile(rf"\d|\b(?:{'|'.join(_DIGITS)})\b", re.IGNORECASE)


@dataclass(frozen=True)
class Captured:
    """What capture does with a recording: a code where it is refused; else whether every number is
    borne out, and whether they are the right ones."""

    code: str = ""
    sure: bool = False
    right: bool = False

    @property
    def silently_wrong(self) -> bool:
        return self.sure and not self.right


def captured(recording: bytes, said: str) -> Captured:
    """``said`` are the true words."""
    request = CaptureRequest("heard", Source(kind="audio", data=recording), "How many are there?")
    try:
        made = asyncio.run(SpeechCapture().capture(request))
    except ReCastError as error:
        return Captured(error.code.value)
    sure = all(witness == "second" for row in made.witnesses for witness in row)
    heard = differences(said, made.record.context)
    return Captured(sure=sure, right=all(one.kind != "quantity" for one in heard))


def digit_strings(folder: Path) -> str:
    """Real speakers at 8 kHz, digits joined with their pauses."""
    rows: Counter[str] = Counter()
    entries = [entry for entry in _manifest(folder) if entry["constructed"]]
    for entry in entries:
        data, wanted = (folder / entry["file"]).read_bytes(), str(entry["answer"])
        first, second = (_digits(_text(read, data)) for read in (transcribe, transcribe_again))
        rows["written down rightly"] += first == wanted
        rows["both decodings have the same digits"] += first == second != ""
        rows["the same digits, and wrong ones"] += first == second != "" and first != wanted
        found = captured(data, wanted)
        rows["withheld or refused"] += not found.sure
        rows["taken for other numbers than were said"] += found.silently_wrong
    return _shares(rows, len(entries))


def in_noise(problems: Sequence[Example]) -> str:
    """Spoken problems under noise."""
    rows = []
    rng = np.random.default_rng(0)
    for level in NOISES_DB:
        found = []
        for one in problems:
            sound = decode_sound(speak(speakable(one.passage, "figures"), seed=11, speed=1.0))
            loud = np.std(sound) * 10 ** (-level / 20)
            noisy = np.clip(sound + rng.normal(0, loud, len(sound)), -1, 1)
            data = wav_of((noisy * 32767).astype(np.int16))
            found.append(captured(data, one.passage))
        rows.append(
            (
                f"{level} dB",
                share(sum(one.sure and one.right for one in found), len(found)),
                share(sum(not one.sure for one in found), len(found)),
                share(sum(one.silently_wrong for one in found), len(found)),
            )
        )
    return table(("speech over noise", "every number right", "withheld", "wrong unseen"), rows)


def sentences(folder: Path, client: ReCast) -> str:
    """Sentences that a real reader says, one by one and as one recording."""
    entries = list(_manifest(folder))
    words = wrong = 0
    reasons: Counter[str] = Counter()
    sounds = []
    for entry in entries:
        data, said = (folder / entry["file"]).read_bytes(), entry["transcript"]
        count = len(items_of(said))
        words += count
        wrong += round((1 - likeness(said, _text(transcribe, data))) * count)
        reasons[_released(client, data)] += 1
        sounds.append(decode_sound(data))
    joined = _joined(sounds)
    ends = ", ".join(f"{reason} {count}" for reason, count in reasons.most_common())
    return table(
        ("", ""),
        [
            ("words heard as others", share(wrong, words)),
            ("one by one", ends),
            ("all eight in one recording", _released(client, joined)),
        ],
    )


def half_an_hour(folder: Path, client: ReCast) -> str:
    """The same sentences over and over for just under the longest that is taken, as a text."""
    sounds = [decode_sound((folder / entry["file"]).read_bytes()) for entry in _manifest(folder)]
    once = sum(len(sound) for sound in sounds)
    long = _joined(sounds * ((LONGEST_S * RATE - 1) // once))
    started = time.perf_counter()
    ended = _released(client, long, release="text")
    seconds = time.perf_counter() - started
    told = f"{length_of(long):.0f} s of a real reader, to be released as a text"
    return f"{told}: {ended} after {seconds:.0f} s."


def _joined(sounds: Sequence[Sound]) -> bytes:
    return wav_of((np.concatenate(sounds) * 32767).astype(np.int16))


def _released(client: ReCast, recording: bytes, release: Modality | None = None) -> str:
    try:
        result = client.protect(recording, "How many lines had the Bible?", release=release)
    except ReCastError as error:
        return error.code.value
    return result.reason or "released"


def _manifest(folder: Path) -> Iterable[dict[str, Any]]:
    return map(json.loads, (folder / "manifest.jsonl").read_text("utf-8").splitlines())


def _text(read: Callable[[bytes], Transcript], recording: bytes) -> str:
    """What a decoding writes down; nothing where it hears nobody."""
    try:
        return read(recording).text
    except ReCastError:
        return ""


def _digits(text: str) -> str:
    found = (match[0].lower() for match in _DIGIT.finditer(text))
    return "".join(one if one.isdigit() else str(_DIGITS.index(one)) for one in found)


def _shares(rows: Counter[str], total: int) -> str:
    return table(("", ""), [(name, share(count, total)) for name, count in rows.items()])
