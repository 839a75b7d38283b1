"""The base of every typed value that crosses a boundary: frozen, strict, silent in errors."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Model(BaseModel):
    """A frozen value object. Validation errors never echo the input (they could hold content)."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)
