"""A solver's program: what may be written, what it marks, what its answer rests on."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast_agent.core.errors import Code, Unanswered
from recast_agent.core.program import ALLOWED_FUNCTIONS, ProgramRefused, parse
from recast_agent.core.program.displayed import displayed_numbers, is_shown, numbers_in
from recast_agent.core.table import Table
from recast_agent.core.types import FiveFields
from recast_agent.private.recover.interpreter import NAMES


def test_operands_come_in_source_order_as_written() -> None:
    program = parse(
        'a = protected(-48) if protected(7.50) > protected(.5) else protected("48K")\n'
        "answer = a + protected(1_250) + protected(1e3) + protected(- 3)"
    )
    assert program.operands == ("-48", "7.50", "0.5", "48K", "1250", "1000", "-3")


@given(st.decimals(min_value=0, max_value=10**12, places=3), st.sampled_from(["", "-"]))
def test_an_operand_keeps_every_displayed_digit(value: object, sign: str) -> None:
    text = f"{sign}{value:f}"
    assert parse(f"answer = protected({text})").operands == (text,)


def test_line_ends_of_other_systems_move_nothing() -> None:
    program = parse("a = protected(48)\r\nb = protected(71)\ranswer = a + b")
    assert program.operands == ("48", "71")


def test_operands_after_text_in_other_scripts_are_found() -> None:
    assert parse('x = {"Größe 日本": protected(48)}\nanswer = x["Größe 日本"]').operands == ("48",)


def test_a_refusal_names_the_line_and_the_kind_and_no_content() -> None:
    with pytest.raises(ProgramRefused) as caught:
        parse("answer = protected(48)\nsecret_name.method()")
    assert caught.value.code is Code.PROGRAM_REFUSED
    assert caught.value.line == 2
    assert "secret" not in str(caught.value)
    assert isinstance(caught.value, Unanswered)


@pytest.mark.parametrize(
    "program",
    [
        "a, b = protected(1), protected(2)\nanswer = a / b",
        "answer = [x for x in (protected(1), protected(2)) if x > 1][0]",
        "answer = max({'a': protected(1)}, key=lambda k: k)",
        "def f(x, y):\n    return x - y\nanswer = f(protected(1), protected(2))",
        "answer = 'yes' if protected(1) > protected(2) else 'no'",
        "total = 0\nfor v in [protected(1)]:\n    total += v\nanswer = total",
        "n = protected(1)\nwhile n > 1:\n    n = n / 2\nanswer = n",
        "sum = protected(1)\nanswer = sum",
        "d = {}\nd['a'] = protected(1)\nanswer = d['a']",
        "answer = None\nif protected(1) is not None and not False:\n    answer = True",
    ],
)
def test_the_programs_people_write_are_allowed_and_rest_on_their_operands(program: str) -> None:
    parsed = parse(program)
    assert parsed.assigns_answer
    assert parsed.depends


@pytest.mark.parametrize(
    "program",
    [
        "answer = 23",
        "a = protected(1)\nanswer = 23",
        "answer = protected(1)\nanswer = 23",
        "a, answer = protected(1), 23",
        "a = protected(1)\nfor i in range(3):\n    answer = i",
        "a = protected(1)\nif a > 1:\n    b = 2\nanswer = 23",
        "def f(x):\n    return x\na = protected(1)\nanswer = f(23)",
    ],
)
def test_an_answer_that_no_operand_can_reach_is_seen(program: str) -> None:
    assert not parse(program).depends


@pytest.mark.parametrize(
    "program",
    [
        "answer = 1\nif protected(1) > 1:\n    answer = 2",
        "answer = 1\nfor i in range(9):\n    if protected(1) > i:\n        break\n    answer = i",
        "x = 0\ny = 0\nfor i in range(3):\n    answer = y\n    y = x\n    x = protected(1)",
        "def f():\n    return protected(1)\nanswer = f()",
        "def f():\n    return protected(1)\ndef g():\n    return f()\nanswer = g()",
        "v = [1, 2]\nv[0] = protected(1)\nv[1] = 3\nanswer = v",
        "while protected(1) > 2:\n    answer = 1\nanswer = 3 if protected(2) else 4",
    ],
)
def test_dependence_by_control_flow_and_through_loops_and_calls_is_seen(program: str) -> None:
    assert parse(program).depends


def test_constants_are_told_from_operands_and_indices() -> None:
    program = parse("v = [protected(48)]\nanswer = v[0] * 100 - round(v[-1], 2) + -7.5")
    assert [(c.text, c.index) for c in program.constants()] == [
        ("0", True),
        ("100", False),
        ("-1", True),
        ("2", True),
        ("-7.5", False),
    ]


def test_texts_leave_out_remarks_and_operands() -> None:
    program = parse('"a remark"\nx = {"Tuesday": protected("48K")}\nanswer = x["Tuesday"]')
    assert [t.text for t in program.texts()] == ["Tuesday", "Tuesday"]


def test_the_interpreter_knows_exactly_the_allowed_functions() -> None:
    assert NAMES == ALLOWED_FUNCTIONS


@given(st.text(max_size=300))
def test_any_text_is_parsed_or_refused_with_a_code(text: str) -> None:
    with suppress(ProgramRefused):
        assert isinstance(parse(text).operands, tuple)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("48K", ("48", "48000")),
        ("48 million", ("48", "48000000")),
        ("12.50%", ("12.50", "0.125")),
        ("1,250,000", ("1250000",)),
        ("Q3 2031", ("3", "2031")),
        ("3 Bakers", ("3",)),
        ("none", ()),
        ("٤٨", ()),
    ],
)
def test_a_number_is_shown_as_it_stands_and_in_its_scale(text: str, shown: tuple[str, ...]) -> None:
    assert numbers_in(text) == set(map(Decimal, shown))


def record(unit: str = "", question: str = "How many?") -> FiveFields:
    table = Table(unit=unit, categories=("Tuesday", "Route 66"), cells=(("48",), ("-7.5",)))
    return FiveFields(id="c", modality="image", context=table.to_text(), question=question)


@pytest.mark.parametrize(
    ("operand", "unit", "known"),
    [
        ("48", "", True),
        ("-48", "", True),
        ("48.0", "", True),
        ("7.5", "", True),
        ("66", "", True),
        ("49", "", False),
        ("48000", "", False),
        ("48000", "thousand tons", True),
        ("48000000", "millions", True),
        ("0.48", "%", True),
        ("0.48", "", False),
        ("48K", "", True),
    ],
)
def test_an_operand_is_known_in_every_spelling_of_the_display(
    operand: str, unit: str, known: bool
) -> None:
    assert is_shown(operand, displayed_numbers(record(unit))) is known


def test_a_large_place_is_a_constant() -> None:
    """``range(777)[-1]`` would launder an answer past the rule on constants."""
    program = parse("answer = [i for i in range(777)][-1] if protected(3) > 4 else [1][0]")
    assert {c.text: c.index for c in program.constants()} == {
        "777": False, "-1": True, "4": False, "1": False, "0": True,
    }  # fmt: skip
