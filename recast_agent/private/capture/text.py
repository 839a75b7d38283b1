"""Capture of passages: plain text and Markdown, with or without tables, to the letter."""

from __future__ import annotations

import asyncio
import re
import unicodedata

from recast_agent.core.characters import strange
from recast_agent.core.errors import Code, InputError
from recast_agent.core.literals import find
from recast_agent.private.capture.encoding import decode
from recast_agent.private.capture.protocol import Captured, CaptureRequest
from recast_agent.private.numbermap.protocol import KINDS
from recast_agent.private.record import Record, Source
from recast_agent.private.rewrite.text.rewriter import LONGEST
from recast_agent.private.rewrite.text.tokens import CURRENCY_SIGNS

_UNSEEN = ("Cc", "Cf", "Cn", "Co", "Cs")
_REORDERING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_ENDS = re.compile(r"[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")
_LATIN_SHARE = 0.5


class TextCapture:
    """Implements ``Capture``. A passage is taken as it stands but for characters that nobody sees
    and the line ends of other systems; every number in it is what is written.
    """

    async def capture(self, request: CaptureRequest) -> Captured:
        """The passage as context. Raises InputError(text_empty | text_no_numbers |
        unsupported_script | evidence_too_large | unsupported_evidence)."""
        context = await asyncio.to_thread(_passage, request.source.data)
        await asyncio.to_thread(check_numbers, context, request.question)
        record = Record(
            id=request.case,
            modality="text",
            context=context,
            question=request.question,
            choices=request.choices,
        )
        return Captured(record, ())

    async def second_reading(self, source: Source) -> str:
        """The passage read character by character from the bytes. Raises as ``capture`` does."""
        return await asyncio.to_thread(_again, source.data)


def _passage(data: bytes) -> str:
    text = decode(data)
    if text is None:
        raise InputError(Code.UNSUPPORTED_EVIDENCE, "this is no text in one encoding")
    if _REORDERING.search(text):
        raise InputError(Code.UNSUPPORTED_EVIDENCE, "remove the marks that reorder characters")
    if len(text) > LONGEST:
        raise InputError(Code.EVIDENCE_TOO_LARGE, f"a passage has at most {LONGEST} characters")
    text = plain_text(_visible(_ENDS.sub("\n", text))).strip()
    letters = [c for c in text if c.isalpha()]
    if not letters:
        code = Code.TEXT_EMPTY if not text else Code.UNSUPPORTED_EVIDENCE
        raise InputError(code, "a passage has words that say what its numbers are")
    if sum("LATIN" in unicodedata.name(c, "") for c in letters) < _LATIN_SHARE * len(letters):
        raise InputError(Code.UNSUPPORTED_SCRIPT, "only passages in English are read")
    return text


def check_numbers(context: str, question: str) -> None:
    """Look for numbers to compute with. Raises InputError(text_no_numbers) where there are none."""
    numbers = (*find(context), *find(question, field="question"))
    if all(KINDS.get(one.role) == "kept" for one in numbers):
        raise InputError(Code.TEXT_NO_NUMBERS, "no number stands there to compute with")


def _visible(text: str) -> str:
    return "".join(c for c in text if c in "\n\t" or unicodedata.category(c) not in _UNSEEN)


def plain_text(text: str) -> str:
    """Text without symbols (®, emoji) but those of currencies; the sign of cents as its word."""
    text = re.sub(r" ?¢", " cents", text)
    gone = {at for at in strange(text) if text[at] not in CURRENCY_SIGNS}
    return "".join(c for at, c in enumerate(text) if at not in gone)


def _again(data: bytes) -> str:
    """Line by line, by Python's own idea of lines and of what can be seen."""
    lines = (decode(data) or "").splitlines()
    seen = ("".join(c for c in line if c.isprintable() or c.isspace()) for line in lines)
    return plain_text("\n".join(seen)).strip()
