"""Every executor keeps the same promises."""

from __future__ import annotations

import asyncio
import time
from fractions import Fraction

import pytest

from recast_agent.core.errors import Code, Unanswered
from recast_agent.private.recover.executor import ChildExecutor
from recast_agent.private.recover.protocol import Executor, RestoredProgram, Value


@pytest.fixture(params=[ChildExecutor])
def executor(request: pytest.FixtureRequest) -> Executor:
    made: Executor = request.param()
    return made


def answer(executor: Executor, program: str, *operands: str, **names: str) -> Value:
    restored = RestoredProgram(program, tuple(map(Fraction, operands)), names)
    return asyncio.run(executor.execute(restored, timeout_s=5))


@pytest.mark.parametrize(
    ("program", "operands", "expected"),
    [
        ("answer = protected(48) - protected(71)", ("30", "50"), -20),
        ("answer = protected(48) / 3", ("1/10",), Fraction(1, 30)),
        ("answer = protected(48) > 1", ("30",), True),
        ("answer = [protected(48), 2.5]", ("30",), (30, Fraction(5, 2))),
        ("answer = protected(48) ** 0.5", ("2",), pytest.approx(1.414213562373)),
        ("answer = protected(48) ** 300", ("10",), 10**300),
    ],
)
def test_the_value_of_answer_comes_back_exactly(
    executor: Executor, program: str, operands: tuple[str, ...], expected: Value
) -> None:
    found = answer(executor, program, *operands)
    assert found == expected
    assert isinstance(found, bool) == isinstance(expected, bool)


def test_surrogate_labels_are_replaced_whole(executor: Executor) -> None:
    program = (
        "v = {'Tue': protected(48), 'Wed': protected(71)}\nanswer = max(v, key=lambda k: v[k])"
    )
    assert answer(executor, program, "30", "50", Tue="April", Wed='May "☃" \n') == 'May "☃" \n'


@pytest.mark.parametrize(
    ("program", "code"),
    [
        ("import os", Code.PROGRAM_REFUSED),
        ("answer = protected(48) / 0", Code.PROGRAM_FAILED),
        ("while True: pass", Code.PROGRAM_TIMEOUT),
        ("x = protected(48)\nanswer = 23", Code.ANSWER_CONSTANT),
    ],
)
def test_a_program_that_gives_no_answer_has_a_code_and_no_content(
    executor: Executor, program: str, code: Code
) -> None:
    operands = ("4711",) * program.count("protected(")
    with pytest.raises(Unanswered) as caught:
        answer(executor, program, *operands)
    assert caught.value.code is code
    assert "4711" not in str(caught.value)
    assert caught.value.__cause__ is None


def test_time_is_bounded_whatever_runs(executor: Executor) -> None:
    restored = RestoredProgram("while True: pass", (), {})
    start = time.monotonic()
    with pytest.raises(Unanswered) as caught:
        asyncio.run(executor.execute(restored, timeout_s=0.05))
    assert caught.value.code is Code.PROGRAM_TIMEOUT
    assert time.monotonic() - start < 2


def test_many_run_at_once(executor: Executor) -> None:
    async def all_of_them() -> list[Value]:
        programs = (
            RestoredProgram("answer = protected(1) * 2", (Fraction(i),), {}) for i in range(6)
        )
        return await asyncio.gather(*(executor.execute(p, timeout_s=20) for p in programs))

    assert asyncio.run(all_of_them()) == [2 * i for i in range(6)]
