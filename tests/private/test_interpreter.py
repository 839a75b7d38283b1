"""The interpreter computes what Python would, exactly, and follows what an answer rests on."""

from __future__ import annotations

import statistics
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from recast_agent.private.recover.interpreter import Stop, decimal_text, run

PROGRAMS = [
    "answer = protected(1) - protected(2)",
    "answer = abs(protected(1) - protected(2))",
    "answer = protected(1) / protected(2) * 100",
    "answer = round(protected(1) / protected(2), 2)",
    "answer = -protected(1) // 7 + protected(2) % 5",
    "answer = protected(1) ** 2 + protected(2) ** -1",
    "v = [protected(1), protected(2), protected(3)]\nanswer = sum(v) / len(v)",
    "v = [protected(1), protected(2), protected(3)]\nanswer = mean(v)",
    "v = [protected(1), protected(2), protected(3)]\nanswer = median(v)",
    "v = [protected(1), protected(2)]\nanswer = median(v)",
    "v = [protected(1), protected(2), protected(1)]\nanswer = mode(v)",
    "v = [protected(1), protected(2), protected(3)]\nanswer = sorted(v, reverse=True)[1]",
    "v = [protected(1), protected(2), protected(3)]\nanswer = sorted(v)[:2]",
    "v = {'a': protected(1), 'b': protected(2)}\nanswer = max(v, key=lambda k: v[k])",
    "v = {'a': protected(1), 'b': protected(2)}\nanswer = min(v, key=lambda k: v[k])",
    "v = {'a': protected(1), 'b': protected(2)}\nanswer = [k for k in v if v[k] > 3]",
    "v = [protected(1), protected(2), protected(3)]\nanswer = len([x for x in v if x > 3])",
    "v = [protected(1), protected(2)]\nanswer = sum(1 for x in v if x >= 3)",
    "v = [protected(1), protected(2)]\nanswer = any(x > 100 for x in v) or all(v)",
    "answer = protected(1) > protected(2)",
    "answer = 'more' if protected(1) > protected(2) else 'less'",
    "c = 0\nfor i, x in enumerate([protected(1), protected(2)], 1):\n    c += i * x\nanswer = c",
    "c = 0\nfor a, b in zip([protected(1)], [protected(2)]):\n    c = c + a * b\nanswer = c",
    "n = protected(1)\nc = 0\nwhile n > 1:\n    n = n / 2\n    c += 1\nanswer = c",
    "def f(x, y):\n    if x > y:\n        return x\n    return y\n"
    "answer = f(protected(1), protected(2))",
    "best = None\nfor k, v in [('a', protected(1)), ('b', protected(2))]:\n"
    "    if best is None or v > w:\n        best, w = k, v\nanswer = best",
    "v = [protected(1), protected(2), protected(3)]\n"
    "answer = len([i for i in range(1, len(v)) if v[i] < v[i - 1]])",
    "answer = 1 < protected(1) < 100 and not protected(2) == 3",
    "d = {x: x * x for x in (protected(1), protected(2))}\nanswer = d[protected(1)]",
    "answer = len({protected(1), protected(2), protected(1)})",
    "a = [protected(1)]\nb = a\na += [protected(2)]\nanswer = len(b)",
    "m = [[protected(1), 2], [3, protected(2)]]\nm[0][1] = m[1][1]\nanswer = m[0]",
    "answer = int(protected(1) / 3) + bool(protected(2))",
    "answer = list(reversed([protected(1), protected(2)]))",
    "answer = pow(protected(1), 2) + max(protected(1), protected(2), 3)",
    "for x in [protected(1), protected(2)]:\n    if x > 5:\n        continue\n    break\n"
    "answer = [x, protected(3)]",
    "answer = tuple(x * 2 for x in [protected(1)])",
    "answer = 'a' + str(protected(1) > 2)",
]

VALUES = st.integers(1, 10**6) | st.fractions(1, 1000, max_denominator=50)


def python(program: str, values: list[Fraction]) -> Any:
    """What Python itself answers, where ``protected(n)`` is the n-th value."""
    scope: dict[str, Any] = {
        "protected": lambda number: values[number - 1],
        "mean": statistics.mean,
        "median": statistics.median,
        "mode": statistics.mode,
    }
    exec(program, scope)
    answer = scope["answer"]
    return tuple(answer) if isinstance(answer, list) else answer


def by_number(program: str, values: list[Fraction]) -> tuple[Fraction, ...]:
    """The value of each ``protected(n)`` call in turn."""
    return tuple(values[int(part.split(")")[0]) - 1] for part in program.split("protected(")[1:])


@pytest.mark.parametrize("program", PROGRAMS)
@settings(max_examples=15)
@given(values=st.lists(VALUES.map(Fraction), min_size=3, max_size=3))
def test_a_program_answers_what_python_answers_exactly(
    program: str, values: list[Fraction]
) -> None:
    assert run(program, by_number(program, values), {}) == python(program, values)


@st.composite
def expressions(draw: st.DrawFn, depth: int = 3) -> str:
    if depth == 0:
        return draw(st.sampled_from(["protected(1)", "protected(2)", "3", "0.5", "10"]))
    left, right = draw(expressions(depth - 1)), draw(expressions(depth - 1))
    return f"({left} {draw(st.sampled_from('+-*/'))} {right})"


@given(expressions(), VALUES.map(Fraction), VALUES.map(Fraction))
def test_arithmetic_is_exact(expression: str, a: Fraction, b: Fraction) -> None:
    program = f"answer = {expression} + protected(1)"
    exact: dict[str, Any] = {"F": Fraction, "protected": lambda number: (a, b)[number - 1]}
    source = program.replace("0.5", "F(1, 2)").replace("3", "F(3)").replace("10", "F(10)")
    try:
        exec(source, exact)
    except ZeroDivisionError:
        return
    assert run(program, by_number(program, [a, b]), {}) == exact["answer"]


def test_decimal_literals_are_exact() -> None:
    assert run("answer = protected(1) + 0.1 + 0.2", (Fraction(0),), {}) == Fraction(3, 10)


def test_roots_are_exact_where_they_can_be() -> None:
    assert run("answer = sqrt(protected(1))", (Fraction(9, 4),), {}) == Fraction(3, 2)
    assert run("answer = sqrt(protected(1))", (Fraction(2),), {}) == pytest.approx(2**0.5)
    assert run("answer = protected(1) ** 0.5", (Fraction(2),), {}) == pytest.approx(2**0.5)


def test_only_whole_texts_become_true_labels() -> None:
    program = (
        "v = {'Tuesday': protected(1), 'Tuesdays': protected(2)}\n"
        "answer = min(v, key=lambda k: v[k])"
    )
    operands = (Fraction(1), Fraction(2))
    assert run(program, operands, {"Tuesday": "April"}) == "April"
    assert run(program, operands[::-1], {"Tuesday": "April"}) == "Tuesdays"


@pytest.mark.parametrize(
    "program",
    [
        "x = 0\nif protected(1) > 5:\n    x = 1\nanswer = x",
        "x = 0\nfor v in [protected(1)]:\n    if v > 5:\n        break\n    x = 1\nanswer = x",
        "def f(x):\n    if x > 5:\n        return 1\n    return 0\nanswer = f(protected(1))",
        "v = ['a', 'b']\nanswer = v[int(protected(1) > 5)]",
        "v = [0, 0]\nif protected(1) > 5:\n    v[0] = 1\nanswer = v[0]",
        "answer = len([protected(1)])",
        "answer = ['a', 'b', 'c'][:int(protected(1) * 0 + protected(1) / protected(1))][0]",
        "answer = sorted(['a', 'b'], key=lambda k: protected(1))[0]",
        "n = 3\nwhile n > protected(1):\n    n -= 1\nanswer = n",
        "answer = True and protected(1) > 5",
        "answer = [1, protected(1)]",
        "a = protected(1)\nb = protected(1)\nanswer = a - b",
        "answer = 0 * protected(1) + protected(1)",
    ],
)
def test_an_answer_that_rests_on_an_operand_is_given(program: str) -> None:
    count = program.count("protected(")
    for value in (1, 9):
        run(program, (Fraction(value),) * count, {})


@pytest.mark.parametrize(
    "program",
    [
        "x = 0\nif protected(1) > 5:\n    x = 1\nanswer = 23",
        "answer = [protected(1), 23][1]",
        "answer = [1, 2]",
        "def f(x):\n    return 23\nanswer = f(protected(1))",
        "for v in [protected(1)]:\n    x = v\nanswer = 23",
        "x = protected(1)\nanswer = x - x",
        "x = protected(1)\nanswer = x / x",
        "x = protected(1)\nanswer = x == x",
        "answer = 0 * protected(1)",
        "answer = protected(1) ** 0",
    ],
)
def test_an_answer_that_rests_on_none_is_not(program: str) -> None:
    with pytest.raises(Stop) as caught:
        run(program, (Fraction(1),) * program.count("protected("), {})
    assert caught.value.code == "answer_constant"


@pytest.mark.parametrize(
    "program",
    [
        "answer = protected(1) / 0",
        "answer = [protected(1)][5]",
        "answer = {'a': protected(1)}['b']",
        "answer = unknown + protected(1)",
        "answer = 'a' + protected(1)",
        "answer = 'a' < protected(1)",
        "answer = max([])",
        "answer = len(protected(1))",
        "answer = (-protected(1)) ** 0.5",
        "answer = sqrt(-protected(1))",
        "a, b = [protected(1)]\nanswer = a",
        "answer = {[1]: protected(1)}",
        "answer = sum([protected(1), 'a'])",
        "answer = round()",
        "answer = {protected(1)}",
        "answer = None",
        "x = protected(1)",
        "answer = lambda: protected(1)",
        "answer = [[protected(1)]]",
    ],
)
def test_what_python_would_raise_stops_without_content(program: str) -> None:
    with pytest.raises(Stop) as caught:
        run(program, (Fraction(4711),) * program.count("protected("), {})
    assert caught.value.code == "program_failed"
    assert "4711" not in repr(caught.value)


def test_operands_and_calls_must_agree_in_number() -> None:
    with pytest.raises(Stop):
        run("answer = protected(1)", (), {})


@given(
    st.decimals(
        allow_nan=False, allow_infinity=False, places=6, min_value=-(10**9), max_value=10**9
    )
)
def test_a_decimal_is_printed_exactly(value: Decimal) -> None:
    text = decimal_text(Fraction(value))
    assert Fraction(text) == Fraction(value)
    assert "e" not in text.lower()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (Fraction(1, 3), "0.333333333333"),
        (Fraction(2, 3), "0.666666666667"),
        (Fraction(-(10**6), 7), "-142857.142857"),
        (Fraction(1, 8), "0.125"),
        (10**30, "1" + "0" * 30),
        (0, "0"),
        (0.1 + 0.2, "0.3"),
        (Fraction(10**13, 3), "3333333333330"),
    ],
)
def test_a_number_that_does_not_end_is_rounded_to_twelve_digits(
    value: int | Fraction | float, text: str
) -> None:
    assert decimal_text(value) == text
