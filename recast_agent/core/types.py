"""What both sides of the wall may hold: released records, artifacts, readings and findings."""

from __future__ import annotations

import hashlib
from typing import Literal

from typing_extensions import TypedDict

from recast_agent.core.model import Model
from recast_agent.core.table import Table

Modality = Literal["image", "audio", "text"]


class FiveFields(Model):
    """The evidence-query record of the paper (section 3.2); ``id`` is the random case id.

    For charts and tables ``context`` is ``Table.to_text()``, for text it is the passage, for a
    recording its transcript. ``spoken_question``: the question is said in the recording, behind
    the evidence.
    """

    id: str
    modality: Modality
    context: str
    question: str
    choices: tuple[str, ...] = ()
    spoken_question: bool = False

    def table(self) -> Table:
        """The context as a table. Raises InputError(table_malformed) for other evidence."""
        return Table.from_text(self.context)


class ProtectedRecord(FiveFields):
    """The record after names, topic and numbers changed: everything in it may leave.

    ``modality`` is that of the release. ``preserved`` lists the number literals that pass on
    purpose (structural integers of the question), as they stand in it. Where the table of a passage
    is drawn, ``drawn`` is its canonical text, and ``beside`` the rest of the passage, which leaves
    as text with the picture.
    """

    preserved: tuple[str, ...] = ()
    drawn: str = ""
    beside: str = ""

    def drawing(self) -> Table:
        """The table that a picture shows. Raises InputError(table_malformed)."""
        return Table.from_text(self.drawn) if self.drawn else self.table()


PNG = "image/png"
TEXT = "text/plain"
WAV = "audio/wav"
"""The media types of what is released."""


class Ref(TypedDict):
    """A released artifact in the artifact store, by content."""

    sha256: str
    media_type: str
    size: int


class Artifact(Model):
    """The bytes of a release candidate."""

    data: bytes
    media_type: str = PNG

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()

    @property
    def ref(self) -> Ref:
        return {"sha256": self.sha256, "media_type": self.media_type, "size": len(self.data)}


class Finding(TypedDict):
    """One fault that a check saw. It never says what was expected.

    ``where`` is a structural place: ``cell:2:0`` (category, series), ``category:2``, ``series:1``,
    ``title``, ``question``, ``layout``, ``program``. ``seen`` is text of the released side or "".
    """

    code: str
    where: str
    seen: str


class Permit(Model):
    """What the gate lets out: the exact question, the exact artifact, nothing else.

    The door holds every outgoing field against it; other text must be a pinned template.
    ``spoken_question``: the artifact says the question, so that a pinned instruction stands in its
    place. ``beside`` is text of the evidence that leaves with a picture.
    """

    case: str
    question: str
    spoken_question: bool = False
    beside: str = ""
    choices: tuple[str, ...] = ()
    artifact_sha256: str
    media_type: str


Witness = Literal["geometry", "second", "person", "estimate", "none", "conflict"]
"""How a cell is supported beside its own text: by the mark's geometry, by a second reading at
another size, by a person who looked at the source; not printed but estimated from its mark on the
axis; supported by nothing, or contradicted by one of them."""


class Token(Model):
    """A piece of text seen in an image. ``box`` is (left, top, right, bottom) in pixels;
    ``slanted``: its line rises to the right.
    """

    text: str
    box: tuple[float, float, float, float]
    score: float = 1.0
    vertical: bool = False
    slanted: bool = False


class ChartReading(Model):
    """What perception made of an image.

    ``table`` is None where no chart could be read; ``faults`` says why (stable words).
    ``witnesses`` has the shape of ``table.cells``. ``table.colors`` holds the colour names seen.
    ``stray`` are tokens that belong to no field of the table (furniture, ticks, marks). ``bound``
    is how far a cell with the witness "estimate" may be off, a number in units of the values.
    """

    width: int
    height: int
    tokens: tuple[Token, ...]
    table: Table | None = None
    witnesses: tuple[tuple[Witness, ...], ...] = ()
    stray: tuple[Token, ...] = ()
    faults: tuple[str, ...] = ()
    bound: str = ""


class TextReading(Model):
    """What released text says: its characters, all of them."""

    text: str


class AudioReading(Model):
    """What is heard in a released recording: the words that local recognition makes of it, empty
    where it hears none."""

    text: str


ArtifactReading = ChartReading | TextReading | AudioReading
"""A released artifact as it was read back."""
