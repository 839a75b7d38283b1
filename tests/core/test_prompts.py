"""Prompts with strict variables."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from recast_agent.core import prompts
from recast_agent.core.errors import InternalError


def test_variables_are_filled_in_as_they_are() -> None:
    assert prompts.render("choices", choices="- {{choices}} \\1").endswith("- {{choices}} \\1")


@pytest.mark.parametrize(
    ("name", "variables"),
    [
        ("choices", {}),
        ("choices", {"choices": "- a", "extra": "b"}),
        ("choices", {"choice": "- a"}),
        ("solver", {"question": "q"}),
    ],
)
def test_a_missing_or_extra_variable_is_an_error(name: str, variables: dict[str, str]) -> None:
    with pytest.raises(InternalError):
        prompts.render(name, **variables)


@pytest.mark.parametrize("name", ["nothing", "../pyproject", "Solver", "", "solver.md"])
def test_an_unknown_prompt_is_an_error(name: str) -> None:
    with pytest.raises(InternalError):
        prompts.render(name)


@given(st.text())
def test_matching_undoes_rendering(codes: str) -> None:
    assert prompts.match("repair", prompts.render("repair", codes=codes)) == {"codes": codes}


def test_other_text_does_not_match() -> None:
    rendered = prompts.render("repair", codes="no_answer")
    assert prompts.match("repair", rendered + " ") is None
    assert prompts.match("repair", "x" + rendered) is None
    assert prompts.match("repair", rendered.replace("The program", "Your program", 1)) is None
