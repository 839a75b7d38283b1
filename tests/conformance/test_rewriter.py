"""Every rewriter keeps the same promises (paper, section 3.3 and A.4)."""

from __future__ import annotations

import asyncio

import pytest

from recast_agent.core.errors import Code, Withheld
from recast_agent.core.table import Table
from recast_agent.private.record import Record
from recast_agent.private.rewrite.dictionary import Dictionary
from recast_agent.private.rewrite.kept import kept
from recast_agent.private.rewrite.lexical import LexicalRewriter
from recast_agent.private.rewrite.protocol import Rewrite, Rewriter, RewriteRequest
from recast_agent.private.rewrite.validate import acceptable, content_words, rewrite_validated
from tests.private.rewriting import KEY, record, table

SALES = table(
    ("Norway", "Chile", "South Korea", "Ghana", "Peru", "Oman"),
    ("Online sales", "Offline sales"),
    chart_type="grouped",
    title="Sales of shoes, 2019",
    value_axis="Revenue",
    unit="million euros",
)
QUESTIONS = (
    "What is the difference between online sales of Korea and Norway?",
    "Which country earned the most revenue from shops in 2019?",
    "How many bars of Ghana are above 20?",
)


@pytest.fixture(params=[LexicalRewriter], ids=["lexical"])
def rewriter(request: pytest.FixtureRequest) -> Rewriter:
    made: Rewriter = request.param()
    return made


def made_by(
    rewriter: Rewriter,
    question: str = QUESTIONS[0],
    *,
    evidence: Table = SALES,
    key: bytes = KEY,
    attempt: int = 0,
    prior: Dictionary | None = None,
) -> Rewrite:
    given = RewriteRequest(record(evidence, question), key, attempt, prior)
    return asyncio.run(rewriter.rewrite(given))


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_rewrite_is_acceptable_and_no_content_word_stays(
    rewriter: Rewriter, question: str
) -> None:
    made = made_by(rewriter, question)
    source = record(SALES, question)
    assert acceptable(source, made)
    stays = kept(source)
    assert not content_words(source, stays) & content_words(made.record, stays)


def test_the_same_key_and_attempt_give_the_same_rewrite(rewriter: Rewriter) -> None:
    assert made_by(rewriter) == made_by(rewriter)
    assert made_by(rewriter) != made_by(rewriter, attempt=1)
    assert made_by(rewriter) != made_by(rewriter, key=b"other" * 6)


def test_each_label_keeps_its_cells_whatever_the_order(rewriter: Rewriter) -> None:
    made = made_by(rewriter)
    new = made.record.table()
    back = {
        (made.dictionary.original(c), made.dictionary.original(s)): new.cells[i][j]
        for i, c in enumerate(new.categories)
        for j, s in enumerate(new.series)
    }
    assert back == {
        (c, s): SALES.cells[i][j]
        for i, c in enumerate(SALES.categories)
        for j, s in enumerate(SALES.series)
    }


def test_unordered_labels_are_shuffled_under_the_key_alone(rewriter: Rewriter) -> None:
    def order(made: Rewrite) -> list[str | None]:
        return [made.dictionary.original(c) for c in made.record.table().categories]

    keys = [bytes([n]) * 32 for n in range(6)]
    orders = [order(made_by(rewriter, key=key)) for key in keys]
    assert len({tuple(o) for o in orders}) > 1
    assert [order(made_by(rewriter, QUESTIONS[1], key=key)) for key in keys] == orders


def test_order_stays_where_the_question_needs_places(rewriter: Rewriter) -> None:
    made = made_by(rewriter, "What is the value of the third bar from the top?")
    originals = [made.dictionary.original(c) for c in made.record.table().categories]
    assert originals == list(SALES.categories)


def test_a_second_question_keeps_the_world_and_only_adds_to_it(rewriter: Rewriter) -> None:
    first = made_by(rewriter)
    second = made_by(rewriter, QUESTIONS[1], prior=first.dictionary, attempt=5)
    assert second.theme == first.theme
    assert second.dictionary.entries[: len(first.dictionary.entries)] == first.dictionary.entries
    assert second.record.context == first.record.context
    assert acceptable(record(SALES, QUESTIONS[1]), second)


def test_the_words_of_a_first_question_mean_the_same_in_a_second(rewriter: Rewriter) -> None:
    first = made_by(rewriter, "How much did the shops earn in March 2019?")
    again = made_by(
        rewriter, "How much did the shops earn in June 2019?", prior=first.dictionary, attempt=1
    )
    assert again.record.question.split()[:5] == first.record.question.split()[:5]
    assert again.record.question.split()[-2] != first.record.question.split()[-2]


class Faulty:
    """Rewrites well only from the attempt ``good`` on."""

    def __init__(self, good: int) -> None:
        self._good = good

    async def rewrite(self, request: RewriteRequest) -> Rewrite:
        made = await LexicalRewriter().rewrite(request)
        if request.attempt >= self._good:
            return made
        leaking = made.record.model_copy(update={"question": request.record.question})
        return Rewrite(made.theme, leaking, made.dictionary)


def test_an_unacceptable_rewrite_is_made_again_and_then_withheld() -> None:
    given = RewriteRequest(record(SALES, QUESTIONS[0]), KEY)
    made = asyncio.run(rewrite_validated(Faulty(good=2), given, 3))
    assert acceptable(given.record, made)
    with pytest.raises(Withheld) as caught:
        asyncio.run(rewrite_validated(Faulty(good=3), given, 3))
    assert caught.value.code is Code.REWRITE_INVALID
    assert "Norway" not in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"id": "d" * 32},
        {"modality": "text"},
        {"question": ""},
        {"question": "What in 2018?"},
        {"choices": ("one",)},
    ],
)
def test_acceptance_is_the_papers(rewriter: Rewriter, change: dict[str, object]) -> None:
    question = "What was it in 2019?"
    made = made_by(rewriter, question)
    assert acceptable(record(SALES, question), made)
    changed = Record.model_validate(made.record.model_dump() | change)
    assert not acceptable(record(SALES, question), Rewrite(made.theme, changed, made.dictionary))


def test_a_swapped_cell_or_label_is_not_accepted(rewriter: Rewriter) -> None:
    made = made_by(rewriter)
    new = made.record.table()
    cells = (new.cells[0][::-1], *new.cells[1:])
    for update in ({"cells": cells}, {"categories": ("Norway", *new.categories[1:])}):
        context = new.model_copy(update=update).to_text()
        changed = made.record.model_copy(update={"context": context})
        faulty = Rewrite(made.theme, changed, made.dictionary)
        assert not acceptable(record(SALES, QUESTIONS[0]), faulty)


def test_nothing_of_a_rewrite_shows_in_its_repr(rewriter: Rewriter) -> None:
    made = made_by(rewriter)
    shown = repr(made) + repr(made.dictionary) + repr(made.record)
    assert "Norway" not in shown
    assert made.record.table().categories[0] not in shown
