"""Months and weekdays stay wherever something may be counted with them."""

from __future__ import annotations

import pytest

from tests.private.rewrite_text.passages import passage, rewrite

ASKED = "How many in all?"


@pytest.mark.parametrize(
    ("text", "question", "stays"),
    [
        ("The rent is $300 a month; Ann stayed from March to July.", ASKED, "March to July"),
        ("The stall was open from November to February.", ASKED, "November to February"),
        ("The stall was open between March and June.", ASKED, "between March and June"),
        ("The stall was open Mon-Fri and sold 12 a time.", ASKED, "Mon-Fri"),
        ("The stall was open until June. It sold 12.", ASKED, "until June"),
        ("The stall was open March – June.", ASKED, "March – June"),
        ("Ann reads 8 pages a day, on Monday and Friday.", ASKED, "Monday and Friday"),
        ("Ann earns $12 weekly, in March and in June.", ASKED, "March and in June"),
        ("Seats cost $8 on weekends. Bob went on Saturday.", ASKED, "on Saturday"),
        ("Ann left in March and came in June.", "How many months was she away?", "June"),
        ("Ann left in March and came in June.", "How long was she away?", "June"),
        ("Ann sold 12 on Monday and 5 the next day.", "How many on Tuesday?", "on Monday"),
        ("Ann sold 12 from February 20 to March 5.", ASKED, "February"),
        ("Ann sold 12 on 14/03/2021 and 5 in May.", ASKED, "in May"),
        ("Ann sold 12 on 2021-03-14 and 5 in May.", ASKED, "in May"),
    ],
)
def test_calendar_words_stay(text: str, question: str, stays: str) -> None:
    assert stays in rewrite(passage(text, question)).record.context


def test_calendar_words_stay_in_passage_and_question_alike() -> None:
    made = rewrite(
        passage("Ann reads 8 pages a day since Monday.", "How many pages by Friday?")
    ).record
    assert "since Monday" in made.context
    assert "by Friday" in made.question


@pytest.mark.parametrize(
    ("text", "gone"),
    [
        ("Ann sold 12 in March and 5 in June.", {"March", "June."}),
        ("Ann sold 12 on Mondays and 5 on a Monday.", {"Mondays", "Monday."}),
        ("The office opened in May 1990. It had 12 desks.", {"May"}),
    ],
)
def test_calendar_words_change_where_nothing_is_counted_with_them(
    text: str, gone: set[str]
) -> None:
    assert not gone & set(rewrite(passage(text, ASKED)).record.context.split())


def test_a_weekday_in_the_plural_is_the_same_weekday() -> None:
    made = rewrite(passage("Ann sold 12 on Mondays and 5 on a Monday.", ASKED)).record.context
    words = made.rstrip(".").split()
    assert words[4] == words[-1] + "s"


def test_a_month_that_names_someone_changes_where_months_stay() -> None:
    made = rewrite(passage("June Carter sold 12 plums a day, from Monday to Friday.", ASKED))
    assert "June" not in made.record.context
    assert "Monday to Friday" in made.record.context
