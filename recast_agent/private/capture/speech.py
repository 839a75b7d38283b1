"""Capture of recordings: the words of one decoding, the quantities borne out by another."""

from __future__ import annotations

import asyncio

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.literals import find
from recast_agent.core.speech.compare import unheard_numbers
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
        decoding does not bear out has the witness "conflict".

        Raises InputError(audio_… | speech_not_installed | text_no_numbers),
        Withheld(audio_unclear) where the recogniser does not believe itself.
        """
        heard = _text(await asyncio.to_thread(transcribe, request.source.data))
        context = await asyncio.to_thread(spelled_as_asked, heard, request.question)
        await asyncio.to_thread(check_numbers, context, request.question)
        second = await self.second_reading(request.source)
        record = Record(
            id=request.case,
            modality="audio",
            context=context,
            question=request.question,
            choices=request.choices,
        )
        return Captured(record, (await asyncio.to_thread(_witnesses, context, second),))

    async def second_reading(self, source: Source) -> str:
        """The transcript of the second decoding. Raises as ``capture`` does."""
        return _text(await asyncio.to_thread(transcribe_again, source.data))


def _text(transcript: Transcript) -> str:
    if not transcript.clear:
        raise Withheld(Code.AUDIO_UNCLEAR, "it is not understood: only clear speech in English is")
    return plain_text(transcript.text)


def _witnesses(context: str, second: str) -> tuple[Witness, ...]:
    contradicted = set(unheard_numbers(context, second))
    return tuple(
        "conflict" if _in(one.start, one.end, contradicted) else "second" for one in find(context)
    )


def _in(start: int, end: int, places: set[int]) -> bool:
    """Whether a contradicted number begins with the digits ``start:end`` or the sign before."""
    return any(start - 2 <= place < end for place in places)
