"""What is no evidence, no question or no case is refused by our own errors, without payload."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from recast_agent.client import ReCast
from recast_agent.core.errors import Code, InputError
from recast_agent.private.record import TableEvidence
from tests.support import settings

SECRET = "Quorvane"
CSV = f"Ward,Cost\n{SECRET},412.5\nMaternity,388.0\n"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> ReCast:
    return ReCast(settings(tmp_path_factory.mktemp("home")))


@pytest.mark.parametrize(
    "evidence",
    [
        {SECRET: 412.5},
        [SECRET],
        bytearray(CSV.encode()),
        None,
        5,
        TableEvidence(f"Ward,Cost\n{SECRET}\ud800,412.5\n"),
        TableEvidence(CSV, "bar", f"{SECRET}\udfff"),
        TableEvidence(CSV, SECRET),  # type: ignore[arg-type]
        TableEvidence(CSV, "bar", 5),  # type: ignore[arg-type]
        f"|Ward|Cost|\n|-|-|\n|{SECRET}\ud800|3|\n",
    ],
)
def test_no_evidence(client: ReCast, evidence: Any) -> None:
    with pytest.raises(InputError) as caught:
        client.protect(evidence, "What was the cost?")
    assert caught.value.code is Code.UNSUPPORTED_EVIDENCE
    assert SECRET not in repr((caught.value, vars(caught.value), caught.value.__context__))


@pytest.mark.parametrize(
    ("question", "choices", "code"),
    [
        (None, (), Code.QUESTION_INVALID),
        (f"{SECRET}\ud800?", (), Code.QUESTION_INVALID),
        ("What?", SECRET, Code.QUESTION_INVALID),
        ("What?", (5,), Code.QUESTION_INVALID),
        ("What?", (f"{SECRET}\ud800",), Code.QUESTION_INVALID),
        ("What?", ("x",) * 101, Code.QUESTION_INVALID),
        ("What?", ("x" * 2001,), Code.QUESTION_TOO_LONG),
    ],
)
def test_no_question(client: ReCast, question: Any, choices: Any, code: Code) -> None:
    with pytest.raises(InputError) as caught:
        client.protect(TableEvidence(CSV), question, choices=choices)
    assert caught.value.code is code
    assert SECRET not in repr((caught.value, vars(caught.value), caught.value.__context__))


@pytest.mark.parametrize("data", [f'[{{"{SECRET}": 4', f'[{{"{SECRET}": 1}}, {{"a": 2}}]'])
def test_an_error_holds_on_to_nothing_that_it_came_from(client: ReCast, data: str) -> None:
    with pytest.raises(InputError) as caught:
        client.protect(data.encode(), "What was the cost?")
    held = (caught.value, vars(caught.value), caught.value.__context__, caught.value.__cause__)
    assert SECRET not in repr(held)


def test_no_case_and_no_program(client: ReCast) -> None:
    case: Any = 5
    with pytest.raises(InputError):
        client.recover(case, "answer = 1")
    with pytest.raises(InputError):
        client.recover("0" * 32, case)


def test_a_label_of_a_whole_text_is_refused(client: ReCast, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        client.protect(TableEvidence(f"Ward,Cost\n{'word ' * 16_000},412.5\n"), "What?")
    assert caught.value.code is Code.TABLE_TOO_LARGE
