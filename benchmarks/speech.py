"""Recordings: real ones written down, and word problems spoken, disguised, spoken again, solved."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.heard import digit_strings, half_an_hour, in_noise, sentences
from benchmarks.report import seconds_table, share, table
from benchmarks.solving import peak_megabytes, seconds_of
from benchmarks.standin import on_original_passage
from recast_agent import ReCast
from recast_agent.core.errors import ReCastError
from recast_agent.core.speech.decode import length_of
from recast_agent.core.speech.spelling import spelled_as_asked
from recast_agent.core.speech.transcribe import transcribe
from recast_agent.evaluation.passages import Example, examples
from recast_agent.evaluation.statistics import percentile
from recast_agent.released.reconstruct.spoken import speakable
from recast_agent.released.reconstruct.voice import speak
from recast_agent.result import Result

PROBLEMS, NOISY = 30, 10
LONG_S = 20.0
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
    seconds: dict[str, float]


def speech(folder: Path, limit: int, client: Callable[[], AbstractContextManager[ReCast]]) -> str:
    """Spoken SVAMP problems through the whole path, and real recordings written down."""
    problems = examples(folder / "svamp")[-min(limit, PROBLEMS) :]
    with client() as asked:
        _spoken(asked, problems[0])
        told = [_spoken(asked, one) for one in problems]
        long = _spoken(asked, _joined(problems))
        read = sentences(folder / "speech_ljspeech8", asked)
        longest = half_an_hour(folder / "speech_ljspeech8", asked)
    ends = Counter(one.reason for one in told if one.reason)
    parts = [
        "The last problems of SVAMP, spoken by the embedded voice:",
        table(("", ""), _rows(told)),
        table(("no answer because", "cases"), [(r, str(n)) for r, n in ends.most_common()]),
        seconds_table([one.seconds for one in told]),
        f"A recording of {long.length_s:.1f} s, said in {long.drafts} drafts: "
        f"{long.seconds['total']:.1f} s, {long.seconds['capture']:.1f} s of it both decodings "
        f"({long.reason or 'answered'}). Peak memory of the client's process: "
        f"{peak_megabytes():.0f} MB.",
        f"The first {NOISY} of these problems under white noise, as capture takes them:",
        in_noise(problems[:NOISY]),
        "Digit strings of real speakers (8 kHz), joined from single digits with their pauses:",
        digit_strings(folder / "speech_fsdd"),
        "Sentences of a real reader, without a question of their own (one has numbers):",
        read,
        longest,
    ]
    return "\n\n".join(parts)


def _rows(told: list[Spoken]) -> list[tuple[str, str]]:
    total, lengths = len(told), [one.length_s for one in told]
    out = [one for one in told if one.released]
    return [
        ("released", share(len(out), total)),
        ("released at the first try", share(sum(one.drafts == 1 for one in out), total)),
        ("answered rightly", share(sum(one.right for one in told), total)),
        ("stand-in on the original recording", share(sum(one.original for one in told), total)),
        (
            "seconds of sound: median (p90)",
            f"{percentile(lengths, 0.5):.1f} ({percentile(lengths, 0.9):.1f})",
        ),
    ]


def _joined(problems: tuple[Example, ...]) -> Example:
    """Problems one after the other until they take as long as the long recording."""
    passage = ""
    for one in problems:
        passage = f"{passage} {one.passage}".strip()
        if length_of(_said(passage)) >= LONG_S:
            break
    last = problems[0]
    return Example("long", passage, last.question, last.answer, last.late)


def _said(passage: str) -> bytes:
    return speak(speakable(passage, "figures"), seed=VOICE_SEED, speed=1.0)


def _spoken(client: ReCast, one: Example) -> Spoken:
    recording = _said(one.passage)
    started = time.perf_counter()
    try:
        result = client.solve(recording, one.question)
    except ReCastError as error:
        result = Result("withheld", "", error.code.value)
    seconds = seconds_of(result.events, time.perf_counter() - started)
    return Spoken(
        reason=result.reason,
        released=result.release is not None,
        drafts=sum(event["stage"] == "draft" for event in result.events),
        right=result.answer is not None and one.is_right(result.answer.text),
        original=_original(one, recording),
        length_s=length_of(recording),
        seconds=seconds,
    )


def _original(one: Example, recording: bytes) -> bool:
    """Whether the stand-in answers rightly what it hears of the original."""
    try:
        heard = transcribe(recording).text
    except ReCastError:
        return False
    answer = on_original_passage(spelled_as_asked(heard, one.question), one.question)
    return answer is not None and one.is_right(answer)
