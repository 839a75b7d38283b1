"""What a user may import and call: a change here is a change of the version."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

import recast_agent
from recast_agent import ReCast

SIGNATURES = {
    "__init__": "settings=None *, stages=None checkpointer=None approve=None confirm=None",
    "asolve": "evidence question='' *, choices=() chart_type=None release=None "
    "spoken_question=False on_event=None",
    "aprotect": "evidence question='' *, choices=() chart_type=None release=None "
    "spoken_question=False on_event=None",
    "arecover": "case program",
    "aresume": "case *, on_event=None",
    "acaptured": "case",
    "aconfirm": "case table",
    "aforget": "case",
    "areveal": "text *, conversation=''",
    "astream": "evidence question='' *, choices=()",
}
NAMES = {
    "InputError",
    "InternalError",
    "ReCast",
    "ReCastError",
    "Release",
    "Result",
    "Settings",
    "TableEvidence",
    "TextEvidence",
}
TWINS = ("solve", "protect", "recover", "resume", "forget", "reveal")


def shape(method: Any) -> str:
    """Parameters and defaults, without ``self`` and types."""
    words, keywords = [], False
    for name, given in list(inspect.signature(method).parameters.items())[1:]:
        if given.kind is inspect.Parameter.KEYWORD_ONLY and not keywords:
            words.append("*,")
            keywords = True
        default = "" if given.default is inspect.Parameter.empty else f"={given.default!r}"
        words.append(name + default)
    return " ".join(words)


def test_the_public_names_are_these_and_can_be_imported() -> None:
    assert set(recast_agent.__all__) == NAMES
    for name in recast_agent.__all__:
        assert getattr(recast_agent, name).__name__ == name


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = recast_agent.nothing


@pytest.mark.parametrize(("name", "expected"), SIGNATURES.items())
def test_a_method_takes_what_is_documented(name: str, expected: str) -> None:
    assert shape(getattr(ReCast, name)) == expected


@pytest.mark.parametrize("name", TWINS)
def test_a_plain_method_takes_what_its_twin_takes(name: str) -> None:
    """So that an editor and a type checker know the options of both."""
    plain, twin = getattr(ReCast, name), getattr(ReCast, f"a{name}")
    assert inspect.iscoroutinefunction(twin)
    assert not inspect.iscoroutinefunction(plain)
    assert inspect.signature(plain) == inspect.signature(twin)
