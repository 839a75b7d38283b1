"""Labels get other names; their numbers, order and scale survive."""

from __future__ import annotations

import string

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from recast_agent.core.literals import find
from tests.private.rewriting import name_of, rewrite, table


@pytest.mark.parametrize(
    "label",
    [
        "2015",
        "18-29",
        "65+",
        "2019/20",
        "65 and older",
        "0-14 years",
        "Under 15 years",
        "Q3 2020",
        "FY2007",
    ],
)
def test_labels_of_numbers_stay_as_they_are(label: str) -> None:
    made = rewrite(table((label, "Norway")), "What is the sum?")
    assert label in made.record.table().categories


@pytest.mark.parametrize(
    ("label", "pattern"),
    [
        ("2014 Sochi", "2014 {}"),
        ("Windows 10", "{} 10"),
        ("Democrats (188)", "{} (188)"),
        ("10+ terms", "10+ {}"),
        ("Total (435 members)", "{} (435)"),
        ("1,200 seats or more", "1,200 {}"),
        ("19th legislature", "19th {}"),
        ("S7 Airlines", "{}7"),
        ("COVID-19 deaths", "{}-19"),
        ("Balance - 3 points", "{} - 3"),
        ("Site 1 a 100", "{} 1, 100"),
    ],
)
def test_mixed_labels_keep_their_numbers(label: str, pattern: str) -> None:
    made = rewrite(table((label, "Norway")), "What is the sum?")
    new = name_of(made, label)
    before, after = pattern.split("{}")
    assert new.startswith(before)
    assert new.endswith(after)
    assert made.dictionary.original(new) == label


@pytest.mark.parametrize(
    ("label", "head", "pattern"),
    [
        ("Total population", "population", "Total {}"),
        ("All ages", "ages", "All {}"),
        ("Both sexes", "sexes", "Both {}"),
        ("Labour force, total", "Labour force", "{}, total"),
        ("OECD average", "OECD", "{} average"),
        ("All of Europe", "Europe", "All of {}"),
        ("All ages 15-64", "ages", "All {} 15-64"),
    ],
)
def test_what_says_how_much_is_meant_stays_beside_the_name(
    label: str, head: str, pattern: str
) -> None:
    """An aggregate row still looks like one, in the table and wherever a text names it."""
    made = rewrite(table((label, "Norway")), f"How far is {label} from Norway?")
    shown = pattern.format(name_of(made, head))
    assert name_of(made, label) == shown
    assert shown in made.record.question
    assert not {"Total", "All", "Both", "average"} & set(name_of(made, "Norway").split())


def test_an_aggregate_keeps_the_name_of_what_it_adds_up() -> None:
    made = rewrite(table(("Men", "Total men")), "How many total men are there?")
    assert name_of(made, "Total men") == f"Total {name_of(made, 'Men')}"


def test_words_that_only_begin_like_a_quantifier_are_names() -> None:
    made = rewrite(table(("All-stars", "Allstate")), "What is the sum?")
    assert not any("all" in c.casefold().split("-") for c in made.record.table().categories)


def test_brackets_that_differ_are_seen_to_differ() -> None:
    """They may be units that nothing here knows: two columns must not come to look like one."""
    made = rewrite(
        table(("Oslo", "Rome"), ("Alpha (zorks)", "Beta (quibs)")), "What is Alpha in Rome?"
    )
    one, other = made.record.table().series
    units = {label.partition("(")[2] for label in (one, other)}
    assert len(units - {""}) == 2
    assert {made.dictionary.original(label) for label in (one, other)} == {
        "Alpha (zorks)",
        "Beta (quibs)",
    }
    assert name_of(made, "Alpha") in made.record.question


def test_a_bracket_beside_none_and_beside_a_known_unit_is_seen() -> None:
    made = rewrite(table(("Oslo", "Rome"), ("Alpha (quibs)", "Beta", "Gamma (kg)")), "Alpha?")
    shown = {made.dictionary.original(s): s for s in made.record.table().series}
    assert name_of(made, "quibs") in shown["Alpha (quibs)"]
    assert "(" not in shown["Beta"]
    assert "(kg)" in shown["Gamma (kg)"]


def test_a_bracket_that_all_labels_share_tells_none_apart() -> None:
    made = rewrite(table(("Oslo", "Rome"), ("Alpha (zorks)", "Beta (zorks)")), "Alpha?")
    assert not any("(" in label for label in made.record.table().series)


def test_footnote_marks_are_dropped_unless_they_alone_tell_labels_apart() -> None:
    made = rewrite(table(("2020*", "2019", "2018*", "2018")), "What is the sum?")
    assert made.record.table().categories == ("2020", "2019", "2018*", "2018")
    assert made.dictionary.original("2020") == "2020*"


def test_labels_that_differ_in_their_numbers_share_a_name() -> None:
    made = rewrite(table(("Windows 10", "Windows 7")), "Windows 10 minus Windows 7?")
    ten, seven = name_of(made, "Windows 10"), name_of(made, "Windows 7")
    assert ten.removesuffix(" 10") == seven.removesuffix(" 7")
    assert made.record.question == f"{ten} minus {seven}?"


@pytest.mark.parametrize("label", ["S7 Airlines", "COVID-19 deaths", "2014 Sochi", "Windows 10"])
def test_a_mixed_label_reads_the_same_in_the_question(label: str) -> None:
    made = rewrite(table((label, "Norway")), f"What was the value of {label} then?")
    assert made.record.question == f"What was the value of {name_of(made, label)} then?"


def test_months_become_letters_in_order_and_their_rows_stay() -> None:
    months = ("Jan 2019", "Mar 2019", "Jul 2019", "Dec 2019")
    made = rewrite(table(months), "What was it in March 2019?")
    new = made.record.table().categories
    assert list(new) == sorted(new)
    assert all(name.endswith(" 2019") for name in new)
    assert made.record.question == f"What was it in {new[1]}?"


def test_months_stay_where_the_question_groups_them() -> None:
    made = rewrite(table(("Jan 2019", "Jul 2019")), "What is the sum of the first half of 2019?")
    assert made.record.table().categories == ("Jan 2019", "Jul 2019")


def test_steps_of_a_scale_keep_their_order_under_rising_names() -> None:
    made = rewrite(table(("Excellent", "Good", "Fair", "Poor")), "What is the sum?")
    new = made.record.table().categories
    assert list(new) == sorted(new)
    assert [made.dictionary.original(n) for n in new] == ["Excellent", "Good", "Fair", "Poor"]


def test_a_table_longer_than_a_theme_gets_names_of_two_words() -> None:
    letters = string.ascii_lowercase
    labels = tuple(f"Qw{a}{b}x" for a in letters for b in letters)[:600]
    made = rewrite(table(labels), "How many bars are there?")
    assert len(set(made.record.table().categories)) == 600


@pytest.mark.parametrize(
    ("unit", "kept"),
    [
        ("%", "%"),
        ("$", ""),
        ("million euros", "million"),
        ("million metric tons", "million"),
        ("", ""),
    ],
)
def test_units_change_but_percent_and_scale_and_invert_exactly(unit: str, kept: str) -> None:
    made = rewrite(table(("Norway", "Chile"), unit=unit), "What is the sum in 2019?")
    new = made.record.table().unit
    assert new.startswith(kept)
    assert (made.dictionary.original(new) or new) == unit


WORDS = st.text("abcdefghijklmnopqrstuvwxyzé", min_size=1, max_size=9)
LABELS = st.lists(
    st.lists(WORDS | st.integers(0, 99999).map(str) | st.sampled_from("()-&%*"),
             min_size=1, max_size=5).map(" ".join),
    min_size=2, max_size=8, unique_by=lambda label: label.casefold(),
)  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(labels=LABELS)
def test_any_labels_keep_their_numbers_and_go_back_to_themselves(labels: list[str]) -> None:
    given_table = table(tuple(labels), chart_type="line")
    made = rewrite(given_table, "What is the sum of all values?")
    for old, new in zip(labels, made.record.table().categories, strict=True):
        assert _values(old) == _values(new)
        assert (made.dictionary.original(new) or new) == old


def _values(label: str) -> list[str]:
    return [str(number.value) for number in find(label, field="category")]
