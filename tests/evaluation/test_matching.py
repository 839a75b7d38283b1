"""Answers are matched as the paper's equation (7) and appendix B.1 say."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast_agent.evaluation.matching import acceptable, matches, number
from recast_agent.evaluation.statistics import percentile, wilson


@pytest.mark.parametrize(
    ("prediction", "reference", "right"),
    [
        ("12.4", "12.4", True),
        ("12.400001", "12.4", True),  # within 1e-6 * 12.4
        ("12.40002", "12.4", False),
        ("0.0000009", "0", True),
        ("0.0000011", "0", False),
        ("1,234,567", "1234567", True),
        ("1234568", "1234567", True),  # within 1e-6 of the larger
        ("1234569", "1234567", False),
        ("-6.8%", "-6.8", True),
        ("−6.8", "-6.8", True),
        ("6.8", "-6.8", False),
        ("$12.5", "12.5", True),
        ("-$12.5", "-12.5", True),
        ("≈ 48", "48", True),
        ("48K", "48000", True),
        ("2019*", "2019", True),
        ("2020", "2019", False),
        ("Amber Quay", "amber  quay.", True),
        ("The Netherlands", "Netherlands", True),
        ("True", "yes", True),
        ("no", "yes", False),
        ("Amber", "Amber Quay", False),
        ("", "12", False),
        ("12 lamps", "12", False),
        ("nan", "12", False),
    ],
)
def test_equation_7(prediction: str, reference: str, right: bool) -> None:
    """Numbers within the tolerance, other text exactly after normalisation."""
    assert matches(prediction, reference) is right


def test_a_wider_tolerance_is_relative_to_the_larger() -> None:
    """Values read off an axis are scored within 5 %."""
    assert matches("95", "100", relative=0.05)
    assert matches("105.2", "100", relative=0.05)
    assert not matches("94.9", "100", relative=0.05)


def test_a_single_scale_admits_the_absolute_value() -> None:
    """12.4 (million) and 12 400 000 are the same answer; a denominator is no scale."""
    scaled = "Revenue in million euros"
    assert matches("12400000", "12.4", question="How much?", evidence=scaled)
    assert matches("12.4 million", "12.4", question="How much?", evidence=scaled)
    assert matches("12.4", "12400000", question="How much?", evidence=scaled)
    assert not matches("12400000", "12.4", question="How much?", evidence="Deaths per million")
    assert not matches("12400000", "12.4", question="How much?", evidence="Million, billion")
    assert not matches("12400000", "12.4", question="How much?", evidence="Revenue in euros")


def test_a_question_for_a_share_admits_both_forms() -> None:
    """0.41 and 41 answer a question for a percentage or ratio, never a year or a count."""
    assert matches("0.41", "41", question="What percentage was it?")
    assert matches("41", "0.41", question="What is the ratio of the two?")
    assert not matches("4100", "41", question="What percentage was it?")
    assert not matches("0.41", "41", question="How much was it?")
    assert not matches("20.19", "2019", question="In which year did the rate peak?")
    assert not matches("0.04", "4", question="How many bars show a percentage?")


@given(st.decimals(-(10**9), 10**9, places=3))
def test_every_number_matches_itself(value: object) -> None:
    """A reference is an acceptable form of itself, whatever is asked."""
    text = str(value)
    assert matches(text, text, question="What percentage?", evidence="million")
    assert acceptable(text)[0] == number(text)


@given(st.integers(0, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_wilson_interval_holds_the_share(counts: tuple[int, int]) -> None:
    """The interval lies in [0, 1] around the share."""
    successes, trials = counts
    low, high = wilson(successes, trials)
    assert 0 <= low <= high <= 1
    if trials:
        assert low <= successes / trials <= high


def test_wilson_agrees_with_a_published_value() -> None:
    """8 of 10: Newcombe's method 3 without continuity correction (0.4902, 0.9433)."""
    assert wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=5e-5)


def test_percentiles_are_by_nearest_rank() -> None:
    """The median of four is the second; p90 of ten the ninth."""
    assert percentile([4, 1, 3, 2], 0.5) == 2
    assert percentile(list(range(1, 11)), 0.9) == 9
    assert percentile([7], 0.9) == 7
