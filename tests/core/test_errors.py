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
