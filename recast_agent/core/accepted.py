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
    bounds = []
    for rule in field.metadata:
        if isinstance(rule, Ge):
            bounds.append(f"{rule.ge} at least")
        elif isinstance(rule, Gt):
            bounds.append(f"above {rule.gt}")
        elif isinstance(rule, Le):
            bounds.append(f"{rule.le:.15g} at most")
    return "".join(f", {bound}" for bound in bounds)
