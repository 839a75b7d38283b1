"""From the value of a program to what the user reads."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Literal

from recast_agent.core.errors import Code, Unanswered
from recast_agent.core.model import Model
from recast_agent.core.program import parse
from recast_agent.private.numbermap.choices import match_choice
from recast_agent.private.recover.interpreter import decimal_text
from recast_agent.private.recover.protocol import RestoredProgram, Scalar, Value

_RELATIONS = frozenset(
    {"yes", "no", "true", "false", "none", "neither", "both", "same", "equal", "unchanged"}
    | {"higher", "lower", "more", "less", "greater", "fewer", "larger", "smaller", "bigger"}
    | {"longer", "shorter", "older", "younger", "faster", "slower", "heavier", "lighter"}
    | {"before", "after", "earlier", "later", "first", "second", "last", "up", "down"}
    | {"increase", "increased", "increasing", "decrease", "decreased", "decreasing"}
    | {"rise", "rose", "risen", "rising", "fall", "fell", "fallen", "falling"}
)
"""Words that a program may answer with by themselves: what a comparison comes to."""

_OWN_WORDS = _RELATIONS | {"and", "or"}
"""Words that may stand beside restored labels: no disguise replaces them."""

_WORD = re.compile(r"[^\W\d_]+")


class Answer(Model):
    """The true answer as text. ``kind`` is ``list`` for several values."""

    text: str
    kind: Literal["number", "truth", "label", "list"]

    def to_json(self) -> dict[str, Any]:
        return {"text": self.text, "kind": self.kind}

    def __repr__(self) -> str:
        return f"Answer(kind={self.kind!r})"

    __str__ = __repr__


def read_answer(value: Value, restored: RestoredProgram, choices: tuple[str, ...] = ()) -> Answer:
    """A number as exact decimal text (12 significant digits where it does not end), a truth value
    as yes or no, a label by its true name.

    ``choices`` are the user's own: a number that rounds to exactly one of them becomes that one.
    Raises Unanswered(answer_unrestored) where text of the disguise could survive.
    """
    if isinstance(value, tuple):
        parts = [_scalar(part, restored) for part in value]
        return Answer(text=", ".join(part.text for part in parts), kind="list")
    answer = _scalar(value, restored)
    if answer.kind == "number" and not isinstance(value, str):
        matched = match_choice(Fraction(value), choices)
        if matched is not None:
            return Answer(text=matched, kind="label")
    return answer


def _scalar(value: Scalar, restored: RestoredProgram) -> Answer:
    if isinstance(value, bool):
        return Answer(text="yes" if value else "no", kind="truth")
    if isinstance(value, str):
        return _label(value, restored)
    return Answer(text=decimal_text(value), kind="number")


def _label(text: str, restored: RestoredProgram) -> Answer:
    """A true label, or text built of true labels, restored numbers and words that stay.

    It names something: a label, a number, or what a comparison came to.
    """
    if text in restored.names.values():
        return Answer(text=text.strip(), kind="label")
    rest = text
    for label in sorted(restored.names.values(), key=len, reverse=True):
        rest = rest.replace(label, " ")
    words = {word.casefold() for word in _WORD.findall(rest)}
    kept = {word.casefold() for held in restored.kept for word in _WORD.findall(held)}
    digits = any(letter.isdigit() for letter in rest)
    if not words <= _OWN_WORDS | kept or (digits and _has_foreign_digits(restored)):
        raise _unrestored()
    if rest == text and not digits and not words & _RELATIONS:
        raise _unrestored()
    return Answer(text=text.strip(), kind="label")


def foreign_texts(restored: RestoredProgram) -> tuple[str, ...]:
    """String literals of the solver's program that are no label of the evidence."""
    return tuple(
        literal.text
        for literal in parse(restored.program).texts()
        if literal.text not in {*restored.names, *restored.kept}
        and literal.text.strip().casefold() not in _OWN_WORDS
    )


def _has_foreign_digits(restored: RestoredProgram) -> bool:
    """Whether digits could come from text of the solver instead of from a restored number."""
    return any(letter.isdigit() for text in foreign_texts(restored) for letter in text)


def _unrestored() -> Unanswered:
    return Unanswered(
        Code.ANSWER_UNRESTORED, "the answer holds text that is no label of the evidence"
    )
