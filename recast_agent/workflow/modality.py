"""As what kind of media an evidence may be released, and what of it leaves in which part."""

from __future__ import annotations

from typing import get_args

from recast_agent.core.errors import Code, InputError, Withheld
from recast_agent.core.table import ChartType, Table
from recast_agent.core.types import Modality, ProtectedRecord
from recast_agent.private.capture.encoding import decode
from recast_agent.private.capture.pasted import Pasted, pasted_table
from recast_agent.private.capture.sniff import text_kind
from recast_agent.private.record import Record, Source
from recast_agent.workflow.case import CaseInput

OWN: dict[str, Modality] = {"text": "text", "audio": "audio"}
"""The kind of media of a source where it is no picture; tables are drawn."""

_POSSIBLE: dict[Modality, tuple[Modality, ...]] = {
    "text": ("text", "audio", "image"),
    "image": ("image", "text", "audio"),
    "audio": ("audio", "text"),
}


def release_modality(source: Source, asked: Modality | None) -> Modality:
    """The media type to release: the one asked for, or (None) the same kind as the evidence's.

    Raises InputError(release_unsupported) where the evidence cannot be shown as asked.
    """
    own = OWN.get(source.kind, "image")
    if asked is None:
        return own
    if asked not in get_args(Modality) or asked not in _POSSIBLE[own]:
        raise _unsupported(f"this evidence can be released as {' or '.join(_POSSIBLE[own])}")
    return asked


def as_drawn(source: Source, release: Modality) -> Source:
    """The source as it is read for the release: a text that is to be drawn must hold a table, and
    is that table where it holds nothing else.

    Raises InputError(release_unsupported).
    """
    if source.kind != "text" or release != "image":
        return source
    text = decode(source.data) or ""
    kind = text_kind(text)
    if kind == "text":
        pasted_table(text, source.chart_type)
    return source.model_copy(update={"kind": kind})


def check_drawn(source: Source, release: Modality, chart_type: ChartType | None) -> None:
    """That a chart type, where one is asked for, has a table to be drawn.

    Raises InputError(release_unsupported).
    """
    if chart_type is None:
        return
    if release != "image":
        raise _unsupported("what leaves as text or sound is not drawn: leave out the chart type")
    if source.kind == "image":
        raise _unsupported("a chart type is how a table is drawn: leave it out for a picture")


def check_spoken(release: Modality, spoken_question: bool) -> None:
    """That a question which is to be said has a recording to be said in.

    Raises InputError(release_unsupported).
    """
    if spoken_question and release != "audio":
        raise _unsupported("a question is said in a recording only: release it as audio")


def as_released(record: ProtectedRecord, own: Record, given: CaseInput) -> ProtectedRecord:
    """A protected record as what is asked for: its modality, whether its question is said, and
    where the table of a passage is drawn, the two parts that leave.

    ``own`` is the source's record. Raises Withheld(reconstruction_failed).
    """
    modality = release_modality(given.source, given.release)
    update = {"modality": modality, "spoken_question": given.spoken_question}
    if given.source.kind != "text" or modality != "image":
        return record.model_copy(update=update)
    before, after = (_pasted(one.context, given.source.chart_type) for one in (own, record))
    if before is None or after is None or not _alike(before.table, after.table):
        hint = "the disguised table cannot be drawn: release the passage as text"
        raise Withheld(Code.RECONSTRUCTION_FAILED, hint, where="context")
    parts = {"drawn": after.table.to_text(), "beside": after.beside}
    return record.model_copy(update={**update, **parts})


def _pasted(text: str, chart_type: ChartType) -> Pasted | None:
    try:
        return pasted_table(text, chart_type)
    except InputError:
        return None


def _alike(one: Table, other: Table) -> bool:
    """Whether two tables have the same shape, and values and gaps in the same places."""
    gaps = [[[cell is None for cell in row] for row in table.cells] for table in (one, other)]
    return gaps[0] == gaps[1]


def _unsupported(hint: str) -> InputError:
    return InputError(Code.RELEASE_UNSUPPORTED, hint)
