"""Gold programs over disguised operands give the original result after restoration."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from recast_agent.evaluation.gold import Gold, exact, outcomes, svamp, tatqa
from recast_agent.evaluation.programs import generated
from recast_agent.private.numbermap.natural import NaturalPolicy
from recast_agent.private.numbermap.paper import PaperPolicy
from recast_agent.private.numbermap.protocol import NumberPolicy
from recast_agent.private.record import Record
from tests.support import SHARED_DATA

POLICIES: tuple[NumberPolicy, ...] = (NaturalPolicy(), PaperPolicy())
AIM = 0.99

real = pytest.mark.skipif(
    not (SHARED_DATA / "svamp").is_dir(), reason="needs the evaluation data beside the checkout"
)
each_way = pytest.mark.parametrize(
    ("policy", "respelled"),
    [(policy, respelled) for policy in POLICIES for respelled in (False, True)],
    ids=lambda given: getattr(given, "name", "respelled" if given is True else "as shown"),
)


def misses(golds: tuple[Gold, ...], policy: NumberPolicy, *, respelled: bool) -> list[str]:
    found = outcomes(golds, policy, respelled=respelled)
    assert len(found) == len(golds)
    return [f"{one.id}: {one.reason}" for one in found if one.reason]


@each_way
def test_generated_programs_give_the_original_result(policy: NumberPolicy, respelled: bool) -> None:
    """Arithmetic, statistics, comparisons, conditions, loops, functions."""
    assert len(misses(generated(200), policy, respelled=respelled)) <= 200 * (1 - AIM)


@real
@each_way
def test_word_problems_give_the_original_result(policy: NumberPolicy, respelled: bool) -> None:
    golds = svamp(SHARED_DATA / "svamp")
    assert len(golds) == 100
    assert sum(len(gold.operands) for gold in golds) > 200
    assert len(misses(golds, policy, respelled=respelled)) <= 100 * (1 - AIM)


@real
@each_way
def test_financial_derivations_give_the_original_result(
    policy: NumberPolicy, respelled: bool
) -> None:
    golds = tatqa(SHARED_DATA / "tatqa_numeric")
    assert len(golds) == 63
    assert all(gold.operands for gold in golds)
    assert len(misses(golds, policy, respelled=respelled)) <= 63 * (1 - AIM)


def test_every_form_of_program_and_number_is_among_the_generated() -> None:
    """The set is not a set of sums."""
    golds = generated(200)
    programs = " ".join(gold.program for gold in golds)
    wanted = ("sum(", "mean(", "median(", "max(", " > ", "if ", "for ", "def ", "round(", "abs(")
    assert all(part in programs for part in wanted)
    contexts = " ".join(gold.record.context for gold in golds)
    assert all(part in contexts for part in ("%", "lakh", "million", "K", "½", "× 10^", "thirty"))
    assert sum(isinstance(gold.expected, bool) for gold in golds) > 5
    assert any(operand < 0 for gold in golds for operand in gold.operands)


def test_generated_programs_are_the_same_for_a_seed() -> None:
    assert [g.program for g in generated(20, 3)] == [g.program for g in generated(20, 3)]
    assert [g.program for g in generated(20, 3)] != [g.program for g in generated(20, 4)]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("17402-46664", Fraction(-29262)),
        ("(-2935 - 1758) / 1758", Fraction(-4693, 1758)),
        ("(3.4 - 3.3) * 100", Fraction(10)),
        ("26>19", True),
        ("26<19", False),
    ],
)
def test_a_derivation_is_evaluated_exactly(expression: str, value: Fraction | bool) -> None:
    assert exact(expression) == value


def test_what_is_no_arithmetic_is_refused() -> None:
    with pytest.raises(ValueError):
        exact("2 ** 3")


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        ("answer = @0 + 4711", "answer_constant"),
        ("answer = @0 +", "program_refused"),
        ("answer = @0 * 2", "other_result"),
    ],
)
def test_a_miss_has_its_reason(program: str, reason: str) -> None:
    """The harness finds what is wrong: a constant of the solver's own, syntax, another result."""
    record = Record(id="x", modality="text", context="It sold 48 units.", question="How many?")
    gold = Gold("x", record, program, (Decimal(48),), Fraction(48))
    (found,) = outcomes([gold], NaturalPolicy())
    assert found.reason == reason
