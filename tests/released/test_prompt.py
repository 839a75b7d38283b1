"""The request that a solver gets, and how its reply is read."""

from __future__ import annotations

import base64

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast_agent.core import prompts
from recast_agent.core.program.syntax import ALLOWED_FUNCTIONS
from recast_agent.released.solve.prompt import first_request, repair_request
from recast_agent.released.solve.reply import program_of, reports_missing
from tests.released.doors import ARTIFACT, PERMIT

PROGRAM = "answer = protected(71) - protected(48)\n"


def test_the_first_request_shows_the_question_and_the_artifact() -> None:
    body = first_request(PERMIT, ARTIFACT, model="some-model", max_tokens=2000)
    assert {key: body[key] for key in body if key != "messages"} == {
        "model": "some-model",
        "temperature": 0,
        "max_tokens": 2000,
        "stream": True,
    }
    system, user = body["messages"]
    assert system == {"role": "system", "content": prompts.template("solver")}
    text, image = user["content"]
    assert text == {"type": "text", "text": PERMIT.question}
    head, _, data = image["image_url"]["url"].partition(",")
    assert head == "data:image/png;base64"
    assert base64.b64decode(data) == ARTIFACT.data


def test_choices_follow_the_question_one_a_line() -> None:
    permit = PERMIT.model_copy(update={"choices": ("Tuesday", "Wednesday")})
    content = first_request(permit, ARTIFACT, model="m", max_tokens=1)["messages"][1]["content"]
    assert content[0]["text"] == permit.question
    assert content[1]["text"].endswith("\n- Tuesday\n- Wednesday")


def test_a_repair_leaves_the_first_request_as_it_was() -> None:
    first = first_request(PERMIT, ARTIFACT, model="m", max_tokens=1)
    repair = repair_request(first, "answer = 23", ["constant_answer"])
    assert len(first["messages"]) == 2
    assert repair["messages"][:2] == first["messages"]
    assert repair["messages"][2] == {"role": "assistant", "content": "answer = 23"}
    assert "constant_answer" in repair["messages"][3]["content"].splitlines()[0]


def test_the_prompt_lists_no_function_that_would_be_refused() -> None:
    (line,) = [x for x in prompts.template("solver").splitlines() if "only these functions" in x]
    listed = set(line.split("`")[1::2])
    assert listed <= ALLOWED_FUNCTIONS
    assert {"max", "sorted", "sum", "len", "mean", "sqrt", "zip"} <= listed


def test_the_example_in_the_prompt_is_a_reply_of_the_form_it_asks_for() -> None:
    program = program_of(prompts.template("solver"))
    assert program is not None
    assert program.splitlines()[-1].startswith("answer = ")


@pytest.mark.parametrize(
    "reply",
    [
        f"```python\n{PROGRAM}```",
        f"```py\n{PROGRAM}```\n",
        f"```\n{PROGRAM}```",
        f"~~~python\n{PROGRAM}~~~",
        f"Here is the program:\n\n```Python\n{PROGRAM}```\nIt subtracts.",
        f"  ```python\n{PROGRAM}  ```",
        PROGRAM,
        f"\n\n{PROGRAM}\n",
        f"<think>```python\nanswer = 1\n```</think>\n```python\n{PROGRAM}```",
        f"```python\r\n{PROGRAM}```\r\n",
    ],
)
def test_the_one_program_of_a_reply_is_found(reply: str) -> None:
    assert program_of(reply) == PROGRAM
    assert not reports_missing(reply)


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "  \n",
        f"```python\n{PROGRAM}",
        f"```python\n{PROGRAM}```\n```python\n{PROGRAM}```",
        "```json\n{}\n```",
        "```python\n\n```",
        "``` ```",
    ],
)
def test_a_reply_without_exactly_one_program_has_none(reply: str) -> None:
    assert program_of(reply) is None


@pytest.mark.parametrize(
    "reply",
    [
        "EVIDENCE MISSING",
        " EVIDENCE MISSING.\n",
        "**EVIDENCE MISSING**",
        "```\nEVIDENCE MISSING\n```",
        "The chart has no such label.\n\nEVIDENCE MISSING",
        "<think>hm</think>EVIDENCE MISSING",
    ],
)
def test_the_plain_report_is_recognised(reply: str) -> None:
    assert reports_missing(reply)


@pytest.mark.parametrize(
    "reply",
    [
        PROGRAM,
        "evidence missing",
        "Is the EVIDENCE MISSING? No.",
        f"```python\n{PROGRAM}```\nEVIDENCE MISSING",
        "answer = 'EVIDENCE MISSING OR NOT'",
        "<think>EVIDENCE MISSING</think>" + PROGRAM,
    ],
)
def test_anything_else_is_no_report(reply: str) -> None:
    assert not reports_missing(reply)


@given(st.text(alphabet="`~ \npython=answer<think>/", max_size=80))
def test_any_reply_can_be_read(reply: str) -> None:
    program = program_of(reply)
    assert program is None or program.strip()
    assert reports_missing(reply) in (True, False)
