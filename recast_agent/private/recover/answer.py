"""From the value of a program to what the user reads."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Literal

from recast_agent.core.errors import Code, Unanswered
from recast_agent.core.model import Model
from recast_agent.core.program import parse
from recast_agent.private.numbermap.choices import fitting_choices, named_choice
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

_TRUTHS = {"yes": "true", "no": "false"}

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

    ``choices`` are the user's own: the answer is one of them as it is written there, or a number
    that several of them round to. Raises Unanswered(answer_unrestored) where text of the disguise
    could survive, Unanswered(answer_no_choice) for an answer that is none of the choices.
    """
    if isinstance(value, tuple):
        parts = [_scalar(part, restored) for part in value]
        answer = Answer(text=", ".join(part.text for part in parts), kind="list")
    else:
        answer = _scalar(value, restored)
    if not choices:
        return answer
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return _numeric_choice(answer, Fraction(value), choices)
    return _worded_choice(answer, choices)


def _numeric_choice(answer: Answer, value: Fraction, choices: tuple[str, ...]) -> Answer:
    matched = fitting_choices(value, choices)
    if not matched:
        raise _no_choice()
    return Answer(text=matched[0], kind="label") if len(matched) == 1 else answer


def _worded_choice(answer: Answer, choices: tuple[str, ...]) -> Answer:
    spellings = [answer.text, *([_TRUTHS[answer.text]] if answer.kind == "truth" else [])]
    matched = next(filter(None, (named_choice(text, choices) for text in spellings)), None)
    if matched is None:
        raise _no_choice()
    return answer.model_copy(update={"text": matched})


def _no_choice() -> Unanswered:
    return Unanswered(Code.ANSWER_NO_CHOICE, "the answer is none of the choices given")


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
