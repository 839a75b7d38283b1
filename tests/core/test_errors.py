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
