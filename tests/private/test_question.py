"""What a question must be: here, its language."""

from __future__ import annotations

import pytest

from recast_agent.core.errors import Code, InputError
from recast_agent.core.vocabulary import foreign, operators, skeleton
from recast_agent.private.question import checked_question


@pytest.mark.parametrize(
    "question",
    [
        "Wie hoch sind die Kosten der Station Renal?",
        "Welche Station hat die höchsten Kosten?",
        "Was ist der Unterschied zwischen A und B?",
        "Quel est le coût du service Renal ?",
        "Combien de lits y a-t-il ?",
        "¿Cuál es el costo de Renal?",
        "Quanti letti ci sono?",
    ],
)
def test_a_question_in_another_language_is_asked_for_in_english(question: str) -> None:
    with pytest.raises(InputError) as refused:
        checked_question(question, (), 2_000)
    assert refused.value.code is Code.QUESTION_INVALID
    assert "English" in refused.value.hint
    assert "Renal" not in str(refused.value)


@pytest.mark.parametrize(
    "question",
    [
        "",
        "total?",
        "Los Angeles El Paso?",
        "What was the cost of the Wurde und Sind ward?",
        "How many were entre and who was it?",
        "Renal minus Oncology",
        "Mit enrollment",
        "Oder river flow?",
        "Entre Rios exports?",
    ],
)
def test_names_of_another_language_are_no_other_language(question: str) -> None:
    checked_question(question, (), 2_000)


def test_no_word_is_on_both_sides() -> None:
    assert not foreign() & (skeleton() | operators())
