"""Recordings: real ones written down, and word problems spoken, disguised, spoken again, solved."""

from __future__ import annotations

import json
import re
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.report import share, table
from benchmarks.standin import on_original_passage
from recast_agent import ReCast
from recast_agent.core.errors import ReCastError
from recast_agent.core.literals import find
from recast_agent.core.speech.decode import RATE
from recast_agent.core.speech.spelling import spelled_as_asked
from recast_agent.core.speech.transcribe import Transcript, transcribe, transcribe_again
from recast_agent.evaluation.passages import Example, examples
from recast_agent.evaluation.statistics import percentile
from recast_agent.released.reconstruct.spoken import speakable
from recast_agent.released.reconstruct.voice import speak
from recast_agent.result import Result

PROBLEMS = 30
_HEADER, _BYTES_A_SECOND = 44, 2 * RATE
VOICE_SEED = 11
"""Of the source recordings; the releases are said with seeds of their own."""


@dataclass(frozen=True)
class Spoken:
    """How one spoken problem ended; ``drafts`` counts the recordings that were made of it."""

    reason: str
    released: bool
    drafts: int
    right: bool
    original: bool
    length_s: float
    seconds: float


def speech(folder: Path, limit: int, client: Callable[[], AbstractContextManager[ReCast]]) -> str:
    """Spoken SVAMP problems through the whole path, and real recordings written down."""
    problems = examples(folder / "svamp")[-min(limit, PROBLEMS) :]
    with client() as asked:
        _spoken(asked, problems[0])
        told = [_spoken(asked, one) for one in problems]
    total = len(told)
    out = [one for one in told if one.released]
    seconds = [one.seconds for one in told]
    lengths = [one.length_s for one in told]
    rows = [
        ("released", share(len(out), total)),
        ("released at the first try", share(sum(one.drafts == 1 for one in out), total)),
        ("answered rightly", share(sum(one.right for one in told), total)),
        ("stand-in on the original recording", share(sum(one.original for one in told), total)),
        ("seconds: median (p90)", _spread(seconds)),
        ("seconds of sound: median (p90)", _spread(lengths)),
    ]
    ends = Counter(one.reason for one in told if one.reason)
    parts = [
        "The last problems of SVAMP, spoken by the embedded voice:",
        table(("", ""), rows),
        table(("no answer because", "cases"), [(r, str(n)) for r, n in ends.most_common()]),
        _real(folder),
    ]
    return "\n\n".join(parts)


def _spoken(client: ReCast, one: Example) -> Spoken:
    recording = speak(speakable(one.passage, "figures"), seed=VOICE_SEED, speed=1.0)
    started = time.perf_counter()
    try:
        result = client.solve(recording, one.question)
    except ReCastError as error:
        result = Result("withheld", "", error.code.value)
    seconds = time.perf_counter() - started
    heard = spelled_as_asked(_heard(transcribe, recording), one.question)
    answer = on_original_passage(heard, one.question)
    return Spoken(
        reason=result.reason,
        released=result.release is not None,
        drafts=sum(event["stage"] == "draft" for event in result.events),
        right=result.answer is not None and one.is_right(result.answer.text),
        original=answer is not None and one.is_right(answer),
        length_s=(len(recording) - _HEADER) / _BYTES_A_SECOND,
        seconds=seconds,
    )


def _real(folder: Path) -> str:
    """Digit strings of real speakers: what both decodings say alike, and how often it is right."""
    entries = [
        entry
        for line in (folder / "speech_fsdd" / "manifest.jsonl").read_text("utf-8").splitlines()
        if (entry := json.loads(line))["constructed"]
    ]
    right = agreed = agreed_wrong = 0
    for entry in entries:
        data = (folder / "speech_fsdd" / entry["file"]).read_bytes()
        first, second = (_digits(_heard(read, data)) for read in (transcribe, transcribe_again))
        wanted = str(entry["answer"])
        right += first.lstrip("0") == wanted
        agreed += first == second
        agreed_wrong += first == second and first.lstrip("0") != wanted
    total = len(entries)
    rows = [
        ("written down rightly", share(right, total)),
        ("both decodings agree", share(agreed, total)),
        ("they agree and are wrong", share(agreed_wrong, total)),
    ]
    return "Digit strings of real speakers (8 kHz):\n\n" + table(("", ""), rows)


def _heard(read: Callable[[bytes], Transcript], recording: bytes) -> str:
    """What a decoding writes down; nothing where it hears nobody."""
    try:
        return read(recording).text
    except ReCastError:
        return ""


def _digits(text: str) -> str:
    return "".join(re.sub(r"\D", "", f"{one.magnitude:f}") for one in find(text))


def _spread(values: list[float]) -> str:
    return f"{percentile(values, 0.5):.1f} ({percentile(values, 0.9):.1f})"
