"""Each way in which a case can end says what to do."""

from __future__ import annotations

import pytest

from recast_agent.core.errors import Code
from recast_agent.core.hints import hint_for

REFUSALS = list(Code)[list(Code).index(Code.CHART_UNREADABLE) :]


@pytest.mark.parametrize("code", REFUSALS)
def test_a_reason_has_a_hint(code: Code) -> None:
    raised_only = {Code.NOT_LOCAL}
    assert bool(hint_for(code.value)) is (code not in raised_only)


def test_what_is_no_reason_has_none() -> None:
    assert hint_for("") == ""
    assert hint_for("something else") == ""


@pytest.mark.parametrize("code", [Code.RECONSTRUCTION_FAILED, Code.PROTECTED_MISMATCH])
def test_a_reason_of_every_kind_of_release_speaks_of_no_one_kind(code: Code) -> None:
    """A chart, a text and a recording end so: what to do fits each of them."""
    hint = hint_for(code.value)
    assert "--release" in hint
    assert not {"recording", "drawn", "said", "heard"} & set(hint.replace(",", "").split())


@pytest.mark.parametrize(
    "code",
    [
        Code.CHART_UNREADABLE,
        Code.CHART_ESTIMATED,
        Code.CELL_WITHOUT_WITNESS,
        Code.SOURCE_MISMATCH,
    ],
)
def test_what_a_person_can_lift_by_looking_names_the_way_to_be_asked(code: Code) -> None:
    hint = hint_for(code.value)
    assert "--confirm" in hint
    assert "interrupt" in hint


@pytest.mark.parametrize("code", [Code.SOLVER_UNREACHABLE, Code.SOLVER_REFUSED])
def test_an_endpoint_that_fails_names_its_settings_and_how_to_go_on(code: Code) -> None:
    hint = hint_for(code.value)
    for named in ("RECAST_SOLVER_BASE_URL", "RECAST_SOLVER_API_KEY", "recast resume"):
        assert named in hint
