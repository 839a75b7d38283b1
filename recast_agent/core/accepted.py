"""What a setting may be, in words, from its type and its range."""

from __future__ import annotations

from typing import Literal, get_args, get_origin

from annotated_types import Ge, Gt, Le
from pydantic.fields import FieldInfo


def accepted(field: FieldInfo) -> str:
    """The values that a field takes, as the end of "strict is …"."""
    kind = field.annotation
    if kind is bool:
        return "true or false"
    if get_origin(kind) is Literal:
        return " or ".join(map(str, get_args(kind)))
    if kind is int:
        return f"a whole number{_range(field)}"
    if kind is float:
        return f"a number{_range(field)}"
    return 'a list of texts (["one", "two"])' if get_origin(kind) is tuple else "a text"


def _range(field: FieldInfo) -> str:
    """Its ends, the lower one first: that is how they are written in ``core.settings``."""
    said = []
    for rule in field.metadata:
        if isinstance(rule, Ge):
            said.append(f" from {rule.ge}")
        elif isinstance(rule, Gt):
            said.append(f" above {rule.gt}")
        elif isinstance(rule, Le):
            said.append(f" up to {rule.le:.15g}")
    return "".join(said)
