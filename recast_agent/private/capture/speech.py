"""Capture of recordings: the words of one decoding, the quantities borne out by another."""

from __future__ import annotations

import asyncio

from recast_agent.core.errors import Code, InputError, Withheld
from recast_agent.core.literals import find
from recast_agent.core.speech.codes import spelled_out, taken_apart
from recast_agent.core.speech.compare import unheard_numbers
from recast_agent.core.speech.heard import part
from recast_agent.core.speech.script import asked, said
from recast_agent.core.speech.spelling import spelled_as_asked
from recast_agent.core.speech.transcribe import Transcript, transcribe, transcribe_again
from recast_agent.core.types import Witness
from recast_agent.private.capture.protocol import Captured, CaptureRequest
from recast_agent.private.capture.text import check_numbers, plain_text
from recast_agent.private.record import Record, Source


class SpeechCapture:
    """Implements ``Capture``. A recording becomes its transcript (paper, section 3.2).

    Two decodings of real speech spell names differently; of its quantities both must say the same.
    """

    async def capture(self, request: CaptureRequest) -> Captured:
        """The transcript as context, in the spelling of the question; a quantity that the second
        decoding does not bear out has the witness "conflict". Without a question the transcript's
        own is taken: the last that is asked (Spoken-MQA in the paper's appendix A.1).

        Raises InputError(audio_… | speech_not_installed | text_no_numbers | question_empty),
        Withheld(audio_unclear) where the recogniser does not believe itself, or where the second
        decoding contradicts a quantity of the question.
        """
        with part(0, 0.5):
            heard = _text(await asyncio.to_thread(transcribe, request.source.data))
        passage, question = (heard, request.question) if request.question else _asked(heard)
        context = await asyncio.to_thread(spelled_as_asked, passage, question)
        await asyncio.to_thread(check_numbers, context, question)
        with part(0.5, 0.5):
            second = await self.second_reading(request.source)
        record = Record(
            id=request.case,
            modality="audio",
            context=context,
            question=question,
            choices=request.choices,
            spoken_question=not request.question,
        )
        return Captured(record, (await asyncio.to_thread(_witnesses, record, second),))

    async def second_reading(self, source: Source) -> str:
        """The transcript of the second decoding. Raises as ``capture`` does."""
        return _text(await asyncio.to_thread(transcribe_again, source.data))


def _text(transcript: Transcript) -> str:
    if not transcript.clear:
        raise Withheld(Code.AUDIO_UNCLEAR, "it is not understood: only clear speech in English is")
    return plain_text(transcript.text)


def _asked(transcript: str) -> tuple[str, str]:
    found = asked(transcript)
    if found is None:
        raise InputError(Code.QUESTION_EMPTY, "no question is heard in the recording: ask one")
    return found


def _witnesses(record: Record, second: str) -> tuple[Witness, ...]:
    """A witness for each number of the passage; it stands first in what is said. Nothing bears out
    several numbers that may be one."""
    whole = said(record)
    contradicted = set(unheard_numbers(whole, second))
    for start, end in (*spelled_out(whole), *taken_apart(whole)):
        contradicted.update(range(start, end))
    if any(place >= len(record.context) for place in contradicted):
        raise Withheld(Code.AUDIO_UNCLEAR, "a number of the question is heard in two ways")
    return tuple(
        "conflict" if _in(one.start, one.end, contradicted) else "second"
        for one in find(record.context)
    )


def _in(start: int, end: int, places: set[int]) -> bool:
    """Whether a contradicted number begins with the digits ``start:end`` or the sign before."""
    return any(start - 2 <= place < end for place in places)
