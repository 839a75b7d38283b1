"""Put the true operands and the true labels into a solver's program."""

from __future__ import annotations

from fractions import Fraction

from recast_agent.core.errors import Code, InternalError, Unanswered
from recast_agent.core.program import parse
from recast_agent.core.program.displayed import labels_of, names_something
from recast_agent.core.speech.compare import sounds_as
from recast_agent.core.types import ProtectedRecord
from recast_agent.private.numbermap.protocol import NumberMap
from recast_agent.private.numbermap.records import invert
from recast_agent.private.numbermap.restore import restore
from recast_agent.private.recover.kept import only_joins
from recast_agent.private.recover.protocol import RestoredProgram
from recast_agent.private.rewrite.dictionary import Dictionary
from recast_agent.private.rewrite.text.substitute import inverted
from recast_agent.released.solve.faults import faults

_REFUSED = {
    "unknown_operand": Code.OPERAND_UNKNOWN,
    "unmarked_replacement": Code.ANSWER_UNRESTORED,
    "constant_answer": Code.ANSWER_CONSTANT,
}


def restore_program(
    program: str, record: ProtectedRecord, numbermap: NumberMap, dictionary: Dictionary
) -> RestoredProgram:
    """Equation 5 of the paper: each ``protected(h(v))`` becomes ``v``, each surrogate label its
    original; nothing else moves.

    Raises Unanswered(program_refused | operand_unknown | operand_ambiguous | answer_unrestored |
    answer_constant). A program with a format fault is never restored, whoever sends it.
    """
    for fault in faults(program, record):
        code = _REFUSED.get(fault["code"], Code.PROGRAM_REFUSED)
        raise Unanswered(code, f"the program has a format fault: {fault['code']}", where="program")
    parsed = parse(program)
    known = {entry.surrogate.casefold() for entry in dictionary.entries}
    spelled = {
        literal.text: _spelled(literal.text, record, dictionary) for literal in parsed.texts()
    }
    names = {
        text: original_label(label, numbermap, dictionary)
        for text, label in spelled.items()
        if label.strip().casefold() in known or names_something(label, record)
    }
    kept = {text for text, label in names.items() if text == label and only_joins(text, record)}
    return RestoredProgram(
        program=parsed.source,
        operands=tuple(Fraction(restore(text, numbermap)) for text in parsed.operands),
        names={text: label for text, label in names.items() if text not in kept},
        kept=frozenset(kept),
    )


def _spelled(text: str, record: ProtectedRecord, dictionary: Dictionary) -> str:
    """A text as the record spells it: who was told a name in a recording writes it as it sounded.

    Only where exactly one label, or name of the passage, sounds like that.
    """
    said = text.strip().casefold() in ("yes", "no", "true", "false")
    if record.modality != "audio" or said or names_something(text, record):
        return text
    named = (entry.surrogate for entry in dictionary.entries)
    labels = labels_of(record) or [name for name in named if names_something(name, record)]
    meant = [
        label
        for label in dict.fromkeys(labels)
        if sounds_as(label, text) and sounds_as(text, label)
    ]
    return meant[0] if len(meant) == 1 else text


def original_label(label: str, numbermap: NumberMap, dictionary: Dictionary) -> str:
    """The true label behind one of the protected record's; numbers inside it are restored too.

    Text that the dictionary never replaced (a calendar word, a colour) is its own original. Spaces
    around a label stay where they are: they keep it apart from what a program puts beside it.
    """
    name = label.strip()
    before, _, after = label.partition(name)
    return before + _original(name, numbermap, dictionary) + after


def _original(label: str, numbermap: NumberMap, dictionary: Dictionary) -> str:
    try:
        numbered = invert(label, numbermap, field="category")
    except InternalError:
        raise Unanswered(
            Code.ANSWER_UNRESTORED, "a label holds a number that was never released"
        ) from None
    whole = dictionary.original(numbered) or dictionary.original(label)
    if whole is not None:
        return whole
    return inverted(numbered, dictionary)
